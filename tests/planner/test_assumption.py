"""An accusation that is not certain: worth it, while somebody else may win first."""

from random import Random

import pytest

from planner_clue.belief import Belief, believe
from planner_clue.belief.styles import AIMLESS
from planner_clue.game.events import Eliminated, Event, Forfeited, Showed, Suggested
from planner_clue.planner.assumption import EXTRA_CHANCE, most_probable, worth_accusing
from tests.belief.tables import TINY, make_seat
from tests.game.helpers import cards, suggestion

SEAT = make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1))
"""Two suspects and two rooms are open; the rope is murder."""


SHOWN: list[Event] = [
    Suggested(1, 0, suggestion("mustard rope hall")),
    Showed(1, 1, 0, cards("mustard")[0]),
]


@pytest.fixture
def belief() -> Belief:
    """Seat 1 has mustard, so seat 2 has a room: two case files are left, and equally probable."""
    return believe(SEAT, SHOWN)


def test_it_accuses_what_is_as_probable_as_it_is_worth(belief: Belief) -> None:
    assert sorted(belief.case_files().values()) == [0.5, 0.5]
    assert worth_accusing(belief, {1, 2}, 0.51) is None
    accused = worth_accusing(belief, {1, 2}, 0.5)
    assert accused is not None
    assert accused.case_file in belief.case_files()
    assert accused.probability == 0.5


def test_among_five_a_gamble_may_be_three_fifths_as_probable() -> None:
    belief = Belief(make_seat(TINY, 0, cards("scarlett"), (1,) * 5))
    probability, opponents = max(belief.case_files().values()), {1, 2, 3, 4}
    assert worth_accusing(belief, opponents, probability / 0.59) is None
    assert worth_accusing(belief, opponents, probability / 0.61) is not None
    assert worth_accusing(belief, {1, 2}, probability / 0.61) is None


@pytest.mark.parametrize("out", [Eliminated, Forfeited])
def test_nobody_gambles_when_all_others_are_out(out: type, belief: Belief) -> None:
    for seat in (1, 2):
        assert belief.transcript.opponents
        belief.observe(out(2, seat) if out is Eliminated else out(2, seat, "gone"))
    assert not belief.transcript.opponents
    assert worth_accusing(belief, belief.transcript.opponents, 0.5) is None


@pytest.mark.parametrize("style", ["any", AIMLESS.name])
def test_there_is_time_to_wait_against_players_who_reveal_nothing(style: str) -> None:
    """They suggest what they were shown, or always other cards: a gamble is put off."""
    story = list(SHOWN)
    for turn in range(2, 8):
        if style == "any":
            story.append(Suggested(turn, 2, suggestion("mustard knife hall")))
            story.append(Showed(turn, 0, 2, cards("knife")[0]))
        else:
            names = "mustard knife study" if turn % 2 else "white rope lounge"
            story.append(Suggested(turn, 2, suggestion(names)))
    belief, alike = believe(SEAT, story, asking=16), believe(SEAT, story)
    assert belief.asks(2)[style] > 0.3
    worth = max(belief.case_files().values()) - 0.01
    assert worth_accusing(belief, {1, 2}, worth) is None
    assert worth_accusing(belief, {1, 2}, worth - EXTRA_CHANCE) is not None
    assert worth_accusing(alike, {1, 2}, max(alike.case_files().values()) - 0.01) is not None


def test_of_equals_the_case_file_that_can_be_tested_first_is_assumed() -> None:
    """But the one that is assumed already stays."""
    belief, rng = Belief(SEAT), Random(1)
    rooms = sorted({case_file.room for case_file in belief.most_probable()})
    assert len(rooms) == 2
    turns = {room: float(number) for number, room in enumerate(reversed(rooms), 1)}
    assumed = {most_probable(belief, None, turns, rng).case_file for _ in range(20)}
    assert {case_file.room for case_file in assumed} == {rooms[-1]}
    assert len(assumed) > 1
    current = next(each for each in belief.most_probable() if each.room == rooms[0])
    assert most_probable(belief, current, turns, rng).case_file == current
