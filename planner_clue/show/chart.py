"""A chart that compares engines and heuristics."""

from collections.abc import Sequence
from pathlib import Path

from planner_clue.planning.comparison import Attempt

_PANELS = (("expansions", "states expanded", "log"), ("cost", "cost of the plan", "linear"))


def draw_comparison(attempts: Sequence[Attempt], file: Path) -> None:
    """Draw expanded states and plan costs as bars, grouped by position, into ``file``.

    The ending of its name sets the format: ``.png``, ``.svg`` or ``.pdf``. A solver has no bar
    where it found no plan, or does not count expansions.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    positions = list(dict.fromkeys(attempt.position for attempt in attempts))
    solvers = list(dict.fromkeys(attempt.solver for attempt in attempts))
    figure = Figure(figsize=(max(7.0, 1.6 * len(positions) + 3), 7.0), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(len(_PANELS), 1, sharex=True)
    width = 0.8 / len(solvers)
    for axes, (what, label, scale) in zip(panels, _PANELS, strict=True):
        for index, solver in enumerate(solvers):
            found = [
                (positions.index(attempt.position), value)
                for attempt in attempts
                if attempt.solver == solver and (value := getattr(attempt, what)) is not None
            ]
            offset = (index - (len(solvers) - 1) / 2) * width
            axes.bar(
                [at + offset for at, _ in found],
                [value for _, value in found],
                width,
                label=solver,
                color=f"C{index}",
            )
        axes.set_ylabel(label)
        axes.set_yscale(scale)
    panels[-1].set_xticks(range(len(positions)), positions)
    figure.legend(*panels[-1].get_legend_handles_labels(), loc="outside right upper")
    figure.savefig(file)
