"""Which card to show: one that tells the least."""

from collections.abc import Sequence

from planner_clue.cards import Card


class Shown:
    """The cards a player has shown so far, and what it shows next."""

    def __init__(self) -> None:
        self._cards: set[Card] = set()

    def choose(self, cards: Sequence[Card]) -> Card:
        """Show what somebody has seen before, else the room, else the weapon."""
        again = [card for card in cards if card in self._cards]
        choice = again[0] if again else cards[-1]
        self._cards.add(choice)
        return choice
