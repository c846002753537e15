"""Exercise 2, second part: values from the delete relaxation are those of another planner."""

import re
from pathlib import Path

import pytest

from planner_clue.deliberation.engines import ClueTask
from planner_clue.planning.astar import HEURISTICS, Node
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.grounding import grounded
from planner_clue.planning.plan import Limits
from planner_clue.planning.translator import sas_text
from tests.teach.grading_help import COURSEWORK, TEACHER, score_of

CASES, PDDL = COURSEWORK / "2-heuristics" / "cases", COURSEWORK.parent / "pddl"
SOLUTION = (TEACHER / "2-heuristics" / "solution" / "relaxation.py").read_text()
STRIPS = PDDL / "strips" / "domain.pddl"


@pytest.mark.parametrize(
    ("domain", "problem"),
    [
        (STRIPS, CASES / "benchmark-4.pddl"),
        (CASES / "domain.pddl", CASES / "far.pddl"),
        (
            COURSEWORK / "0-search" / "cases" / "gripper.pddl",
            COURSEWORK / "0-search" / "cases" / "gripper-3.pddl",
        ),
    ],
    ids=lambda path: path.stem,
)
@pytest.mark.parametrize(("ours", "theirs"), [("hmax", "hmax"), ("hadd", "add")])
def test_the_accepted_values_are_those_of_fast_downward(
    domain: Path, problem: Path, ours: str, theirs: str
) -> None:
    engine = FastDownward(theirs, f"eager_greedy([{theirs}()])", "")
    text = sas_text(grounded(domain.read_text(), problem.read_text()))
    said = engine.finished(text, Limits(seconds=60)).text
    (value,) = re.findall(r"Initial heuristic value for \S+: (\d+)", said)
    task = ClueTask.ground(domain.read_text(), problem.read_text())
    assert HEURISTICS[ours](Node(task.initial), task) == int(value)


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ("5", "gives 5; expected a list of steps, or None"),
        ("[]", "does not reach (case-file-proved)"),
        ("None", "gives None; the goal can be reached"),
        ("[str(task.operators[-1].step)]", "which cannot be taken after the ones before"),
        ("2 * (solved(node, task) or [])", "which no later step and no goal needs"),
    ],
)
def test_a_fault_of_a_relaxed_plan_is_named(plan: str, says: str) -> None:
    code = SOLUTION.replace("def relaxed_plan", "def solved")
    code += f"\n\ndef relaxed_plan(node, task):\n    return {plan}\n"
    files = {"relaxation.py": code}
    found = score_of("2-heuristics", files, "cases/13-relaxed-plan.toml", trusted=True)
    assert found.share == 0
    assert says in found.feedback[0].what


@pytest.mark.usefixtures("direct")
def test_submitted_code_gets_the_operators_and_other_heuristics_do_not() -> None:
    case = "cases/12-hadd.toml"
    right = score_of("2-heuristics", {"relaxation.py": SOLUTION}, case, trusted=True)
    assert right.share == 1, right.feedback
    cheat = "def distance(node, task):\n    return len(task.operators)\n"
    near = "cases/02-distance-near.toml"
    none = score_of("2-heuristics", {"heuristics.py": cheat}, near, trusted=True)
    assert "distance says 0%" in none.feedback[0].what


def test_a_comparison_counts_what_is_right() -> None:
    answers = (TEACHER / "2-heuristics" / "solution" / "answers.toml").read_text()
    case = "cases/14-comparison.toml"
    wrong = answers.replace("hadd = [14, 12]", "hadd = [15, 12]").replace("[73, 21]", "true")
    found = score_of("2-heuristics", {"answers.toml": wrong}, case)
    assert found.share == pytest.approx(7 / 9)
    assert "[comparison.benchmark-4] hadd = [15, 12] is not what A* needs" in str(found)
