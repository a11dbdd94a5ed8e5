"""Commands that play several runs: impacts, sweeps, arenas, rollouts."""

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
from wilaya._run import BotClass, Notes, Run, _Setting, _setting, _words
from wilaya._wilaya import Position, Table, WilayaError

PathLike: TypeAlias = str | os.PathLike[str]


def _out(folder: PathLike | None, resume: bool) -> Path | None:
    if folder is None and resume:
        raise WilayaError("resume needs a folder")
    return None if folder is None else Path(folder)


def items(run: Run, of: str | None = None) -> dict[str, str]:
    """Return the items that can be removed from the game of a run, each with its name: `{"event:suez": "Suez Crisis", …}`.

    Args:
        run: the run; items that its options or scenario exclude are left out.
        of: only items of this kind: `"chit"`, `"event"` or `"action"`.
    """
    found = _wilaya.items(run)
    return {
        word: name
        for word, name, absent in found
        if absent is None and (of is None or word.startswith(f"{of}:"))
    }


@dataclass(frozen=True)
class Impact:
    """The value of each chit, event or kind of action."""

    tables: dict[str, Table]
    """The tables by file name without `.csv`: `"impact"`, and `"seen"` and `"forked"` with these readings."""
    notes: Notes = field(repr=False)
    """The content of `impact.toml`."""
    folder: Path | None = None
    """The folder, if files were written."""

    @property
    def table(self) -> Table:
        """One row per item, with the estimates, intervals, p- and q-values of the readings: `impact.csv`."""
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
    """Estimate the value of each chit, event or kind of action to the FLN, like `wilaya impact`.

    Args:
        run: the run: single games from the set-up, with bots given by name.
        games: number of games of each kind; 1000 by default.
        of: items, or `"chits"`, `"events"`, `"actions"`; all by default. `items` lists them.
        readings: `"seen"` compares games in which the item takes effect with others, `"barred"` replays the games without it,
            `"forked"` plays positions out with and without it.
        budget: limit of the forked reading: a time such as `"30m"`, or a number of games such as `"500games"`.
        playouts: playouts per position and branch in the forked reading; 8 by default.
        folder: write the same files as the program there.
        resume: resume the impact in the folder, or start it if there is none.
        threads: number of threads; one per core by default.
        executor: play on the workers of this executor, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: games per task; by default as many as take about a second.
        progress: True for a progress bar if `tqdm` is installed, or a function that receives the steps done and the total.

    Raises:
        WilayaError: the run, an item or the folder is invalid.
        WorkerError: a worker of the executor failed. Finished games are in the folder.
        KeyboardInterrupt: on Ctrl-C. Finished games are in the folder; `resume` continues.
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
    """One row per combination of values, compared with the first: `sweep.csv`."""
    notes: Notes = field(repr=False)
    """The content of `run.toml` of the first combination, with the command of the sweep."""
    folder: Path | None = None
    """The folder, if files were written."""


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
    """Vary figures with the same dice and compare the results, like `wilaya sweep`.

    Args:
        run: the run that is varied, with bots given by name.
        vary: figures with their values, such as `{"unit.division.count": [13, 14]}` or `["unit.division.count=13,14"]`. All
            combinations, at most 10,000, are played and compared with the one of the first values.
        games: number of games, or of pairs, per combination; 1000 by default.
        folder: write the same files as the program there.
        resume: resume the sweep in the folder, or start it if there is none.
        threads: number of threads; one per core by default.
        executor: play on the workers of this executor, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: games per task; by default as many as take about a second.
        progress: True for a progress bar if `tqdm` is installed, or a function that receives the games played and the total.

    Raises:
        WilayaError: the run, a figure or the folder is invalid.
        WorkerError: a worker of the executor failed. Finished games are in the folder.
        KeyboardInterrupt: on Ctrl-C. Finished games are in the folder; `resume` continues.
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
    setting: _Setting
    bots: tuple[str | BotClass, ...]
    pairs: int
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
    """The tables by file name without `.csv`: `"ratings"`, `"pairings"`, `"sides"`, `"speed"`, and `"sprt"`."""
    notes: Notes = field(repr=False)
    """The content of `arena.toml`."""
    verdict: str | None = None
    """The verdict of a sequential test: `"accepted"` (the first bot is stronger) or `"rejected"`; None if undecided."""
    folder: Path | None = None
    """The folder, if files were written."""

    @property
    def ratings(self) -> Table:
        """The Elo of each bot and its shares of points, with intervals: `ratings.csv`."""
        return self.tables["ratings"]

    @property
    def pairings(self) -> Table:
        """The score of each pair of bots, with intervals: `pairings.csv`."""
        return self.tables["pairings"]

    @property
    def games(self) -> Table:
        """The table of games, from memory or from the folder."""
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
    """Rate bots by pairs of games with the same dice and sides swapped, like `wilaya arena`.

    Args:
        game: `"algeria"` or `"ici"`.
        bots: two or more names or classes of your own (`Bot`).
        pairs: number of pairs of games between any two bots in each scenario.
        scenarios: all of the game by default.
        setup: as in `Run`, like `options`, `bars`, `set` and `data`.
        options: optional rules to use.
        bars: items to remove from the game.
        set: figures to change.
        data: other figures.
        seed: seed of all dice and draws.
        max_turns: abandon a game after this turn; it counts as half a win for both.
        sprt: end once a sequential test between two bots shows by which of two Elo differences the first is stronger.
        alpha: probability that the test wrongly accepts.
        beta: probability that it wrongly rejects.
        batch: number of pairs between two looks at the result.
        folder: write the same files as the program there.
        resume: resume the arena in the folder, or start it if there is none.
        threads: number of threads; one per core by default.
        executor: play on the workers of this executor, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: pairs of games per task; by default as many as take about a second.
        progress: True for a progress bar if `tqdm` is installed, or a function that receives the pairs played and the total.

    Raises:
        WilayaError: the input or the folder is invalid, or your own bot fails; then no folder is written.
        WorkerError: a worker of the executor failed. Finished games are in the folder.
        KeyboardInterrupt: on Ctrl-C. Finished games are in the folder; `resume` continues.
    """
    out = _out(folder, resume)
    words = _ArenaWords(
        _setting(game, scenarios, setup, options, bars, data, set),
        tuple(bots) if not isinstance(bots, str) else _words("bots", bots),
        pairs,
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
    """A rollout of the legal actions of a position."""

    table: Table
    """The actions, best first, with the win rate of the side to decide, like the table of `wilaya rollout`."""
    notes: Notes = field(repr=False)
    """What was played: command, version, hash of the figures and so on."""

    @property
    def side(self) -> str:
        """The side that decides: `"fln"` or `"france"`."""
        return str(self.notes["side"])

    @property
    def best(self) -> str:
        """The best action, in notation. It is chosen by the same games, so its figures are slightly optimistic."""
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
    """Play out each legal action of a position with the same dice, like `wilaya rollout`.

    Args:
        position: the position that the games start from.
        games: number of games per action.
        fln: bot that plays on for the FLN.
        france: bot that plays on for France.
        as_it_is: keep hidden information as it is; otherwise each game redraws what the side to decide cannot see.
        luck: rerolls per step to estimate luck; at least 8.
        seed: seed of all dice and draws.
        max_turns: abandon a game after this turn, and count it as unfinished.
        file: write the table of the program to this file.
        threads: number of threads; one per core by default.
        executor: play on the workers of this executor, such as a `ProcessPoolExecutor` or a `wilaya.ray.RayExecutor`.
        task_size: games per task; by default as many as take about a second.
        progress: True for a progress bar if `tqdm` is installed, or a function that receives the games played and the total.

    Raises:
        WilayaError: the input is invalid, or the game is over.
        WorkerError: a worker of the executor failed.
    """
    with tasks_of(executor, task_size, threads, None) as tasks, reporter(progress) as report:
        notes, table = _wilaya.rollout(
            position, games, fln, france, as_it_is, luck, seed, max_turns, file, threads, report, tasks
        )
    return Rollout(table, json.loads(notes))
