"""The rooms in which each player could have suggested, the one it chose, and where it walked.

Tokens and dice are public, so everybody sees which rooms a player left out when it entered one.
Without a board every room is in reach; from suggestions alone, as in notes, there is no choice to
learn from.
"""

from collections.abc import Iterator
from typing import NamedTuple

from planner_clue.belief.walks import Walk, Walks
from planner_clue.game import events
from planner_clue.game.board import Board, Place
from planner_clue.game.cards import Card
from planner_clue.game.decisions import MoveOptions, Opening, Seat
from planner_clue.game.movement import Movement


class RoomChoice(NamedTuple):
    """A decision of one player between rooms to suggest in."""

    seat: int
    rooms: tuple[Card, ...]  # the rooms it could have chosen, in deck order
    chosen: Card | None  # the room it chose; None if it rolled instead, or went past all of them
    nearest: frozenset[Card]  # the rooms with the shortest way; none before the dice
    must_choose: bool = False  # whether it had to choose one, as without a board


class RoomChoices:
    """Follows the tokens of a game, and yields every choice between rooms, and every walk."""

    def __init__(self, seat: Seat) -> None:
        self._board, self._rooms = seat.read_board(), seat.deck.rooms
        self._rules = seat.read_rules()
        self._movement = Movement(self._board, self._rules, seat.deck, seat.tokens)
        self._rolled: events.Rolled | None = None  # the latest roll, until its player moved
        self._walks: Walks | None = None  # made at the first walk: solving takes a moment
        self._turn = 0  # the turn in which the latest choice was made

    def observe(self, event: events.Event) -> Iterator[RoomChoice | Walk]:
        """Yield the choices that an event reveals, in the order in which they were made."""
        seat, moves = event.seat, self._movement
        match event:
            case events.Rolled() | events.TookPassage() | events.Suggested() if (
                self._board and event.turn != self._turn
            ):
                self._turn = event.turn
                yield from self._opening(event, self._board)
        match event:
            case events.Rolled():
                self._rolled = event
            case events.Moved(to=place):
                yield from self._moved(seat, place)
                self._turn = event.turn
            case events.TookPassage(to=room):
                moves.move(seat, room)
            case events.Suggested(cards=cards):
                if self._board is None and event.turn != self._turn:
                    yield self._anywhere(seat, cards.room)
                self._turn = event.turn
                moves.move(seat, cards.room)
                moves.summon(cards)
            case events.Eliminated() | events.Forfeited():
                moves.leave_hallway(seat)

    def _moved(self, seat: int, place: Place) -> Iterator[RoomChoice | Walk]:
        """Move a token, and yield the choices of its player after the dice."""
        rolled, self._rolled = self._rolled, None
        if self._board is None and isinstance(place, str):
            yield self._anywhere(seat, place)
        elif rolled and rolled.seat == seat and self._movement.here(seat) is not None:
            options = self._movement.options(rolled.turn, seat, rolled.dice)
            if rooms := options.rooms:
                chosen = place if isinstance(place, str) and place in rooms else None
                yield RoomChoice(seat, rooms, chosen, self._nearest(rolled, rooms))
            if place in options.squares:
                yield self._walk(seat, options, place)
        self._movement.move(seat, place)

    def _walk(self, seat: int, options: MoveOptions, place: Place) -> Walk:
        assert self._board is not None
        if self._walks is None:
            turns, may_stay = self._rules.turns(self._board), self._rules.may_stay
            self._walks = Walks(self._rooms, turns, may_stay=may_stay)
        return self._walks.walk(seat, options, place)

    def _opening(
        self, event: events.Rolled | events.TookPassage | events.Suggested, board: Board
    ) -> Iterator[RoomChoice]:
        """Yield the choice before the dice: to stay, to take the passage, or to roll."""
        here, may_stay = self._movement.here(event.seat), self._movement.begin_turn(event.seat)
        if not isinstance(here, str) or here not in self._rooms:
            return
        openings = self._movement.openings(here, may_suggest=may_stay)
        offered = {here} if Opening.STAY in openings else set()
        if Opening.PASSAGE in openings:
            offered.add(board.passages[here])
        chosen: Card | None = None
        if isinstance(event, events.TookPassage):
            chosen = event.to
        elif isinstance(event, events.Suggested):
            if not may_stay or event.cards.room != here:
                return  # how it came there was not seen
            chosen = here
        if offered:
            rooms = tuple(room for room in self._rooms if room in offered)
            yield RoomChoice(event.seat, rooms, chosen, frozenset())

    def _nearest(self, rolled: events.Rolled, rooms: tuple[Card, ...]) -> frozenset[Card]:
        """Return the rooms within reach that are the fewest steps away."""
        nearest, steps = rooms, 0
        if len(rooms) > 1:
            nearest = ()
            while not nearest:
                steps += 1
                nearest = self._movement.options(rolled.turn, rolled.seat, (steps,)).rooms
        return frozenset(nearest)

    def _anywhere(self, seat: int, chosen: Card) -> RoomChoice:
        return RoomChoice(seat, self._rooms, chosen, frozenset(self._rooms), must_choose=True)
