"""Results folders of the program, read back."""

from pathlib import Path

import pyarrow as pa
import pytest
import wilaya
from support import program


@pytest.mark.parametrize("game", ["algeria", "ici"])
def test_a_run_reads_as_it_was_simulated(game: str, tmp_path: Path) -> None:
    result = wilaya.simulate(wilaya.Run(game, turns=True), 10, folder=tmp_path, keep=True)
    found = wilaya.read(tmp_path)
    assert (found.kind, found.notes) == ("run", result.notes)
    assert sorted(found.tables) == ["games", "summary", "turns"]
    assert pa.table(found.tables["games"]).equals(pa.table(result.games), check_metadata=True)
    assert pa.table(found.tables["summary"]).equals(pa.table(result.summary), check_metadata=True)


@pytest.mark.parametrize(
    ("kind", "line", "tables"),
    [
        ("impact", "impact algeria --scenario 1954 --of event:suez --games 5", ["impact", "seen"]),
        ("sweep", "sweep algeria --vary mission.civil-affairs.cost=1,2 --games 5", ["sweep"]),
        (
            "arena",
            "arena algeria --bots sober,random --scenario 1958 --pairs 3",
            ["games", "pairings", "ratings"],
        ),
    ],
)
def test_other_results_read_with_their_types(kind: str, line: str, tables: list[str], tmp_path: Path) -> None:
    program(*line.split(), "--quiet", "--out", tmp_path)
    found = wilaya.read(tmp_path)
    assert found.kind == kind
    assert found.notes["command"][1] == kind
    assert set(tables) <= set(found.tables)
    for name in tables:
        table = pa.table(found.tables[name])
        text = (tmp_path / f"{name}.csv").read_text()
        assert table.column_names == text.splitlines()[0].split(",")
        assert table.num_rows == len(text.splitlines()) - 1
    if kind == "sweep":
        sweep = found.tables["sweep"]
        assert sweep.column("mission.civil-affairs.cost") == [1.0, 2.0]
        assert sweep.column("difference")[0] is None
        assert pa.schema(sweep).field("n").type == pa.int64()
    if kind == "arena":
        assert found.tables["ratings"].units["rating"] == "Elo"
        assert pa.schema(found.tables["ratings"]).field("penalized").type == pa.bool_()


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(wilaya.WilayaError, match="no results of sim, impact, sweep or arena found"):
        wilaya.read(tmp_path)
    wilaya.simulate(wilaya.Run("algeria"), 5, folder=tmp_path)
    games = tmp_path / "games.csv"
    games.write_text(games.read_text().replace("fln", "france", 1))
    with pytest.raises(wilaya.WilayaError, match=r"games\.csv"):
        wilaya.read(tmp_path)
