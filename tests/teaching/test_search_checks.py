"""Exercises 0, 3 and 6: expansions for every order of ties, answers by their value, a study."""

import json
import re
from itertools import permutations

import pytest
from graders.search_spaces import GREEDY, random_space, space_of_lines

from tests.teaching.grading_help import TEACHER, fault_of, score_of

SOLUTION = (TEACHER / "0-search" / "solution" / "search.py").read_text()
SMALL, WEIGHTED = "cases/01-small-graphs.toml", "cases/04-weighted.toml"
GREEDY_CASE = "cases/05-greedy.toml"
pytestmark = pytest.mark.usefixtures("direct")


def search(body: str) -> dict[str, str]:
    return {"search.py": f"def astar(task):\n    {body}\n"}


def test_bounds_are_those_of_all_orders_of_ties() -> None:
    lines = ["a 2: b 1, c 1, d 1", "b 1: g 1", "c 1: g 1, e 0", "d 1: g 1", "e 1: g 1", "g 0:"]
    space = space_of_lines("a", ["g"], lines)
    assert space.bounds(1) == (0, 5)
    orders = [lambda n, h, by=by: by[n % 6] for by in permutations(range(6))]
    assert {space.search(1, order, reopens=True)[1] for order in orders} <= {*range(2, 6)}
    reopened = space_of_lines("a", ["g"], ["a 9: b 1, c 3", "b 9: c 1", "c 0: g 8", "g 0:"])
    assert reopened.bounds(1) == (2, 4)
    assert reopened.search(1, lambda n, h: n, reopens=True) == (10, 4)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("estimates", ["consistent", "admissible", "blind"])
def test_random_spaces_keep_what_their_estimates_promise(seed: int, estimates: str) -> None:
    space = random_space(seed, 40, estimates)
    assert all(space.estimates[state] <= cost for state, cost in space.to_go.items())
    assert space.is_consistent or estimates == "admissible"
    least, most = space.bounds(1)
    cost, expanded = space.search(1, lambda n, h: n, reopens=True)
    assert cost == space.best
    assert least <= expanded <= most
    assert space.bounds(GREEDY)[1] >= space.search(GREEDY, lambda n, h: -n, reopens=False)[1]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return 5", "astar returned 5; expected a list of actions"),
        ("return ['fly']", "not a plan: step 1 fly is not applicable in a"),
        ("return []", "not a plan: it ends in a, which is not a goal"),
        ("return None", "no plan; there is one of cost 5"),
        ("return task.successors('moon')", "'moon' is not a state that this task has returned"),
        ("while True: task.successors(task.initial)", "a was expanded"),
    ],
)
def test_a_fault_of_a_search_is_named(body: str, says: str) -> None:
    found = score_of("0-search", search(body), SMALL, trusted=True)
    assert found.share < 1
    assert says in found.feedback[0].what


def test_no_successor_is_had_without_being_counted() -> None:
    body = "task._request = lambda state: []; return ['a-b', 'b-c', 'c-d']"
    found = score_of("0-search", search(body), SMALL)
    assert found.share < 1
    assert "0 expansions; a fair search takes 1 to 3" in found.feedback[0].what


def test_a_search_may_copy_its_task() -> None:
    """In a worker, where the task holds the connection to the grader."""
    code = SOLUTION.replace("def astar(task):\n", "def astar(task):\n    task = deepcopy(task)\n")
    assert (
        score_of("0-search", {"search.py": f"from copy import deepcopy\n{code}"}, SMALL).share == 1
    )


def test_other_fair_searches_get_all_points() -> None:
    """Ties the other way round, no re-opening where none is needed, the goal seen early."""
    newest = SOLUTION.replace("next(number), after", "-next(number), after")
    assert score_of("0-search", {"search.py": newest}, SMALL, trusted=True).share == 1
    closes = SOLUTION.replace("if g > best[state]", "if best.get(state) == -1 or g > best[state]")
    closes = closes.replace("        for action,", "        best[state] = -1\n        for action,")
    early = closes.replace(
        "            h = task",
        "            if task.goal_reached(successor): return plan_of(way)\n            h = task",
    )
    for text, case in ((closes, WEIGHTED), (early, GREEDY_CASE)):
        assert score_of("0-search", {"search.py": text}, case, trusted=True).feedback == ()


def test_a_greedy_search_is_judged_by_its_own_priority() -> None:
    text = SOLUTION.replace("best_first(task, lambda g, h: h)", "best_first(task, lambda g, h: 0)")
    found = score_of("0-search", {"search.py": text}, "hidden/05-greedy.toml", trusted=True)
    assert any("greater f = h come later" in failure.means for failure in found.feedback)


MONITOR = (TEACHER / "3-monitor" / "solution" / "monitor.py").read_text()
BROKEN = "cases/06-broken-steps.toml"


@pytest.mark.parametrize(("kind", "full"), [("float", True), ("bool", False), ("str", False)])
def test_a_whole_number_may_be_a_float_and_nothing_else(kind: str, full: bool) -> None:
    text = MONITOR.replace("def broken(", "def counted(")
    text += f"\ndef broken(s):\n    n = counted(s)\n    return n if n is None else {kind}(n)\n"
    assert (score_of("3-monitor", {"monitor.py": text}, BROKEN, trusted=True).share == 1) == full


def test_a_monitor_that_never_says_anything_earns_nothing() -> None:
    """However many of the situations call for nothing."""
    text = f"{MONITOR}\ndef broken(s):\n    return None\n"
    assert score_of("3-monitor", {"monitor.py": text}, BROKEN, trusted=True).share == 0


STUDY = TEACHER / "6-study" / "solution"
FILES = {path.name: path.read_text() for path in STUDY.iterdir()}
ANSWERS = FILES["answers.toml"]
RECORDS, COUNTS = "cases/01-records.toml", "cases/02-counts.toml"
INTERVALS, DIFFERENCES = "cases/03-intervals.toml", "cases/04-differences.toml"
CONCLUSIONS, MORE_GAMES = "cases/05-conclusions.toml", "cases/06-more-games.toml"
RULES = "hidden/01-rules.toml"
COMMAND = "planner-clue match planner bn1 bn2 --games 60 --seed 15 --out results"
OTHER = "nice .venv/bin/python -m planner_clue match --seed=15 --games 60 planner bn1 bn2"


@pytest.mark.parametrize(
    ("case", "old", "new", "share", "says"),
    [
        (RECORDS, "--seed 15", "--seed 16", 0, "match.json is of another match"),
        (RECORDS, COMMAND, OTHER, 1, ""),
        (COUNTS, "wins = 35", "wins = 36", 0, "wins = 36 is not what the records say"),
        (COUNTS, "win_rate = 0.5833", "win_rate = 58.33", 0, "win_rate = 58.33"),
        (INTERVALS, "[0.4415, 0.7126]", "[0.44, 0.71]", 1, ""),
        (INTERVALS, "[0.4415, 0.7126]", "[0.443, 0.724]", 1, ""),  # mean and t of the deals
        (INTERVALS, "[0.4415, 0.7126]", "[0.52, 0.64]", 0, "the lower bound is too high"),
        (INTERVALS, "[0.4415, 0.7126]", "[0.0, 1.0]", 0, "the lower bound is too low"),
        (INTERVALS, "[0.4415, 0.7126]", "[0.7, 0.4]", 0, "expected [lower, upper]"),
        (DIFFERENCES, "[0.173, 0.594]", "[0.5, 0.594]", 0, "does not contain the value"),
        (CONCLUSIONS, 'bn2 = "cannot tell"', 'bn2 = "less"', 0, "= 'less' does not follow"),
        (MORE_GAMES, "1040", "100", 0, "far too few"),
        (MORE_GAMES, "1040", "true", 0, "expected a number"),
        (COUNTS, "[planner]", "[planner", 0, "answers.toml"),
    ],
)
def test_answers_fit_the_records(case: str, old: str, new: str, share: float, says: str) -> None:
    assert old in ANSWERS
    found = score_of("6-study", FILES | {"answers.toml": ANSWERS.replace(old, new, 1)}, case)
    assert found.share == share
    assert says in "\n".join(failure.what for failure in found.feedback)


def test_too_few_games_and_a_match_of_others_cost_points() -> None:
    half = "".join(FILES["games.jsonl"].splitlines(keepends=True)[:30])
    what = fault_of(score_of("6-study", FILES | {"games.jsonl": half}, RECORDS))
    assert "30 games; expected 60 or more" in what
    other = FILES["match.json"].replace('"bn2"', '"exact"')
    assert score_of("6-study", FILES | {"match.json": other}, RECORDS).share == 0


def test_games_of_other_agents_under_these_names_earn_nothing() -> None:
    names = {"bn1": "planner", "planner": "bn1"}
    swapped = {
        name: re.sub('"(bn1|planner)"', lambda found: f'"{names[found[1]]}"', FILES[name])
        for name in ("match.json", "games.jsonl")
    }
    what = fault_of(score_of("6-study", FILES | swapped, RECORDS))
    assert re.search(r"games.jsonl: bn1: game \d+: seat \d now answers", what)


def test_records_that_were_changed_are_found() -> None:
    lines = FILES["games.jsonl"].splitlines()
    record = json.loads(lines[0])
    record["result"]["winner"] = (record["result"]["winner"] + 1) % 3
    forged = "\n".join([json.dumps(record), *lines[1:]]) + "\n"
    assert ": result: " in fault_of(score_of("6-study", FILES | {"games.jsonl": forged}, RULES))
    other = FILES["match.json"].replace('"seed": 15', '"seed": 16')
    assert fault_of(score_of("6-study", FILES | {"match.json": other}, RULES))
