"""Tuning of a bot's weights."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

from wilaya import _wilaya
from wilaya._executor import tasks_of
from wilaya._plans import PathLike
from wilaya._progress import Progress, reporter
from wilaya._run import Notes, _Setting, _setting, _words
from wilaya._wilaya import WilayaError


@dataclass(frozen=True)
class _TuneWords:
    setting: _Setting
    bot: str
    pool: tuple[str, ...]
    iterations: int
    pairs: int
    step: float
    seed: int
    max_turns: int


@dataclass(frozen=True)
class Tuning:
    """The weights found for a bot."""

    bot: str
    """The bot with the weights found: its specification, for a `Run` or an `arena`."""
    weights: dict[str, float]
    """The weights found, by key, rounded to three significant digits."""
    before: dict[str, float]
    """The weights at the beginning, by key."""
    notes: Notes = field(repr=False)
    """What was tuned: command, plan, version, hash of the figures and so on."""
    file: Path | None = None
    """The file of the weights, if it was written."""


def tune(
    game: str,
    bot: str = "heuristic",
    pool: Sequence[str] = ("self",),
    *,
    scenarios: Sequence[str] | None = None,
    setup: str | None = None,
    options: Sequence[str] = (),
    bars: Sequence[str] = (),
    set: Mapping[str, object] | Sequence[str] = (),
    data: PathLike | None = None,
    iterations: int = 1000,
    pairs: int = 4,
    step: float = 1.0,
    seed: int = 1,
    max_turns: int = 200,
    file: PathLike | None = None,
    resume: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    task_size: int | None = None,
    progress: Progress = None,
) -> Tuning:
    """Tune the weights of a bot by self-play and play against a pool, like `wilaya tune`.

    Args:
        game: `"algeria"` or `"ici"`.
        bot: bot whose real-valued keys are tuned, starting from the values given here.
        pool: its opponents; `"self"` is the other variant of the bot.
        scenarios: all of the game by default.
        setup: as in `Run`, like `options`, `bars`, `set` and `data`.
        options: optional rules to use.
        bars: items to remove from the game.
        set: figures to change.
        data: other figures.
        iterations: number of iterations.
        pairs: pairs of games per iteration, variant, opponent and scenario.
        step: step of the first iterations, in perturbations per unit of score, from 0.001 to 1000.
        seed: seed of all dice and draws.
        max_turns: abandon a game after this turn; it counts as half a win for both.
        file: write the weights to this file, as the program does; the state is saved there every 20 iterations.
        resume: resume the tuning in the file, or start it if there is none.
        threads: number of threads; one per core by default.
        executor: play on the workers of this executor, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: pairs of games per task; by default as many as take about a second. An iteration has
            `pairs * len(pool)` pairs per scenario, and the next one begins after the last of them.
        progress: True for a progress bar if `tqdm` is installed, or a function that receives the iterations done and the total.

    Raises:
        WilayaError: the input or the file is invalid, or the tuning in the file is done.
        WorkerError: a worker of the executor failed. Finished iterations are in the file.
        KeyboardInterrupt: on Ctrl-C. Finished iterations are in the file; `resume` continues.
    """
    if file is None and resume:
        raise WilayaError("resume needs a file")
    if not isinstance(bot, str):
        raise WilayaError("tune takes bots by name: only simulate and arena can play a bot in Python")
    words = _TuneWords(
        _setting(game, scenarios, setup, options, bars, data, set),
        bot,
        _words("pool", pool),
        iterations,
        pairs,
        step,
        seed,
        max_turns,
    )
    out = None if file is None else Path(file)
    with tasks_of(executor, task_size, threads, out, "file") as tasks, reporter(progress) as report:
        notes, found, weights = _wilaya.tune(words, out, resume, threads, report, tasks)
    return Tuning(
        found,
        {name: value for name, _, value in weights},
        {name: value for name, value, _ in weights},
        json.loads(notes),
        out,
    )
