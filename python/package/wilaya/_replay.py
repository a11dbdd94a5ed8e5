"""Recorded games."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wilaya import _wilaya
from wilaya._run import Notes
from wilaya._wilaya import Position


@dataclass(frozen=True)
class Step:
    """A decision of a recorded game."""

    side: str
    """The side that decided: `"fln"` or `"france"`."""
    action: str
    """The action it chose, in notation."""
    position: Position = field(repr=False)
    """The position after it; its `events` and `rolls` tell what happened in between."""


@dataclass(frozen=True)
class Replay:
    """A recorded game, played back."""

    source: Notes
    """Its origin: `seed`, `index` of the game in the run, and `bots` by side."""
    start: Position = field(repr=False)
    """The position of the first decision."""
    steps: tuple[Step, ...] = field(repr=False)
    """The decisions, in order."""
    outcome: str | None
    """`"fln"`, `"france"` or `"draw"`; None if the game was abandoned at the turn limit."""
    turns: int
    """The last turn."""


def replay(
    record: str | os.PathLike[str],
    *,
    set: Mapping[str, object] | Sequence[str] = (),
    data: str | os.PathLike[str] | None = None,
) -> Replay:
    """Play a record back and check every step and the outcome.

    Args:
        record: a file written by `wilaya sim --record` or `simulate(…, record=…)`.
        set: the changed figures, as in `Run`.
        data: other figures, as in `Run`.

    Raises:
        WilayaError: the file is not a record, was made by another version or with other figures, or a step does not match.
    """
    source, steps, outcome, turns = _wilaya.replay(record, set, data)
    (_, _, start), *played = steps
    decisions = tuple(Step(side or "", action or "", position) for side, action, position in played)
    return Replay(json.loads(source), start, decisions, outcome, turns)
