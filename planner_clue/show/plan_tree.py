"""Conditional plans as text and as pictures."""

from collections.abc import Iterator
from itertools import count
from textwrap import fill
from typing import TYPE_CHECKING

import networkx as nx

from planner_clue.belief.probability import Probability
from planner_clue.deliberation.plan_tree import PlanTree
from planner_clue.show.charts import picture_of
from planner_clue.show.wording import step_in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLUMNS = 30
"""The maximum number of characters in a line of a box."""


def tree_lines(tree: PlanTree, indent: str = "") -> Iterator[str]:
    """Yield the branches of a plan as lines: the answer, its probability, and what follows."""
    for branch in tree.after:
        chance = Probability(branch.chance).percent()
        yield f"{indent}if {branch.answer} ({chance}): {steps_in_words(branch.then)}"
        yield from tree_lines(branch.then, indent + "  ")


def steps_in_words(tree: PlanTree) -> str:
    """Return the steps before the first answer in words."""
    return "; ".join(words_of_steps(tree))


def words_of_steps(tree: PlanTree) -> list[str]:
    """Return each of the steps before the first answer in words."""
    return list(filter(None, (step_in_words(step.action) for step in tree.steps)))


def tree_graph(tree: PlanTree) -> "nx.DiGraph[int]":
    """Return a plan as a graph: ``words`` per node; ``answer`` and ``chance`` per edge.

    Each node has its place in a picture too: ``pos``, the depth and the row.
    """
    graph: nx.DiGraph[int] = nx.DiGraph()
    rows = count()

    def add(part: PlanTree, depth: int) -> int:
        number = len(graph)
        graph.add_node(number, words=steps_in_words(part))
        children = [add(branch.then, depth + 1) for branch in part.after]
        for child, branch in zip(children, part.after, strict=True):
            graph.add_edge(number, child, answer=str(branch.answer), chance=branch.chance)
        below = [graph.nodes[child]["pos"][1] for child in children] or [float(-next(rows))]
        graph.nodes[number]["pos"] = float(depth), sum(below) / len(below)
        return number

    add(tree, 0)
    return graph


def tree_picture(tree: PlanTree, kind: str) -> bytes:
    """Return a plan drawn as a tree, as ``svg`` or ``png``; likely answers have wide edges."""
    graph = tree_graph(tree)
    places = {node: graph.nodes[node]["pos"] for node in graph}
    depth = 1 + max(x for x, _ in places.values())
    rows = 1 - min(y for _, y in places.values())

    def draw(figure: "Figure") -> None:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_xlim(-0.5, depth - 0.5)
        axes.set_ylim(0.6 - rows, 0.4)
        for start, end in graph.edges:
            (x, middle), (_, y) = places[start], places[end]
            edge, bend = graph.edges[start, end], x + 0.32
            width = 1 + 8 * edge["chance"]
            axes.plot([x, bend, x + 1], [middle, y, y], color="0.75", linewidth=width, zorder=1)
            said = f"{edge['answer']}\n{Probability(edge['chance']).percent()}"
            white = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}
            axes.text(x + 0.5, y, said, ha="center", va="center", fontsize=7, bbox=white)
        for node, (x, y) in places.items():
            box = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": "0.4"}
            words = fill(graph.nodes[node]["words"], _COLUMNS)
            axes.text(x, y, words, ha="center", va="center", fontsize=8, bbox=box)

    return picture_of(draw, kind, width=4.2 * depth, height=max(2.0, 0.75 * rows))
