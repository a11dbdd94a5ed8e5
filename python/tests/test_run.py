"""Runs: the tables and files are those of the program."""

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import wilaya
from support import PROGRAM, files, program, same_cells

RUNS: list[dict[str, Any]] = [
    {"game": "algeria", "scenario": "1958"},
    {"game": "algeria", "scenario": "1960", "pairs": True, "fln": "sober"},
    {"game": "algeria", "scenario": "1960", "luck": 8},
    {"game": "ici", "scenario": "1959", "turns": True},
]


@pytest.mark.parametrize("words", RUNS)
def test_cells_and_files_are_those_of_the_program(words: dict[str, Any], tmp_path: Path) -> None:
    run = wilaya.Run(**words)
    program(*run.command(30)[1:], "--quiet", "--out", tmp_path / "program")
    result = wilaya.simulate(run, 30, folder=tmp_path / "package", threads=2)
    assert files(tmp_path / "package") == files(tmp_path / "program")
    games = wilaya.simulate(run, 30, threads=1).games
    assert len(games) == (60 if run.pairs else 30)
    assert same_cells(games, tmp_path / "program" / "games.csv")
    assert pa.table(result.games).equals(pa.table(games))
    assert same_cells(result.summary, tmp_path / "program" / "summary.csv")
    if run.turns:
        turns = run.play_turns(0, 30)
        assert same_cells(turns, tmp_path / "program" / "turns.csv")
        assert pa.table(turns).equals(pa.table(result.turns).cast(pa.schema(turns)))


def test_parts_make_up_the_whole() -> None:
    run = wilaya.Run("algeria", seed=7)
    whole = pa.table(run.play(0, 40))
    parts = [pa.table(run.play(first, n, threads=1)) for first, n in [(0, 1), (1, 0), (1, 25), (26, 14)]]
    assert all(part.schema.equals(whole.schema, check_metadata=True) for part in parts)
    assert pa.concat_tables(parts).combine_chunks().equals(whole)
    with ProcessPoolExecutor(2) as pool:
        tables = list(pool.map(run.play, [0, 20], [20, 20]))
    assert pa.concat_tables([pa.table(table) for table in tables]).combine_chunks().equals(whole)


def test_libraries_read_tables() -> None:
    table = wilaya.Run("algeria").play(0, 5)
    assert len(table) == 5
    assert pl.DataFrame(table)["game"].to_list() == table.column("game") == [0, 1, 2, 3, 4]
    # pandas has this from version 3 on, which needs Python 3.11.
    if hasattr(pd.DataFrame, "from_arrow"):
        assert list(pd.DataFrame.from_arrow(table).columns) == table.column_names
    assert list(pa.table(table).to_pandas().columns) == table.column_names
    assert table.rows()[3]["game"] == 3
    assert table.units["fln_psp_areas"] == "PSP"
    assert table.help["turns"] == "the last turn"
    schema = pa.schema(table)
    assert schema.field("turns").type == pa.int64()
    assert schema.field("fln_psp_areas").metadata[b"unit"] == b"PSP"
    assert pa.table(pickle.loads(pickle.dumps(table))).equals(pa.table(table), check_metadata=True)
    with pytest.raises(wilaya.WilayaError, match='unknown column "turnz": the table has game, winner, turns'):
        table.column("turnz")


def test_runs_are_values() -> None:
    run = wilaya.Run("algeria", set={"unit.division.count": 14}, bars=["event:suez"])
    assert pickle.loads(pickle.dumps(run)) == run == run.replace(seed=2).replace(seed=1)
    assert len({run, run.replace(seed=2), run.replace()}) == 2
    assert " ".join(run.command(5)).endswith("--games 5 --seed 1 --max-turns 200")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"scenario": "1955"}, 'unknown scenario "1955": algeria has 1954, 1958, 1960'),
        ({"fln": "heuristc"}, 'unknown bot "heuristc"'),
        ({"fln": "exec:me"}, "exec:me"),
        ({"france": 3}, "3: expected a bot's name"),
        ({"options": "shorter_game"}, "options: found the text"),
        ({"bars": ["event:nothing"]}, 'unknown event "nothing"'),
        ({"set": {"unit.divison.count": 3}}, "did you mean `unit.division.count`"),
        ({"set": ["unit"]}, 'set = "unit": expected KEY=VALUE'),
        ({"data": "no/such.toml"}, "cannot read no/such.toml"),
        ({"luck": 2}, "luck must be at least 8"),
        ({"turns": True, "luck": 8}, "turns and luck cannot be combined"),
        ({"max_turns": 0}, "max_turns must be at least 1"),
        ({"position": "{}"}, "position"),
    ],
)
def test_a_wrong_run_is_refused_when_it_is_made(words: dict[str, Any], message: str) -> None:
    with pytest.raises(wilaya.WilayaError) as refused:
        wilaya.Run(**{"game": "algeria", **words})
    assert message in str(refused.value)
    assert "--" not in str(refused.value)


def test_wrong_words_of_a_simulation_name_the_input(tmp_path: Path) -> None:
    run = wilaya.Run("algeria")
    with pytest.raises(wilaya.WilayaError, match="^resume needs a folder"):
        wilaya.simulate(run, 1, resume=True)
    with pytest.raises(wilaya.WilayaError, match="^games must be at least 1"):
        wilaya.simulate(run, 0)
    with pytest.raises(wilaya.WilayaError, match="^threads must be at least 1"):
        run.play(0, 1, threads=0)
    with pytest.raises(wilaya.WilayaError, match="a run has at most"):
        run.play(2**63, 2**63)
    with pytest.raises(wilaya.WilayaError, match="^record: there is no game 5"):
        wilaya.simulate(run, 5, folder=tmp_path, record=[5])
    result = wilaya.simulate(run, 2, keep=False)
    with pytest.raises(wilaya.WilayaError, match="games were not kept"):
        _ = result.games
    with pytest.raises(wilaya.WilayaError, match='unknown measure "wins"'):
        result.measure("wins")
    wilaya.simulate(run, 2, folder=tmp_path)
    with pytest.raises(wilaya.WilayaError, match="seed"):
        wilaya.simulate(run.replace(seed=2), 2, folder=tmp_path, resume=True)


def test_a_folder_is_resumed(tmp_path: Path) -> None:
    run = wilaya.Run("algeria")
    wilaya.simulate(run, 30, folder=tmp_path / "whole", record=[1])

    def stop(done: int, total: int) -> None:
        if done > 0:
            raise InterruptedError

    many = wilaya.Run("algeria", fln="mcts:iters=20")
    with pytest.raises(InterruptedError):
        wilaya.simulate(many, 10_000, folder=tmp_path / "part", progress=stop)
    rows = len((tmp_path / "part" / "games.csv").read_text().splitlines()) - 1
    assert 0 < rows < 10_000
    assert 'state = "stopped"' in (tmp_path / "part" / "run.toml").read_text()
    assert (tmp_path / "whole" / "records" / "1.jsonl").exists()
    before = files(tmp_path / "whole")
    wilaya.simulate(run, 30, folder=tmp_path / "whole", resume=True, record=[1])
    assert files(tmp_path / "whole") == before


def test_progress_ends_with_all_games_and_other_threads_run() -> None:
    told: list[tuple[int, int]] = []
    ticks = threading.Event()
    threading.Thread(target=ticks.set).start()
    wilaya.simulate(wilaya.Run("algeria"), 300, progress=lambda done, total: told.append((done, total)))
    assert ticks.is_set()
    assert told[-1] == (300, 300)
    assert told == sorted(told)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on Unix")
def test_ctrl_c_ends_a_simulation_at_once() -> None:
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        wilaya.simulate(wilaya.Run("ici", fln="mcts:iters=20000"), 1_000_000, keep=False)


class AtRandom:
    """Plays at random."""

    def choose(self, view: wilaya.View, actions: list[str], rng: random.Random) -> str:
        assert view.game == "algeria"
        assert view.observation["side"] == view.side == "fln"
        assert view.observation["schema"] == "wilaya.observation/1"
        assert len(actions) >= 2
        return rng.choice(actions)


class Illegal:
    """Chooses what it may not."""

    def choose(self, view: wilaya.View, actions: list[str], rng: random.Random) -> str:
        return "surrender"


class Failing:
    """Raises an exception."""

    def choose(self, view: wilaya.View, actions: list[str], rng: random.Random) -> str:
        raise KeyError("plan")


def test_a_bot_in_python_plays_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    run = wilaya.Run("algeria", fln=AtRandom)
    one = wilaya.simulate(run, 10, threads=1)
    two = wilaya.simulate(pickle.loads(pickle.dumps(run)), 10, threads=2, folder=tmp_path)
    assert one.notes["bots"] == {"fln": "python:AtRandom", "france": "heuristic"}
    assert pa.table(one.games).equals(pa.table(two.games).cast(pa.schema(one.games)))
    assert one.summary.rows() == two.summary.rows()
    with pytest.raises(wilaya.WilayaError, match="resume: a bot in Python"):
        wilaya.simulate(run, 10, folder=tmp_path, resume=True)


@pytest.mark.parametrize(
    ("bot", "message"), [(Illegal, "it chose 'surrender'"), (Failing, "it raised KeyError")]
)
def test_a_bot_that_fails_leaves_nothing_half_written(bot: type, message: str, tmp_path: Path) -> None:
    run = wilaya.Run("algeria", france=bot)
    wanted = f"bot python:{bot.__name__}, france, turn .*{message}"
    with pytest.raises(wilaya.WilayaError, match=wanted) as error:
        wilaya.simulate(run, 50, folder=tmp_path / "out")
    assert isinstance(error.value.__cause__, KeyError) == (bot is Failing)
    assert not (tmp_path / "out").exists()


def test_the_program_is_on_the_path() -> None:
    done = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("wilaya 0.2.0")
    refused = subprocess.run([PROGRAM, "sim", "algeria", "--scenario", "1"], capture_output=True, text=True)
    assert refused.returncode == 1
    assert 'unknown scenario "1"' in refused.stderr
    assert subprocess.run([PROGRAM, "sim", "chess"], capture_output=True).returncode == 2


def test_the_package_needs_nothing_but_python() -> None:
    extras = ["gymnasium", "matplotlib", "numpy", "pandas", "pettingzoo", "polars", "pyarrow", "tqdm"]
    code = f"""import sys
sys.modules.update(dict.fromkeys({extras}))
import wilaya
print(wilaya.simulate(wilaya.Run("algeria"), 5, progress=True).win_rate().n)"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "5\n"
