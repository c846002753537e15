"""The win rates of recorded matches as a chart, with their intervals, over all and by seat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from planner_clue.runs.merging import letter
from planner_clue.runs.results import AgentResults, MatchResults, Rate
from planner_clue.show.rates_picture import finish_panel, picture_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SEATS = ("o", "s", "^", "D", "v", "p")
"""A marker for each seat."""
_SPREAD = 0.6
"""How far the seats of an agent are spread around its row, in rows."""
_GAP = 0.7
"""The space between matches, in rows."""


def draw_runs(results: Sequence[MatchResults], kind: str) -> bytes:
    """Return the chart as ``png`` or ``svg``; the same bytes for the same results.

    A row for each agent of each match. On the left the win rate with its 95 % interval, on the
    right the win rate in each seat with its own.
    """
    rows, height = _rows(results)

    def draw(figure: "Figure") -> None:
        over_all, by_seat = figure.subplots(1, 2, sharey=True)
        for at, agent in rows:
            _mark(over_all, at, agent.wins, "D", "#1f4e9c")
            for seat, rate in enumerate(agent.by_seat):
                offset = _SPREAD * (seat / (len(agent.by_seat) - 1) - 0.5)
                _mark(by_seat, at + offset, rate, _SEATS[seat], f"C{seat}")
        for axes, title in ((over_all, "all games"), (by_seat, "by seat")):
            finish_panel(axes, title, "games won, %, with 95 % intervals")
        over_all.set_yticks([at for at, _ in rows], _labels(results))
        over_all.set_ylim(height - _GAP, -1.0)
        _draw_legend(by_seat, max(len(result.agents) for result in results))

    return picture_of(draw, kind, width=9.0, height=1.6 + 0.42 * height)


def _rows(results: Sequence[MatchResults]) -> tuple[list[tuple[float, AgentResults]], float]:
    """Return how far down every agent stands, and the height of the chart, in rows."""
    rows: list[tuple[float, AgentResults]] = []
    down = 0.0
    for result in results:
        for agent in result.agents:
            rows.append((down, agent))
            down += 1.0
        down += _GAP
    return rows, down


def _labels(results: Sequence[MatchResults]) -> list[str]:
    """Return the names of the rows; each match has a letter where there are several."""
    several = len(results) > 1
    return [
        f"{letter(number)}: {label}" if several else label
        for number, result in enumerate(results)
        for label in map(result.runs.label, range(len(result.agents)))
    ]


def _mark(axes: "Axes", at: float, rate: Rate, marker: str, colour: str) -> None:
    if rate.of:
        interval = [100 * bound for bound in rate.ci95]
        axes.plot(interval, [at, at], color=colour, linewidth=1.6, solid_capstyle="butt")
        axes.plot(100 * rate.share, at, marker, color=colour, markersize=4.5, clip_on=False)


def _draw_legend(axes: "Axes", seats: int) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=f"C{seat}", marker=_SEATS[seat], markersize=4.5, label=f"seat {seat}")
        for seat in range(seats)
    ]
    axes.figure.legend(handles=handles, loc="outside lower center", ncols=seats, frameon=False)
