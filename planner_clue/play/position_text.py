"""The board as text, with the tokens and what the person can reach."""

from planner_clue.play.persons_choice import options
from planner_clue.play.played_game import PlayedGame
from planner_clue.show.board_text import draw_board


def draw_position(game: PlayedGame) -> str:
    """Return the board, where every token is, and where the person may go now."""
    table = game.course.table
    if table.board is None:
        return "There is no board: every room is in reach."
    places = (
        f"  {token}: {place if isinstance(place, str) else list(place)}"
        for token, place in table.places.items()
    )
    lines = [draw_board(table.board), "", *places]
    if game.course.is_the_persons and (offered := options(game.course))["decision"] == "move":
        squares = " ".join(f"{x},{y}" for x, y in offered["squares"])
        lines += [f"squares in reach: {squares}"]
    return "\n".join(lines)
