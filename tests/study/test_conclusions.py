"""What is concluded follows from the figures, whichever way they fall."""

import pytest

from planner_clue.study.conclusions import Conclusion, draw_conclusions, in_published_seats
from planner_clue.study.reproduction import StudyResult, study_result
from tests.study.helpers import result, summary_of

AS_PUBLISHED = [
    result("huji.planner-huji", 580, 220, 200),
    result("huji.bn1", 720, 140, 140),
    result("huji.bn2", 760, 120, 120),
    result("huji.bn1+planner-huji", 580, 360, 60),
    result("huji.bn2+planner-huji", 610, 260, 130),
    result("huji.bn1+bn2+planner-huji", 400, 430, 170),
]
OVERTURNED = [
    result("huji.planner", 800, 100, 100),
    result("huji.bn1+planner", 250, 650, 100),
    result("huji.bn2+planner", 250, 650, 100),
    result("huji.bn1+bn2+planner", 210, 220, 570),
]
HARD = "planner wins at least 50 % with bn1 and bn2"
CLEAR = "planner is clear of bn1 and of bn2 there"
AHEAD = "planner is ahead of bn2 by at least 20 points, with a random agent"
LOSES = "planner-huji loses to bn1 and bn2, as published"
NETWORKS = "bn1 and bn2 win at least 65 % against two random agents"
BETWEEN = "planner-huji wins 45 to 70 % against two random agents"


def say(results: list[StudyResult], claim: str, board: str = "huji") -> Conclusion:
    (found,) = [c for c in draw_conclusions(results) if (c.board, c.claim) == (board, claim)]
    return found


def answers(results: list[StudyResult], board: str = "huji") -> set[str]:
    return {c.answer for c in draw_conclusions(results) if c.board == board}


def test_when_all_is_as_hoped_every_answer_is_yes() -> None:
    assert answers(AS_PUBLISHED + OVERTURNED) == {"yes"}


def test_what_was_not_played_is_not_concluded() -> None:
    assert answers([]) == {"not played"}
    assert answers(AS_PUBLISHED + OVERTURNED, board="classic") == {"not played"}
    some = [one for one in AS_PUBLISHED if one.table.name != "huji.bn2+planner-huji"]
    assert say(some, LOSES).holds is None
    assert say(some, BETWEEN).answer == "yes"


def test_figures_of_one_board_say_nothing_about_the_other() -> None:
    on_classic = result("classic.bn1+bn2+planner", 400, 400, 200)
    assert say([*OVERTURNED, on_classic], HARD, "classic").answer == "no"
    assert say([*OVERTURNED, on_classic], HARD, "huji").answer == "yes"


@pytest.mark.parametrize(
    ("won", "answer"),
    [
        (600, "yes"),
        (500, "yes, not settled"),
        (510, "yes, not settled"),
        (499, "no, not settled"),
        (400, "no"),
    ],
)
def test_half_of_the_games_with_both_networks(won: int, answer: str) -> None:
    """At 1000 games the interval is some three points wide on either side."""
    rest = (1000 - won) // 2
    assert say([result("huji.bn1+bn2+planner", rest, rest, won)], HARD).answer == answer


@pytest.mark.parametrize(
    ("wins", "answer"),
    [((200, 220, 580), "yes"), ((300, 345, 355), "no"), ((400, 200, 400), "no")],
)
def test_clear_of_both_means_that_neither_interval_holds_zero(
    wins: tuple[int, ...], answer: str
) -> None:
    """Ahead of bn2 by one game in a hundred is not clear, and no doubt is left about that."""
    assert say([result("huji.bn1+bn2+planner", *wins)], CLEAR).answer == answer


@pytest.mark.parametrize(
    ("wins", "answer"),
    [
        ((250, 600, 150), "yes"),
        ((300, 500, 200), "yes, not settled"),
        ((301, 500, 199), "no, not settled"),
        ((400, 400, 200), "no"),
        ((600, 300, 100), "no"),
    ],
)
def test_twenty_points_ahead_of_bn2(wins: tuple[int, ...], answer: str) -> None:
    assert say([result("huji.bn2+planner", *wins)], AHEAD).answer == answer


def test_a_planner_that_beats_one_network_once_does_not_lose_to_both() -> None:
    turned = result("huji.bn2+planner-huji", 300, 600, 100)
    rest = [one for one in AS_PUBLISHED if one.table.name != turned.table.name]
    assert say([*rest, turned], LOSES).answer == "no"
    near = result("huji.bn2+planner-huji", 449, 451, 100)
    assert say([*rest, near], LOSES).answer == "no, not settled"
    level = result("huji.bn2+planner-huji", 450, 450, 100)
    assert say([*rest, level], LOSES).holds is False


@pytest.mark.parametrize(
    ("won", "answer"),
    [
        (580, "yes"),
        (460, "yes, not settled"),
        (440, "no, not settled"),
        (300, "no"),
        (695, "yes, not settled"),
        (710, "no, not settled"),
        (800, "no"),
    ],
)
def test_the_published_planner_is_expected_between_two_figures(won: int, answer: str) -> None:
    played = result("huji.planner-huji", won, 1000 - won, 0)
    assert say([played], BETWEEN).answer == answer


def test_one_weak_network_is_enough_for_a_no() -> None:
    weak = result("huji.bn1", 500, 250, 250)
    assert say([weak, AS_PUBLISHED[2]], NETWORKS).answer == "no"


def test_a_conclusion_tells_the_figures_it_rests_on() -> None:
    margins = [str(margin) for margin in say(AS_PUBLISHED, NETWORKS).margins]
    assert margins[0].startswith("bn1 72.0 % (69.")
    (ahead,) = map(str, say(OVERTURNED, AHEAD).margins)
    assert ahead.startswith("planner over bn2 (with random) +40.0 points (+3")
    told = say(OVERTURNED, AHEAD).to_json()
    assert (told["holds"], told["settled"]) == (True, True)
    assert told["because"][0]["value"] == 0.4


def test_other_names_may_stand_for_both_planners() -> None:
    found = draw_conclusions([], planner="ladder-1", ours="ladder-2")
    assert "ladder-1 loses to bn1 and bn2, as published" in [one.claim for one in found]
    assert "ladder-2 wins at least 50 % with bn1 and bn2" in [one.claim for one in found]


# -- the published seats -----------------------------------------------------------------------


IN_SEATS = [
    result("huji.bn1", 720, 140, 140),
    result("huji.bn2+planner-huji.fixed", 600, 277, 123),
]


def test_figures_of_named_agents_are_counted_where_they_sit_as_published() -> None:
    """Not at the rotated table, nor with our planner, nor on the other board."""
    elsewhere = [AS_PUBLISHED[4], OVERTURNED[1], result("classic.bn1", 300, 300, 400)]
    assert in_published_seats([*IN_SEATS, *elsewhere]).answer == "3 of 3 agree"
    assert in_published_seats(elsewhere).answer == "not played"


def test_figures_that_do_not_agree_are_named() -> None:
    far = result("huji.bn2+planner-huji.fixed", 500, 277, 223)
    found = in_published_seats([IN_SEATS[0], far])
    assert found.answer == "2 of 3 agree; not bn2 of huji.bn2+planner-huji.fixed"
    assert found.to_json() == {
        "figures": 3,
        "agree": 2,
        "differing": [{"table": "huji.bn2+planner-huji.fixed", "name": "bn2"}],
    }


def test_fixed_seats_change_no_conclusion() -> None:
    turned = result("huji.bn2+planner-huji.fixed", 100, 800, 100)
    assert draw_conclusions([*AS_PUBLISHED, turned]) == draw_conclusions(AS_PUBLISHED)
    assert say([turned], LOSES).holds is None


# -- shares ----------------------------------------------------------------------------------


def test_random_agents_are_counted_together_beside_what_the_others_left() -> None:
    shares = {share.agent: share for share in result("huji.bn2", 700, 200, 90).shares}
    assert (shares["random"].wins, shares["random"].published) == (290, 24)
    assert result("huji.bn2", 700, 200, 90).no_winner == 10


def test_a_published_figure_is_inside_or_outside_our_interval() -> None:
    """72 % published; 1000 games give an interval of 2.8 points on either side."""
    assert result("huji.bn1", 740, 260, 0).share("bn1").inside
    assert not result("huji.bn1", 760, 240, 0).share("bn1").inside


def test_a_figure_outside_may_still_agree_as_the_published_games_are_few() -> None:
    """76 % is 4 points off; the published 200 games are good for 6 by themselves."""
    outside = result("huji.bn1", 760, 240, 0).share("bn1")
    assert outside.agrees
    assert not result("huji.bn1", 820, 180, 0).share("bn1").agrees


@pytest.mark.parametrize(
    "change",
    [
        lambda summary: summary.pop("agents"),
        lambda summary: summary["agents"].pop(),
        lambda summary: summary["agents"][0].update(name="bn1"),
        lambda summary: summary["agents"][0].update(seats=994),
        lambda summary: summary["agents"][0].update(wins=None),
        lambda summary: summary["agents"].__setitem__(0, "bn2"),
    ],
)
def test_a_summary_of_something_else_is_no_result(change: object) -> None:
    table = AS_PUBLISHED[2].table
    summary = summary_of(table.seats, (700, 200, 100), 1000)
    assert callable(change)
    change(summary)
    with pytest.raises((KeyError, TypeError, ValueError)):
        study_result(table, 1000, summary)
