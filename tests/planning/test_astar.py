"""``clue-astar``: the search, the tasks it works on, and its heuristics."""

from pathlib import Path
from random import Random

import pytest

from planner_clue.planner.engines import CLUE_HEURISTICS, HEURISTICS, load_engine
from planner_clue.planner.examples import EXAMPLES
from planner_clue.planner.formulations import domain_text
from planner_clue.planning.astar import Operator, Task
from planner_clue.planning.astar.heuristics import ADMISSIBLE, load_heuristic
from planner_clue.planning.astar.state_space import AtomIndex, Atoms, Condition
from planner_clue.planning.plan import Status
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.problem import read_problem
from planner_clue.support.errors import EngineError, HeuristicError
from tests.planner.shipped import planned
from tests.planner.situations import DOMAIN
from tests.planning.helpers import LAMPS, lamps, solved, written


@pytest.mark.parametrize("name", HEURISTICS)
def test_every_heuristic_finds_a_valid_plan(name: str) -> None:
    wrote = written()
    result = solved(name, DOMAIN, wrote)
    plan = result.checked()
    assert PlanCheck.of(DOMAIN, wrote).validated(plan.steps) == plan.cost
    assert result.expansions
    assert result.status == (Status.OPTIMAL if name in ADMISSIBLE else Status.SOLVED)


def test_a_heuristic_that_never_overestimates_finds_what_fast_downward_finds() -> None:
    for seed, name in enumerate(sorted(ADMISSIBLE), 1):
        wrote = written(seed, shown=3 * seed + 2)
        assert solved(name, DOMAIN, wrote).checked().cost == planned(DOMAIN, wrote).cost


def test_negative_conditions_and_conditional_effects_are_understood() -> None:
    for wires in (set(), {("a", "b"), ("b", "c")}, {("c", "a"), ("c", "b")}):
        wrote = lamps(wires, {"b"})
        assert solved("hmax", LAMPS, wrote).checked().cost == planned(LAMPS, wrote).cost


def test_the_limit_on_expansions_ends_the_search() -> None:
    seven = solved("blind", DOMAIN, written(), expansions=7)
    assert (seven.status, seven.detail) == (Status.EXPANSIONS_OUT, "no plan in 7 expansions")


def test_a_task_knows_objects_facts_and_values_whatever_the_goal() -> None:
    dark = lamps({("a", "b")}, {"b"}).to_text()
    dark = dark.replace("(:goal (and", "(:goal (and (not (broken))")
    task = Task.ground(LAMPS, dark, {("watts", "a"): 60})
    assert task.objects == {"lamp": ("a", "b", "c")}
    assert task.facts == {("wired", "a", "b"), ("lit", "b")}
    assert task.values == {
        ("effort", "a"): 1, ("effort", "b"): 2, ("effort", "c"): 4, ("watts", "a"): 60,
    }  # fmt: skip
    assert [str(goal) for goal in task.problem.more_goals] == ["(not (broken))"]
    assert Task.ground(LAMPS, lamps(set()).to_text()).problem.goal == lamps(set()).goal


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


def test_other_engines_take_no_heuristic() -> None:
    for name in ("fast-downward", "fast-downward-opt", "fast-downward-up"):
        with pytest.raises(EngineError, match=r"--heuristic hmax: .* expected --engine clue-astar"):
            load_engine(name, heuristic="hmax")


def test_a_problem_is_read_back_as_it_was_written() -> None:
    wrote = written()
    read = read_problem(wrote.to_text(["a comment"]))
    assert read.init == {tuple(word.lower() for word in atom) for atom in wrote.init}
    assert read.values == dict.fromkeys(wrote.unused, 0) | dict(wrote.values)
    assert (read.name, read.domain, read.goal) == (wrote.name, wrote.domain, wrote.goal)
    assert read.objects == wrote.objects
    assert read.has_costs
    assert read_problem(read.to_text()) == read


WIRED = {("a", "b"), ("b", "c"), ("c", "a")}
TASKS = {
    "lamps": lambda: Task.ground(LAMPS, lamps(WIRED, {"b"}).to_text()),
    "clue": lambda: Task.ground(DOMAIN, written().to_text()),
    "huji": lambda: Task.ground(domain_text("huji"), EXAMPLES[1].problem("huji").to_text()),
}


def holds(condition: Condition, atoms: Atoms) -> bool:
    return condition.holds <= atoms and not condition.fails & atoms


def after(operator: Operator, atoms: Atoms) -> Atoms:
    """Return what holds after an operator, as PDDL defines it: delete first, then add."""
    fired = [effect for effect in operator.effects if holds(effect.when, atoms)]
    left = atoms.difference(*(effect.deletes for effect in fired))
    return left.union(*(effect.adds for effect in fired))


@pytest.mark.parametrize("name", TASKS)
def test_successors_are_what_the_operators_say_and_the_cheapest_of_equals(name: str) -> None:
    task, rng = TASKS[name](), Random(name)
    state = task.initial
    for _ in range(60):
        atoms = frozenset(state)
        cheapest: dict[Atoms, int] = {}
        for operator in task.operators:
            if holds(operator.precondition, atoms):
                follows = after(operator, atoms)
                cheapest[follows] = min(operator.cost, cheapest.get(follows, operator.cost))
        found = task.successors(state)
        costs: dict[Atoms, int] = {}
        for operator, successor in found:
            follows = frozenset(successor)
            assert follows == after(operator, atoms)
            costs[follows] = min(operator.cost, costs.get(follows, operator.cost))
        assert costs == cheapest
        assert len(found) == len({(one.precondition, one.effects) for one, _ in found})
        numbers = [task.operators.index(operator) for operator, _ in found]
        assert numbers == sorted(numbers)
        state = rng.choice(found)[1] if found else task.initial


def test_a_state_is_a_set_of_atoms_and_one_object_per_set() -> None:
    index = AtomIndex([("lit", "a"), ("lit", "b")])
    state = index.state([("lit", "b")])
    assert ("lit", "b") in state
    assert len(state) == 1
    assert state | {("lit", "a")} == set(index.atoms)
    assert index.state({("lit", "b")}) is state
