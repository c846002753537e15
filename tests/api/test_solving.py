"""Every name of ``import planner_clue``, and any domain and problem solved from Python."""

import inspect
from pathlib import Path
from typing import Any

import pytest

import planner_clue
import planner_clue as clue
from planner_clue.data import data_folder

HUJI = data_folder("pddl") / "huji"
DOMAIN, PROBLEM = HUJI / "domain.pddl", HUJI / "end-game.pddl"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"engine": "fast-downward", "search": "astar(blind())"},
        {"engine": "clue-astar", "search": "wastar=1"},
        {"heuristic": lambda node, task: len(task.goal.holds - node.state)},
    ],
    ids=["default", "search", "a-star", "function"],
)
def test_every_engine_finds_the_cheapest_plan(options: Any) -> None:
    assert clue.solve(DOMAIN, PROBLEM, **options).checked().cost == 90


def test_texts_are_as_good_as_paths() -> None:
    domain, problem = DOMAIN.read_text(), PROBLEM.read_text()
    plan = clue.solve(domain, problem).checked()
    verdict = clue.validate(DOMAIN, problem, clue.Plan(plan.steps[1:], 0))
    assert not verdict.valid
    assert verdict.message.startswith("step 1 ")


def test_what_is_misspelled_is_named_with_its_place(tmp_path: Path) -> None:
    text = DOMAIN.read_text().replace("      (investigating)", "      (investigatin)", 1)
    line = text[: text.index("(investigatin)")].count("\n") + 1
    path = tmp_path / "mine.pddl"
    path.write_text(text)
    expected = rf"mine\.pddl:{line}:7: .*unknown predicate 'investigatin'; did you mean"
    for check in (clue.check_domain, lambda given: clue.solve(given, PROBLEM)):
        with pytest.raises(clue.errors.DomainError, match=expected):
            check(path)


def test_where_no_plan_comes_back_the_status_says_why() -> None:
    hopeless = PROBLEM.read_text().replace("(investigating)", "", 1)
    assert clue.solve(DOMAIN, hopeless).status is clue.Status.UNSOLVABLE
    limits = clue.Limits(expansions=1)
    stopped = clue.solve(DOMAIN, PROBLEM, heuristic="blind", limits=limits)
    assert stopped.plan is None
    assert stopped.status is clue.Status.EXPANSIONS_OUT
    failed = clue.solve(DOMAIN, PROBLEM, heuristic=lambda node, task: -1)
    assert failed.status is clue.Status.HEURISTIC_FAILED
    assert "-1" in failed.detail


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "fast-donward"}, "did you mean 'fast-downward'?"),
        ({"heuristic": "blnd"}, "did you mean 'blind'?"),
        ({"heuristic": 3}, r"heuristic 3; expected a function \(node, task\)"),
        ({"heuristic": lambda node: 0}, r"cannot be called as \(node, task\)"),
        ({"engine": "fast-downward", "heuristic": len}, "expected engine clue-astar"),
        ({"engine": "clue-astar", "search": "best"}, "expected astar"),
    ],
)
def test_an_engine_or_heuristic_that_is_none_is_refused(options: Any, message: str) -> None:
    with pytest.raises(clue.errors.InputError, match=message.replace("?", r"\?")):
        clue.solve(DOMAIN, PROBLEM, **options)


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in planner_clue.__all__:
        found = getattr(planner_clue, name)
        assert found.__doc__ or not (inspect.isclass(found) or inspect.isfunction(found)), name


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'planner_clue' has no attribute 'paly_game'"):
        planner_clue.paly_game  # type: ignore[attr-defined] # noqa: B018
