"""Exercise 8, second part, solved."""

import heapq
from functools import partial
from itertools import count

LARGEST = 60
INFINITY = float("inf")


def pattern(task):
    """Add to the goal the atoms of one object after the other, as long as the estimates grow."""
    if "pattern" not in task.memory:
        atoms = {a for one in task.operators for e in one.effects for a in e.adds | e.deletes}
        groups = [{a for a in atoms if name in a} for name in sorted({n for a in atoms for n in a})]
        groups += [{a} for a in sorted(atoms)]
        goal = frozenset(task.goal.holds)
        chosen, best = set(goal if costs_in(goal, task) else ()), (0, 0)
        while True:
            larger = [chosen | group for group in groups if not group <= chosen]
            rated = [(worth(one, task), sorted(one)) for one in larger]
            value, atoms = max(rated, default=(best, []))
            if value <= best:
                break
            chosen, best = set(atoms), value
        task.memory["pattern"] = sorted(chosen)
    return task.memory["pattern"]


def worth(chosen, task):
    """Return the mean estimate of a projection, and that of the start; 0 if it is too large."""
    costs = costs_in(frozenset(chosen), task)
    if costs is None:
        return 0, 0
    finite = [cost for cost in costs.values() if cost < INFINITY]
    return sum(finite) / max(1, len(finite)), costs[frozenset(chosen) & task.initial]


def pdb(node, task):
    chosen = frozenset(pattern(task))
    if "costs" not in task.memory:
        task.memory["costs"] = costs_in(chosen, task)
    return task.memory["costs"][chosen & node.state]


def project(chosen, one):
    gone = {a for effect in one.effects for a in effect.deletes} & chosen
    come = {a for effect in one.effects for a in effect.adds} & chosen
    return one.precondition.holds & chosen, gone, come, one.cost


def costs_in(chosen, task):
    """Return the cost to the goal of each projected state; None if there are too many."""
    projected = [one for one in map(partial(project, chosen), task.operators) if one[1] | one[2]]
    start = chosen & frozenset(task.initial)
    before, waiting = {start: []}, [start]
    for state in waiting:
        for needs, gone, come, cost in projected:
            if needs <= state:
                after = (state - gone) | come
                if after not in before:
                    if len(before) == LARGEST:
                        return None
                    before[after] = []
                    waiting.append(after)
                before[after].append((cost, state))
    costs, number = dict.fromkeys(before, INFINITY), count()
    goal = task.goal.holds & chosen
    queue = [(0, next(number), state) for state in before if goal <= state]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if cost < costs[state]:
            costs[state] = cost
            for step, earlier in before[state]:
                heapq.heappush(queue, (cost + step, next(number), earlier))
    return costs
