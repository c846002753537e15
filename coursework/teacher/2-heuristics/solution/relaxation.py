"""Exercise 2, second part, solved."""

import heapq
from collections import defaultdict
from itertools import count

INFINITY = float("inf")


def hmax(node, task):
    costs, _ = relaxed(node, task, max)
    return max((costs.get(atom, INFINITY) for atom in task.goal.holds), default=0)


def hadd(node, task):
    costs, _ = relaxed(node, task, sum)
    return sum(costs.get(atom, INFINITY) for atom in task.goal.holds)


def relaxed_plan(node, task):
    """Return FF's relaxed plan: the operators by which hadd reaches each atom, each once."""
    costs, reached_by = relaxed(node, task, sum)
    if not task.goal.holds <= costs.keys():
        return None
    plan, wanted = set(), [*task.goal.holds]
    while wanted:
        operator = reached_by[wanted.pop()]
        if operator and operator not in plan:
            plan.add(operator)
            wanted += operator.precondition.holds
    order = {operator: number for number, operator in enumerate(reached_by.values())}
    return [str(operator.step) for operator in sorted(plan, key=order.get)]


def relaxed(node, task, combine):
    """Return the cost of each atom, and the operator that reaches it first, in this order.

    Dijkstra's algorithm over atoms: an operator is used when its last precondition is reached. So
    that each one has a precondition, all have None, which holds at the start.
    """
    users, missing = defaultdict(list), {}
    for operator in task.operators:
        needs = {None, *operator.precondition.holds}
        missing[operator] = len(needs)
        for atom in needs:
            users[atom].append(operator)
    costs, reached_by, number = {}, {}, count()
    queue = [(0, next(number), atom, None) for atom in (None, *node.state)]
    while queue:
        cost, _, atom, operator = heapq.heappop(queue)
        if atom in costs:
            continue
        costs[atom], reached_by[atom] = cost, operator
        for user in users[atom]:
            missing[user] -= 1
            if not missing[user]:
                after = user.cost + combine([0, *(costs[a] for a in user.precondition.holds)])
                for added in {a for effect in user.effects for a in effect.adds}:
                    heapq.heappush(queue, (after, next(number), added, user))
    return costs, reached_by
