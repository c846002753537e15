"""Walking greedily: into the best room that the dice reach, else towards the best of all."""

from collections.abc import Sequence

from planner_clue.board import ExpectedTurns, Place
from planner_clue.cards import Card
from planner_clue.table.decisions import MoveOptions, Opening, TurnOptions


def greedy_opening(options: TurnOptions, wanted: Sequence[Card]) -> Opening:
    """Return how to begin the turn: without the dice where that leads into a wanted room.

    ``wanted`` are rooms in order of preference. What needs no luck goes before the dice; of
    staying and the passage, the room that is wanted more.
    """
    sure: dict[Card | None, Opening] = {}
    if Opening.PASSAGE in options.openings:
        sure[options.passage] = Opening.PASSAGE
    if Opening.STAY in options.openings and isinstance(options.here, str):
        sure[options.here] = Opening.STAY
    return next((sure[room] for room in wanted if room in sure), Opening.ROLL)


def greedy_move(options: MoveOptions, wanted: Sequence[Card], turns: ExpectedTurns | None) -> Place:
    """Return the first of the ``wanted`` rooms in reach, else the way to the first of all.

    The way is the place in reach from which the room takes the fewest expected turns; to come
    back into the room where the token is, it is left first. Without any wanted room, any
    room in reach is entered. ``turns`` is None at a table without a board, where every room
    is in reach.
    """
    for room in wanted:
        if room in options.rooms:
            return room
    if turns is None or not wanted:
        return _anywhere(options)
    stops: list[Place] = list(options.squares)
    if options.here is not None and (options.here != wanted[0] or not stops):
        stops.append(options.here)
    to_room = turns.to_room(wanted[0])
    return min(stops, key=to_room.__getitem__)


def _anywhere(options: MoveOptions) -> Place:
    if options.rooms:
        return options.rooms[0]
    assert options.here is not None
    return options.here


def nearest_first(
    rooms: Sequence[Card], here: Place | None, turns: ExpectedTurns | None
) -> list[Card]:
    """Return the rooms by the expected turns from ``here``; equals stay in their order.

    For the room where the token is they are the turns to leave it and come back. Without a
    board all rooms are as near.
    """
    if turns is None or here is None:
        return list(rooms)
    away = {
        room: turns.walking(room, room) if room == here else turns.to_room(room)[here]
        for room in rooms
    }
    return sorted(rooms, key=away.__getitem__)
