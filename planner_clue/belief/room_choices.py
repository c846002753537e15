"""The rooms in which each player could have suggested, and the one it chose.

Where tokens stand and what was rolled is public. So everybody can tell what a player left when it
entered a room: another room in reach of the dice, the passage, the room it was called into. Without
a board every room is in reach. At a real table, where only suggestions are written down, nobody
can tell, and there is no choice to learn from.
"""

from collections.abc import Iterator
from typing import NamedTuple

from planner_clue.board import Board, Place
from planner_clue.cards import Card, Suggestion
from planner_clue.table import events
from planner_clue.table.decisions import Opening, Seat
from planner_clue.table.movement import Movement, OneSuggestionPerEntry


class RoomChoice(NamedTuple):
    """A decision of one player between rooms to suggest in."""

    seat: int
    rooms: tuple[Card, ...]
    """The rooms it could have chosen, in deck order."""
    chosen: Card | None
    """The room it chose; None if it rolled instead, or went past all of them."""
    nearest: frozenset[Card]
    """Those of the rooms to which its way was shortest."""
    must_choose: bool = False
    """Whether it had to choose one of the rooms, as at a table without a board."""


class RoomChoices:
    """Follows the tokens of a game, and tells every choice between rooms."""

    def __init__(self, seat: Seat) -> None:
        self._board: Board | None = seat.read_board()
        self._rules, self._deck, self._tokens = seat.read_rules(), seat.deck, seat.tokens
        self._movement = Movement(self._board, self._rules, self._deck) if self._board else None
        self._places: dict[Card, Place] = dict(self._board.starts) if self._board else {}
        self._entries = OneSuggestionPerEntry(seat.players, may_stay=self._rules.may_stay)
        self._reach: RoomChoice | None = None
        """The rooms in reach of the latest roll, none of them chosen yet."""
        self._turn = 0
        """The turn in which the latest choice was made."""

    def observe(self, event: events.Event) -> Iterator[RoomChoice]:
        """Yield the choices that an event tells, in the order in which they were made."""
        match event:
            case events.Rolled() | events.TookPassage() | events.Suggested() if (
                self._board and event.turn != self._turn
            ):
                self._turn = event.turn
                yield from self._opening(event)
        match event:
            case events.Rolled():
                self._reach = self._in_reach(event)
            case events.Moved(to=place):
                yield from self._end_of_move(event.seat, place)
                self._turn = event.turn
            case events.TookPassage(to=room):
                self._places[self._tokens[event.seat]] = room
            case events.Suggested(cards=cards):
                if self._board is None and event.turn != self._turn:
                    yield self._anywhere(event.seat, cards.room)
                self._turn = event.turn
                self._summon(event.seat, cards)
            case events.Eliminated() | events.Forfeited():
                self._leave_hallway(event.seat)

    def _opening(
        self, event: events.Rolled | events.TookPassage | events.Suggested
    ) -> Iterator[RoomChoice]:
        """Yield the choice before the dice: to stay, to take the passage, or to roll."""
        assert self._board is not None
        here = self._places.get(self._tokens[event.seat])
        may_stay = self._entries.may_suggest_before_moving(event.seat)
        if not isinstance(here, str) or here not in self._deck.rooms:
            return
        assert self._movement is not None
        openings = self._movement.openings(here, may_suggest=may_stay)
        rooms = {here} if Opening.STAY in openings else set()
        if Opening.PASSAGE in openings:
            rooms.add(self._board.passages[here])
        chosen: Card | None = None
        if isinstance(event, events.TookPassage):
            chosen = event.to
        elif isinstance(event, events.Suggested):
            if not may_stay or event.cards.room != here:
                return  # how it came there was not seen
            chosen = here
        if rooms:
            yield RoomChoice(event.seat, self._in_order(rooms), chosen, frozenset(rooms))

    def _in_reach(self, event: events.Rolled) -> RoomChoice | None:
        """Return the choice that a roll offers; None if there is no room in reach."""
        token = self._tokens[event.seat]
        if self._movement is None or self._board is None or token not in self._places:
            return None
        rooms = self._movement.options(event.turn, token, event.dice, self._places).rooms
        nearest, steps = rooms, 0
        if len(rooms) > 1:
            nearest = ()
            while not nearest:
                steps += 1
                nearest = self._movement.options(event.turn, token, (steps,), self._places).rooms
        return RoomChoice(event.seat, rooms, None, frozenset(nearest)) if rooms else None

    def _end_of_move(self, seat: int, place: Place) -> Iterator[RoomChoice]:
        """Yield the choice between the rooms in reach of the dice."""
        reach, self._reach = self._reach, None
        if self._board is None and isinstance(place, str):
            yield self._anywhere(seat, place)
        elif reach is not None and reach.seat == seat:
            chosen = place if isinstance(place, str) and place in reach.rooms else None
            yield reach._replace(chosen=chosen)
        if self._board is not None:
            self._places[self._tokens[seat]] = place

    def _anywhere(self, seat: int, chosen: Card) -> RoomChoice:
        rooms = self._deck.rooms
        return RoomChoice(seat, rooms, chosen, frozenset(rooms), must_choose=True)

    def _summon(self, asker: int, asked: Suggestion) -> None:
        """Move the suggested suspect's token into the room (rule 3)."""
        if self._board is None:
            return
        self._places[self._tokens[asker]] = asked.room
        token = asked.suspect
        if self._places.get(token) == asked.room:
            return
        if token in self._tokens:
            self._entries.bring_in(self._tokens.index(token))
        self._places[token] = asked.room

    def _leave_hallway(self, seat: int) -> None:
        """Take the token of a player who is out off the hallway (rule 8)."""
        if not isinstance(self._places.get(self._tokens[seat]), str):
            self._places.pop(self._tokens[seat], None)

    def _in_order(self, rooms: set[Card]) -> tuple[Card, ...]:
        return tuple(sorted(rooms, key=self._deck.position))
