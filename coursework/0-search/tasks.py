"""Tasks to try a search on: ``python tasks.py``. Nothing of this file is handed in.

Any object with ``initial``, ``successors``, ``goal_reached`` and ``heuristic`` is a task.
"""

import search


class Graph:
    """A task as a table: for each state its estimate and its successors with their costs."""

    def __init__(self, initial, goals, table):
        self.initial, self.goals, self.table = initial, goals, table
        self.expanded = []

    def expand(self, state):
        self.expanded.append(state)
        if len(self.expanded) > 1000:
            raise RuntimeError("more than 1000 expansions: does the search run in circles?")

    def successors(self, state):
        self.expand(state)
        return [(f"{state}-{after}", after, cost) for after, cost in self.table[state][1].items()]

    def goal_reached(self, state):
        return state in self.goals

    def heuristic(self, state):
        return self.table[state][0]


class Tiles(Graph):
    """The sliding tiles on a frame of 3 by 2, such as ``"12345."``; the estimate counts moves."""

    goal = ".12345"

    def __init__(self, initial):
        super().__init__(initial, {self.goal}, {})

    def successors(self, state):
        self.expand(state)
        gap, found = state.index("."), []
        for other in range(6):
            if self.far(gap, other) == 1:
                cells = list(state)
                cells[gap], cells[other] = cells[other], "."
                found.append((f"slide {state[other]}", "".join(cells), 1))
        return found

    def heuristic(self, state):
        return sum(self.far(state.index(tile), self.goal.index(tile)) for tile in "12345")

    @staticmethod
    def far(one, other):
        return abs(one // 3 - other // 3) + abs(one % 3 - other % 3)


def tasks():
    yield (
        "the short way is dearer",
        lambda: Graph(
            "a",
            {"d"},
            {"a": (3, {"b": 1, "d": 9}), "b": (2, {"c": 1}), "c": (1, {"d": 1}), "d": (0, {})},
        ),
    )
    yield "no plan", lambda: Graph("a", {"z"}, {"a": (1, {"b": 1}), "b": (1, {"a": 1})})
    yield "tiles", lambda: Tiles("543.21")


if __name__ == "__main__":
    runs = {
        "astar": search.astar,
        "weighted_astar, 3": lambda task: search.weighted_astar(task, 3),
        "greedy": search.greedy,
    }
    for name, make in tasks():
        for called, run in runs.items():
            task = make()
            try:
                plan = run(task)
                found = "no plan" if plan is None else f"plan of length {len(plan)}"
            except RuntimeError as error:
                found = str(error)
            print(f"{name:25} {called:18} {len(task.expanded):4} expansions  {found}")
