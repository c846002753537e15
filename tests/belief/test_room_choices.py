"""Which rooms a player could have chosen: against what the table really offered it."""

from dataclasses import replace
from random import Random

import pytest

from planner_clue.belief.room_choices import RoomChoice, RoomChoices
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import Opening
from planner_clue.table.events import Suggested, as_seen_by
from planner_clue.table.requests import AskMove, AskStart, AskSuggest, Request
from planner_clue.table.rules import parse_rules
from tests.belief.tables import make_seat
from tests.table.helpers import BOARDS, TABLES, cards, deal_table, random_answer

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
def test_every_choice_is_told_as_the_table_offered_it(board: str, rules: str, players: int) -> None:
    rng = Random(7)
    table = deal_table(BOARDS[board], rules, players, rng)
    listening = RoomChoices(table.seat_view(0, seed=0))
    expected: list[Told] = []
    told: list[RoomChoice] = []
    seen = 0
    while table.request is not None and table.turn < 400:
        answer = random_answer(table, rng, accusing=0.002)
        while answer is None and isinstance(table.request, AskSuggest):
            answer = random_answer(table, rng, accusing=0)  # nobody sees who stays and is silent
        if choice := offered(table.request, answer):
            expected.append(choice)
        table.submit(answer)  # type: ignore[arg-type]
        for event in table.events[seen:]:
            told += listening.observe(as_seen_by(event, 0))
        seen = len(table.events)
    assert len(expected) > 40
    assert [(one.seat, frozenset(one.rooms), one.chosen) for one in told] == expected
    for one in told:
        assert bool(one.nearest) is (one.otherwise != "rolls")
        assert one.nearest <= set(one.rooms)
        assert (one.otherwise == "nothing") is (board == "none")


def test_where_only_suggestions_are_known_nobody_can_tell_what_was_in_reach() -> None:
    seat = make_seat(parse_rules("standard").deck(None), 0, cards("plum rope hall"), (6, 6, 6))
    board = BOARDS["classic"]
    assert board is not None
    listening = RoomChoices(replace(seat, board=board.map.toml))
    for turn, room in enumerate(("kitchen", "study", "kitchen"), 1):
        asked = Suggested(turn, 1, Suggestion(*cards(f"green knife {room}")))
        assert list(listening.observe(asked)) == []
