"""What agents have in common that go by how probable each card is to be in the case file."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from planner_clue.agents.greedy import GreedyAgent
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, CaseFile, Suggestion
from planner_clue.deliberation.decision import Decision
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Accused, Event

_DIGITS = 9
"""Probabilities that agree to so many decimals are equal; chance decides between them."""


class ProbableAgent(GreedyAgent):
    """Goes to the most probable room and asks about the most probable cards."""

    @abstractmethod
    def case_chances(self) -> Mapping[Card, float]:
        """Return how probable each card is to be in the case file."""

    def begin(self, seat: Seat) -> None:
        """Sit down with a fresh belief."""
        super().begin(seat)
        self._claimed = 1.0
        """The probability of the least probable card that is being accused."""
        self._gambles: list[Decision] = []

    def observe(self, event: Event) -> None:
        """Hear what happened, and note an accusation of its own that was not certain."""
        super().observe(event)
        if isinstance(event, Accused) and event.seat == self.seat.index and self._claimed < 1:
            accused = CaseFile(*event.cards)
            self._gambles = [Decision(event.turn, None, accused, self._claimed, gamble=True)]

    def suggest(self, room: Card) -> Suggestion:
        """Ask about the most probable suspect and weapon."""
        suspect = self.most_probable(self.seat.suspects)[0]
        weapon = self.most_probable(self.seat.weapons)[0]
        return Suggestion(suspect, weapon, room)

    def most_probable(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards, those that are most probably in the case file first."""
        chances = self.case_chances()
        return sorted(cards, key=lambda card: (-round(chances[card], _DIGITS), self.order[card]))

    def most_probable_above(self, sure: float) -> Accusation | None:
        """Return the most probable card of each category, if all are more probable than that."""
        chances, categories = self.case_chances(), self.seat.deck.by_category()
        best = Accusation(*(self.most_probable(cards)[0] for _, cards in categories))
        return best if min(chances[card] for card in best) > sure else None

    def gamble(self, accusation: Accusation | None) -> Accusation | None:
        """Return it, and remember how probable its least probable card is."""
        if accusation:
            chances = self.case_chances()
            self._claimed = round(min(chances[card] for card in accusation), _DIGITS)
        return accusation

    def notes(self) -> list[dict[str, Any]]:
        """Return what it accused without being certain."""
        return [decision.to_json() for decision in self._gambles]

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, the most probable first."""
        chances = self.case_chances()
        possible = [room for room in self.seat.rooms if round(chances[room], _DIGITS) > 0]
        return self.most_probable(possible)
