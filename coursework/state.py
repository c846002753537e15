"""Print what a heuristic says in a state of a problem, and what is right there.

    python coursework/state.py PROBLEM FILE:FUNCTION [STEP ...] [--domain FILE] [--goal GOAL]

STEPs lead from the start of the problem to the state, each a text such as "(travel hall study)";
without one, it is the start. The domain is ``domain.pddl`` beside the problem, if no other is
named, and the goal is that of the problem. Your function runs as it does when it is graded.
"""

import argparse
from math import inf
from pathlib import Path

from graders.search_spaces import StateSpace

from planner_clue.planner.engines import ClueTask
from planner_clue.planning.astar import HEURISTICS, Node
from planner_clue.planning.problem import atom_texts
from planner_clue.support.errors import PlannerClueError
from planner_clue.teaching.checks import read_toml, with_goal
from planner_clue.teaching.exercise import EXERCISE_FILE
from planner_clue.teaching.submission import collect
from planner_clue.teaching.worker import SubmittedHeuristic


def main() -> None:
    """Print the state, the estimates, the real cost, and the steps that are possible."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("problem", type=Path)
    parser.add_argument("heuristic", metavar="FILE:FUNCTION")
    parser.add_argument("steps", nargs="*", metavar="STEP")
    parser.add_argument("--domain", type=Path)
    parser.add_argument("--goal", help='such as "(and (at study) (held rope))"')
    asked = parser.parse_intermixed_args()
    domain = asked.domain or asked.problem.with_name("domain.pddl")
    file, _, function = asked.heuristic.rpartition(":")
    try:
        problem = asked.problem.read_text("utf-8")
        problem = with_goal(problem, asked.goal) if asked.goal else problem
        space = StateSpace(ClueTask.ground(domain.read_text("utf-8"), problem))
        node, task = space.after(asked.steps), space.task
        name = Path(file).name
        folder = Path(file).parent
        about = folder / EXERCISE_FILE  # an exercise also has files that are not handed in
        submission = collect(folder, read_toml(about)["files"] if about.is_file() else ["*.py"])
        heuristic = SubmittedHeuristic(submission, function, task, name)
        path = [Node(task.initial), *([node] if asked.steps else [])]
        value = heuristic.answers_in(path)[-1]
    except (OSError, PlannerClueError) as error:
        parser.exit(2, f"{error}\n")
    print("state:", *atom_texts(node.state))
    real = space.to_go[node.state.bits]
    print(f"{function}: {value}")
    print(f"real cost to the goal: {'infinite, a dead end' if real == inf else f'{real:g}'}")
    for other in ("hmax", "hadd"):
        print(f"{other}, as planner-clue computes it: {HEURISTICS[other](node, task):g}")
    print("steps from here:", *(str(operator.step) for operator, _ in task.successors(node.state)))


if __name__ == "__main__":
    main()
