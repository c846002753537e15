"""Boards as text: the map, and a table of distances."""

from planner_clue.board import Board, ExpectedTurns, Square
from planner_clue.cards import SUSPECTS


def draw_board(board: Board) -> str:
    """Return the map with a legend; ``+`` is a door, a digit the start of that suspect."""
    rows = [list(row) for row in board.map.rows]
    for room in board.rooms.values():
        for door in room.doors:
            _put(rows, door.cell, "+")
    marks = {suspect: str(seat) for seat, suspect in enumerate(SUSPECTS, 1)}
    for suspect, square in board.starts.items():
        _put(rows, square, marks[suspect])
    width = board.map.width
    lines = ["    " + "".join(str(x // 10) if x % 10 == 0 else " " for x in range(width))]
    lines += ["    " + "".join(str(x % 10) for x in range(width))]
    lines += [f"{y:3} {''.join(row)}" for y, row in enumerate(rows)]
    rooms = ", ".join(
        f"{room.letter} {room.name}" + (f" (passage to {room.passage})" if room.passage else "")
        for room in board.rooms.values()
    )
    starts = ", ".join(f"{mark} {suspect}" for suspect, mark in marks.items())
    return "\n".join([*lines, "", f"rooms: {rooms}", f"starts: {starts}", "+ a door"])


def _put(rows: list[list[str]], square: Square, mark: str) -> None:
    rows[square[1]][square[0]] = mark


def table_of_turns(board: Board, turns: ExpectedTurns) -> str:
    """Return a table of ``steps/turns`` from each room (row) to each other one (column).

    Steps go through the hallway, ``-`` where there is no way; turns are expected ones.
    """
    rooms = list(board.rooms)
    width = max(map(len, rooms))
    short = [room[:9] for room in rooms]
    lines = [" " * width + "".join(f"{name:>10}" for name in short)]
    for origin in rooms:
        cells = (
            f"{board.pips[origin].get(room, '-')}/{turns.to_room(room)[origin]:.2f}"
            if room != origin
            else "-"
            for room in rooms
        )
        lines.append(f"{origin:>{width}}" + "".join(f"{cell:>10}" for cell in cells))
    return "\n".join(lines)
