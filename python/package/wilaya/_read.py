"""Results folders, whichever command wrote them."""

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
    """What a results folder holds."""

    path: Path
    """Where it is."""
    kind: str
    """What wrote it: `"run"` (`wilaya sim`), `"impact"`, `"sweep"` or `"arena"`."""
    notes: Notes = field(repr=False)
    """What `run.toml`, `impact.toml`, `sweep.toml` or `arena.toml` says."""
    tables: dict[str, Table]
    """Its tables by the names of their files without `.csv`, such as `"games"` and `"summary"`."""


def read(folder: str | os.PathLike[str]) -> Folder:
    """Read a results folder of `wilaya sim`, `impact`, `sweep` or `arena`.

    Raises:
        WilayaError: there are no results, or a table is not the one that the notes were written with.
    """
    kind, notes, tables = _wilaya.read(folder)
    return Folder(Path(folder), kind, json.loads(notes), dict(tables))
