"""One observation of the file of what a seat has seen.

A suggestion and its answers, or an accusation, is read into events and held against the
rules and the seat's own hand.
"""

from collections.abc import Mapping

from planner_clue.cards import Accusation, Card, Deck, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.located_json import Located

_SUGGESTION = ("suggester", "cards", "passed", "shown_by")
_ACCUSATION = ("accuser", "cards", "correct")


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
    fields = observed.fields(_SUGGESTION, ("card",))
    suggester = fields["suggester"].seat(seat.players)
    asked = Suggestion(*_three(fields["cards"], seat.deck))
    passed = _passed(fields, seat, suggester, asked)
    shower = _shower(fields, seat, suggester, passed)
    events: list[Event] = [Suggested(turn, suggester, asked)]
    events += [Passed(turn, other) for other in passed]
    card = _card(fields, observed, seat, suggester, shower, asked)
    if shower is not None:
        events.append(Showed(turn, shower, suggester, card))
    return tuple(events)


def _three(cards: Located, deck: Deck) -> tuple[Card, Card, Card]:
    """Return a suspect, a weapon and a room, in whatever order they are written."""
    found = {deck.category(card): card for card in cards.different_cards(deck)}
    if len(found) != 3 or len(cards.value) != 3:
        cards.fail("expected a suspect, a weapon and a room")
    suspect, weapon, room = (found[category] for category, _ in deck.by_category())
    return suspect, weapon, room


def _passed(
    fields: Mapping[str, Located], seat: Seat, suggester: int, asked: Suggestion
) -> list[int]:
    """Return who passed: clockwise from the suggester, nobody left out."""
    order = _clockwise(suggester, seat.players)
    passed = [item.seat(seat.players) for item in fields["passed"].items()]
    if passed != order[: len(passed)]:
        fields["passed"].fail(
            f"expected seats clockwise from the suggester {suggester}: {order}, or its beginning"
        )
    held = [card for card in asked if card in seat.hand]
    if seat.index in passed and held:
        fields["passed"].fail(f"seat {seat.index} holds {', '.join(held)} and cannot pass")
    return passed


def _shower(
    fields: Mapping[str, Located], seat: Seat, suggester: int, passed: list[int]
) -> int | None:
    """Return who showed: the next one who was asked; nobody only if all passed."""
    shown_by = fields["shown_by"]
    order = _clockwise(suggester, seat.players)
    if shown_by.value is None:
        if passed != order:
            fields["passed"].fail(f"expected {order}: nobody showed, so all others passed")
        return None
    shower = shown_by.seat(seat.players)
    if len(passed) == len(order):
        shown_by.fail("expected null: all others passed")
    if shower != (expected := order[len(passed)]):
        shown_by.fail(f"expected {expected}, the next seat after the suggester and who passed")
    return shower


def _card(
    fields: Mapping[str, Located],
    observed: Located,
    seat: Seat,
    suggester: int,
    shower: int | None,
    asked: Suggestion,
) -> Card | None:
    """Return the card that was shown, where this seat saw or showed it."""
    me = seat.index
    held = [card for card in asked if card in seat.hand]
    if shower == me and not held:
        fields["shown_by"].fail(f"seat {me} holds none of {', '.join(asked)} and cannot show")
    if "card" not in fields or fields["card"].value is None:
        if suggester == me and shower is not None:
            where = Located(None, f"{observed.path}.card", observed.source)
            where.fail(f"expected the card that seat {shower} showed to this seat")
        return None
    written = fields["card"]
    card = written.card(seat.deck)
    if shower is None:
        written.fail("expected no card: nobody showed one")
    if me not in (suggester, shower):
        written.fail(f"expected no card: seat {me} did not see what was shown")
    if card not in asked:
        written.fail(f"expected one of {', '.join(asked)}")
    if shower == me and card not in held:
        written.fail(f"expected a card of seat {me}'s own hand: {', '.join(held)}")
    if suggester == me and card in seat.hand:
        written.fail(f"{card} is in this seat's own hand; expected a card of seat {shower}")
    return card


def _clockwise(suggester: int, players: int) -> list[int]:
    return [(suggester + step) % players for step in range(1, players)]
