"""Cards that nobody holds, and rules of other tables: the deal, the record, what players see."""

from random import Random

import pytest

from planner_clue.game import requests
from planner_clue.game.board import load_board
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.deal import draw_deal
from planner_clue.game.movement import Movement
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.game.rules import parse_rules
from planner_clue.game.table import Table
from planner_clue.match.config import MatchConfig
from planner_clue.match.match_checks import check_match
from planner_clue.match.play import play_one
from planner_clue.support.errors import IllegalDecision, RecordError
from tests.game.helpers import deal_table, suggestion

DECK = load_board("classic").deck


@pytest.mark.parametrize(
    ("players", "options", "sizes", "aside"),
    [
        (4, "face_up=even", [4, 4, 4, 4], (2, 0)),
        (4, "face_up=6", [3, 3, 3, 3], (6, 0)),
        (3, "face_up=even", [6, 6, 6], (0, 0)),
        (2, "pile=4", [7, 7], (0, 4)),
        (2, "pile=3,face_up=even", [7, 7], (1, 3)),
        (5, "face_up=even", [3] * 5, (3, 0)),
    ],
)
def test_cards_are_set_aside(
    players: int, options: str, sizes: list[int], aside: tuple[int, int]
) -> None:
    rules = parse_rules(f"standard,{options}")
    rules.check(None, players)
    assert parse_rules(str(rules)) == rules
    deal = draw_deal(DECK, players, rules, Random(1))
    assert [len(hand) for hand in deal.hands] == sizes
    assert (len(deal.face_up), len(deal.pile)) == aside
    every = [*deal.case_file, *deal.face_up, *deal.pile, *(c for hand in deal.hands for c in hand)]
    assert sorted(every) == sorted(DECK.cards)
    seat = Table(None, rules, deal).seat_view(0, 1)
    assert (seat.face_up, seat.pile) == (deal.face_up, aside[1])


@pytest.mark.parametrize("options", ["pile=6", "face_up=6", "pile=2,face_up=2"])
@pytest.mark.parametrize("agent", ["exact", "monte-carlo"])
def test_two_players_finish_a_game_that_its_record_replays(options: str, agent: str) -> None:
    rules = f"standard,{options},turn_limit=60"
    config = MatchConfig((agent, "exact"), 1, board="none", rules=rules)
    check_match(config)
    played = play_one(config, 0)
    assert not any(seat.forfeit for seat in played.seats)
    record = read_record(played.line)
    assert replay(record).deal.to_json() == record["deal"]
    shorter = {name: cards for name, cards in record["deal"].items() if name != "hands"}
    hands = [[*record["deal"]["hands"][0], *record["deal"].get("pile", [])[:1]]]
    del record["checksum"]
    with pytest.raises(RecordError):
        replay({**record, "deal": {**shorter, "hands": hands}})


def test_own_cards_may_not_be_named() -> None:
    table = deal_table(None, "standard,own_cards=no", 3, Random(1))
    table.submit(None)
    table.submit(Card("hall"))
    deck, hand = table.deal.deck, table.deal.hands[0]
    own = next(card for card in hand if card in deck.suspects)
    other = next(card for card in deck.weapons if card not in hand)
    with pytest.raises(IllegalDecision, match=f"suggestion of {own}, an own card"):
        table.submit(Suggestion(own, other, Card("hall")))
    assert isinstance(table.request, requests.AskSuggest)


def test_the_whole_roll_is_used() -> None:
    """On an even roll from a start, half the squares in reach are left: all have one colour."""
    board = load_board("classic")
    usual, whole = (board.reach((16, 0), 4, whole_roll=whole) for whole in (False, True))
    assert whole.rooms == usual.rooms
    assert {(x + y) % 2 for x, y in board.squares_in(whole.squares)} == {0}
    assert whole.squares & ~usual.squares == 0
    assert not whole.squares & board.bit((16, 1))


@pytest.mark.parametrize(("options", "may_suggest"), [("", True), (",called=no", False)])
def test_being_called_lets_nobody_suggest(options: str, may_suggest: bool) -> None:
    board, rules = load_board("classic"), parse_rules(f"standard{options}")
    movement = Movement(board, rules, DECK, DECK.suspects[:3])
    movement.summon(suggestion("mustard rope hall"))
    assert movement.is_due(1) is may_suggest
    assert not movement.is_due(0)
