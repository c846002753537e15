"""What agents have in common that go to the room they want most, without a plan."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random

from planner_clue.agents.base import Agent
from planner_clue.agents.heard_answers import CardLearner, HeardAnswers
from planner_clue.agents.walking import greedy_move, greedy_opening
from planner_clue.board import Place
from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import Event


class GreedyAgent(Agent):
    """Wants some rooms more than others, and goes to the best one within reach.

    A subclass keeps a belief and says which rooms it wants, what it asks, and when it accuses.
    Which card it shows is left to chance.
    """

    hears_others_passes = True
    """Whether it concludes something from passes on the questions of others."""

    def begin(self, seat: Seat) -> None:
        """Sit down with a fresh belief."""
        self.seat = seat
        self.rng = Random(seat.seed)
        board = seat.read_board()
        rules = seat.read_rules()
        self.turns = rules.turns(board) if board else None
        shuffled = self.rng.sample(seat.deck.cards, len(seat.deck))
        self.order = {card: number for number, card in enumerate(shuffled)}
        """A random order of all cards, to choose between equals."""
        self.heard = HeardAnswers(
            seat.index,
            self.new_belief(),
            accuses_later=rules.suggest_or_accuse,
            others_passes=self.hears_others_passes,
        )

    @abstractmethod
    def new_belief(self) -> CardLearner:
        """Return a new belief, which is then told what the answers of the game tell."""

    @abstractmethod
    def wanted_rooms(self, here: Place | None) -> list[Card]:
        """Return the rooms worth a visit from ``here``, the best first."""

    def observe(self, event: Event) -> None:
        """Hear what happened."""
        self.heard.observe(event)

    def start(self, options: TurnOptions) -> Opening:
        """Stay or take the passage where that leads to a wanted room; else roll."""
        return greedy_opening(options, self.wanted_rooms(options.here))

    def move(self, options: MoveOptions) -> Place:
        """Enter the best room in reach, else go towards the best of all."""
        return greedy_move(options, self.wanted_rooms(options.here), self.turns)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show any of them."""
        return self.rng.choice(cards)
