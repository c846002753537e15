"""Evidence beside suggestions: nobody answers, nobody accuses, rooms that could be chosen."""

from dataclasses import replace
from random import Random

import pytest

from planner_clue.belief import Belief, believe
from planner_clue.belief.hands import ChoiceOfCard, uniform
from planner_clue.belief.room_choices import RoomChoice, RoomChoices
from planner_clue.belief.silence import SILENT
from planner_clue.belief.walks import Walk
from planner_clue.game.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.game.decisions import Opening
from planner_clue.game.events import Accused, Event, Moved, Passed, Showed, Suggested, as_seen_by
from planner_clue.game.requests import AskMove, AskStart, AskSuggest, Request
from planner_clue.game.rules import parse_rules
from tests.belief.tables import SEAT, make_seat
from tests.game.helpers import BOARDS, CLASSIC, TABLES, cards, deal_table, random_answer

HEARS_NO_ACCUSATION = replace(SEAT, rules="standard,secret_accusations=yes")
THREE = CaseFile(*cards("green rope study"))
PASSES_ON: Event = Moved(3, 2, cards("lounge")[0])


def nobody_answers(turn: int, seat: int, names: str) -> list[Event]:
    asked = Suggested(turn, seat, Suggestion(*cards(names)))
    return [asked, *(Passed(turn, (seat + step) % 3) for step in (1, 2))]


UNANSWERED = nobody_answers(2, 1, "green rope study")


def odds(belief: Belief) -> float:
    return belief.chance(THREE) / (1 - belief.chance(THREE))


@pytest.mark.parametrize("asking", [1, 16])
def test_who_is_not_answered_and_does_not_accuse_probably_holds_one(asking: int) -> None:
    silent = believe(SEAT, [*UNANSWERED, PASSES_ON], asking=asking)
    unheard = believe(HEARS_NO_ACCUSATION, [*UNANSWERED, PASSES_ON], asking=asking)
    assert odds(silent) < odds(unheard) / (SILENT - 2)
    own = sum(silent.chance_at(card, 1) for card in THREE)
    assert own > sum(unheard.chance_at(card, 1) for card in THREE)
    assert silent.deals() == unheard.deals()


def test_an_accusation_explains_why_nobody_answered() -> None:
    accuses = Accused(2, 1, Accusation(*cards("white knife library")), correct=False)
    explained = believe(SEAT, [*UNANSWERED, accuses])
    assert explained.chance(THREE) > 5 * believe(SEAT, UNANSWERED).chance(THREE)
    assert explained.shifting[-1] == accuses


def test_only_an_accusation_of_the_same_seat_at_once_explains_it() -> None:
    asked: Event = Suggested(5, 1, Suggestion(*cards("mustard rope study")))
    for seat, later in ((2, []), (1, [asked, Showed(5, 2, 1, None)])):
        accuses = Accused(6, seat, Accusation(*cards("white knife library")), correct=False)
        story = [*UNANSWERED, *later, accuses]
        unheard = believe(HEARS_NO_ACCUSATION, story)
        assert odds(believe(SEAT, story)) < odds(unheard) / (SILENT - 2)


SHOWN: list[Event] = [
    Suggested(1, 0, Suggestion(*cards("green rope study"))),
    Showed(1, 1, 0, cards("study")[0]),
]
ANSWERED: list[Event] = [
    Suggested(2, 1, Suggestion(*cards("scarlett rope study"))),
    Passed(2, 2),
    Showed(2, 0, 1, cards("scarlett")[0]),
]


@pytest.mark.parametrize(
    ("rules", "choice", "story"),
    [
        pytest.param("standard", uniform, ANSWERED, id="answered in the end"),
        pytest.param("standard", uniform, [*SHOWN, *UNANSWERED], id="has one of the three"),
        pytest.param("standard", None, UNANSWERED, id="logic takes it for no evidence"),
        pytest.param("standard,suggest_or_accuse=yes", uniform, UNANSWERED, id="may not accuse"),
    ],
)
def test_where_it_is_no_silence_it_is_no_evidence(
    rules: str, choice: ChoiceOfCard | None, story: list[Event]
) -> None:
    heard = believe(replace(SEAT, rules=rules), story, choice)
    assert heard.case_files() == believe(HEARS_NO_ACCUSATION, story, choice).case_files()


def test_a_player_that_may_never_accuse_is_silent_as_often_as_it_likes() -> None:
    again = believe(SEAT, [*UNANSWERED, *nobody_answers(5, 1, "green rope study")])
    assert again.case_files() == believe(SEAT, UNANSWERED).case_files()


Told = tuple[int, frozenset[Card], Card | None]
"""A seat, the rooms it could choose, and what it chose."""


def offered(request: Request | None, answer: object) -> Told | None:
    """Return the choice between rooms that a player makes with an answer, if it is one."""
    match request:
        case AskStart(seat=seat, options=options):
            leads = {Opening.STAY: options.here, Opening.PASSAGE: options.passage}
            rooms = {way: Card(str(leads[way])) for way in options.openings if way in leads}
            chosen = rooms.get(answer) if isinstance(answer, Opening) else None
            return seat, frozenset(rooms.values()), chosen
        case AskMove(seat=seat, options=moves) if moves.rooms:
            entered = [room for room in moves.rooms if room == answer]
            return seat, frozenset(moves.rooms), entered[0] if entered else None
    return None


@pytest.mark.parametrize(("board", "rules"), TABLES)
@pytest.mark.parametrize("players", [3, 6])
def test_every_choice_is_seen_as_the_table_offered_it(board: str, rules: str, players: int) -> None:
    rng = Random(7)
    table = deal_table(BOARDS[board], rules, players, rng)
    listening = RoomChoices(table.seat_view(0, seed=0))
    expected, found, stops, seen = list[Told](), list[RoomChoice | Walk](), list[int](), 0
    while table.request is not None and table.turn < 400:
        answer = random_answer(table, rng, accusing=0.002)
        while answer is None and isinstance(table.request, AskSuggest):
            answer = random_answer(table, rng, accusing=0)  # nobody sees who stays and is silent
        if choice := offered(table.request, answer):
            expected.append(choice)
        if isinstance(table.request, AskMove) and isinstance(answer, tuple):
            stops.append(table.request.seat)
        table.submit(answer)  # type: ignore[arg-type]
        for event in table.events[seen:]:
            found += listening.observe(as_seen_by(event, 0))
        seen = len(table.events)
    assert len(expected) > 40
    choices = [one for one in found if isinstance(one, RoomChoice)]
    assert [(one.seat, frozenset(one.rooms), one.chosen) for one in choices] == expected
    assert [one.seat for one in found if isinstance(one, Walk)] == stops
    for one in choices:
        assert one.nearest <= set(one.rooms)
        assert one.must_choose is (board == "none")
    rolled = [one for one in choices if one.nearest]
    assert rolled
    assert (len(rolled) == len(choices)) is (board == "none"), "nothing is near before the dice"


def test_where_only_suggestions_are_known_nobody_can_see_what_was_in_reach() -> None:
    seat = make_seat(parse_rules("standard").deck(None), 0, cards("plum rope hall"), (6, 6, 6))
    listening = RoomChoices(replace(seat, board=CLASSIC.map.toml))
    for turn, room in enumerate(("kitchen", "study", "kitchen"), 1):
        asked = Suggested(turn, 1, Suggestion(*cards(f"green knife {room}")))
        assert list(listening.observe(asked)) == []
