"""Charts of results, drawn with matplotlib: the extra `plot` installs it.

>>> from wilaya import plot
>>> plot.win_rates({"1954": simulate(Run("algeria", "1954")), "1958": simulate(Run("algeria", "1958"))})

Each chart is drawn into `ax`, or into a new figure, and the axes are returned. Estimates have their 95 % intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from wilaya._plans import Impact
from wilaya._read import Folder
from wilaya._run import Measure, Simulation
from wilaya._wilaya import Table, WilayaError

__all__ = ["impact", "tracks", "win_rates"]

FLN, FRANCE, NEITHER = "#b34700", "#00568a", "#5f5b54"
Run: TypeAlias = Simulation | Folder
"""A run that was simulated, or whose folder was read."""


def _axes(ax: Axes | None, rows: int) -> Axes:
    if ax is not None:
        return ax
    _, made = plt.subplots(figsize=(7, 1.2 + 0.32 * rows), layout="constrained")
    return made


def _table(result: Run | Impact, name: str) -> Table:
    if isinstance(result, Simulation):
        return {"turns": lambda: result.turns, "summary": lambda: result.summary}[name]()
    if name not in result.tables:
        raise WilayaError(f'there is no table "{name}": there are {", ".join(sorted(result.tables))}')
    return result.tables[name]


def _measure(result: Run, name: str) -> Measure:
    rows = _table(result, "summary").rows()
    row = next((row for row in rows if row["measure"] == name), None)
    if row is None:
        raise WilayaError(f'unknown measure "{name}"')
    return Measure(name, row["estimate"], row["low"], row["high"], row["n"], row["count"])


def win_rates(results: Mapping[str, Run], side: str = "fln", *, ax: Axes | None = None) -> Axes:
    """Draw how often a side wins in each of several runs, with intervals.

    Args:
        results: the runs by the names that stand beside them, from top to bottom.
        side: `"fln"` or `"france"`.
        ax: the axes to draw into; a new figure by default.
    """
    measures = {name: _measure(result, f"win_rate.{side}") for name, result in results.items()}
    ax = _axes(ax, len(measures))
    color = FLN if side == "fln" else FRANCE
    for row, one in enumerate(measures.values()):
        ax.plot([100 * one.low, 100 * one.high], [row, row], color=color, linewidth=2)
        ax.plot(100 * one.estimate, row, "o", color=color)
    labels = [f"{name}\nn = {one.n}" for name, one in measures.items()]
    ax.set(xlim=(0, 100), xlabel=f"games won by {_title(side)}, %, with 95 % intervals")
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.axvline(50, color=NEITHER, linewidth=0.8, linestyle=":")
    return ax


def _title(side: str) -> str:
    return {"fln": "the FLN", "france": "France"}.get(side, side)


def tracks(
    result: Run, names: Sequence[str] | None = None, *, least: int = 100, ax: Axes | None = None
) -> Axes:
    """Draw tracks by turn: the median, and the middle half and four fifths of the games that reach the turn.

    Args:
        result: a run that notes turns (`turns=True`).
        names: the tracks; by default those of political support in Algeria, and French public opinion and the FLN marker in Ici.
        least: leave out turns that fewer games reach.
        ax: the axes to draw into; a new figure by default.
    """
    table = _table(result, "turns")
    known = [name for name in table.column_names if name not in ("game", "turn")]
    wanted = list(
        names or [name for name in known if name in ("fln_psl", "france_psl", "french_public", "fln_marker")]
    )
    for name in wanted:
        if name not in known:
            raise WilayaError(f'unknown track "{name}": there are {", ".join(known)}')
    turn = np.array(table.column("turn"))
    turns = [number for number in np.unique(turn) if (turn == number).sum() >= least]
    if not turns:
        raise WilayaError(f"no turn is reached by {least} games: give a smaller least")
    ax = _axes(ax, 9)
    own: dict[str, str] = {"fln_psl": FLN, "fln_marker": FLN, "france_psl": FRANCE, "french_public": FRANCE}
    for number, name in enumerate(wanted):
        values = np.array(table.column(name))
        parts = np.array([np.percentile(values[turn == one], [10, 25, 50, 75, 90]) for one in turns]).T
        color = own.get(name, f"C{number}")
        ax.fill_between(turns, parts[0], parts[4], color=color, alpha=0.15, linewidth=0)
        ax.fill_between(turns, parts[1], parts[3], color=color, alpha=0.25, linewidth=0)
        ax.plot(turns, parts[2], color=color, marker=".", label=name)
    games = len(set(table.column("game")))
    ax.set(xlabel=f"turn; median, middle half and four fifths of n = {games} games")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(frameon=False)
    return ax


def impact(
    result: Impact | Folder, reading: str = "barred", *, top: int = 20, ax: Axes | None = None
) -> Axes:
    """Draw what items are worth to the FLN, with intervals, the largest first: a forest plot.

    Items whose q-value is below 0.05 are drawn in the colour of the side that they help.

    Args:
        result: an impact, or its folder.
        reading: `"barred"`, `"seen"`, `"worth"` or `"now"`.
        top: draw at most so many items.
        ax: the axes to draw into; a new figure by default.
    """
    table = _table(result, "impact")
    if f"{reading}_estimate" not in table.column_names:
        raise WilayaError(f'unknown reading "{reading}": there are seen, barred, now, worth')
    rows: list[dict[str, Any]] = [row for row in table.rows() if row[f"{reading}_low"] is not None]
    if not rows:
        raise WilayaError(f'the impact has nothing for "{reading}": add it to readings')
    rows.sort(key=lambda row: -abs(row[f"{reading}_estimate"]))
    rows = rows[:top]
    ax = _axes(ax, len(rows))
    for place, row in enumerate(rows):
        value, low, high, q = (row[f"{reading}_{key}"] for key in ("estimate", "low", "high", "q"))
        color = NEITHER if q >= 0.05 else FLN if value > 0 else FRANCE
        ax.plot([100 * low, 100 * high], [place, place], color=color, linewidth=2)
        ax.plot(100 * value, place, "o", color=color)
    ax.axvline(0, color=NEITHER, linewidth=0.8)
    ax.set_yticks(range(len(rows)), [row["name"] for row in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    most = max(row[f"{reading}_n"] for row in rows)
    ax.set(xlabel=f"{reading}: points of the FLN's chance to win, with 95 % intervals; n up to {most}")
    return ax
