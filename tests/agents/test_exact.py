"""The exact agent: certain when it accuses, and never standing about."""

from planner_clue.match import MatchConfig, run_match


def test_it_beats_random_agents_and_is_never_wrong() -> None:
    config = MatchConfig(("exact", "random", "random"), games=30)
    exact, *_ = run_match(config)["agents"]
    assert (exact["wrong_accusations"], exact["forfeits"]) == (0, 0)
    assert exact["win_rate"] > 0.5


def test_games_among_exact_agents_end_by_accusation() -> None:
    assert set(run_match(MatchConfig(("exact",) * 4, games=4))["ends"]) == {"accusation"}
