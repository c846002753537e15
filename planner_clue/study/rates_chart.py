"""The published comparison, played again, as a chart: our win rates beside the published ones."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from planner_clue.show.rates_picture import finish_panel, picture_of
from planner_clue.study.published import BOARDS, FILLER, FIXED, OUR_PLANNER, PUBLISHED_PLANNER
from planner_clue.study.win_rates import StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_Rows: TypeAlias = Mapping[tuple[str, str], float]
"""For each agent of each table, named without its board, how far down it stands, in rows."""
_STYLES = {
    PUBLISHED_PLANNER: ("s", "0.1"),
    OUR_PLANNER: ("D", "#1f4e9c"),
    "bn1": ("o", "0.4"),
    "bn2": ("^", "0.4"),
    FILLER: ("v", "0.65"),
}
"""Marker and colour of each agent; the shapes differ, and so do the shades in print."""
_OTHER = ("p", "0.1")
_GAP = 0.7
"""The space between tables, in rows."""
_HOLLOW = {"markersize": 9, "markerfacecolor": "none", "markeredgewidth": 0.9}
_RIM = "0.2"


def draw_win_rates(results: Sequence[StudyResult], kind: str) -> bytes:
    """Return the chart as ``png`` or ``svg``; the same bytes for the same results.

    A panel for each board and a row for each agent of each table: our win rate with its 95 %
    interval filled, the published figure hollow.
    """
    boards = [board for board in BOARDS if any(r.table.board == board for r in results)]
    rows, height = _rows(results)

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(1, len(boards), sharey=True, squeeze=False)[0]
        for axes, board in zip(panels, boards, strict=True):
            _draw_panel(axes, rows, [r for r in results if r.table.board == board])
        panels[0].set_yticks(list(rows.values()), [_label(*row) for row in rows])
        panels[0].set_ylim(height - _GAP, -1.0)
        _draw_legend(figure, dict.fromkeys(agent for _, agent in rows))

    return picture_of(draw, kind, width=2.0 + 4.0 * len(boards), height=1.4 + 0.2 * height)


def _rows(results: Sequence[StudyResult]) -> tuple[_Rows, float]:
    """Return where every agent stands, and the height of the chart, both in rows."""
    rows: dict[tuple[str, str], float] = {}
    down = 0.0
    for table in {r.table.company: r.table for r in results}.values():
        for agent in dict.fromkeys(table.seats):
            rows[table.company, agent] = down
            down += 1.0
        down += _GAP
    return rows, down


def _label(table: str, agent: str) -> str:
    """Return the name of an agent's row; two random agents are counted together."""
    fillers = agent == FILLER and "+" not in table
    return f"{'2 ' if fillers else ''}{agent}{', fixed seats' if table.endswith(FIXED) else ''}"


def _draw_panel(axes: "Axes", rows: _Rows, of: Sequence[StudyResult]) -> None:
    """Draw the tables of one board."""
    for result in of:
        for share in result.shares:
            at = rows[result.table.company, share.agent]
            marker, colour = _STYLES.get(share.agent, _OTHER)
            interval = [100 * bound for bound in share.ci95]
            axes.plot(interval, [at, at], color=colour, linewidth=1.8, solid_capstyle="butt")
            axes.plot(100 * share.rate, at, marker, color=colour, markersize=5)
            axes.plot(share.published, at, marker, markeredgecolor=_RIM, **_HOLLOW)  # type: ignore[arg-type]
    rules = " and ".join(sorted({result.table.rules for result in of}))
    finish_panel(axes, f"board {of[0].table.board}, rules {rules}", "games won, %")


def _draw_legend(figure: "Figure", agents: Mapping[str, None]) -> None:
    from matplotlib.lines import Line2D

    handles: list[Line2D] = []
    for agent in agents:
        marker, colour = _STYLES.get(agent, _OTHER)
        handles.append(Line2D([], [], color=colour, marker=marker, markersize=5, label=agent))
    published = Line2D([], [], linestyle="none", marker="o", markeredgecolor=_RIM, **_HOLLOW)  # type: ignore[arg-type]
    published.set_label("hollow: published (board huji)")
    figure.legend(handles=[*handles, published], loc="outside lower center", ncols=3, frameon=False)
