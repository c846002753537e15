"""Tasks to try a search on: ``python tasks.py``. Nothing of this file is handed in.

``python tasks.py cases/02-astar.toml`` runs your search on the problems of a case, and prints what
it expands and what is allowed. Any object with ``initial``, ``successors``, ``goal_reached`` and
``heuristic`` is a task.
"""

import sys
from pathlib import Path

import search

SHOWN = 40
"""Expanded states that are printed."""


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
        "the short path costs more",
        lambda: Graph(
            "a",
            {"d"},
            {"a": (3, {"b": 1, "d": 9}), "b": (2, {"c": 1}), "c": (1, {"d": 1}), "d": (0, {})},
        ),
    )
    yield "no plan", lambda: Graph("a", {"z"}, {"a": (1, {"b": 1}), "b": (1, {"a": 1})})
    yield "tiles", lambda: Tiles("543.21")


def runs(weight):
    return {
        "astar": search.astar,
        "weighted_astar": lambda task: search.weighted_astar(task, weight),
        "greedy": search.greedy,
    }


def run_case(file):
    """Run the search of a case on its problems."""
    from planner_clue.teaching.exercise import read_case, read_exercise

    case = read_case(Path(file), read_exercise(Path(__file__).parent))
    for problem in case.problems:
        space = problem.space
        table = {
            state: (space.estimates[state], {action: (to, cost) for action, to, cost in edges})
            for state, edges in space.edges.items()
        }
        task = Graph(space.initial, space.goals, table)
        task.successors = lambda state, task=task: (
            task.expand(state)
            or [(action, to, cost) for action, (to, cost) in task.table[state][1].items()]
        )
        plan = runs(case.weight)[case.function](task)
        cost, fault = (None, "none") if plan is None else space.cost(plan)
        least, most = space.bounds(case.weight)
        print(f"{problem.name}: {case.function} returns {'None' if plan is None else plan}")
        print(f"  cost {fault or cost}; the best plan costs {space.best:g}")
        print(f"  {len(task.expanded)} expansions; a fair search takes {least} to {most}:")
        print("  ", "; ".join(task.expanded[:SHOWN]))


def run_tasks():
    for name, make in tasks():
        for called, run in runs(3).items():
            task = make()
            try:
                plan = run(task)
                found = "no plan" if plan is None else f"plan of length {len(plan)}"
            except RuntimeError as error:
                found = str(error)
            print(f"{name:25} {called:18} {len(task.expanded):4} expansions  {found}")


if __name__ == "__main__":
    for file in sys.argv[1:]:
        run_case(file)
    if not sys.argv[1:]:
        run_tasks()
