"""Charts of results, drawn with matplotlib (the extra `plot`).

>>> from wilaya import plot
>>> plot.win_rates({"1954": simulate(Run("algeria", "1954")), "1958": simulate(Run("algeria", "1958"))})

Each function draws into `ax`, or into a new figure, and returns the axes. Estimates have 95 % intervals.
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
"""A simulated run, or the folder of one."""


def _axes(ax: Axes | None, rows: int) -> Axes:
    if ax is not None:
        return ax
    _, made = plt.subplots(figsize=(7, 1.2 + 0.32 * rows), layout="constrained")
    return made


def _table(result: Run | Impact, name: str) -> Table:
    if isinstance(result, Simulation):
        return {"turns": lambda: result.turns, "summary": lambda: result.summary}[name]()
    if name not in result.tables:
        raise WilayaError(f'there is no table "{name}", only {", ".join(sorted(result.tables))}')
    return result.tables[name]


def _measure(result: Run, name: str) -> Measure:
    rows = _table(result, "summary").rows()
    row = next((row for row in rows if row["measure"] == name), None)
    if row is None:
        raise WilayaError(f'unknown measure "{name}"')
    return Measure(name, row["estimate"], row["low"], row["high"], row["n"], row["count"])


def win_rates(results: Mapping[str, Run], side: str = "fln", *, ax: Axes | None = None) -> Axes:
    """Draw the win rate of a side in each of several runs, with intervals.

    Args:
        results: the runs by label, from top to bottom.
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
    ax.set(xlim=(0, 100), xlabel=f"win rate of {_title(side)}, %, with 95 % intervals")
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.axvline(50, color=NEITHER, linewidth=0.8, linestyle=":")
    return ax


def _title(side: str) -> str:
    return {"fln": "the FLN", "france": "France"}.get(side, side)


def tracks(
    result: Run, names: Sequence[str] | None = None, *, least: int = 100, ax: Axes | None = None
) -> Axes:
    """Draw tracks by turn: the median, the middle half and the middle 80 % of the games that reach the turn.

    Args:
        result: a run with `turns=True`.
        names: the tracks; by default both PSLs in Algeria, and the French public and the FLN marker in Ici.
        least: leave out turns that fewer games than this reach.
        ax: the axes to draw into; a new figure by default.
    """
    table = _table(result, "turns")
    known = [name for name in table.column_names if name not in ("game", "turn")]
    wanted = list(
        names or [name for name in known if name in ("fln_psl", "france_psl", "french_public", "fln_marker")]
    )
    for name in wanted:
        if name not in known:
            raise WilayaError(f'unknown track "{name}": the tracks are {", ".join(known)}')
    turn = np.array(table.column("turn"))
    turns = [number for number in np.unique(turn) if (turn == number).sum() >= least]
    if not turns:
        raise WilayaError(f"no turn is reached by {least} games: reduce least")
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
    ax.set(xlabel=f"turn; median, middle half and middle 80 % of n = {games} games")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(frameon=False)
    return ax


def impact(
    result: Impact | Folder, reading: str = "barred", *, top: int = 20, ax: Axes | None = None
) -> Axes:
    """Draw a forest plot of the value of items to the FLN, with intervals, the largest first.

    Items with a q-value below 0.05 have the colour of the side that they help.

    Args:
        result: an impact, or its folder.
        reading: `"barred"`, `"seen"`, `"worth"` or `"now"`.
        top: draw at most this many items.
        ax: the axes to draw into; a new figure by default.
    """
    table = _table(result, "impact")
    if f"{reading}_estimate" not in table.column_names:
        raise WilayaError(f'unknown reading "{reading}": the readings are seen, barred, now, worth')
    rows: list[dict[str, Any]] = [row for row in table.rows() if row[f"{reading}_low"] is not None]
    if not rows:
        raise WilayaError(f'the impact has no "{reading}": add it to readings')
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
    ax.set(xlabel=f"{reading}: percentage points of the FLN's win rate, 95 % intervals; n up to {most}")
    return ax
