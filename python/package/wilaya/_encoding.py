"""Positions as numbers, for learners."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wilaya import _wilaya
from wilaya._run import BotClass
from wilaya._wilaya import Position, WilayaError

Observation: TypeAlias = dict[str, NDArray[Any]]
"""`observation`, `actions` and `action_mask`, as `Encoding` describes them."""

MOST_ACTIONS = 128
"""No decision of either game has more legal actions."""

ACTION_FIELDS = ("verb", "place", "word_1", "word_2", "word_3", "number")
"""The numbers of an action: positions in lists of `Encoding` from 1, or 0 for none; the last is a number, or -1 for none."""

SIDES = ("fln", "france")


@dataclass(frozen=True)
class Encoding:
    """What the numbers of an observation mean.

    An observation is a dictionary of three arrays:

    - `observation`, int16, one number for each of `fields`: what the side sees, key by key, exactly as in
      `wilaya.observation/1` (docs/protocol.md);
    - `actions`, int16, 128 rows of `ACTION_FIELDS`: the legal actions in the order of the engine, then rows of 0. All rows are 0
      unless the side decides;
    - `action_mask`, int8, 128 numbers: 1 for each legal action.
    """

    fields: tuple[str, ...]
    """The names of the fields: keys; `=word` marks the number of times that the word occurs at the key."""
    patterns: tuple[tuple[str, int, str], ...]
    """A readable summary: patterns of names, the number of fields of each, and their meaning. `{NAME}` stands for each word of
    a list; a pattern that ends in `#{NAME}` is one field that holds the position of the word in the list, from 1. A null
    number is -1."""
    verbs: tuple[str, ...]
    """The verbs of actions."""
    places: tuple[str, ...]
    """The places of actions."""
    words: tuple[str, ...]
    """The other words of actions."""

    @staticmethod
    def of(position: Position) -> Encoding:
        """Return the encoding of all positions of the same game and setting."""
        fields, patterns, verbs, places, words = _wilaya.encoding(position)
        return Encoding(tuple(fields), tuple(patterns), tuple(verbs), tuple(places), tuple(words))

    @property
    def space(self) -> spaces.Dict:
        """The space of observations."""
        whole = np.iinfo(np.int16)
        shape = (MOST_ACTIONS, len(ACTION_FIELDS))
        return spaces.Dict(
            {
                "observation": spaces.Box(int(whole.min), int(whole.max), (len(self.fields),), np.int16),
                "actions": spaces.Box(int(whole.min), int(whole.max), shape, np.int16),
                "action_mask": spaces.Box(0, 1, (MOST_ACTIONS,), np.int8),
            }
        )

    def observe(self, position: Position, side: str) -> Observation:
        """Return what a side sees of a position, without anything hidden from it."""
        seen, actions, count = position._encode(side)
        mask = np.zeros(MOST_ACTIONS, np.int8)
        mask[:count] = 1
        return {
            "observation": np.frombuffer(seen, np.int16).copy(),
            "actions": np.frombuffer(actions, np.int16).reshape(MOST_ACTIONS, len(ACTION_FIELDS)).copy(),
            "action_mask": mask,
        }


def chosen(position: Position, action: int) -> str:
    """Return the legal action with this number, in notation."""
    legal = list(position.actions)
    if not 0 <= action < len(legal):
        raise WilayaError(f"action {action}: there are {len(legal)} legal actions, from 0: see action_mask")
    return legal[action]


class Opponent:
    """A bot that plays a side from a position."""

    def __init__(self, position: Position, bot: str | BotClass, side: str, seed: int) -> None:
        """Create the bot; `seed` is the seed of its random draws."""
        self._built = _wilaya.Player(position, bot, side, seed) if isinstance(bot, str) else None
        self._own = None if isinstance(bot, str) else bot()
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> str:
        """Return the action it chooses; its side must be the one to decide."""
        if self._built is not None:
            return self._built.choose(position)
        assert self._own is not None
        assert position.view is not None
        legal = list(position.actions)
        action = self._own.choose(position.view, legal, self._rng)
        if action not in legal:
            raise WilayaError(
                f'the opponent chose {action!r}, expected one of its actions, such as "{legal[0]}"'
            )
        return action

    def watch(self, position: Position, action: str) -> None:
        """Tell it the action that the other side is about to play."""
        if self._built is not None:
            self._built.watch(position, action)
