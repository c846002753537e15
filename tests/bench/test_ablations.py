"""The planners that lack an ingredient still play whole games."""

import inspect

import pytest

from benchmarks import ablations
from planner_clue.agents.base import Agent
from planner_clue.match import MatchConfig, run_match

NAMES = [
    name
    for name, found in inspect.getmembers(ablations, inspect.isclass)
    if issubclass(found, Agent) and found.__module__ == ablations.__name__
]


def test_there_are_some() -> None:
    assert len(NAMES) > 5


@pytest.mark.parametrize(
    ("rules", "games"), [("huji-bn1", 2), pytest.param("standard", 6, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", NAMES)
def test_it_plays_to_an_end_without_a_fault(name: str, rules: str, games: int) -> None:
    agent = f"{inspect.getsourcefile(ablations)}:{name}"
    summary = run_match(MatchConfig((agent, "random", "random"), games, rules=rules))
    assert summary["no_winner"] == 0
    assert [row["forfeits"] for row in summary["agents"]] == [0, 0, 0]
    assert summary["agents"][0]["planner_failures"] == {}
