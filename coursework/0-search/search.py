"""Exercise 0: A*, weighted A* and greedy best-first search.

A task has ``initial``, a state; ``successors(state)``, a list of ``(action, state, cost)``;
``goal_reached(state)``; and ``heuristic(state)``, the estimated cost from there to a goal. States
are strings. Each function returns a list of actions, or None if there is no plan.
"""


def astar(task):
    """Return an optimal plan."""
    state, plan = task.initial, []
    while not task.goal_reached(state):  # TO DO: this always takes the first successor
        action, state, _ = task.successors(state)[0]
        plan.append(action)
    return plan


def weighted_astar(task, weight):
    """Return a plan that costs at most ``weight`` times as much as an optimal one."""
    return astar(task)


def greedy(task):
    """Return some plan, by the estimates alone."""
    return astar(task)
