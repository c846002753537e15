"""Exercise 2: admissible is measured, expansions are counted, values are another planner's."""

import re
import tomllib
from pathlib import Path

import pytest

from planner_clue.deliberation.engines import HEURISTICS, ClueTask
from planner_clue.planning import grounding, translator
from planner_clue.planning.astar import Node, astar, heuristics
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.plan import Limits
from planner_clue.teach import checks, search_spaces
from tests.teach.grading_help import COURSEWORK, TEACHER, fault_of, score_of

ANSWERS = (TEACHER / "2-heuristics" / "solution" / "answers.toml").read_text()
NEAR = "cases/02-distance-near.toml"
pytestmark = pytest.mark.usefixtures("direct")


def distance(body: str) -> checks.Score:
    text = f"def distance(node, task):\n    {body}\n"
    return score_of("2-heuristics", {"heuristics.py": text}, NEAR, trusted=True)


def test_an_estimate_that_is_too_high_is_shown_with_its_state() -> None:
    found = distance("return 50")
    assert found.share == 0
    fall = found.feedback[0]
    assert "distance gives 50, but it costs" in fall.what
    assert "A* may return a plan that is not the best" in fall.means


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("-1", "distance gives -1"),
        ("float('nan')", "distance gives nan"),
        ("'5'", "distance gives '5'"),
        ("True", "distance gives True"),
        ("node.nothing", "'Node' object has no attribute 'nothing'"),
    ],
)
def test_what_is_no_estimate_is_named(answer: str, says: str) -> None:
    assert says in fault_of(distance(f"return {answer}"))


@pytest.mark.parametrize(
    "body",
    [
        "import planner_clue.planning.astar.search as search\n"
        "    search.astar = lambda *_: (node, 1)\n"
        "    node.cost = 0; node.parent = None\n"
        "    task.successors = lambda state: []\n"
        "    return 0",
        "return 1000 * len(task.goal.holds - node.state) * len(node.state)",
    ],
    ids=["search of its own", "plan that is not the best"],
)
def test_few_expansions_are_neither_forged_nor_worth_a_dear_plan(body: str) -> None:
    """The copies of the nodes and the search in the worker are not those that are counted."""
    text = f"def combined(node, task):\n    {body}\n"
    found = score_of("2-heuristics", {"heuristics.py": text}, "cases/06-search.toml")
    assert found.share == 0
    assert found.feedback


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no answer about distance"),
        ("[distance]\nadmissible = 'no'", "expected true or false"),
        ("[distance]\nadmissible = true", "distance is said to be admissible, and it is not"),
        ("[distance]\nadmissible = false", "distance gives 0 after these steps"),
        ("[distance]\nadmissible = false\nexample = ['(travel hall moon)']", "cannot be taken"),
        ("[distance]\nadmissible = false\nexample = ['']", "is not a step"),
        ("distance = 5", "no answer about distance"),
        ("[[", "answers.toml: Invalid"),
    ],
)
def test_a_claim_needs_an_example_that_shows_it(text: str, says: str) -> None:
    files = {"answers.toml": text or "# nothing"}
    assert says in fault_of(score_of("2-heuristics", files, "cases/09-claim-distance.toml"))


def test_the_real_costs_are_those_of_the_search_and_the_claims_hold_for_the_file() -> None:
    """Whoever grounds the file, as ``compare-heuristics`` does, finds the same."""
    cases = COURSEWORK / "2-heuristics" / "cases"
    domain, problem = ((cases / f"{name}.pddl").read_text() for name in ("domain", "near"))
    posed = ClueTask.ground(domain, problem)
    assert posed.asked == {"hall": 1, "lead-pipe": 1, "plum": 1}
    space = search_spaces.StateSpace(posed)
    found, _ = astar(posed, heuristics.blind)
    assert found is not None
    for node in found.path():
        assert space.to_go[node.state.bits] == found.cost - node.cost
    claims = tomllib.loads(ANSWERS)
    del claims["comparison"]
    for name, claim in claims.items():
        node = space.after(claim.get("example", []))
        too_high = HEURISTICS[name](node, posed) > space.to_go[node.state.bits]
        assert too_high is not claim["admissible"], name


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
def test_values_are_fast_downwards(domain: Path, problem: Path, ours: str, theirs: str) -> None:
    engine = FastDownward(theirs, f"eager_greedy([{theirs}()])", "")
    text = translator.sas_text(grounding.grounded(domain.read_text(), problem.read_text()))
    said = engine.finished(text, Limits(seconds=60)).text
    (value,) = re.findall(r"Initial heuristic value for \S+: (\d+)", said)
    task = ClueTask.ground(domain.read_text(), problem.read_text())
    assert HEURISTICS[ours](Node(task.initial), task) == int(value)


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
    what = fault_of(score_of("2-heuristics", files, "cases/13-relaxed-plan.toml", trusted=True))
    assert says in what


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
