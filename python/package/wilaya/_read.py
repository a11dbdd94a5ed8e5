"""Results folders of all commands."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from wilaya import _wilaya
from wilaya._run import Notes
from wilaya._wilaya import Table


@dataclass(frozen=True)
class Folder:
    """The contents of a results folder."""

    path: Path
    """Its path."""
    kind: str
    """The kind of results: `"run"` (`wilaya sim`), `"impact"`, `"sweep"` or `"arena"`."""
    notes: Notes = field(repr=False)
    """The content of `run.toml`, `impact.toml`, `sweep.toml` or `arena.toml`."""
    tables: dict[str, Table]
    """Its tables by file name without `.csv`, such as `"games"` and `"summary"`."""


def read(folder: str | os.PathLike[str]) -> Folder:
    """Read a results folder of `wilaya sim`, `impact`, `sweep` or `arena`.

    Raises:
        WilayaError: the folder has no results, or a table does not match the notes.
    """
    kind, notes, tables = _wilaya.read(folder)
    return Folder(Path(folder), kind, json.loads(notes), dict(tables))
