"""Exercise 8: cuts follow from the submission's own graph, and tables from its own pattern."""

import re
from dataclasses import replace

import pytest

from planner_clue.deliberation.engines import ClueTask
from planner_clue.errors import CourseworkError
from planner_clue.planning.astar import HEURISTICS, Node
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.grounding import grounded
from planner_clue.planning.plan import Limits
from planner_clue.planning.translator import sas_text
from planner_clue.teach import landmark_checks, search_spaces
from tests.teach.grading_help import COURSEWORK, TEACHER, score_of

CASES, SOLUTION = COURSEWORK / "8-landmarks" / "cases", TEACHER / "8-landmarks" / "solution"
LANDMARKS = (SOLUTION / "landmarks.py").read_text()
ABSTRACTION = (SOLUTION / "abstraction.py").read_text()
DOMAIN, PROBLEM = (CASES / name for name in ("parcels.pddl", "parcels-2.pddl"))
CUT, ADMISSIBLE, PATTERN = "03-cut.toml", "05-lmcut.toml", "07-pattern.toml"


def share(body: str, case: str, *, trusted: bool = True) -> tuple[float, str]:
    file, text = ("abstraction.py", ABSTRACTION) if case == PATTERN else ("landmarks.py", LANDMARKS)
    found = score_of("8-landmarks", {file: f"{text}\n\n{body}"}, f"cases/{case}", trusted=trusted)
    return found.share, found.feedback[0].what if found.feedback else ""


@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize(
    ("body", "case", "says"),
    [
        ("def cut(node, task): return [str(o.step) for o in task.operators]", CUT, "not in it"),
        ("def cut(node, task): return []", CUT, "lacks ("),
        ("def cut(node, task): return None", CUT, "expected a list of steps"),
        ("def dearest(node, task): return {}", CUT, "cannot be checked, as dearest has None"),
        ("def dearest(node, task): return 1", CUT, "cannot be checked, as dearest gives 1"),
        ("def lmcut(node, task): return 2 * hmax(node, task)", ADMISSIBLE, "but it costs"),
        (
            "def lmcut(node, task): return hmax(node, task) if node.parent else 8",
            ADMISSIBLE,
            "lmcut gives 8, but a relaxed plan costs 7, for the start",
        ),
        ("def pattern(task): return 5", PATTERN, "pattern has (), not an atom that changes"),
        ("def pattern(task): return [('no', 'atom')]", PATTERN, "not an atom that changes"),
        (
            "def pattern(task): return list({a for o in task.operators for e in o.effects"
            " for a in e.adds})",
            PATTERN,
            "the pattern has more than 60 projected states",
        ),
        ("def pdb(node, task): return 0", PATTERN, "and the projection says"),
    ],
)
def test_a_fault_is_named(body: str, case: str, says: str) -> None:
    found, what = share(body, case)
    assert found == 0
    assert says in what


@pytest.mark.usefixtures("direct")
def test_an_empty_pattern_is_exact_and_says_too_little() -> None:
    found, what = share("def pattern(task): return []\ndef pdb(node, task): return 0", PATTERN)
    assert found == 0
    assert "1 projected states; 0% of the real cost on average; 60% is asked for" in what


def test_a_pattern_may_be_a_set() -> None:
    body = "as_list = pattern\ndef pattern(task): return {tuple(a) for a in as_list(task)}"
    assert share(body, PATTERN, trusted=False) == (1, "")


def test_another_choice_among_dearest_preconditions_is_as_good() -> None:
    """In the worker, where atoms are lists on the way."""
    other = (
        LANDMARKS.replace("max(sorted(", "max(reversed(sorted(")
        .replace("sorted(one.precondition.holds), key", "sorted(one.precondition.holds)), key")
        .replace("sorted(task.goal.holds), key", "sorted(task.goal.holds)), key")
    )
    assert score_of("8-landmarks", {"landmarks.py": other}, f"cases/{CUT}").feedback == ()


def test_the_solution_counts_as_fast_downward_does() -> None:
    """The values of hmax are unique; those of LM-cut differ by the order of ties alone."""
    texts = DOMAIN.read_text(), PROBLEM.read_text()
    said = {}
    for name in ("hmax", "lmcut"):
        engine = FastDownward(name, f"astar({name}())", "")
        output = engine.finished(sas_text(grounded(*texts)), Limits(seconds=60)).text
        said[name] = int(re.findall(r"Initial heuristic value for \S+: (\d+)", output)[0])
    task, loaded = landmark_checks.check_strips(ClueTask.ground(*texts)), dict[str, object]()
    exec(LANDMARKS, loaded)
    start = Node(task.initial)
    assert HEURISTICS["hmax"](start, task) == said["hmax"]
    assert loaded["hmax"](start, task) == said["hmax"]  # type: ignore[operator]
    assert loaded["lmcut"](start, task) == pytest.approx(said["lmcut"], abs=2)  # type: ignore[operator]
    assert said["lmcut"] <= search_spaces.StateSpace(task).to_go[start.state.bits]


def test_a_problem_with_negative_conditions_is_refused() -> None:
    task = ClueTask.ground(DOMAIN.read_text(), PROBLEM.read_text())
    goal = replace(task.goal, fails=frozenset({("lies", "crate", "hill")}))
    with pytest.raises(CourseworkError, match="expected no negative condition"):
        landmark_checks.check_strips(replace(task, goal=goal))
