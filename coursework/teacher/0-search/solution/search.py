"""A solution of exercise 0."""

import heapq
from itertools import count


def astar(task):
    return best_first(task, lambda g, h: g + h)


def weighted_astar(task, weight):
    return best_first(task, lambda g, h: g + weight * h)


def greedy(task):
    return best_first(task, lambda g, h: h)


def best_first(task, priority):
    """Expand states in the order of a priority; enter one again when it is reached at less cost.

    A path is the pair of its last action and the path before it; None at the start.
    """
    number = count()
    best = {task.initial: 0}
    queue = [(0, next(number), 0, task.initial, None)]
    while queue:
        _, _, g, state, path = heapq.heappop(queue)
        if g > best[state]:
            continue
        if task.goal_reached(state):
            return plan_of(path)
        for action, successor, cost in task.successors(state):
            after = g + cost
            way = action, path
            h = task.heuristic(successor)
            if h < float("inf") and after < best.get(successor, float("inf")):
                best[successor] = after
                entry = (priority(after, h), next(number), after, successor, way)
                heapq.heappush(queue, entry)
    return None


def plan_of(path):
    plan = []
    while path:
        action, path = path
        plan.append(action)
    return plan[::-1]
