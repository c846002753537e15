"""Exercise 2: admissible is measured, and the grader counts the expansions itself."""

import tomllib

import pytest

from planner_clue.deliberation.engines import HEURISTICS, ClueTask
from planner_clue.planning.astar import astar
from planner_clue.planning.astar.heuristics import blind
from planner_clue.teach.checks import Score
from planner_clue.teach.search_spaces import StateSpace
from tests.teach.grading_help import COURSEWORK, TEACHER, score_of

ANSWERS = (TEACHER / "2-heuristics" / "solution" / "answers.toml").read_text()
NEAR = "cases/02-distance-near.toml"


def distance(body: str) -> Score:
    text = f"def distance(node, task):\n    {body}\n"
    return score_of("2-heuristics", {"heuristics.py": text}, NEAR, trusted=True)


@pytest.mark.usefixtures("direct")
def test_an_estimate_that_is_too_high_is_shown_with_its_state() -> None:
    found = distance("return 50")
    assert found.share == 0
    fall = found.feedback[0]
    assert "distance gives 50, but it costs" in fall.what
    assert "A* may return a plan that is not the best" in fall.means


@pytest.mark.usefixtures("direct")
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
    found = distance(f"return {answer}")
    assert found.share == 0
    assert says in found.feedback[0].what


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


@pytest.mark.usefixtures("direct")
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
    found = score_of("2-heuristics", files, "cases/09-claim-distance.toml")
    assert found.share == 0
    assert says in found.feedback[0].what


def test_the_real_costs_are_those_of_the_search_and_the_claims_hold_for_the_file() -> None:
    """Whoever grounds the file, as ``compare-heuristics`` does, finds the same."""
    cases = COURSEWORK / "2-heuristics" / "cases"
    domain, problem = ((cases / f"{name}.pddl").read_text() for name in ("domain", "near"))
    posed = ClueTask.ground(domain, problem)
    assert posed.asked == {"hall": 1, "lead-pipe": 1, "plum": 1}
    space = StateSpace(posed)
    found, _ = astar(posed, blind)
    assert found is not None
    for node in found.path():
        assert space.to_go[node.state.bits] == found.cost - node.cost
    claims = tomllib.loads(ANSWERS)
    del claims["comparison"]
    for name, claim in claims.items():
        node = space.after(claim.get("example", []))
        too_high = HEURISTICS[name](node, posed) > space.to_go[node.state.bits]
        assert too_high is not claim["admissible"], name
