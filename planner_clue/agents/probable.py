"""What the agents share that go by the probability of each card to be in the case file."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from planner_clue.agents.base import Agent
from planner_clue.agents.hearing import Belief, Hearing
from planner_clue.agents.walking import greedy_move, greedy_opening
from planner_clue.board import Place
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event

_DIGITS = 9
"""Probabilities that agree to so many decimals are equals; chance decides between them."""


class ProbableAgent(Agent):
    """Goes greedily to the most probable room and asks about the most probable cards.

    A subclass says how it believes. Equals are told apart by an order drawn from the seat's
    seed when the game begins. Which card is shown is left to chance.
    """

    def begin(self, seat: Seat) -> None:
        """Sit down with a fresh belief."""
        self.seat = seat
        self.rng = Random(seat.seed)
        board = seat.read_board()
        self.turns = seat.read_rules().turns(board) if board else None
        shuffled = self.rng.sample(seat.deck.cards, len(seat.deck))
        self._order = {card: number for number, card in enumerate(shuffled)}
        self.hearing = Hearing(seat.index, self.new_belief())

    @abstractmethod
    def new_belief(self) -> Belief:
        """Return what the events of a game will be told to."""

    @abstractmethod
    def case_chances(self) -> Mapping[Card, float]:
        """Return how probable each card is to be in the case file."""

    def observe(self, event: Event) -> None:
        """Hear what happened."""
        self.hearing.observe(event)

    def start(self, options: TurnOptions) -> Opening:
        """Stay or take the passage where that leads to a probable room; else roll."""
        return greedy_opening(options, self.wanted_rooms())

    def move(self, options: MoveOptions) -> Place:
        """Enter the most probable room in reach, else go towards the most probable."""
        return greedy_move(options, self.wanted_rooms(), self.turns)

    def suggest(self, room: Card) -> Suggestion:
        """Ask about the most probable suspect and weapon."""
        suspect = self.most_probable(self.seat.suspects)[0]
        weapon = self.most_probable(self.seat.weapons)[0]
        return Suggestion(suspect, weapon, room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show any of them."""
        return self.rng.choice(cards)

    def most_probable(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards, those that are most probably in the case file first."""
        chances = self.case_chances()
        return sorted(cards, key=lambda card: (-round(chances[card], _DIGITS), self._order[card]))

    def wanted_rooms(self) -> list[Card]:
        """Return the rooms that may be in the case file, the most probable first."""
        chances = self.case_chances()
        possible = [room for room in self.seat.rooms if round(chances[room], _DIGITS) > 0]
        return self.most_probable(possible)
