"""Runs: many games of one setting between two bots."""

from __future__ import annotations

import dataclasses
import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from wilaya import _wilaya
from wilaya._executor import tasks_of
from wilaya._progress import Progress, reporter
from wilaya._wilaya import Position, Table, View, WilayaError

Notes: TypeAlias = dict[str, Any]
"""The notes of some results, as in `run.toml`."""


class Bot(Protocol):
    """Your own bot. Each game gets a new instance, so it may remember what it learns during the game."""

    def choose(self, view: View, actions: list[str], rng: random.Random) -> str:
        """Choose one of at least two legal actions.

        It must depend only on its arguments; `rng` is seeded for each game and side. Then a run gives the same games on any
        number of threads.
        """
        ...


BotClass: TypeAlias = Callable[[], Bot]
"""A class of bots: called without arguments, it makes the bot of one game."""


def _words(option: str, words: str | Sequence[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        raise WilayaError(f'{option}: found the text "{words}", expected a list of texts')
    return tuple(words)


def _changes(changes: Mapping[str, object] | Sequence[str]) -> tuple[str, ...]:
    if isinstance(changes, Mapping):
        return tuple(f"{key}={value}" for key, value in changes.items())
    return _words("set", changes)


@dataclass(frozen=True)
class _Setting:
    """The setting that several games share."""

    game: str
    scenarios: tuple[str, ...] | None
    setup: str | None
    options: tuple[str, ...]
    bars: tuple[str, ...]
    data: str | None
    set: tuple[str, ...]


def _setting(
    game: str,
    scenarios: Sequence[str] | None,
    setup: str | None,
    options: Sequence[str],
    bars: Sequence[str],
    data: str | os.PathLike[str] | None,
    changes: Mapping[str, object] | Sequence[str],
) -> _Setting:
    return _Setting(
        game,
        None if scenarios is None else _words("scenarios", scenarios),
        setup,
        _words("options", options),
        _words("bars", bars),
        None if data is None else os.fspath(data),
        _changes(changes),
    )


@dataclass(frozen=True)
class Run:
    """Games of one setting between two bots: everything that their results depend on. It can be pickled and compared.

    A run is checked when it is created; invalid input raises `WilayaError`.
    """

    game: str
    """`"algeria"` or `"ici"`."""
    scenario: str | None = None
    """Scenario: `"1954"`, `"1958"` or `"1960"` in Algeria, `"1955"` or `"1959"` in Ici. Default: 1958 or 1955."""
    setup: str | None = field(default=None, kw_only=True)
    """Set-up: `"default"`, or `"free"`, where the bots place the pieces."""
    options: Sequence[str] = field(default=(), kw_only=True)
    """Optional rules to use, such as `"shorter_game"`."""
    bars: Sequence[str] = field(default=(), kw_only=True)
    """Items to remove from the game, such as `"event:suez"`, `"chit:fr_melouza"` or `"action:fln:raid"`."""
    set: Mapping[str, object] | Sequence[str] = field(default=(), kw_only=True)
    """Figures to change, such as `{"unit.division.count": 14}` or `["unit.division.count=14"]`."""
    data: str | os.PathLike[str] | None = field(default=None, kw_only=True)
    """Other figures: an edited copy of the exported folder, or a file with the changed keys."""
    fln: str | BotClass = field(default="heuristic", kw_only=True)
    """Bot that plays the FLN, such as `"mcts:iters=200"`, or a class of your own (`Bot`)."""
    france: str | BotClass = field(default="heuristic", kw_only=True)
    """Bot that plays France."""
    seed: int = field(default=1, kw_only=True)
    """Seed of all dice and draws, from 0 to 2**64 - 1."""
    pairs: bool = field(default=False, kw_only=True)
    """Play each game twice with the same dice, the second time with the bots swapped: games 2k and 2k + 1 are a pair."""
    luck: int | None = field(default=None, kw_only=True)
    """Estimate the luck of each game by rerolling each step this often, at least 8."""
    turns: bool = field(default=False, kw_only=True)
    """Record the tracks of each game by turn."""
    max_turns: int = field(default=200, kw_only=True)
    """Abandon a game after this turn, and count it as unfinished."""
    position: str | Position | None = field(default=None, kw_only=True)
    """Start each game from this position, or the text of a position file, instead of the set-up."""

    def __post_init__(self) -> None:
        """Check the run."""
        own = {
            "options": _words("options", self.options),
            "bars": _words("bars", self.bars),
            "set": _changes(self.set),
            "data": None if self.data is None else os.fspath(self.data),
            "position": self.position.text if isinstance(self.position, Position) else self.position,
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)
        _wilaya.command(self)

    def replace(self, **changes: Any) -> Run:
        """Return a copy with other values: `run.replace(seed=2)`."""
        return dataclasses.replace(self, **changes)

    def command(self, games: int = 1000) -> list[str]:
        """Return the command line with which the program plays this many games, or pairs, of the run."""
        return _wilaya.command(self, games)

    def play(self, first: int, n: int, *, threads: int | None = None, progress: Progress = None) -> Table:
        """Play games `first` to `first + n - 1` of the run, counted from 0, and return the table of games.

        A game depends only on the run and its number, so the tables of parts add up to the table of the whole run. With
        `pairs`, a pair is two games. `threads` defaults to one per core.
        """
        with reporter(progress) as report:
            return _wilaya.play(self, first, n, threads, report)[0]

    def play_turns(
        self, first: int, n: int, *, threads: int | None = None, progress: Progress = None
    ) -> Table:
        """Play the same games as `play`, and return the tracks at the first decision of each turn."""
        run = self if self.turns else self.replace(turns=True)
        with reporter(progress) as report:
            turns = _wilaya.play(run, first, n, threads, report)[1]
        assert turns is not None
        return turns


@dataclass(frozen=True)
class Measure:
    """An estimate with its 95 % interval."""

    name: str
    """Its name, such as `win_rate.fln` or `mean.turns`."""
    estimate: float
    """The share, from 0 to 1, or the mean."""
    low: float
    """Lower end of its 95 % interval: Wilson's for a share, Student's for a mean."""
    high: float
    """Upper end."""
    n: int
    """The number of games it is based on."""
    count: int | None = None
    """For a share, the number of games that count."""

    def __str__(self) -> str:
        """Return the estimate with its interval and n."""
        if self.count is None and not self.name.startswith(("pairs.score", "adjusted.")):
            return f"{self.estimate:.2f} ({self.low:.2f} to {self.high:.2f}), n = {self.n}"
        share, low, high = (f"{100 * value:.1f}" for value in (self.estimate, self.low, self.high))
        return f"{share} % ({low} to {high} %), n = {self.n}"


@dataclass(frozen=True)
class Simulation:
    """The results of a run."""

    run: Run
    """The run."""
    summary: Table
    """Every figure with its interval, as in `summary.csv`."""
    notes: Notes = field(repr=False)
    """The content of `run.toml`: command, version, hash of the figures and so on."""
    seconds: float
    """The time it took, without games already in the folder."""
    folder: Path | None = None
    """The folder, if files were written."""
    _games: Table | None = field(default=None, repr=False)
    _turns: Table | None = field(default=None, repr=False)

    @property
    def games(self) -> Table:
        """The table of games, from memory or from the folder."""
        return self._table(self._games, "games.csv")

    @property
    def turns(self) -> Table:
        """The tracks of each game by turn, if the run records them."""
        if not self.run.turns:
            raise WilayaError("the run did not record turns: set turns=True")
        return self._table(self._turns, "turns.csv")

    def _table(self, kept: Table | None, name: str) -> Table:
        if kept is not None:
            return kept
        if self.folder is None:
            raise WilayaError("games were not kept: call simulate() with keep=True or a folder")
        return _wilaya.read_table(self.folder / name)

    def measure(self, name: str) -> Measure:
        """Return a figure of the summary, such as `"mean.turns"`."""
        rows = self.summary.rows()
        row = next((row for row in rows if row["measure"] == name), None)
        if row is None:
            known = ", ".join(row["measure"] for row in rows)
            raise WilayaError(f'unknown measure "{name}": the summary has {known}')
        return Measure(name, row["estimate"], row["low"], row["high"], row["n"], row["count"])

    def win_rate(self, side: str = "fln") -> Measure:
        """Return the share of finished games won by a side, `"fln"` or `"france"`."""
        return self.measure(f"win_rate.{side}")


def simulate(
    run: Run,
    games: int | None = None,
    *,
    folder: str | os.PathLike[str] | None = None,
    resume: bool = False,
    record: str | Sequence[int] | None = None,
    until_ci: float | None = None,
    keep: bool | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    task_size: int | None = None,
    progress: Progress = None,
) -> Simulation:
    """Play a run and summarize it, like `wilaya sim`.

    Args:
        run: the run.
        games: number of games, or of pairs if the run has pairs; 1000 by default.
        folder: write the same files as the program there: `games.csv`, `summary.csv`, `run.toml`.
        resume: resume the run in the folder, or start it if there is none.
        record: record these games in `folder/records`: `"all"`, or their numbers.
        until_ci: stop once the 95 % interval of the win rate is no wider than this, between 0 and 1; checked every 1,000 games.
        keep: keep the table of games in memory, about 300 bytes per game. By default it is kept unless there is a folder,
            from which `Simulation.games` reads it.
        threads: number of threads; one per core by default.
        executor: play on the workers of this executor, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: games per task; by default as many as take about a second.
        progress: True for a progress bar if `tqdm` is installed, or a function that receives the games played and the total.

    Returns:
        The summary and the table of games.

    Raises:
        WilayaError: the run or the folder is invalid.
        WorkerError: a worker of the executor failed. Finished games are in the folder.
        KeyboardInterrupt: on Ctrl-C. Finished games are in the folder; `resume` continues.
    """
    recorded = record if record is None or isinstance(record, str) else ",".join(map(str, record))
    if folder is None and (resume or recorded is not None):
        raise WilayaError(f"{'resume' if resume else 'record'} needs a folder")
    kept = folder is None if keep is None else keep
    out = None if folder is None else Path(folder)
    with tasks_of(executor, task_size, threads, out) as tasks, reporter(progress) as report:
        notes, seconds, summary, table, turns = _wilaya.simulate(
            run, games, out, resume, recorded, until_ci, kept, threads, report, tasks
        )
    return Simulation(run, summary, json.loads(notes), seconds, out, table, turns)
