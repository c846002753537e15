"""The board as text, with the tokens and what the person can reach."""

from planner_clue.play.persons_choice import options
from planner_clue.play.played_game import PlayedGame
from planner_clue.show.board_text import HALL, Cells, Character, notes_of, numbered

_IN_REACH = "*"


def draw_position(game: PlayedGame) -> str:
    """Return the board with every token, and marks where the person may go now."""
    table = game.course.table
    if table.board is None:
        return "There is no board: every room is in reach."
    cells = Cells(table.board, table.places)
    squares = []
    if game.course.is_the_persons and (offered := options(game.course))["decision"] == "move":
        squares = [square for square in offered["squares"] if square != offered["here"]]
    for x, y in squares:
        cells.rows[y][2 * x] = Character(_IN_REACH, HALL)
    lines = ["".join(character.text for character in row).rstrip() for row in numbered(cells)]
    if squares:
        named = " ".join(f"{x},{y}" for x, y in squares)
        lines += [f"squares in reach ({_IN_REACH}): {named}"]
    return "\n".join([*lines, *notes_of(cells)])
