"""``entropy``: the 80 % agent (Plaksienko), with independent probabilities per category."""

from collections.abc import Iterable
from math import inf

from planner_clue.agents.greedy import DIGITS, ProbableAgent, ProbableBelief
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import Seat

SURE = 0.8
"""Minimum probability of each card of an accusation."""
LATELY = 2
"""Number of last rooms that count as recently visited."""


class OddsByPasses(ProbableBelief):
    """Probability that each card is in the case file; each seat that passes on a card raises it.

    The source does not say by how much. Here the odds of a card are the inverse of the share of
    seats that are left, normalised within its category. What others were shown is ignored.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._categories = seat.deck.categories
        self._held = set(seat.hand)
        others = {number for number in range(seat.players) if number != seat.index}
        self._left = {card: set(others) for card in seat.deck.cards}
        self._others = len(others)

    def has(self, holder: int, card: Card, /) -> None:
        """Rule out a card that was shown."""
        self._held.add(card)

    def cannot_have(self, holder: int, cards: Iterable[Card], /) -> None:
        """Raise the cards that a seat passed on."""
        for card in cards:
            self._left[card].discard(holder)

    def case_chances(self) -> dict[Card, float]:
        """Return the probability of each card; the sum over each category is 1."""
        chances: dict[Card, float] = {}
        for cards in self._categories:
            odds = {card: self._odds(card) for card in cards}
            certain = [card for card in cards if odds[card] == inf]
            if certain:
                odds = {card: float(card in certain) for card in cards}
            total = sum(odds.values()) or 1.0
            chances |= {card: odd / total for card, odd in odds.items()}
        return chances

    def _odds(self, card: Card) -> float:
        if card in self._held:
            return 0.0
        return self._others / len(self._left[card]) if self._left[card] else inf


class EntropyAgent(ProbableAgent):
    """Suggests the cards with the largest p (1 - p), in rooms not visited recently; gambles."""

    def new_belief(self) -> OddsByPasses:
        """Return a belief with equal odds for all cards except its own."""
        self._visits: list[Card] = []
        return OddsByPasses(self.seat)

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, recently visited ones last."""
        lately = self._visits[-LATELY:]
        return sorted(super().wanted_rooms(here), key=lately.__contains__)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the suspect and the weapon of intermediate probability."""
        self._visits.append(room)
        chances = self.belief.case_chances()

        def uncertain(card: Card) -> float:
            return round(chances[card] * (1 - chances[card]), DIGITS)

        suspects, weapons = map(self.most_probable, (self.seat.suspects, self.seat.weapons))
        return Suggestion(max(suspects, key=uncertain), max(weapons, key=uncertain), room)

    def accuse(self) -> Accusation | None:
        """Accuse the most probable cards when each has more than 80 %."""
        return self.gamble(self.most_probable_above(SURE))
