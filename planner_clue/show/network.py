"""A Bayesian network as an image."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner_clue.cards import Card
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.agents.networks.view import NetworkView

FORMATS = (".png", ".svg")
_CARD, _OTHER = 2900, 1600
"""Areas of the nodes, in square points."""


def check_image(path: Path) -> None:
    """Refuse a file that cannot be written as an image, before anything is drawn."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"--out {path}; expected a name ending in {' or '.join(FORMATS)}")
    if path.is_dir():
        raise InputError(f"--out {path} is a folder; expected a file")
    if not path.parent.is_dir():
        raise InputError(f"--out {path}: there is no folder {path.parent}")


def draw_network(view: "NetworkView", title: str, path: Path) -> None:
    """Draw the network into ``path``, a ``.png`` or ``.svg`` file; always the same bytes.

    Cards are circles, and a darker red means more probably in the case file. An observed card
    has a thick border. Other variables are squares, light blue if observed;
    evidence is below the cards it is about.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib.figure import Figure

    widest = max(map(len, view.rows))
    figure = Figure(figsize=(max(9.0, 1.35 * widest), 1.5 * len(view.rows) + 0.6))
    axes = figure.add_subplot()
    axes.set_title(title, loc="left")
    axes.set_axis_off()
    axes.margins(0.06, 0.1)
    _draw_onto(axes, view)
    figure.tight_layout()
    try:
        with mpl.rc_context({"svg.hashsalt": "planner-clue", "svg.fonttype": "none"}):
            metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
            figure.savefig(path, dpi=110, metadata=metadata)
    except OSError as error:
        raise InputError(f"--out {path}: {error.strerror}") from error


def _draw_onto(axes: Any, view: "NetworkView") -> None:
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(name for row in view.rows for name in row)
    graph.add_edges_from(view.arcs)
    at = _places(view)
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
    labels = {name: f"{_wrapped(name)}\n{view.case[Card(name)]:.2f}" for name in cards}
    labels |= {name: _wrapped(name) for name in others}
    nx.draw_networkx_labels(graph, at, labels, ax=axes, font_size=7)


def _wrapped(name: str) -> str:
    r"""Return a name in short lines.

    >>> _wrapped("left for dining-room")
    'left for\ndining-\nroom'
    """
    words = name.replace("-", "- ").split()
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < 9 and not lines[-1].endswith("-"):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def _places(view: "NetworkView") -> dict[str, tuple[float, float]]:
    """Return the position of each variable: the rows from top to bottom, spread over the width."""
    places = {}
    for number, row in enumerate(view.rows):
        for column, name in enumerate(row):
            places[name] = ((column + 0.5) / len(row), -float(number))
    return places
