"""The exact agent: certain when it accuses, and never standing about."""

from collections import Counter
from typing import Any

import pytest

from planner_clue.match import MatchConfig, run_match
from planner_clue.match.play import play_one
from planner_clue.table.record import read_record


def record_of(game: int, **settings: Any) -> dict[str, Any]:
    config = MatchConfig(("exact", "random", "random"), **settings)
    return read_record(play_one(config, game).line)


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_it_beats_random_agents_and_is_never_wrong(board: str) -> None:
    exact = run_match(MatchConfig(("exact", "random", "random"), games=60, board=board))["agents"][
        0
    ]
    assert exact["wrong_accusations"] == 0
    assert exact["forfeits"] == 0
    assert exact["win_rate"] > 0.5


@pytest.mark.parametrize("players", [3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_games_among_exact_agents_end_by_accusation(players: int) -> None:
    summary = run_match(MatchConfig(("exact",) * players, games=players))
    assert set(summary["ends"]) == {"accusation"}


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_no_question_is_asked_in_vain_again_and_again(board: str) -> None:
    """The same three cards are not asked about twice: the answer is known by then."""
    for game in range(4):
        record = record_of(game, board=board)
        seat = next(i for i, s in enumerate(record["seats"]) if s["agent"] == "exact")
        asked = Counter(
            tuple(event["cards"])
            for event in record["events"]
            if event["kind"] == "suggest" and event["seat"] == seat
        )
        assert set(asked.values()) == {1}
