"""``clue-astar``: the search, the tasks it works on, and its heuristics."""

from dataclasses import replace
from pathlib import Path

import pytest
import unified_planning as up
from unified_planning.engines import SequentialPlanValidator
from unified_planning.io import PDDLReader

from planner_clue.deliberation.clue_heuristics import CLUE_HEURISTICS, REPETITION_PENALTY, ClueTask
from planner_clue.deliberation.formulations import domain_text
from planner_clue.deliberation.formulations.examples import EXAMPLES
from planner_clue.deliberation.solvers import ADMISSIBLE, HEURISTICS, load_engine
from planner_clue.errors import EngineError, HeuristicError, PlanningFailure
from planner_clue.planning.astar import Node, Task, astar
from planner_clue.planning.astar.heuristics import load_heuristic
from planner_clue.planning.engines.clue_astar import ClueAstar
from planner_clue.planning.engines.execution import validate
from planner_clue.planning.plan import Step
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.reader import read_problem
from planner_clue.planning.result import Limits, PlanningResult, Status
from planner_clue.planning.translator import translate
from tests.deliberation.shipped import planned
from tests.deliberation.situations import DOMAIN, problem

LAMPS = """
(define (domain lamps)
  (:requirements :typing :negative-preconditions :conditional-effects :action-costs)
  (:types lamp - object)
  (:predicates (lit ?l - lamp) (wired ?a ?b - lamp) (broken))
  (:functions (total-cost) - number (effort ?l - lamp) - number)
  (:action press
    :parameters (?l - lamp)
    :precondition (and (not (lit ?l)) (not (broken)))
    :effect (and
      (lit ?l)
      (forall (?o - lamp) (when (and (wired ?l ?o) (lit ?o)) (not (lit ?o))))
      (increase (total-cost) (effort ?l)))))
"""


def lamps(wires: set[tuple[str, str]], lit: set[str] = frozenset()) -> PddlProblem:  # type: ignore[assignment]
    return PddlProblem(
        "three-lamps",
        "lamps",
        {"lamp": ("a", "b", "c")},
        frozenset({("wired", *pair) for pair in wires} | {("lit", lamp) for lamp in lit}),
        {("effort", "a"): 1, ("effort", "b"): 2, ("effort", "c"): 4},
        frozenset({("lit", lamp) for lamp in "abc"}),
    )


def written(seed: int = 1, shown: int = 6) -> PddlProblem:
    return problem(seed=seed, shown=shown)


UNIT = "unit-astar"


def solved(
    heuristic: str,
    domain: str,
    wrote: PddlProblem,
    search: str = "astar",
    limits: Limits | None = None,
) -> PlanningResult:
    """Return what ``clue-astar`` makes of a problem by a heuristic."""
    engine = load_engine("clue-astar", search, heuristic)
    text = wrote.to_text(brief=True)
    return engine.solve(domain, text, limits or Limits(), wrote.unwritten)


def grounded(wrote: PddlProblem) -> ClueTask:
    return ClueTask.ground(DOMAIN, wrote.to_text(brief=True), wrote.unwritten)


@pytest.mark.parametrize("name", HEURISTICS)
def test_every_heuristic_finds_a_valid_plan(name: str) -> None:
    wrote = written()
    result = solved(name, DOMAIN, wrote)
    plan = result.checked()
    assert validate(translate(DOMAIN, wrote.to_text()), plan.steps) == plan.cost
    assert result.expansions
    assert result.status == (Status.OPTIMAL if name in ADMISSIBLE else Status.SOLVED)


@pytest.mark.parametrize("name", sorted(ADMISSIBLE))
def test_a_heuristic_that_never_overestimates_finds_what_fast_downward_finds(name: str) -> None:
    for seed in range(3):
        wrote = written(seed, shown=3 * seed + 2)
        best = planned(DOMAIN, wrote).cost
        assert solved(name, DOMAIN, wrote).checked().cost == best


def test_a_better_heuristic_expands_fewer_nodes() -> None:
    wrote = written()
    expanded = {
        name: solved(name, DOMAIN, wrote).expansions or 0 for name in ("blind", "hmax", "hadd")
    }
    assert expanded["hadd"] < expanded["hmax"] < expanded["blind"]


def test_hmax_never_overestimates_along_an_optimal_plan() -> None:
    task = Task.ground(DOMAIN, written().to_text())
    found, _ = astar(task, HEURISTICS["blind"])
    assert found
    for node in found.path():
        assert HEURISTICS["hmax"](node, task) <= found.cost - node.cost
    assert HEURISTICS["hmax"](found, task) == HEURISTICS["goal-count"](found, task) == 0


@pytest.mark.parametrize(
    "wires", [set(), {("a", "b")}, {("a", "b"), ("b", "c")}, {("c", "a"), ("c", "b")}]
)
def test_negative_conditions_and_conditional_effects_are_understood(
    wires: set[tuple[str, str]],
) -> None:
    wrote = lamps(wires, {"b"})
    assert solved("hmax", LAMPS, wrote).checked().cost == planned(LAMPS, wrote).cost


def test_what_cannot_be_solved_is_said_to_be_so() -> None:
    wrote = lamps({("a", "b"), ("b", "a")})
    for name in ("blind", "goal-count", "hadd"):
        result = solved(name, LAMPS, wrote)
        assert (result.status, result.plan) == (Status.UNSOLVABLE, None)
        with pytest.raises(PlanningFailure) as caught:
            result.checked()
        assert caught.value.reason == "unsolvable"


def test_the_limit_on_expansions_ends_the_search() -> None:
    seven = solved("blind", DOMAIN, written(), limits=Limits(expansions=7))
    assert (seven.status, seven.detail) == (Status.TIME_OUT, "no plan in 7 expansions")
    assert solved("blind", DOMAIN, written(), limits=Limits(seconds=0)).status is Status.TIME_OUT


def test_weights_trade_quality_for_expansions() -> None:
    wrote = written()
    best, weighted, greedy = (
        solved(heuristic, DOMAIN, wrote, search)
        for search, heuristic in (("astar", "hmax"), ("wastar=5", "hadd"), ("greedy", "hadd"))
    )
    assert best.checked().cost <= min(weighted.checked().cost, greedy.checked().cost)
    assert (best.expansions or 0) > max(weighted.expansions or 0, greedy.expansions or 0)


@pytest.mark.parametrize("search", ["bfs", "wastar=", "wastar=-1", "wastar=inf", "wastar=nan"])
def test_a_search_that_is_none_is_refused(search: str) -> None:
    with pytest.raises(EngineError, match=f"--search {search}; expected astar, wastar=WEIGHT"):
        ClueAstar(search)


# -- what heuristics see --------------------------------------------------------------------


def question(task: Task, *cards: str, parent: Node | None = None) -> Node:
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
    goal = task.assumption.room
    first = question(task, "plum", "rope", "library")
    second = question(task, "plum", "rope", "hall", parent=first)
    steps = task.distances
    before = steps.get((task.place, "library"), 0) if task.place else 0
    assert HEURISTICS["distance"](first, task) == before + steps["library", goal]
    assert HEURISTICS["distance"](second, task) == steps["library", "hall"] + steps["hall", goal]


def test_the_published_repetition_counts_the_questions_of_the_game() -> None:
    wrote = written()
    asked = {atom: 0 for atom in wrote.known if atom[0] == "times-asked"}
    asked["times-asked", "rope"] = 2
    asked["times-asked", "hall"] = 1
    task = grounded(replace(wrote, unwritten={**wrote.unwritten, **asked}))
    first = question(task, "plum", "rope", "library")
    second = question(task, "plum", "rope", "hall", parent=first)
    assert HEURISTICS["repetition"](first, task) == 2 * REPETITION_PENALTY
    assert HEURISTICS["repetition"](second, task) == 3 * REPETITION_PENALTY
    assert HEURISTICS["repetition"](Node(task.initial), task) == 0


def test_the_published_search_proves_the_published_start() -> None:
    """A whole game planned from 15 unlocated cards, every question counting one."""
    start = EXAMPLES[0].problem("huji")
    found = solved("distance+repetition", domain_text("huji"), start, UNIT)
    fewest = solved("blind", domain_text("huji"), start, UNIT)
    plan = found.checked()
    assert len(plan.steps) == len(fewest.checked().steps)
    assert validate(translate(domain_text("huji"), start.to_text()), plan.steps) == plan.cost
    assert (found.expansions or 0) < (fewest.expansions or 0)
    assert found.status is fewest.status is Status.SOLVED


def test_a_heuristic_of_ones_own_comes_from_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "def deep(node, task):\n"
        "    assert task.assumption and task.problem.objects['room']\n"
        "    assert node.parent is None or node.parent.cost <= node.cost\n"
        "    return 0 if node.action is None else len(node.state)\n"
    )
    assert load_heuristic(f"{mine}:deep").__name__ == "deep"
    assert solved(f"{mine}:deep", DOMAIN, written()).checked().steps


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("hmx", "no heuristic 'hmx'; did you mean 'hmax'"),
        ("{file}:nothing", "no nothing in mine.py; .*known: one, worse"),
        ("{file}:one", "cannot be called as \\(node, task\\)"),
        ("{file}", "expected path/to/file.py:function"),
        ("missing.py:one", "no file missing.py"),
    ],
)
def test_a_heuristic_that_is_none_is_refused(tmp_path: Path, spec: str, message: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def one(node):\n    return 1\n\ndef worse(node, task):\n    return 'far'\n")
    with pytest.raises(HeuristicError, match=message):
        load_heuristic(spec.format(file=file), CLUE_HEURISTICS)


@pytest.mark.parametrize("body", ["'far'", "1 / 0", "-1", "None", "float('nan')"])
def test_a_heuristic_that_gives_no_number_is_named(tmp_path: Path, body: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def odd(node, task):\n    return {body}\n")
    with pytest.raises(PlanningFailure, match=r"engine-error: heuristic .*mine.py:odd"):
        solved(f"{file}:odd", DOMAIN, written()).checked()


def test_other_engines_take_no_heuristic() -> None:
    for name in ("fast-downward", "fast-downward-opt", "fast-downward-up"):
        with pytest.raises(EngineError, match=r"--heuristic hmax: .* expected --engine clue-astar"):
            load_engine(name, heuristic="hmax")


# -- as an engine of unified-planning -----------------------------------------------------


@pytest.mark.parametrize("heuristic", ["hadd", "blind", "{mine}:far"])
def test_unified_planning_can_use_it(heuristic: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def far(node, task):\n    return min(task.values.values())\n")
    task = PDDLReader().parse_problem_string(DOMAIN, written(shown=11).to_text())
    module = "planner_clue.planning.engines.unified_astar"
    task.environment.factory.add_engine("clue-astar", module, "ClueAstarPlanner")
    task.environment.credits_stream = None
    with task.environment.factory.OneshotPlanner(
        name="clue-astar", params={"heuristic": heuristic.format(mine=mine)}
    ) as planner:
        result = planner.solve(task)
    told = "SOLVED_OPTIMALLY" if heuristic == "blind" else "SOLVED_SATISFICING"
    assert result.status == up.engines.PlanGenerationResultStatus[told]
    assert SequentialPlanValidator().validate(task, result.plan)
    assert int(result.metrics["expansions"]) > 0


# -- problems read back ----------------------------------------------------------------------


def test_a_problem_is_read_back_as_it_was_written() -> None:
    wrote = written()
    read = read_problem(wrote.to_text(["a comment"]))
    assert read.init == {tuple(word.lower() for word in atom) for atom in wrote.init}
    assert read.values == dict.fromkeys(wrote.unused, 0) | dict(wrote.values)
    assert (read.name, read.domain, read.goal) == (wrote.name, wrote.domain, wrote.goal)
    assert read.objects == wrote.objects
    assert read.has_costs
    assert read_problem(read.to_text()) == read
