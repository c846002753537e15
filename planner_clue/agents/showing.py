"""Which card to show: one that tells the least."""

from collections.abc import Sequence

from planner_clue.cards import Card
from planner_clue.table.events import Event, Showed, Suggested


class Shown:
    """The cards a player has shown so far, and what it shows next."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._asker = seat
        self._cards: list[tuple[int, Card]] = []
        """Who has seen which card."""

    def observe(self, event: Event) -> None:
        """Remember who asks, and what was shown to whom, also where there was no choice."""
        if isinstance(event, Suggested):
            self._asker = event.seat
        elif isinstance(event, Showed) and event.seat == self._seat and event.card:
            self._cards.append((event.to, event.card))

    def choose(self, cards: Sequence[Card]) -> Card:
        """Show what the asker has seen before, else what others have, else room, else weapon."""
        told = [card for card in cards if (self._asker, card) in self._cards]
        public = [card for _, card in self._cards if card in cards]
        return next(iter([*told, *public, cards[-1]]))
