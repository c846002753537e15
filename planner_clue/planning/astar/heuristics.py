"""Heuristics for ``clue-astar``, by name: functions ``(node, task) -> number``.

To add one, write a function and enter it in :data:`HEURISTICS`; or leave it in a file of
your own and name it ``--heuristic file.py:function``.
"""

from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import TypeAlias

from planner_clue.cards import Card
from planner_clue.deliberation.steps import destination, question
from planner_clue.errors import HeuristicError, nearest
from planner_clue.planning.astar.relaxation import relaxed_costs
from planner_clue.planning.astar.search import Node
from planner_clue.planning.astar.task import Task
from planner_clue.planning.engines import Step
from planner_clue.plugins import from_file, is_file_spec

Heuristic: TypeAlias = Callable[[Node, Task], float]
REPETITION_PENALTY = 10
"""What asking about a card again costs, in steps of the board; the source gives no figure."""
DEFAULT_HEURISTIC = "hmax"


def blind(node: Node, task: Task) -> float:
    """Know nothing: A* becomes uniform-cost search (Dijkstra 1959)."""
    return 0


def goal_count(node: Node, task: Task) -> float:
    """Count the atoms of the goal that do not hold yet."""
    return len(task.goal.holds - node.state) + len(task.goal.fails & node.state)


def distance(node: Node, task: Task) -> float:
    """Walk from where the step began over where it ends to the assumed room, in steps.

    The published planner's: "Solving Cluedo: Planning and Bayesian Networks Approach".
    """
    here = _room_of(node)
    if here is None or task.assumption is None or node.parent is None:
        return 0
    earlier: Node | None = node.parent
    while earlier is not None and _room_of(earlier) is None:
        earlier = earlier.parent
    before = _room_of(earlier) if earlier else task.place
    distances = task.distances
    to_here = distances.get((before, here), 0) if before else 0
    return to_here + distances.get((here, task.assumption.room), 0)


def repetition(node: Node, task: Task) -> float:
    """Penalize each time a card of this question was asked about before in the game.

    The published planner's other half.
    """
    asked = task.asked
    if not asked or node.action is None:
        return 0
    _, cards = _meaning(node.action)
    return REPETITION_PENALTY * sum([asked.get(card, 0) for card in cards])


def distance_and_repetition(node: Node, task: Task) -> float:
    """Add the two up, as the published planner does."""
    return distance(node, task) + repetition(node, task)


def hmax(node: Node, task: Task) -> float:
    """Cost of the dearest atom of the goal if nothing were ever deleted; admissible.

    Bonet and Geffner 2001.
    """
    return relaxed_costs(task, node.state, max)


def hadd(node: Node, task: Task) -> float:
    """Cost of all atoms of the goal if nothing were ever deleted, each by itself.

    Bonet and Geffner 2001. It may overestimate, because it counts shared work twice.
    """
    return relaxed_costs(task, node.state, sum)


HEURISTICS: dict[str, Heuristic] = {
    "blind": blind,
    "goal-count": goal_count,
    "distance": distance,
    "repetition": repetition,
    "distance+repetition": distance_and_repetition,
    "hmax": hmax,
    "hadd": hadd,
}
"""The heuristics that come with planner-clue, by name."""
ADMISSIBLE = frozenset({"blind", "hmax"})
"""Those that never overestimate, so that A* finds optimal plans."""


def load_heuristic(spec: str) -> Heuristic:
    """Return a registered heuristic, or the function of ``path/to/file.py:function``.

    Raises :class:`HeuristicError` naming what is wrong with ``spec``.
    """
    if spec in HEURISTICS:
        return HEURISTICS[spec]
    if not is_file_spec(spec):
        hint = nearest(spec, HEURISTICS)
        raise HeuristicError(f"no heuristic '{spec}'; {hint}, or path/to/file.py:function")
    found = from_file(spec, "heuristic", "function", HeuristicError)
    try:
        signature(found).bind("node", "task")
    except (TypeError, ValueError) as error:
        raise HeuristicError(
            f"heuristic '{spec}' cannot be called as (node, task): {error}"
        ) from error
    heuristic: Heuristic = found
    return heuristic


def _room_of(node: Node) -> Card | None:
    """Return the room that the node's action goes to or asks in, if it does either."""
    return _meaning(node.action)[0] if node.action else None


@lru_cache(maxsize=10_000)
def _meaning(step: Step) -> tuple[Card | None, tuple[Card, ...]]:
    """Return the room a step goes to or asks in, and the cards it asks about."""
    asked = question(step)
    if asked:
        return asked.suggestion.room, asked.suggestion
    return destination(step), ()
