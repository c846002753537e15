"""Exercises with checks of their own: decisions under uncertainty, the mission, personal tasks."""

from pathlib import Path
from typing import Any

import pytest

from planner_clue import solve
from planner_clue.game.cards import CaseFile, Deck
from planner_clue.planner.formulations import ProofPosition, domain_text, huji_problem
from planner_clue.support.errors import CourseworkError, SubmissionError
from planner_clue.teaching.exercise import read_exercise, read_mistakes
from planner_clue.teaching.grading import grade
from planner_clue.teaching.submission import Submission, collect
from tests.teaching.grading_help import (
    TEACHER,
    checks_of,
    exercise,
    fault_of,
    score_of,
    without_matches,
    written,
)

SOLUTION = (TEACHER / "9-uncertainty" / "solution" / "tree.py").read_text()
SEARCH = "hidden/05-search.toml"


def test_a_file_of_checks_that_is_missing_is_refused(tmp_path: Path) -> None:
    folder = written(tmp_path / "small", 4, "a.py", {"a.toml": ""}, 'checks = ["no.py"]\n')
    with pytest.raises(CourseworkError, match=r"exercise\.toml: checks: .*small/no\.py does not"):
        read_exercise(folder)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "game.answer(number, action)\n",
            "game.answer(10**9, action)\n",
            "not in the list of deals",
        ),
        ("game.answer(number, action)\n", "game._deals[number]\n", "AttributeError: _deals"),
        ("game.answer(number, action)\n", "game.hands(number)\n", "game.hands was called"),
        (
            "    rng, root =",
            "    return {'request': ['answer', 0, []]}\n    rng, root =",
            "was called",
        ),
        ("game.playout(number, path)", "1e9", "expected game.playout, as the node is new"),
        ("return [[a, root", "return [[a, 1 + root", "was returned for suggest"),
    ],
)
def test_a_search_that_leaves_the_game_earns_nothing(old: str, new: str, says: str) -> None:
    assert old in SOLUTION
    code = {"tree.py": SOLUTION.replace(old, new)}
    assert says in fault_of(score_of("9-uncertainty", code, SEARCH))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Random(seed)", "Random()", "the same seed draws other deals"),
        ("Random(seed)", "Random(7)", "another seed draws the same deals"),
        (
            "(number,) = rng.choices(numbers, weights)",
            "number = numbers[_ % len(numbers)]",
            "another seed",
        ),
    ],
)
def test_a_search_draws_its_deals_from_the_seed(old: str, new: str, says: str) -> None:
    code = {"tree.py": SOLUTION.replace(old, new)}
    assert says in fault_of(score_of("9-uncertainty", code, SEARCH, trusted=True))


@pytest.mark.parametrize(
    "code",
    [
        "import os",
        "import dataclasses",
        "from random import Random, _os",
        "import random as r\nr._os",
        "import random\n[random][0].choice",
        "import random\nrandom._os",
        "(x for x in []).gi_frame.f_back",
        "match 1:\n    case object(gi_frame=frame):\n        pass",
        "def look(self):\n    return self.__globals__",
        "__builtins__['eval']",
        "setattr(len, 'a', 1)",
        "'{0.f_locals}'.format(1)",
        "import functools\nfunctools.update_wrapper(1, len, ['__globals__'], [])",
        "from functools import wraps",
        "match 1:\n    case Frame(frame):\n        pass",
        "(x for x in []).gi_code.replace(co_names=('__import__',))",
        "# coding: utf-7\n# +AAo-eval('1')",
    ],
)
def test_a_search_that_looks_around_in_its_process_plays_no_match(code: str) -> None:
    with pytest.raises(SubmissionError, match=r"tree\.py:\d uses "):
        checks_of("9-uncertainty").PlainCode(code.encode())


def test_a_search_may_use_plain_python_in_a_match() -> None:
    code = "import collections.abc, math as m, random\nfrom functools import cache\n"
    code += "class Node:\n    def __init__(self):\n        self._n, self.__m = m.inf, f'{1:.2f}'\n"
    code += "random.Random(1).choice([*{}.copy().items()])\n"
    for text in (code, SOLUTION):
        checks_of("9-uncertainty").PlainCode(text.encode())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "    rng, root =",
            "    return [['suggest', 1000, 1.0]]\n    rng, root =",
            "0 simulations",
        ),
        ("value *= game.discount", "value *= 1.0", "chosen was"),
    ],
)
def test_a_search_of_ones_own_is_a_search(old: str, new: str, says: str) -> None:
    assert old in SOLUTION
    answers = (TEACHER / "11-own-runs" / "solution" / "personal.toml").read_text()
    files = {"personal.toml": answers, "tree.py": SOLUTION.replace(old, new)}
    score = score_of("11-own-runs", files, "hidden/04-search.toml", trusted=True)
    assert says in fault_of(score)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('student = "ada"', 'student = " "', "student = ' '; expected your name"),
        ('card = "knife"', 'card = ""', "[trace] card = ''; it has to be filled in"),
        ("\nwins = 5", "\nwins = 0", ""),
        ("predicted_wins = 3", "predicted_wins = 0", ""),
    ],
)
def test_all_fields_of_ones_own_runs_are_filled_in(old: str, new: str, says: str) -> None:
    answers = (TEACHER / "11-own-runs" / "solution" / "personal.toml").read_text()
    files = {"personal.toml": answers.replace(old, new)}
    assert files["personal.toml"] != answers
    score = score_of("11-own-runs", files, "cases/01-format.toml", trusted=True)
    assert says in fault_of(score) if says else score.share == 1


def test_accents_of_a_name_may_be_encoded_in_either_way() -> None:
    student_of = checks_of("11-own-runs").student_of
    assert student_of({"student": "E\u0301va "}) == student_of({"student": "\u00c9va"})


def test_the_best_cost_of_a_mission_is_that_of_the_published_domain() -> None:
    module = checks_of("10-mission")
    for seed in range(2):
        case = module.MissionPlans(
            title="", points=1, seconds=9, megabytes=99, visibility="hidden", seed=seed,
            unlocated=3, asked=2, positions=1, hallway=bool(seed), factors=(1.0,),
        )  # fmt: skip
        (at,) = case.drawn
        in_hallway = at["here"] == "hallway"
        position = ProofPosition(
            Deck(rooms=tuple(at["rooms"])),
            CaseFile(*at["assumed"]),
            frozenset(at["held"]),
            here=None if in_hallway else at["here"],
            distances=at["distances"],
            hallway_distances=at["distances"].get("hallway", {}),
            asked=at["asked"],
        )
        plan = solve(
            domain_text("huji"), huji_problem(position).to_text(), engine="clue-astar"
        ).plan
        assert plan is not None
        assert plan.cost == module.best_cost(at)


def test_the_card_of_a_trace_is_not_shown_to_the_student() -> None:
    (case,) = exercise("11-own-runs", "hidden/02-trace.toml").cases
    for who in ("ada", "bob"):
        game, seat, _, right = case.drawn(who, "x")  # type: ignore[attr-defined]
        until = [event for event in game.seats[seat].events if event.turn <= right["turn"]]
        assert right["card"] not in [getattr(event, "card", None) for event in until]


def test_two_students_have_other_tasks_and_one_secret_the_same() -> None:
    (case,) = exercise("11-own-runs", "hidden/04-search.toml").cases
    files: Any = case.files  # type: ignore[attr-defined]
    assert files("ada", "x") == files("ada", "x")
    assert len({str(files(who, secret)) for who in ("ada", "bob") for secret in ("x", "y")}) == 4


@pytest.mark.slow
@pytest.mark.usefixtures("direct")
@pytest.mark.parametrize("name", ["9-uncertainty", "10-mission"])
def test_each_hidden_case_finds_a_mistake_that_no_other_finds(name: str) -> None:
    asked = without_matches(exercise(name))
    hidden = [case for case in asked.cases if case.visibility != "visible"]
    files = collect(TEACHER / name / "solution", asked.files).files
    found = []
    for one in read_mistakes(TEACHER / name):
        marks = grade(asked, Submission(one.made_in(files), is_trusted=True)).marks
        found.append({mark.case.place for mark in marks if not mark.is_full})
    for case in hidden:
        assert {case.place} in [places & {c.place for c in hidden} for places in found], case.place
