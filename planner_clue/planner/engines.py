"""The planning engines, and the heuristics for Clue that ``clue-astar`` takes."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

from planner_clue.game.cards import Card, CaseFile
from planner_clue.planner.plan_tree import read_step
from planner_clue.planning import engines
from planner_clue.planning.astar import Heuristic, Node, Task, heuristics
from planner_clue.planning.engines import Engine
from planner_clue.planning.engines.confined_astar import ConfinedAstar
from planner_clue.planning.plan import Step

REPETITION_PENALTY = 10
"""Cost of asking about a card again, in steps on the board; the source gives no figure."""


class ClueTask(Task):
    """A planning task, with the facts about Clue that its problem contains.

    >>> from planner_clue.support.data import data_folder
    >>> files = (data_folder("pddl") / "huji" / name for name in ("domain.pddl", "end-game.pddl"))
    >>> task = clue.ClueTask.ground(*(file.read_text() for file in files))
    >>> task.place, task.assumption
    ('hall', CaseFile(suspect='green', weapon='knife', room='study'))
    """

    @cached_property
    def place(self) -> Card | None:
        """The room of the token at the start; None if the token is in the hallway."""
        at = [atom[1] for atom in self.facts if atom[0] == "at"]
        return Card(at[0]) if at else None

    @cached_property
    def assumption(self) -> CaseFile | None:
        """The assumed case file (``ASSUMED`` in the problem); None if the problem names none."""
        named = {atom[1] for atom in self.facts if atom[0] == "assumed"}
        kinds = [self.objects.get(kind, ()) for kind in ("suspect", "weapon", "room")]
        cards = [Card(card) for kind in kinds for card in kind if card in named]
        return CaseFile(*cards) if len(cards) == len(kinds) else None

    @cached_property
    def distances(self) -> Mapping[tuple[str, str], int]:
        """Steps from room to room: the function ``distance``, or else the travel costs."""
        for function in (("distance",), ("travel-cost",)):
            found = {
                (atom[-2], atom[-1]): cost
                for atom, cost in self.values.items()
                if atom[: len(function)] == function
            }
            if found:
                return found
        return {}

    @cached_property
    def asked(self) -> Mapping[str, int]:
        """Number of earlier suggestions per card."""
        return {atom[1]: times for atom, times in self.values.items() if atom[0] == "times-asked"}


def distance(node: Node, task: ClueTask) -> float:
    """Add up the steps from the last room to this one, and from here to the assumed room.

    A heuristic of the published planner: "Solving Cluedo: Planning and Bayesian Networks
    Approach".
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


def repetition(node: Node, task: ClueTask) -> float:
    """Penalize each time a card of this suggestion was suggested before in the game.

    The other heuristic of the published planner.
    """
    asked = task.asked
    if not asked or node.action is None:
        return 0
    cards = _meaning(node.action)[1]
    return REPETITION_PENALTY * sum([asked.get(card, 0) for card in cards])


def distance_and_repetition(node: Node, task: ClueTask) -> float:
    """Add up distance and repetition, as the published planner does."""
    return distance(node, task) + repetition(node, task)


CLUE_HEURISTICS: dict[str, Heuristic] = {
    "distance": distance,
    "repetition": repetition,
    "distance+repetition": distance_and_repetition,
}


def _room_of(node: Node) -> Card | None:
    """Return the room that the node's action goes to or asks in, if any."""
    return _meaning(node.action)[0] if node.action else None


@lru_cache(maxsize=10_000)
def _meaning(step: Step) -> tuple[Card | None, tuple[Card, ...]]:
    """Return the room that a step goes to or suggests in, and the suggested cards."""
    read = read_step(step)
    return (read.asks.room, read.asks) if read.asks else (read.to, ())


HEURISTICS: dict[str, Heuristic] = {**heuristics.HEURISTICS, **CLUE_HEURISTICS}


def load_engine(name: str, search: str | None = None, heuristic: str | None = None) -> Engine:
    """Return the engine ``name``, with its search algorithm and heuristic if given.

    Only ``clue-astar`` takes a ``heuristic``: a name, or ``file.py:function``. Raises
    :class:`planner_clue.errors.EngineError` for an unknown engine or search, and
    :class:`planner_clue.errors.HeuristicError` for an unknown heuristic.
    """
    return engines.load_engine(name, search, heuristic, CLUE_HEURISTICS, ClueTask)


def confined_heuristic(spec: str) -> ConfinedAstar:
    """Return ``clue-astar`` with the heuristic of ``file.py:function``."""
    return ConfinedAstar(None, spec, ClueTask)
