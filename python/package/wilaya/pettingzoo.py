"""Both games as environments of PettingZoo, with the two sides as agents.

>>> from wilaya import pettingzoo
>>> env = pettingzoo.env("algeria", "1958")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

It needs the extra `rl`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from wilaya._encoding import ACTION_FIELDS, MOST_ACTIONS, SIDES, Encoding, Observation, chosen
from wilaya._wilaya import Position, WilayaError

__all__ = ["ACTION_FIELDS", "MOST_ACTIONS", "Encoding", "Observation", "env", "raw_env"]


class raw_env(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game without wrappers. The agents are `"fln"` and `"france"`.

    Action `n` is the legal action number `n` of the decision, of at most 128: `action_mask` marks the legal ones, and `actions`
    describes each. `Encoding` explains the numbers of an observation; `position` is the position itself.

    At the end the reward is 1 for the winner and -1 for the loser, or 0 for both in a draw. A game that exceeds turn
    `max_turns` is truncated.
    """

    metadata: dict[str, Any] = {
        "name": "wilaya_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        setup: str | None = None,
        options: Sequence[str] = (),
        bars: Sequence[str] = (),
        set: Mapping[str, object] | Sequence[str] = (),
        data: str | os.PathLike[str] | None = None,
        max_turns: int = 200,
        render_mode: str | None = None,
    ) -> None:
        """Choose the game; the arguments are those of `Run`. `render` returns text (`"ansi"`) or a map (`"svg"`)."""
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise WilayaError(f'render_mode = "{render_mode}": expected "ansi" or "svg"')
        if max_turns < 1:
            raise WilayaError("max_turns must be at least 1")
        self.render_mode = render_mode
        self._max_turns = max_turns
        self._words: dict[str, Any] = {
            "setup": setup,
            "options": list(options),
            "bars": list(bars),
            "set": set,
            "data": data,
        }
        self._game = (game, scenario)
        self._rng = np.random.default_rng()
        self.position = Position.new(game, scenario, **self._words)
        """The position, including hidden information."""
        self.encoding = Encoding.of(self.position)
        """The meaning of the numbers in observations."""
        self.possible_agents = list(SIDES)
        self.agents: list[str] = []
        # Each agent samples from its own space.
        self.observation_spaces = {"fln": self.encoding.space, "france": self.encoding.space}
        self.action_spaces = {agent: spaces.Discrete(MOST_ACTIONS) for agent in SIDES}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations of an agent: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions of an agent: the same object each time."""
        return self.action_spaces[agent]

    def _seed(self) -> int:
        return int(self._rng.integers(2**63))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a game. The same seed and actions give the same game."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SIDES}
        game, scenario = self._game
        self.position = Position.new(game, scenario, seed=self._seed(), **self._words)
        self._select()

    def _select(self) -> None:
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(SIDES, True)
            if outcome in SIDES:
                self.rewards = {agent: 1.0 if agent == outcome else -1.0 for agent in SIDES}
        elif self.position.turn > self._max_turns:
            self.truncations = dict.fromkeys(SIDES, True)
        self.agent_selection = self.position.side or self.agents[0]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, without anything hidden from it."""
        return self.encoding.observe(self.position, agent)

    def step(self, action: int | None) -> None:
        """Play a legal action of the side to decide, by its number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise WilayaError("action None: the game is not over")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position = self.position.apply(chosen(self.position, int(action)), seed=self._seed())
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text or as a map in SVG."""
        if self.render_mode is None:
            return None
        return self.position.svg() if self.render_mode == "svg" else self.position.describe()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(game: str, scenario: str | None = None, **options: Any) -> AECEnv[str, Observation, int | None]:
    """Return a game with the usual wrappers: an illegal action ends it with reward -1, and calls out of order raise an error.

    The options are those of `raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, scenario, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
