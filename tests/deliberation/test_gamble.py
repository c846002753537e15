"""An accusation that is not certain: worth it, while somebody else may win first."""

import pytest

from planner_clue.belief import Belief
from planner_clue.cards import Accusation, CaseFile, Suggestion
from planner_clue.deliberation.gamble import Gamble
from planner_clue.table.events import Accused, Eliminated, Forfeited, Showed, Suggested
from tests.belief.tables import TINY, make_seat
from tests.table.helpers import cards

SEAT = make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1))
"""Two suspects and two rooms are open; the rope is murder."""


@pytest.fixture
def belief() -> Belief:
    """Seat 1 has mustard, so seat 2 has a room: two case files are left, and equally probable."""
    belief = Belief(SEAT)
    belief.observe(Suggested(1, 0, Suggestion(*cards("mustard rope hall"))))
    belief.observe(Showed(1, 1, 0, cards("mustard")[0]))
    return belief


def test_it_accuses_what_is_as_probable_as_it_is_worth(belief: Belief) -> None:
    assert sorted(belief.case_files().values()) == [0.5, 0.5]
    assert Gamble(SEAT, 0.51).accusation(belief) is None
    accused = Gamble(SEAT, 0.5).accusation(belief)
    assert accused is not None
    assert CaseFile(*accused) in belief.case_files()


def test_what_is_certain_is_no_gamble(belief: Belief) -> None:
    gamble = Gamble(SEAT, 0.6)
    assert gamble.accusation(belief) is None
    belief.observe(Suggested(2, 0, Suggestion(*cards("scarlett knife study"))))
    belief.observe(Showed(2, 2, 0, cards("study")[0]))
    accused = gamble.accusation(belief)
    assert accused == Accusation(*cards("white rope lounge"))
    gamble.observe(Accused(2, 0, accused, correct=True))
    assert gamble.notes == []


@pytest.mark.parametrize("out", [Eliminated, Forfeited])
def test_nobody_gambles_when_all_others_are_out(out: type, belief: Belief) -> None:
    gamble = Gamble(SEAT, 0.5)
    gamble.observe(out(2, 1) if out is Eliminated else out(2, 1, "gone"))
    assert gamble.accusation(belief) is not None
    gamble.observe(out(3, 2) if out is Eliminated else out(3, 2, "gone"))
    assert gamble.accusation(belief) is None


def test_a_gamble_is_noted_with_its_turn_and_its_chance(belief: Belief) -> None:
    gamble = Gamble(SEAT, 0.5)
    accused = gamble.accusation(belief)
    assert accused is not None
    gamble.observe(Accused(7, 1, Accusation(*accused), correct=False))
    assert gamble.notes == []
    gamble.observe(Accused(7, 0, Accusation(*accused), correct=True))
    assert gamble.notes == [{"turn": 7, "gamble": 0.5}]
