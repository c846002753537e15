"""Charts by matplotlib: win rates, comparisons of engines, Bayesian networks, plans as trees."""

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from textwrap import fill
from typing import TYPE_CHECKING, Any

from planner_clue.agents.greedy import NetworkView
from planner_clue.belief.probability import Probability
from planner_clue.game.cards import Card
from planner_clue.match.runs.merging import letter
from planner_clue.match.runs.results import AgentResults, MatchResults
from planner_clue.planner.decision import THOUSANDTHS_OF_A_TURN
from planner_clue.planner.plan_tree import Plan
from planner_clue.planning.comparison import Attempt
from planner_clue.view.wording import follow_ups_of, steps_in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARKERS = ("o", "s", "^", "D", "v", "P")  # of seats and of solvers: distinct without colours too
_PANELS = (
    ("expansions", "states expanded", "log"),
    ("cost", "cost of the plan, as its domain counts", "linear"),
)


def draw_comparison(attempts: Sequence[Attempt], kind: str) -> bytes:
    """Return a chart of expansions (points) and costs (bars): ``png``, ``svg`` or ``pdf``."""
    positions = list(dict.fromkeys(attempt.position for attempt in attempts))
    solvers = list(dict.fromkeys(attempt.solver for attempt in attempts))
    width = 0.8 / len(solvers)

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(len(_PANELS), 1, sharex=True)
        for axes, (what, label, scale) in zip(panels, _PANELS, strict=True):
            for index, solver in enumerate(solvers):
                offset = (index - (len(solvers) - 1) / 2) * width
                own = [a for a in attempts if a.solver == solver and getattr(a, what) is not None]
                at = [positions.index(attempt.position) + offset for attempt in own]
                values = [getattr(attempt, what) for attempt in own]
                if scale == "log":
                    marker = _MARKERS[index % len(_MARKERS)]
                    axes.plot(at, values, marker, label=solver, color=f"C{index}")
                else:
                    axes.bar(at, values, width, label=solver, color=f"C{index}")
            axes.set(ylabel=label, yscale=scale)
            axes.yaxis.set_major_formatter("{x:,.0f}")
            axes.grid(axis="y", color="0.88", linewidth=0.6)
            axes.set_axisbelow(True)
        panels[-1].set_xticks(range(len(positions)), positions)
        panels[0].legend(loc="best")
        if all(position.startswith("clue/") for position in positions):
            panels[-1].set_ylabel(f"cost of the plan, {THOUSANDTHS_OF_A_TURN}")

    wide = max(7.0, 1.6 * len(positions) + 3)
    return picture_of(draw, kind, width=wide, height=7.0)


def picture_of(
    draw: Callable[["Figure"], None], kind: str, *, width: float, height: float
) -> bytes:
    """Return a figure, sized in inches, as ``png``, ``svg`` or ``pdf``; always the same bytes."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    file = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "planner-clue", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        figure.savefig(file, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else {})
    return file.getvalue()


def finish_panel(axes: "Axes", title: str, label: str) -> None:
    """Give a panel with a row for each agent its title, and an axis of win rates in percent."""
    axes.set_title(title, fontsize=9, loc="left")
    axes.set(xlim=(0, 100), xlabel=label, xticks=range(0, 101, 10))
    axes.grid(axis="x", color="0.88", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def mark(
    axes: "Axes", at: float, share: float, ci95: tuple[float, float], style: tuple[str, str]
) -> None:
    """Draw a share and its interval in a row of such a panel, in a marker and its colour."""
    marker, colour = style
    interval = [100 * bound for bound in ci95]
    axes.plot(interval, [at, at], color=colour, linewidth=1.6, solid_capstyle="butt")
    axes.plot(100 * share, at, marker, color=colour, markersize=4.5, clip_on=False)


def add_legend(
    figure: "Figure", entries: Iterable[tuple[str, str, str]], columns: int, *others: Any
) -> None:
    """Name lines below a figure: each by label, marker and colour; ``others`` are made already."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, marker=marker, markersize=4.5, label=label)
        for label, marker, colour in entries
    ]
    figure.legend(
        handles=[*handles, *others], loc="outside lower center", ncols=columns, frameon=False
    )


_SPREAD = 0.76  # spread of an agent's seats around its row, in rows
_GAP = 0.4  # the space between matches, in rows
_LEAST_ROW, _SEAT = 0.42, 0.14  # height of a row, and of a seat in it, in inches


def draw_runs(results: Sequence[MatchResults], kind: str) -> bytes:
    """Return the chart, a row per agent: the win rate with its 95 % interval, and by seat."""
    rows, height = _rows(results)
    seats = max(len(result.agents) for result in results)
    row = max(_LEAST_ROW, _SEAT * (seats + 1))

    def draw(figure: "Figure") -> None:
        over_all, by_seat = figure.subplots(1, 2, sharey=True)
        for at, _, agent in rows:
            mark(over_all, at, agent.wins.share, agent.wins.ci95, ("D", "#1f4e9c"))
            for seat, rate in enumerate(agent.by_seat):
                if rate.of:
                    offset = _SPREAD * (seat / (len(agent.by_seat) - 1) - 0.5)
                    style = _MARKERS[seat], f"C{seat}"
                    mark(by_seat, at + offset, rate.share, rate.ci95, style)
        for axes in (over_all, by_seat):
            for number, (at, *_) in enumerate(rows):
                if number % 2 == 0:
                    axes.axhspan(at - 0.5, at + 0.5, color="0.955", linewidth=0, zorder=-1)
        for axes, title in ((over_all, "all games"), (by_seat, "by seat")):
            finish_panel(axes, title, "games won, %, with 95 % intervals")
        over_all.set_yticks([at for at, *_ in rows], [label for _, label, _ in rows])
        over_all.set_ylim(height - _GAP - 0.4, -0.6)
        add_legend(figure, [(f"seat {n}", _MARKERS[n], f"C{n}") for n in range(seats)], seats)

    return picture_of(draw, kind, width=9.0, height=1.6 + row * height)


def _rows(results: Sequence[MatchResults]) -> tuple[list[tuple[float, str, AgentResults]], float]:
    """Return position and name of every agent, and the chart's height; matches have letters."""
    rows: list[tuple[float, str, AgentResults]] = []
    down = 0.0
    for number, result in enumerate(results):
        match = f"{letter(number)}: " if len(results) > 1 else ""
        for agent in result.agents:
            rows.append((down, f"{match}{result.runs.label(agent.slot)}", agent))
            down += 1.0
        down += _GAP
    return rows, down


_CARD, _OTHER = 2900, 1600  # areas of the nodes, in square points


def draw_network(view: NetworkView, title: str, kind: str) -> bytes:
    """Return the network. Cards are circles, darker if more probable, thick if observed."""

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        axes.set_title(title, loc="left")
        axes.set_axis_off()
        axes.margins(0.06, 0.1)
        _draw_onto(axes, view)

    wide = max(9.0, 1.35 * max(map(len, view.rows)))
    return picture_of(draw, kind, width=wide, height=1.5 * len(view.rows) + 0.6)


def _draw_onto(axes: Any, view: NetworkView) -> None:
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(name for row in view.rows for name in row)
    graph.add_edges_from(view.arcs)
    at = {
        name: ((column + 0.5) / len(row), -float(number))
        for number, row in enumerate(view.rows)
        for column, name in enumerate(row)
    }
    cards = [name for name in graph if name in view.chances]
    others = [name for name in graph if name not in view.chances]
    sizes = [_CARD if name in view.chances else _OTHER for name in graph]
    nx.draw_networkx_edges(graph, at, ax=axes, node_size=sizes, edge_color="0.6", width=0.8)
    nx.draw_networkx_nodes(
        graph, at, others, ax=axes, node_size=_OTHER, node_shape="s",
        node_color=["lightblue" if name in view.observed else "0.93" for name in others],
    )  # fmt: skip
    nx.draw_networkx_nodes(
        graph, at, cards, ax=axes, node_size=_CARD, cmap="Reds", vmin=0, vmax=1.4,
        node_color=[view.case[Card(name)] for name in cards], edgecolors="black",
        linewidths=[2.5 if name in view.observed else 0.8 for name in cards],
    )  # fmt: skip
    labels = {name: fill(name.replace("-", "- "), 9, break_long_words=False) for name in graph}
    labels |= {name: f"{labels[name]}\n{view.case[Card(name)]:.2f}" for name in cards}
    nx.draw_networkx_labels(graph, at, labels, ax=axes, font_size=7)


_COLUMNS = 30  # the maximum number of characters in a line of a box of a plan


def tree_picture(plan: Plan, kind: str) -> bytes:
    """Return a plan drawn as a tree, as ``svg`` or ``png``; likely answers have wide edges."""
    follow_ups = follow_ups_of(plan)
    depth, rows = 1 + bool(follow_ups), max(1, len(follow_ups))
    middle = (1 - rows) / 2

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set(xlim=(-0.5, depth - 0.5), ylim=(0.6 - rows, 0.4))
        white = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}
        box = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": "0.4"}
        words = [(0.0, middle, steps_in_words(plan))]
        for row, (following, branches) in enumerate(follow_ups.items()):
            y, total = -float(row), sum(branch.chance for branch in branches)
            width = 1 + 8 * total
            axes.plot([0, 0.32, 1], [middle, y, y], color="0.75", linewidth=width, zorder=1)
            answers = "\n".join(str(branch.answer) for branch in branches)
            label = f"{answers}\n{Probability(total).percent()}"
            axes.text(0.5, y, label, ha="center", va="center", fontsize=7, bbox=white)
            words.append((1.0, y, following))
        for x, y, text in words:
            axes.text(x, y, fill(text, _COLUMNS), ha="center", va="center", fontsize=8, bbox=box)

    return picture_of(draw, kind, width=4.2 * depth, height=max(2.0, 1.1 * rows))
