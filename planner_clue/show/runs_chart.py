"""The win rates of recorded matches as a chart, with their intervals, over all and by seat."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from planner_clue.runs.merging import letter
from planner_clue.runs.results import AgentResults, MatchResults, Rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows, height = _rows(results)
    file = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "planner-clue", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(9.0, 1.6 + 0.42 * height), layout="constrained")
        FigureCanvasAgg(figure)
        over_all, by_seat = figure.subplots(1, 2, sharey=True)
        for at, agent in rows:
            _draw(over_all, at, agent.wins, "D", "#1f4e9c")
            for seat, rate in enumerate(agent.by_seat):
                offset = _SPREAD * (seat / (len(agent.by_seat) - 1) - 0.5)
                _draw(by_seat, at + offset, rate, _SEATS[seat], f"C{seat}")
        for axes, title in ((over_all, "all games"), (by_seat, "by seat")):
            _finish(axes, title)
        over_all.set_yticks([at for at, _ in rows], _labels(results))
        over_all.set_ylim(height - _GAP, -1.0)
        _draw_legend(by_seat, max(len(result.agents) for result in results))
        figure.savefig(file, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else {})
    return file.getvalue()


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


def _draw(axes: "Axes", at: float, rate: Rate, marker: str, colour: str) -> None:
    if rate.of:
        interval = [100 * bound for bound in rate.ci95]
        axes.plot(interval, [at, at], color=colour, linewidth=1.6, solid_capstyle="butt")
        axes.plot(100 * rate.share, at, marker, color=colour, markersize=4.5, clip_on=False)


def _finish(axes: "Axes", title: str) -> None:
    axes.set_title(title, fontsize=9, loc="left")
    axes.set_xlim(0, 100)
    axes.set_xlabel("games won, %, with 95 % intervals")
    axes.set_xticks(range(0, 101, 10))
    axes.grid(axis="x", color="0.88", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _draw_legend(axes: "Axes", seats: int) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=f"C{seat}", marker=_SEATS[seat], markersize=4.5, label=f"seat {seat}")
        for seat in range(seats)
    ]
    axes.figure.legend(handles=handles, loc="outside lower center", ncols=seats, frameon=False)
