"""The kinds of askers choose as their names say, and play whole games."""

import inspect

import pytest

from benchmarks import askers
from benchmarks.askers import (
    FITTED,
    HELD_OUT,
)
from planner_clue.match import MatchConfig, run_match


def test_kinds_that_are_held_out_are_not_those_that_constants_were_fitted_on() -> None:
    kinds = [*FITTED, *HELD_OUT]
    assert len(set(kinds)) == len(kinds) >= 12
    assert all(kind == "exact" or hasattr(askers, kind) for kind in kinds)


@pytest.mark.parametrize("name", ["OwnRoomBluffer", "UniformAnyRoom", "Mixed", "Turncoat"])
def test_it_plays_to_an_end_without_a_fault(name: str) -> None:
    agent = f"{inspect.getsourcefile(askers)}:{name}"
    summary = run_match(MatchConfig((agent, "exact", "random"), 2, rules="huji-bn1"))
    assert summary["no_winner"] == 0
    assert [row["forfeits"] for row in summary["agents"]] == [0, 0, 0]
