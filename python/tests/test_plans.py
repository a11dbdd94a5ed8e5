"""Impacts, sweeps and arenas: their tables and files are those of the program."""

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import wilaya
from support import files, program, same_cells

RUN = wilaya.Run("algeria", "1954", fln="sober", france="sober", seed=3)


@pytest.mark.parametrize(
    ("readings", "tables"),
    [
        (["seen", "barred"], ["impact", "seen"]),
        (["forked"], ["forked", "impact"]),
        (["forked", "barred", "seen"], ["forked", "impact", "seen"]),
    ],
)
def test_an_impact_is_that_of_the_program(readings: list[str], tables: list[str], tmp_path: Path) -> None:
    of = ["event:suez", "action:fln:raid", "action:fln:strike"]
    more: dict[str, Any] = {"playouts": 2, "budget": "3games"} if "forked" in readings else {}
    words = ["--of", ",".join(of), "--readings", ",".join(readings), "--games", "8"]
    words += [word for key, value in more.items() for word in (f"--{key}", str(value))]
    run = ["--scenario", "1954", "--fln", "sober", "--france", "sober", "--seed", "3"]
    program("impact", "algeria", *run, *words, "--quiet", "--out", tmp_path / "program")
    result = wilaya.impact(RUN, 8, of=of, readings=readings, folder=tmp_path / "package", threads=1, **more)
    assert files(tmp_path / "package") == files(tmp_path / "program")
    assert sorted(result.tables) == tables
    in_memory = wilaya.impact(RUN, 8, of=of, readings=readings, **more)
    for name, table in in_memory.tables.items():
        assert same_cells(table, tmp_path / "program" / f"{name}.csv")
        assert pa.table(table).equals(pa.table(result.tables[name]))
    assert sorted(in_memory.table.column("item")) == sorted(of)
    assert result.notes["readings"] == sorted(readings, key=["seen", "barred", "forked"].index)


def test_a_sweep_is_that_of_the_program(tmp_path: Path) -> None:
    words = ["--vary", "unit.division.count=13,14", "--vary", "mission.raid.cost=1,2", "--games", "10"]
    run = ["--scenario", "1954", "--fln", "sober", "--france", "sober", "--seed", "3"]
    program("sweep", "algeria", *run, *words, "--pairs", "--quiet", "--out", tmp_path / "program")
    vary = {"unit.division.count": [13, 14], "mission.raid.cost": [1, 2]}
    told: list[tuple[int, int]] = []
    pairs = RUN.replace(pairs=True)
    result = wilaya.sweep(
        pairs, vary, 10, folder=tmp_path / "package", progress=lambda *done: told.append(done)
    )
    assert files(tmp_path / "package") == files(tmp_path / "program")
    assert told[-1] == (80, 80)
    in_memory = wilaya.sweep(pairs, ["unit.division.count=13,14", "mission.raid.cost=1,2"], 10, threads=1)
    assert same_cells(in_memory.table, tmp_path / "program" / "sweep.csv")
    assert in_memory.notes == result.notes
    assert result.notes["command"] == wilaya.read(tmp_path / "program").notes["command"]
    before = files(tmp_path / "package")
    wilaya.sweep(pairs, vary, 10, folder=tmp_path / "package", resume=True)
    assert files(tmp_path / "package") == before


@pytest.mark.parametrize("sprt", [None, (0.0, 400.0)])
def test_an_arena_is_that_of_the_program(sprt: tuple[float, float] | None, tmp_path: Path) -> None:
    words = ["--bots", "sober,random", "--scenario", "1958,1960", "--pairs", "12", "--seed", "2"]
    if sprt:
        words += ["--sprt", "0,400", "--batch", "4"]
    program("arena", "algeria", *words, "--quiet", "--out", tmp_path / "program")

    def rate(folder: Path | None, threads: int) -> wilaya.Arena:
        bots, scenarios = ["sober", "random"], ["1958", "1960"]
        return wilaya.arena(
            "algeria",
            bots,
            12,
            scenarios=scenarios,
            seed=2,
            sprt=sprt,
            batch=4,
            folder=folder,
            threads=threads,
        )

    result, in_memory = rate(tmp_path / "package", 2), rate(None, 1)
    assert files(tmp_path / "package", "speed.csv") == files(tmp_path / "program", "speed.csv")
    assert (tmp_path / "package" / "speed.csv").exists()
    for name in ["ratings", "pairings", "sides", *(["sprt"] if sprt else [])]:
        assert same_cells(in_memory.tables[name], tmp_path / "program" / f"{name}.csv")
    assert same_cells(in_memory.games, tmp_path / "program" / "games.csv")
    assert in_memory.games.column("winner") == result.games.column("winner")
    assert result.verdict == in_memory.verdict == ("accepted" if sprt else None)
    rating = dict(zip(result.ratings.column("bot"), result.ratings.column("rating"), strict=False))
    assert rating["sober"] > rating["random"]
    assert result.pairings.units["elo"] == "Elo"


def test_a_tuning_is_that_of_the_program(tmp_path: Path) -> None:
    words = [
        "--scenario",
        "1954,1960",
        "--pool",
        "self,sober",
        "--iterations",
        "3",
        "--pairs",
        "1",
        "--seed",
        "2",
    ]
    told: list[tuple[int, int]] = []

    def tuned(file: Path | None, **options: Any) -> wilaya.Tuning:
        options = {"iterations": 3, "pairs": 1, "seed": 2, **options}
        return wilaya.tune(
            "algeria", pool=["self", "sober"], scenarios=["1954", "1960"], file=file, **options
        )

    printed = program("tune", "algeria", *words, "--quiet", "--out", tmp_path / "program.toml")
    result = tuned(tmp_path / "package.toml", progress=lambda *done: told.append(done))
    assert (tmp_path / "package.toml").read_bytes() == (tmp_path / "program.toml").read_bytes()
    assert told[-1] == (3, 3)
    assert result.bot in printed.splitlines()
    assert result.notes["command"][:3] == ["wilaya", "tune", "algeria"]
    assert result.weights.keys() == result.before.keys()
    assert result.weights != result.before
    in_memory = tuned(None, threads=1)
    assert (in_memory.bot, in_memory.weights) == (result.bot, result.weights)
    with pytest.raises(wilaya.WilayaError, match="is done: there is nothing to resume"):
        tuned(tmp_path / "package.toml", resume=True)


def test_a_tuning_that_was_interrupted_is_resumed(tmp_path: Path) -> None:
    def tuned(file: Path, **options: Any) -> wilaya.Tuning:
        return wilaya.tune("algeria", scenarios=["1960"], iterations=300, pairs=1, file=file, **options)

    def interrupt(done: int, total: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    whole = tuned(tmp_path / "whole.toml")
    with pytest.raises(KeyboardInterrupt):
        tuned(tmp_path / "parts.toml", progress=interrupt)
    assert "[state]" in (tmp_path / "parts.toml").read_text()
    assert tuned(tmp_path / "parts.toml", resume=True).weights == whole.weights
    assert (tmp_path / "parts.toml").read_bytes() == (tmp_path / "whole.toml").read_bytes()


class AtRandom:
    """Plays at random."""

    def choose(self, view: wilaya.View, actions: list[str], rng: random.Random) -> str:
        return rng.choice(actions)


class Failing:
    """Raises an exception."""

    def choose(self, view: wilaya.View, actions: list[str], rng: random.Random) -> str:
        raise KeyError("plan")


def test_a_bot_in_python_plays_in_an_arena(tmp_path: Path) -> None:
    def rate(folder: Path | None, threads: int) -> wilaya.Arena:
        bots: list[str | wilaya.BotClass] = [AtRandom, "sober"]
        return wilaya.arena("algeria", bots, 3, scenarios=["1960"], folder=folder, threads=threads)

    result, in_memory = rate(tmp_path, 2), rate(None, 1)
    assert result.ratings.column("bot") == ["python:AtRandom", "sober"]
    assert pa.table(result.ratings).equals(pa.table(in_memory.ratings))
    assert result.games.rows() == in_memory.games.rows()
    found = wilaya.read(tmp_path)
    assert found.notes["plan"]["bots"] == ["python:AtRandom", "sober"]
    assert pa.table(found.tables["ratings"]).equals(pa.table(result.ratings))
    with pytest.raises(wilaya.WilayaError, match="it raised KeyError"):
        wilaya.arena("ici", [Failing, "random"], 2, folder=tmp_path / "none")
    assert not (tmp_path / "none").exists()
    with pytest.raises(wilaya.WilayaError, match="resume: a bot in Python"):
        wilaya.arena("algeria", [AtRandom, "sober"], 2, folder=tmp_path, resume=True)
    run = wilaya.Run("algeria", fln=AtRandom)
    with pytest.raises(wilaya.WilayaError, match="impact takes bots by name"):
        wilaya.impact(run, 2)
    with pytest.raises(wilaya.WilayaError, match="sweep takes bots by name"):
        wilaya.sweep(run, {"unit.division.count": [13]}, 2)


def test_items_are_those_that_can_be_taken_out() -> None:
    events = wilaya.items(RUN, "event")
    assert "event:suez" in events
    assert all(word.startswith("event:") for word in events)
    assert len(wilaya.items(RUN)) > len(events)
    assert "event:suez" not in wilaya.items(RUN.replace(bars=["event:suez"]))


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: wilaya.impact(RUN, 2, of=["event:rain"]), "of: unknown item event:rain"),
        (lambda: wilaya.impact(RUN, 2, of="events"), "of: found the text"),
        (lambda: wilaya.impact(RUN, 2, readings=["heard"]), 'unknown reading "heard"'),
        (lambda: wilaya.impact(RUN, 2, playouts=3), "budget and playouts are for the forked reading"),
        (lambda: wilaya.impact(RUN, 2, readings=["forked"], budget="long"), 'budget = "long"'),
        (lambda: wilaya.impact(RUN.replace(pairs=True), 2), "pairs does not apply"),
        (lambda: wilaya.impact(RUN, 2, resume=True), "resume needs a folder"),
        (lambda: wilaya.sweep(RUN, {}, 2), "vary: name at least one figure"),
        (lambda: wilaya.sweep(RUN, {"unit.divison.count": [1]}, 2), "did you mean `unit.division.count`"),
        (lambda: wilaya.sweep(RUN, ["unit"], 2), 'vary = "unit"'),
        (lambda: wilaya.arena("algeria", ["sober"]), "bots: expected at least two bots"),
        (lambda: wilaya.arena("algeria", ["sober", "sober"]), "sober is given twice"),
        (lambda: wilaya.arena("algeria", ["sober", "sobr"]), 'unknown bot "sobr"'),
        (lambda: wilaya.arena("algeria", ["sober", "exec:me"]), "exec:me"),
        (lambda: wilaya.arena("algeria", ["sober", "random"], 0), "pairs must be at least 1"),
        (lambda: wilaya.arena("algeria", ["sober", "random"], sprt=(5, 0)), "sprt: expected two Elo"),
        (lambda: wilaya.arena("algeria", ["sober", "random"], alpha=0.9), "alpha = 0.9"),
        (lambda: wilaya.arena("algeria", ["sober", "random"], scenarios=["1"]), 'unknown scenario "1"'),
        (lambda: wilaya.tune("algeria", "random"), 'bot "random" has no weights'),
        (lambda: wilaya.tune("algeria", "heuristik"), 'unknown bot "heuristik"'),
        (lambda: wilaya.tune("algeria", AtRandom), "tune takes bots by name"),  # type: ignore[arg-type]
        (lambda: wilaya.tune("algeria", pool=["sobr"]), 'unknown bot "sobr"'),
        (lambda: wilaya.tune("algeria", pool=[]), "pool: name at least one opponent"),
        (lambda: wilaya.tune("algeria", pool="self"), "pool: found the text"),
        (lambda: wilaya.tune("algeria", scenarios=["1"]), 'unknown scenario "1"'),
        (lambda: wilaya.tune("algeria", step=0), "step = 0: expected a number from 0.001"),
        (lambda: wilaya.tune("algeria", iterations=0), "iterations must be at least 1"),
        (lambda: wilaya.tune("algeria", resume=True), "resume needs a file"),
    ],
)
def test_wrong_input_is_named(act, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(wilaya.WilayaError) as refused:
        act()
    assert message in str(refused.value)
    assert "--" not in str(refused.value)
