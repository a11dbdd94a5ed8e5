"""The compiled part of the package."""

import os
from collections.abc import Callable, Sequence
from typing import Any, final

from wilaya._run import Run

__all__ = [
    "VERSION",
    "Table",
    "View",
    "WilayaError",
    "_table",
    "command",
    "main",
    "play",
    "read",
    "read_table",
    "simulate",
]

VERSION: str

class WilayaError(ValueError):
    """Input that wilaya refuses: the message names it and says what to do."""

@final
class Table:
    """A table of results in memory.

    It has the Arrow PyCapsule interface, so `pyarrow.table(table)`, `polars.DataFrame(table)` and
    `pandas.DataFrame.from_arrow(table)` read it without a copy. Types, units and meanings of its columns are the same for every
    part of a run, and those that `docs/formats.md` lists.
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the table as a stream of Arrow record batches. Another schema than its own is not granted."""
    def __arrow_c_schema__(self) -> object:
        """Return the schema of the table as an Arrow schema."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in their order."""
    @property
    def units(self) -> dict[str, str]:
        """The units of the columns that have one, by name: `PSP`, `Elo`, `µs`."""
    @property
    def help(self) -> dict[str, str]:
        """What each column means, in a line, by name."""
    def __len__(self) -> int: ...
    def column(self, name: str) -> list[Any]:
        """Return the values of a column; `None` where there is nothing."""
    def rows(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries by the names of the columns."""

@final
class View:
    """What a bot of your own is shown of a position: nothing that its side may not see."""

    @property
    def game(self) -> str:
        """The game: `algeria` or `ici`."""
    @property
    def side(self) -> str:
        """The side that decides: `fln` or `france`."""
    @property
    def turn(self) -> int:
        """The turn, from 1; 0 during set-up."""
    @property
    def phase(self) -> int:
        """The number of the phase in the turn."""
    @property
    def decision(self) -> str:
        """What is decided, in a word."""
    @property
    def observation(self) -> dict[str, Any]:
        """What the side sees, as `wilaya.observation/1` in docs/protocol.md: a dictionary of its own each time."""

def main(words: Sequence[str]) -> int: ...
def command(run: Run, games: int = 1000) -> list[str]: ...
def play(
    run: Run,
    first: int,
    n: int,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Table, Table | None]: ...
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
) -> tuple[str, float, Table, Table | None, Table | None]: ...
def read(folder: str | os.PathLike[str]) -> tuple[str, str, list[tuple[str, Table]]]: ...
def read_table(path: str | os.PathLike[str]) -> Table: ...
def _table(columns: list[Any]) -> Table: ...
