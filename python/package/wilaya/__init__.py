"""Bots, simulations and statistics for the board wargames *Algeria* and *Ici, c'est la France!*.

>>> import wilaya
>>> run = wilaya.Run("algeria", scenario="1958", seed=1)
>>> result = wilaya.simulate(run, games=1000)
>>> print(result.win_rate("fln"))
97.1 % (95.9 to 98.0 %), n = 1000

Shares and win rates are between 0 and 1, and every estimate has a 95 % interval. Sides are `"fln"` and `"france"` in both games.
Invalid input raises `WilayaError`, a `ValueError` whose message names the input.
"""

from wilaya._executor import WorkerError
from wilaya._plans import Arena, Impact, Rollout, Sweep, arena, impact, items, rollout, sweep
from wilaya._progress import Progress
from wilaya._read import Folder, read
from wilaya._replay import Replay, Step, replay
from wilaya._run import Bot, BotClass, Measure, Run, Simulation, simulate
from wilaya._tune import Tuning, tune
from wilaya._wilaya import VERSION as __version__
from wilaya._wilaya import Position, Table, View, WilayaError

__all__ = [
    "Arena",
    "Bot",
    "BotClass",
    "Folder",
    "Impact",
    "Measure",
    "Position",
    "Progress",
    "Replay",
    "Rollout",
    "Run",
    "Simulation",
    "Step",
    "Sweep",
    "Table",
    "Tuning",
    "View",
    "WilayaError",
    "WorkerError",
    "__version__",
    "arena",
    "impact",
    "items",
    "read",
    "replay",
    "rollout",
    "simulate",
    "sweep",
    "tune",
]
