"""Environments for learners: they keep to their interfaces, tell all that is visible, and nothing that is hidden."""

import json
import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wilaya
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from wilaya import Position
from wilaya import pettingzoo as zoo
from wilaya.gymnasium import OneSide

# Between them they have every scenario, set-up and option.
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("algeria", {"scenario": "1954", "options": ["slow_french_reaction"]}),
    ("algeria", {"scenario": "1954", "options": ["deterministic_independence"], "setup": "free"}),
    ("algeria", {"scenario": "1958", "options": ["border_zone_cuts_ap", "no_react_to_moves"]}),
    ("algeria", {"scenario": "1960", "options": ["shorter_game"], "setup": "free"}),
    ("ici", {"scenario": "1955", "options": ["maquis"]}),
    ("ici", {"scenario": "1959", "setup": "free", "options": ["halve_each_die", "combat_chits_from_two"]}),
]


def play(env: Any, rng: random.Random) -> list[float]:
    """Plays a game at random, and returns the rewards at its end."""
    env.reset(seed=rng.getrandbits(32))
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
            continue
        env.step(rng.randrange(int(observation["action_mask"].sum())))
    return [rewards["fln"], rewards["france"]]


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_the_interface_of_pettingzoo(game: str) -> None:
    api_test(zoo.env(game), num_cycles=200)
    seed_test(lambda: zoo.env(game), num_cycles=50)


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_a_game_has_a_winner_and_a_loser(game: str) -> None:
    rng, env = random.Random(3), zoo.env(game, render_mode="ansi")
    rewards = play(env, rng)
    raw = env.unwrapped
    assert isinstance(raw, zoo.raw_env)
    outcome = raw.position.outcome
    assert rewards == {"fln": [1, -1], "france": [-1, 1], "draw": [0, 0]}[outcome or ""]
    assert raw.render() == raw.position.describe()
    short = zoo.env(game, max_turns=2)
    assert play(short, rng) == [0, 0]
    assert isinstance(short.unwrapped, zoo.raw_env)
    assert short.unwrapped.position.turn == 3


@pytest.mark.parametrize(("game", "setting"), SETTINGS)
def test_an_observation_tells_all_that_is_visible_and_nothing_else(
    game: str, setting: dict[str, Any]
) -> None:
    """Two observations have the same numbers if, and only if, the side is told the same."""
    rng = random.Random(f"{game} {setting}")
    told: dict[tuple[str, bytes], str] = {}
    position = Position.new(game, seed=rng.getrandbits(32), **setting)
    encoding = zoo.Encoding.of(position)
    assert len(set(encoding.fields)) == len(encoding.fields)
    assert sum(count for _, count, _ in encoding.patterns) == len(encoding.fields)
    assert all(meaning for *_, meaning in encoding.patterns)
    by_text: dict[tuple[str, str], bytes] = {}
    for step in range(1500):
        if position.outcome is not None or step % 500 == 499:
            position = Position.new(game, seed=rng.getrandbits(32), **setting)
        for side in ["fln", "france"]:
            numbers = encoding.observe(position, side)["observation"].tobytes()
            text = json.dumps(position.observe(side)["state"], sort_keys=True)
            assert told.setdefault((side, numbers), text) == text
            assert by_text.setdefault((side, text), numbers) == numbers
        position = position.apply(rng.choice(list(position.actions)), seed=rng.getrandbits(63))
    assert len(told) > 1000


def test_fields_hold_what_they_say() -> None:
    position = Position.new("algeria", "1958", seed=3)
    encoding = zoo.Encoding.of(position)
    seen = encoding.observe(position, "france")
    value = dict(zip(encoding.fields, seen["observation"].tolist(), strict=True))
    state = position.observe("france")["state"]
    assert value["psl.fln"] == state["psl"]["fln"] == 60
    assert value["areas.I-1.fln.band.ug"] == state["areas"]["I-1"]["fln"]["band"]["ug"] == 2
    assert (value["phase=reinforcement"], value["phase=operations"]) == (1, 0)
    assert value["suez_used"] == 1
    legal = list(position.actions)
    place = legal.index("remove-police:ORAN")
    verb, at, *words, number = seen["actions"][place].tolist()
    assert (encoding.verbs[verb - 1], encoding.places[at - 1]) == ("remove-police", "ORAN")
    assert (words, number) == ([0, 0, 0], -1)
    assert seen["action_mask"].sum() == len(legal)
    assert not seen["actions"][len(legal) :].any()
    assert not encoding.observe(position, "fln")["actions"].any()


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_legal_actions_have_numbers_of_their_own(game: str) -> None:
    rng = random.Random(5)
    position = Position.new(game, seed=4)
    encoding = zoo.Encoding.of(position)
    for _ in range(400):
        if position.side is None:
            position = Position.new(game, seed=rng.getrandbits(32))
        assert position.side is not None
        actions = encoding.observe(position, position.side)["actions"][: len(position.actions)]
        assert len({row.tobytes() for row in actions}) == len(position.actions)
        position = position.apply(rng.choice(list(position.actions)), seed=rng.getrandbits(63))


def test_what_is_hidden_changes_no_observation() -> None:
    """Positions that differ only in what is hidden: chits in a hand, chits on the way, types of faileks."""
    twins = 0
    rng = random.Random(1)
    start = Position.new("ici", seed=3)
    encoding = zoo.Encoding.of(start)
    position = start
    for _ in range(250):
        if position.side is None:
            position = Position.new("ici", seed=rng.getrandbits(32))
        assert position.side is not None
        other = "france" if position.side == "fln" else "fln"
        seed = rng.getrandbits(63)
        after = [position.apply(action, seed=seed) for action in position.actions]
        shown: dict[str, list[Position]] = {}
        for one in after:
            shown.setdefault(json.dumps(one.observe(other), sort_keys=True), []).append(one)
        for same in shown.values():
            if len(set(same)) < 2:
                continue
            twins += 1
            first, *rest = (encoding.observe(one, other) for one in same)
            for seen in rest:
                assert all(np.array_equal(first[key], seen[key]) for key in first)
        position = rng.choice(after)
    assert twins > 20


@pytest.mark.parametrize(("game", "side"), [("algeria", "fln"), ("ici", "france")])
def test_the_interface_of_gymnasium(game: str, side: str) -> None:
    env = OneSide(game, side=side, opponent="heuristic", render_mode="ansi")
    check_env(env, skip_render_check=True)
    _, info = env.reset(seed=7)
    assert info == {}
    text = env.render()
    assert text == env.position.describe(side)


class First:
    """Plays the first action."""

    def choose(self, view: wilaya.View, actions: list[str], rng: random.Random) -> str:
        return actions[0]


@pytest.mark.parametrize("opponent", ["plan", First])
def test_one_side_plays_to_the_end(opponent: str | wilaya.BotClass) -> None:
    def play_once() -> tuple[list[int], float, str | None]:
        env = OneSide("algeria", "1960", side="france", opponent=opponent)
        rng, numbers = random.Random(2), []
        seen, _ = env.reset(seed=5)
        while True:
            assert env.position.side == "france"
            numbers.append(int(seen["observation"].astype(int).sum()))
            seen, reward, over, truncated, _ = env.step(rng.randrange(int(seen["action_mask"].sum())))
            if over or truncated:
                with pytest.raises(wilaya.WilayaError, match=r"call reset\(\)"):
                    env.step(0)
                return numbers, reward, env.position.outcome

    one = play_once()
    assert one == play_once()
    assert one[1:] in [(1.0, "france"), (-1.0, "fln"), (0.0, "draw")]


def test_wrong_input_is_named() -> None:
    with pytest.raises(wilaya.WilayaError, match='unknown game "chess"'):
        zoo.env("chess")
    with pytest.raises(wilaya.WilayaError, match='unknown bot "me"'):
        OneSide("algeria", opponent="me")
    with pytest.raises(wilaya.WilayaError, match='side = "gaul"'):
        OneSide("algeria", side="gaul")
    with pytest.raises(wilaya.WilayaError, match='render_mode = "human"'):
        zoo.env("algeria", render_mode="human")
    env = zoo.raw_env("algeria")
    env.reset(seed=1)
    with pytest.raises(wilaya.WilayaError, match="action 127: there are .* legal actions"):
        env.step(127)
    gym = OneSide("algeria")
    gym.reset(seed=1)
    _, reward, over, _, info = gym.step(127)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_the_fields_are_documented(game: str) -> None:
    """`WILAYA_UPDATE=1 pytest -k documented` writes the tables."""
    page = Path(__file__).parents[2] / "docs" / "learning.md"
    patterns = zoo.Encoding.of(Position.new(game)).patterns
    rows = [f"| `{pattern}` | {count} | {meaning} |" for pattern, count, meaning in patterns]
    total = sum(count for _, count, _ in patterns)
    table = [
        f"### {game}",
        "",
        f"{total} fields:",
        "",
        "| Fields | Count | Meaning |",
        "|---|---|---|",
        *rows,
    ]
    mark = f"<!-- fields of {game} -->\n"
    before, after = page.read_text().split(mark)
    rest = after[after.index("<!--") :] if "<!--" in after else ""
    text = f"{before}{mark}\n" + "\n".join(table) + "\n" + (f"\n{rest}" if rest else "")
    if "WILAYA_UPDATE" in os.environ:
        page.write_text(text)
    assert page.read_text() == text, "WILAYA_UPDATE=1 pytest -k documented writes it"
