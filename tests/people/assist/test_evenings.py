"""Ten evenings with five kinds of boxes, as people write them, against every possible deal."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner_clue.belief.transcript import Transcript
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested
from planner_clue.game.observations import parse_seen, seen_to_json
from planner_clue.people.assist.conclusions import checked_conclusions
from planner_clue.people.assist.notes import read_notes

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*.clue"))


class EveryDeal:
    """Finds every deal that fits what was seen; it knows nothing of :mod:`planner_clue.belief`."""

    def __init__(self, seat: Seat, events: list[Event]) -> None:
        self.cards, self.case = seat.deck.cards, seat.players
        self.kinds = {card: kind for kind in seat.deck.categories for card in kind}
        self.left = [*seat.hand_sizes, 3, len(seat.face_up) + seat.pile]
        self.may_have = {card: set(range(seat.players + 2)) - {seat.index} for card in self.cards}
        self.may_have |= {card: {seat.index} for card in seat.hand}
        self.may_have |= {card: {seat.players + 1} for card in seat.face_up}
        self.shows: list[tuple[int, tuple[Card, ...]]] = []
        self.wrong: list[set[Card]] = []
        asked: tuple[Card, ...] = ()
        for event in events:
            match event:
                case Suggested(cards=cards):
                    asked = tuple(cards)
                case Passed(seat=number):
                    self._none(number, asked)
                case Showed(seat=number, card=card):
                    self.shows.append((number, (card,) if card else asked))
                case Revealed(seat=number, cards=cards, holds=True):
                    self.shows += [(number, (card,)) for card in cards]
                case Revealed(seat=number, cards=cards):
                    self._none(number, cards)
                case Accused(cards=cards):
                    self.wrong.append(set(cards))

    def _none(self, number: int, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self.may_have[card].discard(number)

    def deals(self) -> Iterator[dict[Card, int]]:
        yield from self._place(sorted(self.cards, key=lambda card: len(self.may_have[card])), {})

    def _place(self, open_cards: list[Card], placed: dict[Card, int]) -> Iterator[dict[Card, int]]:
        if not open_cards:
            case = {card for card, holder in placed.items() if holder == self.case}
            if case not in self.wrong and len({self.kinds[card] for card in case}) == 3:
                yield dict(placed)
            return
        card, rest = open_cards[0], open_cards[1:]
        for holder in self.may_have[card]:
            if not self.left[holder]:
                continue
            kind = self.kinds[card]
            if holder == self.case and any(placed.get(c) == self.case for c in kind):
                continue
            placed[card] = holder
            self.left[holder] -= 1
            if all(self._can(*show, placed) for show in self.shows if card in show[1]):
                yield from self._place(rest, placed)
            self.left[holder] += 1
            del placed[card]

    def _can(self, seat: int, cards: tuple[Card, ...], placed: dict[Card, int]) -> bool:
        return any(placed.get(c, seat) == seat and seat in self.may_have[c] for c in cards)


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_is_read_in_full_and_concludes_what_every_deal_says(path: Path) -> None:
    conclusions = checked_conclusions(read_notes(path.read_text()), path.name)
    belief, seen = conclusions.belief, conclusions.seen
    deals = list(EveryDeal(seen.seat, seen.events).deals())
    assert belief.deals() == len(deals)
    holders = {card: {deal[card] for deal in deals} for card in seen.seat.deck.cards}
    assert {card: set(belief.holders(card)) for card in holders} == holders
    case = [tuple(c for c in deal if deal[c] == belief.case) for deal in deals]
    assert {frozenset(file) for file in belief.case_files()} == {frozenset(file) for file in case}
    transcript = Transcript(seen.seat)
    for event in seen.events:
        transcript.observe(event)
    for fact in belief.entailed():
        assert all((deal[fact.fact.card] == fact.fact.holder) is fact.fact.holds for deal in deals)
    assert conclusions.notes.header is not None
    data = seen_to_json(seen, conclusions.notes.header.board_name)
    again = parse_seen(json.dumps(data))
    assert (again.events, again.seat) == (seen.events, seen.seat)


def test_ten_evenings_are_of_five_kinds_of_boxes_or_more() -> None:
    kinds = {path.stem.partition("-")[2] for path in EVENINGS}
    assert len(EVENINGS) == 10
    assert len(kinds) >= 5
