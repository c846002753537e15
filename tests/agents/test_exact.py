"""The exact agent: certain when it accuses, and never standing about."""

import pytest

from planner_clue.match import MatchConfig, run_match


@pytest.mark.parametrize("board", ["classic", "none"])
def test_it_beats_random_agents_and_is_never_wrong(board: str) -> None:
    exact = run_match(MatchConfig(("exact", "random", "random"), games=30, board=board))["agents"][
        0
    ]
    assert exact["wrong_accusations"] == 0
    assert exact["forfeits"] == 0
    assert exact["win_rate"] > 0.5


@pytest.mark.parametrize("players", [3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_games_among_exact_agents_end_by_accusation(players: int) -> None:
    summary = run_match(MatchConfig(("exact",) * players, games=players))
    assert set(summary["ends"]) == {"accusation"}
