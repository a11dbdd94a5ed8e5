"""Charts show the figures of the tables."""

from pathlib import Path

import matplotlib as mpl
import pytest
import wilaya

mpl.use("agg")

from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from wilaya import plot  # noqa: E402


def lines(ax: Axes) -> list[tuple[list[float], list[float]]]:
    return [([*map(float, line.get_xdata())], [*map(float, line.get_ydata())]) for line in ax.lines]  # type: ignore[arg-type]


def test_win_rates_have_intervals(tmp_path: Path) -> None:
    one = wilaya.simulate(wilaya.Run("algeria", "1960"), 60, folder=tmp_path)
    other = wilaya.simulate(wilaya.Run("algeria", "1958"), 40)
    ax = plot.win_rates({"folder": wilaya.read(tmp_path), "memory": other}, "france")
    for row, measure in enumerate([one.win_rate("france"), other.win_rate("france")]):
        assert ([100 * measure.low, 100 * measure.high], [row, row]) in lines(ax)
        assert ([100 * measure.estimate], [row]) in lines(ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["folder\nn = 60", "memory\nn = 40"]
    assert isinstance(ax.figure, Figure)
    ax.figure.savefig(tmp_path / "chart.png")


def test_tracks_go_turn_by_turn() -> None:
    result = wilaya.simulate(wilaya.Run("algeria", turns=True), 60)
    ax = plot.tracks(result, least=30)
    assert ax.get_legend_handles_labels()[1] == ["fln_psl", "france_psl"]
    rows = [row for row in result.turns.rows() if row["turn"] == 1]
    assert len(rows) == 60
    middle = sorted(row["fln_psl"] for row in rows)
    assert lines(ax)[0][1][0] == (middle[29] + middle[30]) / 2
    assert max(lines(ax)[0][0]) < max(result.turns.column("turn"))
    assert plot.tracks(wilaya.simulate(wilaya.Run("ici", turns=True), 5), ["crisis"], least=5)
    with pytest.raises(wilaya.WilayaError, match='unknown track "moral"'):
        plot.tracks(result, ["moral"])
    with pytest.raises(wilaya.WilayaError, match="no turn is reached by 100 games"):
        plot.tracks(result)
    with pytest.raises(wilaya.WilayaError, match="the run did not record turns"):
        plot.tracks(wilaya.simulate(wilaya.Run("algeria"), 5))


def test_an_impact_is_a_forest() -> None:
    result = wilaya.impact(wilaya.Run("algeria", "1960"), 40, of=["events"], readings=["barred"])
    ax = plot.impact(result, top=3)
    rows = sorted(result.table.rows(), key=lambda row: -abs(row["barred_estimate"]))[:3]
    assert [label.get_text() for label in ax.get_yticklabels()] == [row["name"] for row in rows]
    for place, row in enumerate(rows):
        assert ([100 * row["barred_low"], 100 * row["barred_high"]], [place, place]) in lines(ax)
    with pytest.raises(wilaya.WilayaError, match='the impact has no "worth"'):
        plot.impact(result, "worth")
    with pytest.raises(wilaya.WilayaError, match='unknown reading "heard"'):
        plot.impact(result, "heard")
