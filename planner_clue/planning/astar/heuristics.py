"""Heuristics for ``clue-astar``, by name: functions ``(node, task) -> number``.

To add one, write a function and enter it in :data:`HEURISTICS`; or leave it in a file of
your own and name it ``--heuristic file.py:function``.
"""

from collections.abc import Mapping
from inspect import signature

from planner_clue.errors import HeuristicError, nearest
from planner_clue.planning.astar.relaxation import relaxed_costs
from planner_clue.planning.astar.search import Heuristic, Node
from planner_clue.planning.astar.task import Task
from planner_clue.plugins import from_file, is_file_spec

DEFAULT_HEURISTIC = "hmax"


def blind(node: Node, task: Task) -> float:
    """Know nothing: A* becomes uniform-cost search (Dijkstra 1959)."""
    return 0


def goal_count(node: Node, task: Task) -> float:
    """Count the atoms of the goal that do not hold yet."""
    return len(task.goal.holds - node.state) + len(task.goal.fails & node.state)


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
    "hmax": hmax,
    "hadd": hadd,
}
"""The heuristics for any problem, by name."""
ADMISSIBLE = frozenset({"blind", "hmax"})
"""Those that never overestimate, so that A* finds optimal plans."""


def load_heuristic(spec: str, more: Mapping[str, Heuristic] | None = None) -> Heuristic:
    """Return a registered heuristic, or the function of ``path/to/file.py:function``.

    ``more`` are heuristics by name, beside :data:`HEURISTICS`. Raises :class:`HeuristicError`
    naming what is wrong with ``spec``.
    """
    known = {**HEURISTICS, **(more or {})}
    if spec in known:
        return known[spec]
    if not is_file_spec(spec):
        hint = nearest(spec, known)
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
