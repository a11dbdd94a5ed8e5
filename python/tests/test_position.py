"""Positions: they say what the program says, and a side is shown nothing that is hidden from it."""

import json
import pickle
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import wilaya
from support import program
from wilaya import Position


def walk(game: str, seed: int, steps: int) -> Position:
    """A position after a number of random decisions."""
    rng = random.Random(seed)
    position = Position.new(game, seed=seed)
    for _ in range(steps):
        if position.outcome is None:
            position = position.apply(rng.choice(list(position.actions)), seed=rng.getrandbits(64))
    return position


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_positions_are_those_of_the_program(game: str, tmp_path: Path) -> None:
    position = Position.new(game, seed=3)
    assert position.text == program("position", "new", game, "--seed", "3")
    file = tmp_path / "position.json"
    position.save(file)
    assert Position.load(file) == position
    moves = json.loads(program("position", "moves", file, "--format", "json"))
    assert list(position.actions) == moves["actions"]
    assert (position.side, position.decision) == (moves["side"], moves["decision"])
    assert all(words and words[0].isupper() for words in position.actions.values())
    actions = list(position.actions)[-1:]
    program("position", "apply", file, *actions, "--seed", "5", "--out", tmp_path / "next.json")
    after = position.apply(*actions, seed=5)
    assert after == Position.load(tmp_path / "next.json") != position
    odds = json.loads(program("position", "odds", file, actions[0], "--format", "json", "--samples", "50"))
    assert position.odds(actions[0], samples=50).items() <= odds.items()
    shown = program("position", "show", file, "--side", "france")
    assert position.describe("france") in shown


def test_a_position_is_a_value() -> None:
    position = walk("ici", 1, 60)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert len({position, again, position.apply(next(iter(position.actions)), seed=1)}) == 2
    changed = Position.new("algeria", set={"unit.division.count": 14})
    assert pickle.loads(pickle.dumps(changed)) == changed
    with pytest.raises(wilaya.WilayaError, match="use the same data and changed figures as when it was made"):
        Position.parse(changed.text)
    assert repr(position).startswith("<wilaya.Position: ici, turn ")
    run = wilaya.Run("ici", position=position, seed=2)
    assert run == pickle.loads(pickle.dumps(run)) == wilaya.Run("ici", position=position.text, seed=2)
    assert len(run.play(0, 3)) == 3


def test_dice_fall_as_they_are_given() -> None:
    position = before = Position.new("algeria", "1958", seed=1)
    action, rng = "", random.Random(2)
    # The set-up rolls dice too.
    while not (action and position.rolls):
        before, action = position, rng.choice(list(position.actions))
        position = before.apply(action, seed=rng.getrandbits(64))
    assert position.events
    assert before.apply(action, dice=",".join(position.rolls)) == position
    with pytest.raises(wilaya.WilayaError, match="give dice or a seed"):
        before.apply(action)
    with pytest.raises(wilaya.WilayaError, match="^dice: "):
        before.apply(action, dice=",".join([*position.rolls, "3"]))
    with pytest.raises(wilaya.WilayaError, match="^dice, seed: give only one of them"):
        before.apply(action, seed=1, dice="3")


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_a_game_is_played_to_its_end(game: str) -> None:
    position = walk(game, 7, 100_000)
    assert position.outcome in ("fln", "france", "draw")
    assert (position.side, position.decision, position.view, position.actions) == (None, None, None, {})
    assert position.evaluate() == {"fln": 1.0, "france": 0.0, "draw": 0.5}[position.outcome]
    with pytest.raises(wilaya.WilayaError, match="the game is over"):
        position.apply("pass")
    middle = walk(game, 7, 40)
    assert 0.0 < middle.evaluate() < 1.0
    assert middle.tracks.keys() == position.tracks.keys()
    assert middle.view is not None
    assert middle.view.side == middle.side
    assert middle.view.observation == middle.observe(middle.view.side)


def hidden_twins() -> tuple[Position, Position]:
    """Two positions that differ only in what is hidden from France: the chit that the FLN chose before the game."""
    start = Position.new("ici", seed=3)
    assert start.side == "fln"
    one, other = (start.apply(action, seed=1) for action in ["choose:fl_abbas", "choose:fl_ambush"])
    return one, other


def test_what_is_hidden_is_not_shown() -> None:
    one, other = hidden_twins()
    assert one != other
    assert one.observe("fln") != other.observe("fln")
    assert one.observe("france") == other.observe("france")
    assert one.describe("france") == other.describe("france")
    assert one.svg("france") == other.svg("france")


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_the_map_is_a_picture(game: str) -> None:
    position = walk(game, 3, 150)
    svg = ET.fromstring(position._repr_svg_())
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    rules = "".join(style.text or "" for style in svg.iter("{http://www.w3.org/2000/svg}style"))
    # A notebook takes the rules into its own page.
    assert all(rule.startswith(".wilaya-map ") for rule in rules.replace(",.", "}.").split("}") if rule)
    assert {"Oran", "Constantine"} <= set(texts)
    counters = [text for text in texts if text and text[0].isdigit()]
    assert len(counters) > 20
    assert any(str(value) in (texts[-1] or "") for value in position.tracks.values())


def test_a_rollout_is_that_of_the_program(tmp_path: Path) -> None:
    position = Position.new("algeria", "1960", seed=2)
    position.save(tmp_path / "position.json")
    told: list[tuple[int, int]] = []
    result = position.rollout(
        20, seed=4, file=tmp_path / "package.csv", progress=lambda *done: told.append(done)
    )
    words: list[str | Path] = ["--games", "20", "--seed", "4", "--quiet", "--out", tmp_path / "program.csv"]
    program("rollout", tmp_path / "position.json", *words)
    assert (tmp_path / "package.csv").read_bytes() == (tmp_path / "program.csv").read_bytes()
    assert sorted(result.table.column("action")) == sorted(position.actions)
    assert (result.side, result.best) == (position.side, result.table.column("action")[0])
    assert result.notes["bots"] == {"fln": "heuristic", "france": "heuristic"}
    everything = 20 * len(position.actions)
    assert told[-1] == (everything, everything)
    with pytest.raises(wilaya.WilayaError, match="^luck must be at least 8"):
        wilaya.rollout(position, 5, luck=3)
    with pytest.raises(wilaya.WilayaError, match='unknown bot "me"'):
        wilaya.rollout(position, 5, fln="me")


def test_a_record_is_played_back(tmp_path: Path) -> None:
    wilaya.simulate(wilaya.Run("ici", seed=5), 2, folder=tmp_path, record=[1])
    record = tmp_path / "records" / "1.jsonl"
    replay = wilaya.replay(record)
    game = wilaya.read(tmp_path).tables["games"].rows()[1]
    assert (replay.outcome, replay.turns) == (game["winner"], game["turns"])
    assert replay.source == {"seed": 5, "index": 1, "bots": {"fln": "heuristic", "france": "heuristic"}}
    before = replay.start
    for step in replay.steps:
        assert step.side == before.side
        assert before.apply(step.action, dice=",".join(step.position.rolls)) == step.position
        before = step.position
    assert before.outcome == replay.outcome
    assert any(step.position.events for step in replay.steps)
    record.write_text(record.read_text().replace('"rolls"', '"rools"', 1))
    with pytest.raises(wilaya.WilayaError, match=r"1\.jsonl: line .*rools"):
        wilaya.replay(record)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: Position.new("chess"), 'unknown game "chess"'),
        (lambda: Position.new("ici", "1954"), 'unknown scenario "1954"'),
        (lambda: Position.load("no/such.json"), "cannot read no/such.json"),
        (lambda: Position.parse("{}"), "schema"),
        (lambda: Position.new("algeria").apply("surrender"), 'action "surrender"'),
        (lambda: Position.new("algeria").apply("raid:I-1"), "raid:I-1"),
        (lambda: Position.new("algeria").odds("done", samples=0), "samples must be at least 1"),
        (lambda: Position.new("algeria").observe("gaul"), 'side = "gaul"'),
        (lambda: Position.new("algeria", set="unit"), "set: found the text"),
    ],
)
def test_wrong_input_is_named(act, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(wilaya.WilayaError) as refused:
        act()
    assert message in str(refused.value)
    assert "--" not in str(refused.value)
