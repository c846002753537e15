"""A starter agent with the exact belief, which suggests the most probable cards.

Change anything you like. ``docs/agents.md`` explains the arguments and answers of each method.
"""

from collections.abc import Sequence
from random import Random

from planner_clue import (
    Accusation,
    Agent,
    Belief,
    Card,
    Event,
    MoveOptions,
    Opening,
    Place,
    Seat,
    Suggestion,
    TurnOptions,
)


class MyAgent(Agent):
    """Visits rooms that may be in the case file, and accuses when it is certain."""

    def begin(self, seat: Seat) -> None:
        """Begin a game. Every game makes a new object, so nothing is left of the last one."""
        self.own_rooms = [card for card in seat.rooms if card in seat.hand]
        self.board = seat.read_board()  # None at a table without a board
        self.belief = Belief(seat)
        self.random = Random(seat.seed)  # with no other chance, the same seed gives the same game

    def observe(self, event: Event) -> None:
        """Take in an event, including your own moves; the belief draws all conclusions."""
        self.belief.observe(event)

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn; called only if there is a choice besides rolling."""
        if Opening.STAY in options.openings and options.here in self.rooms_to_ask_in():
            return Opening.STAY
        if Opening.PASSAGE in options.openings and options.passage in self.rooms_to_ask_in():
            return Opening.PASSAGE
        return Opening.ROLL

    def move(self, options: MoveOptions) -> Place:
        """Enter a room to suggest in, or move as near to one as the dice allow."""
        wanted = self.rooms_to_ask_in()
        within_reach = [room for room in options.rooms if room in wanted]
        if within_reach:
            return self.random.choice(within_reach)
        if self.board is None or options.here is None or not options.squares:
            return options.here or self.random.choice(options.rooms)
        steps = {square: self.board.pips_from(square) for square in options.squares}
        return min(steps, key=lambda square: min(steps[square][room] for room in wanted))

    def suggest(self, room: Card) -> Suggestion | None:
        """Suggest the most probable suspect and weapon; None means no suggestion."""
        suspects, weapons, _ = self.belief.candidates()
        return Suggestion(self.most_probable(suspects), self.most_probable(weapons), room)

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show one of two or three cards; a card that was shown before reveals nothing new."""
        shown = [known.card for known in self.belief.transcript.shown]
        return next((card for card in cards if card in shown), cards[0])

    def accuse(self) -> Accusation | None:
        """Accuse when the case file is certain; None means to wait."""
        case_file = self.belief.case_file()
        return Accusation(*case_file) if case_file else None

    def rooms_to_ask_in(self) -> list[Card]:
        """Return rooms that may be in the case file; once it is known, also your own rooms."""
        rooms = self.belief.candidates()[-1]
        return rooms if len(rooms) > 1 else [*rooms, *self.own_rooms]

    def most_probable(self, cards: Sequence[Card]) -> Card:
        """Return the card most probably in the case file; ties are broken at random."""
        best = max(self.belief.case_chance(card) for card in cards)
        return self.random.choice([c for c in cards if self.belief.case_chance(c) == best])
