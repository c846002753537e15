"""The rules of movement once more, slow and plain, to check the quick ones against.

Nothing here uses the code under test: a sheet is read from the TOML text anew, and a move is a
breadth-first search over sets of squares.
"""

import tomllib
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from planner_clue.game.board import Place, Square
from planner_clue.game.cards import Card


@dataclass(frozen=True)
class Sheet:
    """A board as it is drawn: which squares are what, and where the doors are."""

    hallway: frozenset[Square]
    cells: dict[Card, frozenset[Square]]
    fronts: dict[Card, frozenset[Square]]
    passages: dict[Card, Card]
    starts: dict[Card, Square]

    @property
    def places(self) -> list[Place]:
        return [*sorted(self.hallway), *self.cells]


def read_sheet(toml: str) -> Sheet:
    data = tomllib.loads(toml)
    drawn = {
        (x, y): symbol
        for y, row in enumerate(data["map"].strip().split("\n"))
        for x, symbol in enumerate(row)
    }
    rooms = data["rooms"].items()
    return Sheet(
        hallway=frozenset(square for square, symbol in drawn.items() if symbol == "."),
        cells={
            Card(room["name"]): frozenset(at for at, symbol in drawn.items() if symbol == letter)
            for letter, room in rooms
        },
        fronts={
            Card(room["name"]): frozenset((x, y) for _, (x, y) in room["doors"])
            for _, room in rooms
        },
        passages={
            Card(room["name"]): Card(room["passage"]) for _, room in rooms if "passage" in room
        },
        starts={Card(suspect): (x, y) for suspect, (x, y) in data["starts"].items()},
    )


def beside(square: Square) -> list[Square]:
    x, y = square
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def steps_to(
    sheet: Sheet, origin: Place, occupied: Iterable[Square] = (), *, open_rooms: bool = False
) -> dict[Place, int]:
    """Return every place one move can end in, with the fewest steps it takes.

    Staying where one is takes none.
    """
    if open_rooms:
        return _steps_over_open_floor(sheet, origin, frozenset(occupied))
    free = sheet.hallway - frozenset(occupied)
    steps: dict[Place, int] = {origin: 0}
    waiting: deque[Place] = deque([origin])
    while waiting:
        here = waiting.popleft()
        onward: list[Place] = []
        if isinstance(here, tuple):
            onward += [square for square in beside(here) if square in free]
            onward += [room for room, fronts in sheet.fronts.items() if here in fronts]
        elif here == origin:  # entering any other room ends the move
            onward += [square for square in sorted(sheet.fronts[here]) if square in free]
        for place in onward:
            if place not in steps:
                steps[place] = steps[here] + 1
                waiting.append(place)
    return steps


def _steps_over_open_floor(
    sheet: Sheet, origin: Place, occupied: frozenset[Square]
) -> dict[Place, int]:
    room_at = {cell: room for room, cells in sheet.cells.items() for cell in cells}
    floor = (sheet.hallway | frozenset(room_at)) - occupied
    feet = [origin] if isinstance(origin, tuple) else sorted(sheet.cells[origin])
    walked = dict.fromkeys(feet, 0)
    waiting = deque(feet)
    while waiting:
        here = waiting.popleft()
        for square in beside(here):
            if square in floor and square not in walked:
                walked[square] = walked[here] + 1
                waiting.append(square)
    steps: dict[Place, int] = {}
    for square, count in walked.items():  # nearest first
        steps.setdefault(room_at.get(square, square), count)
    return steps


def reach(
    sheet: Sheet,
    origin: Place,
    roll: int,
    occupied: Iterable[Square] = (),
    *,
    open_rooms: bool = False,
) -> tuple[set[Card], set[Square]]:
    """Return the rooms (but the origin) and the hallway squares that a roll can end in."""
    steps = steps_to(sheet, origin, occupied, open_rooms=open_rooms)
    ends = [place for place, count in steps.items() if count <= roll]
    rooms = {place for place in ends if isinstance(place, str) and place != origin}
    return rooms, {place for place in ends if isinstance(place, tuple)}


def dice_totals(dice: int) -> Iterator[tuple[int, float]]:
    """Yield every throw of the dice by its total, each as likely as the other."""
    for throw in product(range(1, 7), repeat=dice):
        yield sum(throw), 6.0**-dice
