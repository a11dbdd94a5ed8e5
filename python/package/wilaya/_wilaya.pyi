"""The compiled part of the package."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

from wilaya._executor import Tasks
from wilaya._plans import Rollout, _ArenaWords
from wilaya._run import Run
from wilaya._tune import _TuneWords

__all__ = [
    "VERSION",
    "Player",
    "Position",
    "Table",
    "View",
    "WilayaError",
    "_position",
    "_table",
    "arena",
    "command",
    "encoding",
    "impact",
    "items",
    "main",
    "play",
    "play_task",
    "read",
    "read_table",
    "replay",
    "rollout",
    "simulate",
    "sweep",
    "tune",
]

VERSION: str

class WilayaError(ValueError):
    """Invalid input. The message names it and says what to do."""

@final
class Position:
    """An immutable position of a game: playing an action returns a new one. It can be pickled and compared.

    A notebook shows it as a map with its counters.
    """

    @staticmethod
    def new(
        game: str,
        scenario: str | None = None,
        *,
        setup: str | None = None,
        options: Sequence[str] = ...,
        bars: Sequence[str] = ...,
        set: Mapping[str, object] | Sequence[str] = ...,
        data: str | os.PathLike[str] | None = None,
        seed: int | None = None,
        dice: str | None = None,
    ) -> Position:
        """Set up a game and play it to its first decision; the arguments are those of `Run`.

        `seed` is the seed of the dice of the set-up (1 by default); `dice` gives the rolls in order instead.
        """
    @staticmethod
    def load(
        path: str | os.PathLike[str],
        *,
        set: Mapping[str, object] | Sequence[str] = ...,
        data: str | os.PathLike[str] | None = None,
    ) -> Position:
        """Read a position file. If figures were changed, give the same changes."""
    @staticmethod
    def parse(
        text: str,
        *,
        set: Mapping[str, object] | Sequence[str] = ...,
        data: str | os.PathLike[str] | None = None,
    ) -> Position:
        """Read the text of a position file."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a position file."""
    @property
    def game(self) -> str:
        """The game: `algeria` or `ici`."""
    @property
    def setting(self) -> dict[str, Any]:
        """Scenario, set-up, options and bars, with defaults filled in."""
    @property
    def turn(self) -> int:
        """The turn, from 1; 0 during set-up."""
    @property
    def phase(self) -> int:
        """The number of the phase in the turn."""
    @property
    def side(self) -> str | None:
        """The side to decide, `fln` or `france`; None once the game is over."""
    @property
    def decision(self) -> str | None:
        """The kind of decision; None once the game is over."""
    @property
    def outcome(self) -> str | None:
        """The outcome: `fln`, `france` or `draw`; None while the game is not over."""
    @property
    def tracks(self) -> dict[str, int]:
        """The values of the tracks, by name."""
    @property
    def actions(self) -> dict[str, str]:
        """The legal actions in notation, in the order of the engine, each with a description. Empty once the game is over."""
    @property
    def events(self) -> list[str]:
        """What happened since the previous position, in words; empty in a loaded position."""
    @property
    def rolls(self) -> list[str]:
        """The rolls since the previous position, in notation."""
    @property
    def text(self) -> str:
        """The text of a position file."""
    @property
    def view(self) -> View | None:
        """What the side to decide sees, without anything hidden from it. None once the game is over."""
    def apply(self, *actions: str, seed: int | None = None, dice: str | None = None) -> Position:
        """Play actions in sequence and return the resulting position; this one does not change.

        `seed` is the seed of the dice; `dice` gives the rolls in order instead, such as `"3,5,1"`, or labelled, such as
        `"raid=3"`, and all must be used. Without either, an action that rolls dice raises an error. The same seed rolls the same
        dice each time, so use a different one for each action.
        """
    def odds(
        self, action: str, *, leaves: int | None = None, samples: int | None = None, seed: int = 1
    ) -> dict[str, Any]:
        """Return the possible results of an action up to the next decision, with probabilities, as the side to decide knows them.

        The keys are those of `wilaya position odds --format json`. Up to `leaves` combinations of dice are enumerated (100,000
        by default); if there are more, `samples` of them are drawn (2,000 by default).
        """
    def observe(self, side: str) -> dict[str, Any]:
        """Return what a side sees, as a `wilaya.observation/1` (docs/protocol.md)."""
    def evaluate(self) -> float:
        """Return the FLN's win probability if the bot `heuristic` plays on for both sides, from 0 to 1.

        It comes from the built-in evaluation, which is meant for positions at the start of a turn or just after a roll. Once
        the game is over it is 1, 0 or 0.5.
        """
    def describe(self, side: str | None = None) -> str:
        """Return a description on several lines: the whole position, or what a side sees."""
    def svg(self, side: str | None = None) -> str:
        """Return the map with its counters as SVG: the whole position, or what a side sees."""
    def rollout(self, games: int = 400, **options: Any) -> Rollout:
        """Play out each legal action: `wilaya.rollout` with this position and these options."""
    def _repr_svg_(self) -> str: ...
    def _encode(self, side: str) -> tuple[bytes, bytes, int]:
        """Return what a side sees and its legal actions as 16-bit numbers, and the number of actions."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Player:
    """A bot that plays a side from a position."""

    def __new__(cls, position: Position, bot: str, side: str, seed: int) -> Player: ...
    def choose(self, position: Position) -> str:
        """Return the action that the bot chooses; its side must be the one to decide."""
    def watch(self, position: Position, action: str) -> None:
        """Tell the bot the action that the other side is about to play, if it may see it."""

@final
class Table:
    """A table of results in memory.

    It has the Arrow PyCapsule interface, so `pyarrow.table(table)`, `polars.DataFrame(table)` and
    `pandas.DataFrame.from_arrow(table)` read it without a copy. Types, units and meanings of its columns are those of
    `docs/formats.md`, the same for every part of a run.
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the table as a stream of Arrow record batches. A requested schema is ignored."""
    def __arrow_c_schema__(self) -> object:
        """Return the schema of the table as an Arrow schema."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in order."""
    @property
    def units(self) -> dict[str, str]:
        """The units of the columns that have one, by name: `PSP`, `Elo`, `µs`."""
    @property
    def help(self) -> dict[str, str]:
        """The meaning of each column in one line, by name."""
    def __len__(self) -> int: ...
    def column(self, name: str) -> list[Any]:
        """Return the values of a column; `None` for an empty field."""
    def rows(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries by column name."""

@final
class View:
    """What your own bot sees of a position, without anything hidden from its side."""

    @property
    def game(self) -> str:
        """The game: `algeria` or `ici`."""
    @property
    def side(self) -> str:
        """The side to decide: `fln` or `france`."""
    @property
    def turn(self) -> int:
        """The turn, from 1; 0 during set-up."""
    @property
    def phase(self) -> int:
        """The number of the phase in the turn."""
    @property
    def decision(self) -> str:
        """The kind of decision."""
    @property
    def observation(self) -> dict[str, Any]:
        """What the side sees, as a `wilaya.observation/1` (docs/protocol.md): a new dictionary each time."""

def main(words: Sequence[str]) -> int: ...
def command(run: Run, games: int = 1000) -> list[str]: ...
def play(
    run: Run,
    first: int,
    n: int,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Table, Table | None]: ...
def play_task(task: bytes) -> bytes: ...
def simulate(
    run: Run,
    games: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    resume: bool = False,
    record: str | None = None,
    until_ci: float | None = None,
    keep: bool = True,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    tasks: Tasks | None = None,
) -> tuple[str, float, Table, Table | None, Table | None]: ...
def read(folder: str | os.PathLike[str]) -> tuple[str, str, list[tuple[str, Table]]]: ...
def replay(
    path: str | os.PathLike[str],
    set: Mapping[str, object] | Sequence[str],
    data: str | os.PathLike[str] | None,
) -> tuple[str, list[tuple[str | None, str | None, Position]], str | None, int]: ...
def arena(
    words: _ArenaWords,
    folder: str | os.PathLike[str] | None,
    resume: bool,
    keep: bool,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
    tasks: Tasks | None,
) -> tuple[str, list[tuple[str, Table]], str | None]: ...
def impact(
    run: Run,
    games: int | None,
    of: Sequence[str],
    readings: Sequence[str],
    budget: str | None,
    playouts: int | None,
    folder: str | os.PathLike[str] | None,
    resume: bool,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
    tasks: Tasks | None,
) -> tuple[str, list[tuple[str, Table]]]: ...
def items(run: Run) -> list[tuple[str, str, str | None]]: ...
def sweep(
    run: Run,
    vary: Sequence[str],
    games: int | None,
    folder: str | os.PathLike[str] | None,
    resume: bool,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
    tasks: Tasks | None,
) -> tuple[str, Table]: ...
def tune(
    words: _TuneWords,
    file: str | os.PathLike[str] | None,
    resume: bool,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
    tasks: Tasks | None,
) -> tuple[str, str, list[tuple[str, float, float]]]: ...
def rollout(
    position: Position,
    games: int,
    fln: str,
    france: str,
    as_it_is: bool,
    luck: int,
    seed: int,
    max_turns: int,
    file: str | os.PathLike[str] | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
    tasks: Tasks | None,
) -> tuple[str, Table]: ...
def read_table(path: str | os.PathLike[str]) -> Table: ...
def encoding(
    position: Position,
) -> tuple[list[str], list[tuple[str, int, str]], list[str], list[str], list[str]]: ...
def _position(text: str, data: str | os.PathLike[str] | None, set: Sequence[str]) -> Position: ...
def _table(columns: list[Any]) -> Table: ...
