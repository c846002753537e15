"""Exercises 2 and 8: admissible is measured, expansions counted, values are another planner's."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from graders import search_spaces

from planner_clue.planner.engines import HEURISTICS, ClueTask
from planner_clue.planning import grounding, translator
from planner_clue.planning.astar import Node, astar, heuristics
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.plan import Limits
from planner_clue.support.errors import CourseworkError
from planner_clue.teaching import checks
from tests.teaching.grading_help import COURSEWORK, TEACHER, checks_of, fault_of, score_of

ANSWERS = (TEACHER / "2-heuristics" / "solution" / "answers.toml").read_text()
NEAR = "cases/02-distance-near.toml"
pytestmark = pytest.mark.usefixtures("direct")


def distance(body: str) -> checks.Score:
    text = f"def distance(node, task):\n    {body}\n"
    return score_of("2-heuristics", {"heuristics.py": text}, NEAR, trusted=True)


def test_an_estimate_that_is_too_high_is_shown_with_its_state() -> None:
    found = distance("return 50")
    assert found.share == 0
    failure = found.feedback[0]
    assert "distance gives 50, but it costs" in failure.what
    assert "A* may return a plan that is not the best" in failure.means


def test_what_says_too_little_earns_its_share_and_what_saves_nothing_earns_nothing() -> None:
    text = (TEACHER / "2-heuristics" / "solution" / "heuristics.py").read_text()
    text += "\ndef distance(node, task, whole=distance):\n    return whole(node, task) / 9\n"
    found = score_of("2-heuristics", {"heuristics.py": text}, NEAR, trusted=True)
    (says, wanted) = map(int, re.findall(r"(\d+)%", found.feedback[0].what))
    assert found.share == pytest.approx(says / wanted, abs=0.6 / wanted)
    blind = {"heuristics.py": "def combined(node, task):\n    return 0\n"}
    none = score_of("2-heuristics", blind, "cases/06-search.toml", trusted=True)
    assert none.share == 0
    assert none.feedback[0].what.startswith("100% of the states were expanded; ")


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
    """The nodes and the search that are counted are not the copies in the worker."""
    text = f"def combined(node, task):\n    {body}\n"
    found = score_of("2-heuristics", {"heuristics.py": text}, "cases/06-search.toml")
    assert found.share == 0
    assert found.feedback


def test_an_optimal_plan_by_luck_earns_nothing() -> None:
    text = (TEACHER / "2-heuristics" / "solution" / "heuristics.py").read_text()
    text = text.replace("return distance(node, task) +", "return 2 * distance(node, task) +")
    what = fault_of(score_of("2-heuristics", {"heuristics.py": text}, "cases/06-search.toml"))
    assert what.startswith("combined gives ")


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
    """Grounding the file, as ``compare-heuristics`` does, gives the same."""
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


CASES, SEARCH = COURSEWORK / "2-heuristics" / "cases", COURSEWORK / "0-search" / "cases"
SOLUTION = (TEACHER / "2-heuristics" / "solution" / "relaxation.py").read_text()
STRIPS = COURSEWORK.parent / "pddl" / "strips" / "domain.pddl"


@pytest.mark.parametrize(
    ("domain", "problem"),
    [
        (STRIPS, CASES / "benchmark-4.pddl"),
        (CASES / "domain.pddl", CASES / "far.pddl"),
        (SEARCH / "gripper.pddl", SEARCH / "gripper-3.pddl"),
    ],
    ids=lambda path: path.stem,
)
@pytest.mark.parametrize(("ours", "theirs"), [("hmax", "hmax"), ("hadd", "add")])
def test_values_are_fast_downwards(domain: Path, problem: Path, ours: str, theirs: str) -> None:
    engine = FastDownward(theirs, f"eager_greedy([{theirs}()])", "")
    text = translator.sas_text(grounding.grounded(domain.read_text(), problem.read_text()))
    output = engine.finished(text, Limits(seconds=60)).text
    (value,) = re.findall(r"Initial heuristic value for \S+: (\d+)", output)
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
    none = score_of("2-heuristics", {"heuristics.py": cheat}, NEAR, trusted=True)
    assert "distance gives 0 for" in none.feedback[0].what


def test_a_comparison_counts_what_is_right() -> None:
    case = "cases/14-comparison.toml"
    wrong = ANSWERS.replace("hadd = [14, 12]", "hadd = [15, 12]").replace("[73, 21]", "true")
    found = score_of("2-heuristics", {"answers.toml": wrong}, case)
    assert found.share == pytest.approx(7 / 9)
    assert "[comparison.benchmark-4] hadd = [15, 12] is not what A* needs" in str(found)


OF_8, SOLVED_8 = COURSEWORK / "8-landmarks" / "cases", TEACHER / "8-landmarks" / "solution"
LANDMARKS = (SOLVED_8 / "landmarks.py").read_text()
ABSTRACTION = (SOLVED_8 / "abstraction.py").read_text()
PARCELS, PARCELS_2 = ((OF_8 / f"parcels{of}.pddl").read_text() for of in ("", "-2"))
CUT, ADMISSIBLE, PATTERN = "03-cut.toml", "05-lmcut.toml", "07-pattern.toml"


def share(body: str, case: str, *, trusted: bool = True) -> tuple[float, str]:
    file, text = ("abstraction.py", ABSTRACTION) if case == PATTERN else ("landmarks.py", LANDMARKS)
    found = score_of("8-landmarks", {file: f"{text}\n\n{body}"}, f"cases/{case}", trusted=trusted)
    return found.share, found.feedback[0].what if found.feedback else ""


@pytest.mark.parametrize(
    ("body", "case", "says"),
    [
        ("def cut(node, task): return [str(o.step) for o in task.operators]", CUT, "not in it"),
        ("def cut(node, task): return []", CUT, "lacks ("),
        ("def cut(node, task): return None", CUT, "expected a list of steps"),
        ("def most_expensive(node, task): return {}", CUT, "checked, as most_expensive has None"),
        ("def most_expensive(node, task): return 1", CUT, "checked, as most_expensive gives 1"),
        ("def lmcut(node, task): return 2 * hmax(node, task)", ADMISSIBLE, "but it costs"),
        ("def lmcut(node, task): return hmax(node, task) if node.parent else 8", ADMISSIBLE,
         "lmcut gives 8, but a relaxed plan costs 7, for the start"),
        ("def pattern(task): return 5", PATTERN, "pattern has (), not an atom that changes"),
        ("def pattern(task): return [('no', 'atom')]", PATTERN, "not an atom that changes"),
        (
            "def pattern(task): return list({a for o in task.operators for e in o.effects"
            " for a in e.adds})",
            PATTERN,
            "the pattern has more than 60 projected states",
        ),
        ("def pdb(node, task): return 0", PATTERN, "and the projection says"),
        ("def pattern(task): return []\ndef pdb(node, task): return 0", PATTERN,
         "1 projected states; 0% of the real cost on average; 60% is asked for"),
    ],
)  # fmt: skip
def test_a_fault_is_named(body: str, case: str, says: str) -> None:
    found, what = share(body, case)
    assert found == 0
    assert says in what


def test_a_pattern_may_be_a_set() -> None:
    body = "as_list = pattern\ndef pattern(task): return {tuple(a) for a in as_list(task)}"
    assert share(body, PATTERN, trusted=False) == (1, "")


def test_another_choice_among_most_expensive_preconditions_is_as_good() -> None:
    """In the worker, where atoms are lists on the way."""
    other = (
        LANDMARKS.replace("max(sorted(", "max(reversed(sorted(")
        .replace("sorted(one.precondition.holds), key", "sorted(one.precondition.holds)), key")
        .replace("sorted(task.goal.holds), key", "sorted(task.goal.holds)), key")
    )
    assert score_of("8-landmarks", {"landmarks.py": other}, f"cases/{CUT}").feedback == ()


def test_the_solution_counts_as_fast_downward_does() -> None:
    """The values of hmax are unique; the values of LM-cut depend only on the order of ties."""
    text, values = translator.sas_text(grounding.grounded(PARCELS, PARCELS_2)), {}
    for name in ("hmax", "lmcut"):
        output = FastDownward(name, f"astar({name}())", "").finished(text, Limits(seconds=60)).text
        values[name] = int(re.findall(r"Initial heuristic value for \S+: (\d+)", output)[0])
    task = checks_of("8-landmarks").check_strips(ClueTask.ground(PARCELS, PARCELS_2))
    loaded = dict[str, object]()
    exec(LANDMARKS, loaded)
    start = Node(task.initial)
    assert HEURISTICS["hmax"](start, task) == values["hmax"]
    assert loaded["hmax"](start, task) == values["hmax"]  # type: ignore[operator]
    assert loaded["lmcut"](start, task) == pytest.approx(values["lmcut"], abs=2)  # type: ignore[operator]
    assert values["lmcut"] <= search_spaces.StateSpace(task).to_go[start.state.bits]


@pytest.mark.slow
def test_a_search_for_the_cost_without_deletes_is_not_lmcut() -> None:
    """It is admissible, informed and quick in small problems."""
    body = """


def lmcut(node, task):
    queue, done, number = [(0, 0, frozenset(node.state))], set(), count(1)
    while queue:
        cost, _, reached = heapq.heappop(queue)
        if task.goal.holds <= reached:
            return cost
        if reached not in done:
            done.add(reached)
            for one in task.operators:
                if one.precondition.holds <= reached:
                    more = reached | added(one)
                    heapq.heappush(queue, (cost + one.cost, next(number), more))
    return INFINITY
"""
    case = "cases/05-lmcut.toml"
    score = score_of("8-landmarks", {"landmarks.py": LANDMARKS + body}, case)
    assert fault_of(score).startswith(("gripper-8: timeout: ", "gripper-8: memory: "))
    low = f"{LANDMARKS}\n\ndef lmcut(node, task):\n    return max(0, hmax(node, task) - 1)\n"
    assert score_of("8-landmarks", {"landmarks.py": low}, case, trusted=True).share == 0


def test_a_problem_with_negative_conditions_is_refused() -> None:
    task = ClueTask.ground(PARCELS, PARCELS_2)
    goal = replace(task.goal, fails=frozenset({("lies", "crate", "hill")}))
    with pytest.raises(CourseworkError, match="expected no negative condition"):
        checks_of("8-landmarks").check_strips(replace(task, goal=goal))
