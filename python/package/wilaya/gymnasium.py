"""One side of a game against a bot, as an environment of Gymnasium.

>>> from wilaya.gymnasium import OneSide
>>> env = OneSide("algeria", "1958", side="fln", opponent="heuristic")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(0)

It needs the extra `rl`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from gymnasium import Env, spaces

from wilaya._encoding import ACTION_FIELDS, MOST_ACTIONS, SIDES, Encoding, Observation, Opponent, chosen
from wilaya._run import BotClass
from wilaya._wilaya import Position, WilayaError

__all__ = ["ACTION_FIELDS", "MOST_ACTIONS", "Encoding", "Observation", "OneSide"]


class OneSide(Env[Observation, np.int64]):
    """One side against a bot.

    Observations and actions are those of `wilaya.pettingzoo`: action `n` is the legal action number `n`. At the end the reward is
    1 for a win, -1 for a loss and 0 for a draw. An illegal action ends the game with reward -1; a game that exceeds turn
    `max_turns` is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        side: str = "fln",
        opponent: str | BotClass = "heuristic",
        setup: str | None = None,
        options: Sequence[str] = (),
        bars: Sequence[str] = (),
        set: Mapping[str, object] | Sequence[str] = (),
        data: str | os.PathLike[str] | None = None,
        max_turns: int = 200,
        render_mode: str | None = None,
    ) -> None:
        """Choose the game, your side and the bot that plays the other one; the other arguments are those of `Run`."""
        if side not in SIDES:
            raise WilayaError(f'side = "{side}": expected "fln" or "france"')
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise WilayaError(f'render_mode = "{render_mode}": expected "ansi" or "svg"')
        if max_turns < 1:
            raise WilayaError("max_turns must be at least 1")
        self.side = side
        self.render_mode = render_mode
        self._other = "france" if side == "fln" else "fln"
        self._bot = opponent
        self._max_turns = max_turns
        self._words: dict[str, Any] = {
            "setup": setup,
            "options": list(options),
            "bars": list(bars),
            "set": set,
            "data": data,
        }
        self._game = (game, scenario)
        self.position = Position.new(game, scenario, **self._words)
        """The position, including hidden information."""
        self._opponent = Opponent(self.position, opponent, self._other, 0)
        self.encoding = Encoding.of(self.position)
        """The meaning of the numbers in observations."""
        self.observation_space = cast(spaces.Space[Observation], self.encoding.space)
        self.action_space = spaces.Discrete(MOST_ACTIONS)

    def _seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def _is_truncated(self) -> bool:
        return self.position.outcome is None and self.position.turn > self._max_turns

    def _play(self, action: str) -> None:
        self.position = self.position.apply(action, seed=self._seed())

    def _answer(self) -> None:
        """Let the opponent play until this side decides or the game ends."""
        while self.position.side == self._other and not self._is_truncated():
            self._play(self._opponent.choose(self.position))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Set up a game and let the opponent play up to the first decision. The same seed and actions give the same game."""
        super().reset(seed=seed)
        game, scenario = self._game
        self.position = Position.new(game, scenario, seed=self._seed(), **self._words)
        self._opponent = Opponent(self.position, self._bot, self._other, self._seed())
        self._answer()
        if self.position.outcome is not None:
            # The game ended before this side had a decision.
            return self.reset()
        return self._observe(), {}

    def _observe(self) -> Observation:
        return self.encoding.observe(self.position, self.side)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a legal action by its number, and let the opponent answer."""
        if self.position.outcome is not None or self._is_truncated():
            raise WilayaError("the game is over: call reset()")
        if int(action) >= len(self.position.actions):
            return self._observe(), -1.0, True, False, {"illegal": True}
        text = chosen(self.position, int(action))
        self._opponent.watch(self.position, text)
        self._play(text)
        self._answer()
        outcome = self.position.outcome
        reward = {None: 0.0, "draw": 0.0, self.side: 1.0, self._other: -1.0}[outcome]
        return self._observe(), reward, outcome is not None, self._is_truncated(), {}

    def render(self) -> str | None:
        """Return what the side sees, as text or as a map in SVG."""
        if self.render_mode is None:
            return None
        draw = self.position.svg if self.render_mode == "svg" else self.position.describe
        return draw(self.side)
