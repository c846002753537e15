"""States as bits, and what follows them: the same as sets of atoms and their definition say."""

from random import Random

import pytest

from planner_clue.deliberation.examples import EXAMPLES
from planner_clue.deliberation.formulations import domain_text
from planner_clue.planning.astar import Operator, Task
from planner_clue.planning.astar.state_space import Atoms, Condition
from tests.deliberation.situations import DOMAIN
from tests.planning.helpers import LAMPS, lamps, written

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
        assert len(found) == len({(one.precondition, to) for one, to in found})
        numbers = [task.operators.index(operator) for operator, _ in found]
        assert numbers == sorted(numbers)
        state = rng.choice(found)[1] if found else task.initial
