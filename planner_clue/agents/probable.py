"""What the agents share that go by the probability of each card to be in the case file."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping

from planner_clue.agents.greedy import GreedyAgent
from planner_clue.board import Place
from planner_clue.cards import Card, Suggestion

_DIGITS = 9
"""Probabilities that agree to so many decimals are equals; chance decides between them."""


class ProbableAgent(GreedyAgent):
    """Goes to the most probable room and asks about the most probable cards."""

    @abstractmethod
    def case_chances(self) -> Mapping[Card, float]:
        """Return how probable each card is to be in the case file."""

    def suggest(self, room: Card) -> Suggestion:
        """Ask about the most probable suspect and weapon."""
        suspect = self.most_probable(self.seat.suspects)[0]
        weapon = self.most_probable(self.seat.weapons)[0]
        return Suggestion(suspect, weapon, room)

    def most_probable(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards, those that are most probably in the case file first."""
        chances = self.case_chances()
        return sorted(cards, key=lambda card: (-round(chances[card], _DIGITS), self.order[card]))

    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms that may be in the case file, the most probable first."""
        chances = self.case_chances()
        possible = [room for room in self.seat.rooms if round(chances[room], _DIGITS) > 0]
        return self.most_probable(possible)
