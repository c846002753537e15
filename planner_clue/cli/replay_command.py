"""``planner-clue replay``: a recorded game as a page to step through."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_clue.cli.arguments import check_page
from planner_clue.cli.records import SEAT_HELP, GameNumber, Record, checked_seat, read_game
from planner_clue.cli.telling import tell
from planner_clue.errors import InputError

if TYPE_CHECKING:
    from planner_clue.pages.viewpoints import Viewpoint


def replay(
    file: Record,
    game: GameNumber = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Write the page to this file.", metavar="FILE"),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help=f"Only for this seat: {SEAT_HELP}. What it may not know is nowhere in the page.",
            metavar="SEAT",
        ),
    ] = None,
    public: Annotated[
        bool,
        typer.Option("--public", help="A page with nothing but what everybody at the table sees."),
    ] = False,
) -> None:
    """Show a recorded game: as one page for a browser, or as text.

    The page opens from the disk and needs nothing else. It steps through the game by turn and by
    event, with the board, the notebook of each seat, the plans of planners with their PDDL, and
    the log. Without --html the game is told as by 'planner-clue tell'.

    Example: planner-clue replay results/games.jsonl --game 4 --html game-4.html
    """
    if seat is not None and public:
        raise InputError(f"--seat {seat} with --public; expected one of them")
    if html is None and public:
        raise InputError("--public without --html FILE; expected both, or --seat SEAT")
    if html is None:
        tell(file, game, seat=seat)
        return
    if html.suffix.lower() not in {".html", ".htm"}:
        raise InputError(f"--html {html}; expected a file whose name ends in .html")
    check_page("--html", html)
    record = read_game(file, game)
    from planner_clue.pages.replay_page import replay_page

    text = replay_page(record, _viewpoint(record, seat, public=public))
    html.write_text(text, encoding="utf-8")
    typer.echo(f"game {record['game']} is in {html}")


def _viewpoint(record: Mapping[str, Any], seat: str | None, *, public: bool) -> "Viewpoint":
    from planner_clue.pages.viewpoints import ALL, PUBLIC, Viewpoint

    if seat is not None:
        return Viewpoint("seat", checked_seat(record, seat))
    return PUBLIC if public else ALL
