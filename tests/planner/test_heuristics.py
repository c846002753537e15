"""The heuristics that know of Clue, and the task they are handed."""

from dataclasses import replace

from planner_clue.planner.engines import HEURISTICS, REPETITION_PENALTY, ClueTask
from planner_clue.planner.examples import EXAMPLES
from planner_clue.planner.formulations import domain_text
from planner_clue.planning.astar import Node
from planner_clue.planning.plan import Status, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import PddlProblem
from tests.planner.situations import DOMAIN, problem
from tests.planning.helpers import solved, written


def grounded(wrote: PddlProblem) -> ClueTask:
    return ClueTask.ground(DOMAIN, wrote.to_text(brief=True), wrote.unwritten)


def suggestion_node(task: ClueTask, *cards: str, parent: Node | None = None) -> Node:
    step = Step("suggest-suspect-shown", cards)
    return Node(task.initial, parent or Node(task.initial), step, 0)


def test_a_task_knows_place_assumption_distances_and_questions() -> None:
    wrote = problem(seed=2)
    task = grounded(wrote)
    at = [atom[1] for atom in wrote.init if atom[0] == "at"]
    assert task.place == (at[0] if at else None)
    assert task.assumption
    assert {("ASSUMED", card) for card in task.assumption} <= wrote.init
    assert task.distances["study", "library"] == 7
    assert task.distances["study", "study"] == 0
    assert set(task.asked) == {card for kind in ("suspect", "weapon", "room")
                               for card in wrote.objects[kind]}  # fmt: skip


def test_the_published_distance_is_the_way_there_and_on_to_the_assumed_room() -> None:
    task = grounded(written())
    assert task.assumption
    first = suggestion_node(task, "plum", "rope", "library")
    second = suggestion_node(task, "plum", "rope", "hall", parent=first)
    steps, goal = task.distances, task.assumption.room
    before = steps.get((task.place, "library"), 0) if task.place else 0
    assert HEURISTICS["distance"](first, task) == before + steps["library", goal]
    assert HEURISTICS["distance"](second, task) == steps["library", "hall"] + steps["hall", goal]


def test_the_published_repetition_counts_the_questions_of_the_game() -> None:
    wrote = written()
    asked = {atom: 0 for atom in wrote.known if atom[0] == "times-asked"}
    asked |= {("times-asked", "rope"): 2, ("times-asked", "hall"): 1}
    task = grounded(replace(wrote, values={**wrote.values, **asked}))
    for room, times in (("library", 2), ("hall", 3)):
        node = suggestion_node(task, "plum", "rope", room)
        assert HEURISTICS["repetition"](node, task) == times * REPETITION_PENALTY
    assert HEURISTICS["repetition"](Node(task.initial), task) == 0


def test_the_published_search_proves_the_published_start() -> None:
    """Find 12 rivals and then ask about the case file: three actions each."""
    start = EXAMPLES[0].problem("huji")
    found = solved("distance+repetition", domain_text("huji"), start, "unit-astar")
    plan = found.checked()
    assert len(plan.steps) == 3 * (12 + 1)
    assert PlanCheck.of(domain_text("huji"), start).validated(plan.steps) == plan.cost
    assert found.status is Status.SOLVED
