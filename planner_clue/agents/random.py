"""``random``: enters unseen rooms and suggests unseen cards."""

from collections.abc import Sequence
from random import Random

from planner_clue.agents.base import Agent
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event, Showed, Suggested


class RandomAgent(Agent):
    """The published baseline.

    It enters any unseen room it can and suggests unseen cards there; otherwise it wanders.
    It accuses only a suggestion that nobody disproved. Everything else is random.
    """

    def begin(self, seat: Seat) -> None:
        """Mark every card as unseen, except its own and those face up."""
        self._seat = seat.index
        self._rng = Random(seat.seed)
        self._unseen = set(seat.deck.cards).difference(seat.hand, seat.face_up)
        self._suspects = [card for card in seat.suspects if card in self._unseen]
        self._weapons = [card for card in seat.weapons if card in self._unseen]
        self._accusation: Accusation | None = None

    def observe(self, event: Event) -> None:
        """Remember shown cards, and its own suggestion if nobody disproved it."""
        if type(event) is Showed:
            if event.to == self._seat and event.card is not None:
                self._accusation = None
                self._unseen.discard(event.card)
                for unseen in (self._suspects, self._weapons):
                    if event.card in unseen:
                        unseen.remove(event.card)
        elif type(event) is Suggested and event.seat == self._seat:
            cards = event.cards
            if self._unseen.issuperset(cards):
                self._accusation = Accusation(*cards)

    def start(self, options: TurnOptions) -> Opening:
        """Stay in an unseen room or take the passage to one; else roll."""
        if Opening.STAY in options.openings and options.here in self._unseen:
            return Opening.STAY
        return Opening.PASSAGE if options.passage in self._unseen else Opening.ROLL

    def move(self, options: MoveOptions) -> Place:
        """Enter a random unseen room, else go to a random square."""
        rooms: list[Place] = [room for room in options.rooms if room in self._unseen]
        if places := rooms or options.squares:
            return self._rng.choice(places)
        assert options.here is not None
        return options.here

    def suggest(self, room: Card) -> Suggestion:
        """Suggest an unseen suspect and weapon in this room."""
        return Suggestion(self._rng.choice(self._suspects), self._rng.choice(self._weapons), room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show any of them."""
        return self._rng.choice(cards)

    def accuse(self) -> Accusation | None:
        """Accuse a suggestion that nobody disproved."""
        return self._accusation
