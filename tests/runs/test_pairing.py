"""Runs with one agent exchanged are compared over the deals that they share, and no others."""

from dataclasses import replace
from pathlib import Path

import pytest

from planner_clue.errors import InputError
from planner_clue.match import MatchConfig
from planner_clue.match.intervals import difference_by_deals
from planner_clue.runs.merging import MergedRuns, compare, merge
from planner_clue.runs.run_folder import read_run
from tests.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of


def merged(folder: Path, config: MatchConfig) -> MergedRuns:
    return merge([read_run(folder_of(folder, config))])[0]


def test_the_exchanged_agent_is_compared_over_shared_deals(tmp_path: Path) -> None:
    first, second = merged(tmp_path / "a", THREE), merged(tmp_path / "b", EXCHANGED)
    found = compare(first, second)
    assert (found.slot, found.agents) == (0, ("exact", "random"))
    assert (found.games, found.deals) == (12, 2)
    ahead = [0, 0]
    for one, other in zip(first.games, second.games[:12], strict=True):
        assert one.cards == other.cards
        ahead[one.deal] += (one.winning_slot == 0) - (other.winning_slot == 0)
    assert found.difference == pytest.approx(sum(ahead) / 12)
    assert found.ci95 == difference_by_deals(ahead, [6, 6])


@pytest.mark.parametrize(
    ("other", "slot", "said"),
    [
        (replace(EXCHANGED, games=6, seed=2), None, "share no deals: seeds 1 and 2"),
        (replace(EXCHANGED, games=6, board="classic"), None, "has board none and .* classic"),
        (replace(EXCHANGED, games=6, rules="standard,turn_limit=9"), None, "rules .*turn_limit=9"),
        (replace(EXCHANGED, games=6, seats="fixed"), None, "seats rotated and .* fixed"),
        (replace(EXCHANGED, games=4, agents=("random",) * 4), None, "3 players and .* 4"),
        (replace(EXCHANGED, games=6, agents=("random", "exact", "random")), None, "differ in 2"),
        (replace(OTHER_SEED), None, "same agents .*expected --slot"),
        (EXCHANGED, 3, "--slot 3; expected 0 to 2"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, other: MatchConfig, slot: int | None, said: str
) -> None:
    first, second = merged(tmp_path / "a", THREE), merged(tmp_path / "b", other)
    with pytest.raises(InputError, match=said):
        compare(first, second, slot)
