"""What is more than one run: impacts, sweeps, arenas, rollouts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from wilaya import _wilaya
from wilaya._executor import tasks_of
from wilaya._progress import Progress, reporter
from wilaya._run import BotClass, Notes, Run, _changes, _words
from wilaya._wilaya import Position, Table, WilayaError

PathLike: TypeAlias = str | os.PathLike[str]


def _out(folder: PathLike | None, resume: bool) -> Path | None:
    if folder is None and resume:
        raise WilayaError("resume: give a folder too")
    return None if folder is None else Path(folder)


def items(run: Run, of: str | None = None) -> dict[str, str]:
    """Return the items that can be taken out of the game of a run, each with its name: `{"event:suez": "Suez Crisis", …}`.

    Args:
        run: the game; what its options or scenario exclude is left out.
        of: only those of a kind, `"chit"`, `"event"` or `"action"`.
    """
    found = _wilaya.items(run)
    return {
        word: name
        for word, name, absent in found
        if absent is None and (of is None or word.startswith(f"{of}:"))
    }


@dataclass(frozen=True)
class Impact:
    """What each chit, event or kind of action is worth."""

    tables: dict[str, Table]
    """The tables by the names of their files without `.csv`: `"impact"`, and `"seen"` and `"forked"` with these readings."""
    notes: Notes = field(repr=False)
    """What `impact.toml` says."""
    folder: Path | None = None
    """Where the files are, if they were written."""

    @property
    def table(self) -> Table:
        """A row for each item, with the estimates, intervals, p- and q-values of the readings: `impact.csv`."""
        return self.tables["impact"]


def impact(
    run: Run,
    games: int | None = None,
    *,
    of: Sequence[str] = (),
    readings: Sequence[str] = ("seen", "barred"),
    budget: str | None = None,
    playouts: int | None = None,
    folder: PathLike | None = None,
    resume: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    task_size: int | None = None,
    progress: Progress = None,
) -> Impact:
    """Estimate what each chit, event or kind of action is worth to the FLN, as `wilaya impact` does.

    Args:
        run: the games; single ones from the set-up on, with bots by their names.
        games: how many of each kind; 1000 by default.
        of: items, or `"chits"`, `"events"`, `"actions"`; all by default. `items` lists them.
        readings: `"seen"` compares games in which the item takes effect with others, `"barred"` replays the games without it,
            `"forked"` plays positions out with and without it.
        budget: limit of the forked reading: a time such as `"30m"`, or a number of games such as `"500games"`.
        playouts: playouts per position and branch in the forked reading; 8 by default.
        folder: write the program's files there.
        resume: go on with the impact in the folder, or start it if there is none.
        threads: how many work; one for each core by default.
        executor: let the workers of this executor play, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: how many games a worker plays at a time; as many as take about a second by default.
        progress: True for a progress bar if `tqdm` is installed, or a function that is called with what is done and with all.

    Raises:
        WilayaError: something is wrong with the run, an item or the folder.
        WorkerError: a worker of the executor failed. What was played is in the folder.
        KeyboardInterrupt: on Ctrl-C. What was played is in the folder, and `resume` goes on with it.
    """
    out = _out(folder, resume)
    asked = (list(_words("of", of)), list(_words("readings", readings)))
    with tasks_of(executor, task_size, threads, out) as tasks, reporter(progress) as report:
        notes, tables = _wilaya.impact(
            run, games, *asked, budget, playouts, out, resume, threads, report, tasks
        )
    return Impact(dict(tables), json.loads(notes), out)


@dataclass(frozen=True)
class Sweep:
    """The same games with several values of some figures."""

    table: Table
    """A row for each combination of values, compared with the first: `sweep.csv`."""
    notes: Notes = field(repr=False)
    """What `run.toml` of the first combination says, with the command of the sweep."""
    folder: Path | None = None
    """Where the files are, if they were written."""


def sweep(
    run: Run,
    vary: Mapping[str, Sequence[object]] | Sequence[str],
    games: int | None = None,
    *,
    folder: PathLike | None = None,
    resume: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    task_size: int | None = None,
    progress: Progress = None,
) -> Sweep:
    """Vary figures with the same dice and compare the results, as `wilaya sweep` does.

    Args:
        run: what all combinations have in common, with bots by their names.
        vary: figures with their values, such as `{"unit.division.count": [13, 14]}` or `["unit.division.count=13,14"]`. All
            combinations are played, at most 10,000, and compared with that of the first values.
        games: how many games, or pairs of games, a combination; 1000 by default.
        folder: write the program's files there.
        resume: go on with the sweep in the folder, or start it if there is none.
        threads: how many work; one for each core by default.
        executor: let the workers of this executor play, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: how many games a worker plays at a time; as many as take about a second by default.
        progress: True for a progress bar if `tqdm` is installed, or a function that is called with games played and games in all.

    Raises:
        WilayaError: something is wrong with the run, a figure or the folder.
        WorkerError: a worker of the executor failed. What was played is in the folder.
        KeyboardInterrupt: on Ctrl-C. What was played is in the folder, and `resume` goes on with it.
    """
    out = _out(folder, resume)
    if isinstance(vary, Mapping):
        figures = [f"{key}={','.join(map(str, values))}" for key, values in vary.items()]
    else:
        figures = list(_words("vary", vary))
    with tasks_of(executor, task_size, threads, out) as tasks, reporter(progress) as report:
        notes, table = _wilaya.sweep(run, figures, games, out, resume, threads, report, tasks)
    return Sweep(table, json.loads(notes), out)


@dataclass(frozen=True)
class _ArenaWords:
    game: str
    bots: tuple[str | BotClass, ...]
    pairs: int
    scenarios: tuple[str, ...] | None
    setup: str | None
    options: tuple[str, ...]
    bars: tuple[str, ...]
    data: str | None
    set: tuple[str, ...]
    seed: int
    max_turns: int
    sprt: tuple[float, float] | None
    alpha: float
    beta: float
    batch: int


@dataclass(frozen=True)
class Arena:
    """Ratings of bots."""

    tables: dict[str, Table] = field(repr=False)
    """The tables by the names of their files without `.csv`: `"ratings"`, `"pairings"`, `"sides"`, `"speed"`, and `"sprt"`."""
    notes: Notes = field(repr=False)
    """What `arena.toml` says."""
    verdict: str | None = None
    """Of a sequential test: `"accepted"` (the first bot is stronger), `"rejected"`, or None if it has not decided."""
    folder: Path | None = None
    """Where the files are, if they were written."""

    @property
    def ratings(self) -> Table:
        """The Elo of each bot and its shares of points, with intervals: `ratings.csv`."""
        return self.tables["ratings"]

    @property
    def pairings(self) -> Table:
        """The score of every two bots, with intervals: `pairings.csv`."""
        return self.tables["pairings"]

    @property
    def games(self) -> Table:
        """The table of games: kept in memory, or read from the folder."""
        if self.folder is None:
            return self.tables["games"]
        return _wilaya.read_table(self.folder / "games.csv")


def arena(
    game: str,
    bots: Sequence[str | BotClass],
    pairs: int = 100,
    *,
    scenarios: Sequence[str] | None = None,
    setup: str | None = None,
    options: Sequence[str] = (),
    bars: Sequence[str] = (),
    set: Mapping[str, object] | Sequence[str] = (),
    data: PathLike | None = None,
    seed: int = 1,
    max_turns: int = 200,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    batch: int = 50,
    folder: PathLike | None = None,
    resume: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    task_size: int | None = None,
    progress: Progress = None,
) -> Arena:
    """Rate bots by pairs of games with the same dice and sides swapped, as `wilaya arena` does.

    Args:
        game: `"algeria"` or `"ici"`.
        bots: two or more, by their names or classes of your own (`Bot`).
        pairs: how many pairs of games every two bots play in each scenario.
        scenarios: all of the game by default.
        setup: as in `Run`, like `options`, `bars`, `set` and `data`.
        options: optional rules to use.
        bars: items to remove from the game.
        set: figures to change.
        data: other figures.
        seed: seed of all dice and draws.
        max_turns: abandon a game after this turn; it counts as half a win for both.
        sprt: of two bots: end once a sequential test tells by which of two numbers of Elo the first is stronger.
        alpha: chance that the test wrongly accepts.
        beta: chance that it wrongly rejects.
        batch: after how many pairs it looks.
        folder: write the program's files there.
        resume: go on with the arena in the folder, or start it if there is none.
        threads: how many work; one for each core by default.
        executor: let the workers of this executor play, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: how many pairs of games a worker plays at a time; as many as take about a second by default.
        progress: True for a progress bar if `tqdm` is installed, or a function that is called with pairs played and pairs in all.

    Raises:
        WilayaError: something is wrong with the input or the folder, or a bot of your own fails; then no folder is written.
        WorkerError: a worker of the executor failed. What was played is in the folder.
        KeyboardInterrupt: on Ctrl-C. What was played is in the folder, and `resume` goes on with it.
    """
    out = _out(folder, resume)
    words = _ArenaWords(
        game,
        tuple(bots) if not isinstance(bots, str) else _words("bots", bots),
        pairs,
        None if scenarios is None else _words("scenarios", scenarios),
        setup,
        _words("options", options),
        _words("bars", bars),
        None if data is None else os.fspath(data),
        _changes(set),
        seed,
        max_turns,
        sprt,
        alpha,
        beta,
        batch,
    )
    with tasks_of(executor, task_size, threads, out) as tasks, reporter(progress) as report:
        notes, tables, verdict = _wilaya.arena(words, out, resume, out is None, threads, report, tasks)
    return Arena(dict(tables), json.loads(notes), verdict, out)


@dataclass(frozen=True)
class Rollout:
    """The legal actions of a position, played out."""

    table: Table
    """The actions, the best one first, with how often the side to decide wins: as `wilaya rollout` writes it."""
    notes: Notes = field(repr=False)
    """What was played: command, version, hash of the figures and so on."""

    @property
    def side(self) -> str:
        """The side that decides: `"fln"` or `"france"`."""
        return str(self.notes["side"])

    @property
    def best(self) -> str:
        """The best action, in notation. It is found from the same games, so its figures look a little better than it is."""
        return str(self.table.column("action")[0])


def rollout(
    position: Position,
    games: int = 400,
    *,
    fln: str = "heuristic",
    france: str = "heuristic",
    as_it_is: bool = False,
    luck: int = 8,
    seed: int = 1,
    max_turns: int = 200,
    file: PathLike | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    task_size: int | None = None,
    progress: Progress = None,
) -> Rollout:
    """Play each legal action of a position out with the same dice, as `wilaya rollout` does.

    Args:
        position: where the games begin.
        games: how many games for each action.
        fln: bot that plays on for the FLN.
        france: bot that plays on for France.
        as_it_is: keep what the side to decide does not see as it is; else each game has other hidden parts that fit.
        luck: rerolls per step, by which luck is estimated; at least 8.
        seed: seed of all dice and draws.
        max_turns: abandon a game after this turn, and count it as unfinished.
        file: write the program's table there.
        threads: how many work; one for each core by default.
        executor: let the workers of this executor play, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: how many games a worker plays at a time; as many as take about a second by default.
        progress: True for a progress bar if `tqdm` is installed, or a function that is called with games played and games in all.

    Raises:
        WilayaError: something is wrong with the input, or the game is over.
        WorkerError: a worker of the executor failed.
    """
    with tasks_of(executor, task_size, threads, None) as tasks, reporter(progress) as report:
        notes, table = _wilaya.rollout(
            position, games, fln, france, as_it_is, luck, seed, max_turns, file, threads, report, tasks
        )
    return Rollout(table, json.loads(notes))
