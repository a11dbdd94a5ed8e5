"""What is more than one run: rollouts."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field

from wilaya import _wilaya
from wilaya._progress import Progress, reporter
from wilaya._run import Notes
from wilaya._wilaya import Position, Table


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
    file: str | os.PathLike[str] | None = None,
    threads: int | None = None,
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
        progress: True for a progress bar if `tqdm` is installed, or a function that is called with games played and games in all.

    Raises:
        WilayaError: something is wrong with the input, or the game is over.
    """
    with reporter(progress) as report:
        notes, table = _wilaya.rollout(
            position, games, fln, france, as_it_is, luck, seed, max_turns, file, threads, report
        )
    return Rollout(table, json.loads(notes))
