"""``exact``: computes exact probabilities and follows the most probable case file, unplanned."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from planner_clue.agents.base import Agent
from planner_clue.agents.greedy import DIGITS, nearest_first
from planner_clue.belief import Belief
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event

_LITTLE = 1e-3
"""Value of a suggestion in a room that no other seat can show, once the room is known."""


class ExactAgent(Agent):
    """Has the exact belief and no plan: it decides greedily, one turn at a time.

    - It suggests the most probable cards of the room, and enters the most probable room in reach;
      once that is known, the nearest that nobody else can show, as long as anything is open.
    - Else it walks to the most probable room, of equals to the nearest by expected turns. It takes
      the passage or stays in such rooms.
    - It accuses when the case file is entailed, and never before; with a pile that nobody sees,
      when all hands are known.
    """

    def begin(self, seat: Seat) -> None:
        """Begin with its own hand."""
        self.seat = seat
        self._rng = Random(seat.seed)
        self._belief = Belief(seat)
        board = seat.read_board()
        self._turns = seat.read_rules().turns(board) if board else None

    def observe(self, event: Event) -> None:
        """Update the belief."""
        self._belief.observe(event)

    def start(self, options: TurnOptions) -> Opening:
        """Stay or take the passage if that allows a useful suggestion; else roll."""
        openings = {}
        if Opening.STAY in options.openings and isinstance(options.here, str):
            openings[Opening.STAY] = self._worth(options.here)
        if Opening.PASSAGE in options.openings and options.passage is not None:
            openings[Opening.PASSAGE] = self._worth(options.passage)
        best = max(openings, key=lambda one: openings[one], default=Opening.ROLL)
        return best if openings and openings[best] > 0 else Opening.ROLL

    def move(self, options: MoveOptions) -> Place:
        """Enter the most valuable room, or else stop where the best one takes the fewest turns."""
        worth = {room: self._worth(room) for room in options.rooms}
        best = max(worth, key=lambda room: worth[room], default=None)
        if best is not None and worth[best] > 0:
            return best
        here = options.here
        if self._turns is None or here is None:
            return self._rng.choice(options.rooms)
        near = nearest_first(self.seat.rooms, here, self._turns)
        target = max(near, key=lambda room: round(self._worth(room), DIGITS))
        to_room = self._turns.to_room(target)
        stops: list[Place] = [stop for stop in (*options.squares, here) if stop != target]
        return min(stops, key=lambda stop: to_room[stop], default=here)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the most probable suspect and weapon."""
        chances: defaultdict[tuple[Card, Card], float] = defaultdict(float)
        possible = room in self._belief.candidates()[-1]
        for case_file, probability in self._belief.case_files().items():
            if not possible or case_file.room == room:
                chances[case_file.suspect, case_file.weapon] += probability
        if self.seat.pile:  # whose cards nobody can show, so that the answer reveals nothing
            asked = {pair: chances[pair] for pair in chances if any(map(self._may_show, pair))}
            chances = defaultdict(float, asked or chances)
        best = round(max(chances.values()), DIGITS)
        pairs = [pair for pair in chances if round(chances[pair], DIGITS) == best]
        return Suggestion(*self._rng.choice(pairs), room)

    def _may_show(self, card: Card) -> bool:
        """Return whether another seat may hold a card."""
        return any(seat < self._belief.case for seat in self._belief.holders(card))

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Show a card that the suggester or others have seen, else the room, else the weapon."""
        return self._belief.transcript.least_informative(cards)

    def accuse(self) -> Accusation | None:
        """Accuse at once when the case file is entailed, or nothing more can be."""
        known = self._belief.settled()
        return Accusation(*known) if known else None

    def _worth(self, room: Card) -> float:
        """Return a room's probability, or a small value if it is useful once the room is known."""
        suspects, weapons, rooms = self._belief.candidates()
        if len(rooms) > 1 and (not self.seat.pile or self._may_show(room)):
            return self._belief.case_chance(room)
        open_cards = len(suspects) > 1 or len(weapons) > 1
        silent = room in rooms or room in self.seat.hand
        return _LITTLE if open_cards and silent else 0.0
