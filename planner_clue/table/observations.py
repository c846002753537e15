"""One observation of the file of what a seat has seen.

A suggestion and its answers, an accusation, or a card seen by accident is read into events and
held against the rules and the seat's own hand.
"""

from planner_clue.cards import Accusation, Card, Deck, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.located_json import Located

_SUGGESTION = ("suggester", "cards", "passed", "shown_by")
_ACCUSATION = ("accuser", "cards", "correct")
_SEEN_CARD = ("seen_with", "card")


def read_observation(observed: Located, seat: Seat, turn: int) -> tuple[Event, ...]:
    """Return the events of one observation, all in ``turn``.

    Raises :class:`~planner_clue.errors.SeenError` where it breaks rule 10, or says something
    of the seat's own cards that is not so.
    """
    if isinstance(observed.value, dict) and "accuser" in observed.value:
        fields = observed.fields(_ACCUSATION, ())
        accuser = fields["accuser"].seat(seat.players)
        cards = Accusation(*_three(fields["cards"], seat.deck))
        return (Accused(turn, accuser, cards, fields["correct"].truth()),)
    if isinstance(observed.value, dict) and "seen_with" in observed.value:
        return (_seen_card(observed, seat, turn),)
    return _Round(observed, seat).events(turn)


def _seen_card(observed: Located, seat: Seat, turn: int) -> Showed:
    """Return a card that this seat saw by accident."""
    fields = observed.fields(_SEEN_CARD, ())
    holder, card = fields["seen_with"].seat(seat.players), fields["card"].card(seat.deck)
    if holder == seat.index:
        fields["seen_with"].fail("expected another seat than the one that saw the card")
    if card in seat.hand:
        fields["card"].fail(f"{card} is in this seat's own hand; expected a card of seat {holder}")
    return Showed(turn, holder, seat.index, card)


def _three(cards: Located, deck: Deck) -> tuple[Card, Card, Card]:
    """Return a suspect, a weapon and a room, in whatever order they are written."""
    found = {deck.category(card): card for card in cards.different_cards(deck)}
    if len(found) != 3 or len(cards.value) != 3:
        cards.fail("expected a suspect, a weapon and a room")
    suspect, weapon, room = (found[category] for category, _ in deck.by_category())
    return suspect, weapon, room


class _Round:
    """A suggestion and the answers to it, as ``seat`` saw them."""

    def __init__(self, observed: Located, seat: Seat) -> None:
        self._observed = observed
        self._fields = observed.fields(_SUGGESTION, ("card", "not_asked"))
        self._me, self._deck = seat.index, seat.deck
        self._hand, self._players = seat.hand, seat.players
        self._suggester = self._fields["suggester"].seat(seat.players)
        self._asked = Suggestion(*_three(self._fields["cards"], seat.deck))
        self._held = [card for card in self._asked if card in seat.hand]
        """Which of the three this seat holds."""
        steps = range(1, seat.players)
        skipped = self._not_asked()
        order = [(self._suggester + step) % seat.players for step in steps]
        self._order = [other for other in order if other not in skipped]
        """The other seats in the order in which they are asked."""

    def _not_asked(self) -> list[int]:
        """Return the seats that were passed over by mistake."""
        written = self._fields.get("not_asked")
        skipped = [item.seat(self._players) for item in written.items()] if written else []
        if written and (self._suggester in skipped or len(set(skipped)) < len(skipped)):
            written.fail("expected other seats than the suggester, each once")
        return skipped

    def events(self, turn: int) -> tuple[Event, ...]:
        passed = self._passed()
        shower = self._shower(passed)
        events: list[Event] = [Suggested(turn, self._suggester, self._asked)]
        events += [Passed(turn, other) for other in passed]
        card = self._card(shower)
        if shower is not None:
            events.append(Showed(turn, shower, self._suggester, card))
        return tuple(events)

    def _passed(self) -> list[int]:
        """Return who passed: clockwise from the suggester, nobody left out."""
        written, order = self._fields["passed"], self._order
        passed = [item.seat(self._players) for item in written.items()]
        if passed != order[: len(passed)]:
            written.fail(
                f"expected seats clockwise from the suggester {self._suggester}: {order}, "
                "or its beginning"
            )
        if self._me in passed and self._held:
            written.fail(f"seat {self._me} holds {', '.join(self._held)} and cannot pass")
        return passed

    def _shower(self, passed: list[int]) -> int | None:
        """Return who showed: the next one who was asked; nobody only if all passed."""
        written, order = self._fields["shown_by"], self._order
        if written.value is None:
            if passed != order:
                self._fields["passed"].fail(
                    f"expected {order}: nobody showed, so all others passed"
                )
            return None
        shower = written.seat(self._players)
        if len(passed) == len(order):
            written.fail("expected null: all others passed")
        if shower != (expected := order[len(passed)]):
            written.fail(f"expected {expected}, the next seat after the suggester and who passed")
        if shower == self._me and not self._held:
            asked = ", ".join(self._asked)
            written.fail(f"seat {self._me} holds none of {asked} and cannot show")
        return shower

    def _card(self, shower: int | None) -> Card | None:
        """Return the card that was shown, where this seat saw or showed it."""
        written = self._fields.get("card")
        if written is None or written.value is None:
            if self._suggester == self._me and shower is not None:
                where = Located(None, f"{self._observed.path}.card", self._observed.source)
                where.fail(f"expected the card that seat {shower} showed to this seat")
            return None
        card = written.card(self._deck)
        if shower is None:
            written.fail("expected no card: nobody showed one")
        if self._me not in (self._suggester, shower):
            written.fail(f"expected no card: seat {self._me} did not see what was shown")
        if card not in self._asked:
            written.fail(f"expected one of {', '.join(self._asked)}")
        if shower == self._me and card not in self._held:
            held = ", ".join(self._held)
            written.fail(f"expected a card of seat {self._me}'s own hand: {held}")
        if self._suggester == self._me and card in self._hand:
            written.fail(f"{card} is in this seat's own hand; expected a card of seat {shower}")
        return card
