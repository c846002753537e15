"""Exercise 2: admissible is measured, and the grader counts the expansions itself."""

import tomllib

import pytest

from planner_clue.deliberation.engines import HEURISTICS, ClueTask
from planner_clue.planning.astar import astar
from planner_clue.planning.astar.heuristics import blind
from planner_clue.teach.search_spaces import StateSpace
from tests.teach.grading_help import COURSEWORK, TEACHER, earned

SOLUTION = TEACHER / "2-heuristics" / "solution"
ANSWERS = (SOLUTION / "answers.toml").read_text()
SEARCH = "cases/06-search.toml"
NEAR = "cases/02-distance-near.toml"


def heuristics(body: str, name: str) -> dict[str, str]:
    text = f"def {name}(node, task):\n    {body}\n"
    return {"heuristics.py": text, "answers.toml": ANSWERS}


def task(problem: str) -> ClueTask:
    cases = COURSEWORK / "2-heuristics" / "cases"
    return ClueTask.ground((cases / "domain.pddl").read_text(), (cases / problem).read_text())


def test_what_it_costs_from_a_state_is_what_the_search_finds_from_there() -> None:
    posed = task("near.pddl")
    space = StateSpace(posed)
    found, _ = astar(posed, blind)
    assert found is not None
    for node in found.path():
        assert space.to_go[node.state.bits] == found.cost - node.cost


def test_an_estimate_that_is_too_high_is_shown_with_its_state() -> None:
    found = earned("2-heuristics", heuristics("return 50", "distance"), NEAR)
    assert found.share == 0
    fall = found.shortfalls[0]
    assert "distance gives 50, but it costs" in fall.what
    assert "A* may return a plan that is not the best" in fall.means


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("-1", "distance gives -1"),
        ("float('nan')", "distance gives nan"),
        ("'5'", "distance gives '5'"),
        ("True", "distance gives True"),
        ("None", "distance gives None"),
        ("[1]", "distance gives [1]"),
        ("{1}", "expected plain data"),
        ("node.nothing", "'Node' object has no attribute 'nothing'"),
    ],
)
def test_what_is_no_estimate_is_named(answer: str, says: str) -> None:
    found = earned("2-heuristics", heuristics(f"return {answer}", "distance"), NEAR)
    assert found.share == 0
    assert says in found.shortfalls[0].what


def test_expansions_cannot_be_forged() -> None:
    """The copies of the nodes and the search in the box are not those that are counted."""
    body = (
        "import planner_clue.planning.astar.search as search\n"
        "    search.astar = lambda *_: (node, 1)\n"
        "    node.cost = 0; node.parent = None\n"
        "    task.successors = lambda state: []\n"
        "    return 0"
    )
    found = earned("2-heuristics", heuristics(body, "combined"), SEARCH)
    assert found.share == 0
    assert found.says.startswith("440 states expanded, 440 without") or found.shortfalls


def test_a_plan_that_is_not_the_best_earns_nothing_however_few_states_it_took() -> None:
    body = "return 1000 * len(task.goal.holds - node.state) * len(node.state)"
    found = earned("2-heuristics", heuristics(body, "combined"), SEARCH)
    assert found.share == 0


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
    found = earned("2-heuristics", files, "cases/09-claim-distance.toml")
    assert found.share == 0
    assert says in found.shortfalls[0].what


def test_a_claim_is_about_the_problem_as_it_stands_in_its_file() -> None:
    """Whoever grounds the file, as ``compare-heuristics`` does, finds the same."""
    posed = task("near.pddl")
    assert posed.asked == {"hall": 1, "lead-pipe": 1, "plum": 1}
    space = StateSpace(posed)
    claims = tomllib.loads(ANSWERS)
    del claims["comparison"]
    for name, claim in claims.items():
        node = space.after(claim.get("example", []))
        too_high = HEURISTICS[name](node, posed) > space.to_go[node.state.bits]
        assert too_high is not claim["admissible"], name
