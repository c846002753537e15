"""What charts of win rates share: the same bytes for the same rates, an axis in percent."""

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def picture_of(
    draw: Callable[["Figure"], None], kind: str, *, width: float, height: float
) -> bytes:
    """Return what ``draw`` puts into a figure of so many inches, as ``png`` or ``svg``."""
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
    axes.set_xlim(0, 100)
    axes.set_xlabel(label)
    axes.set_xticks(range(0, 101, 10))
    axes.grid(axis="x", color="0.88", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
