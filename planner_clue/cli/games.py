"""``planner-clue replay`` and ``explain``: show recorded games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from planner_clue.cli import options, output
from planner_clue.cli.options import checked_seat, flag, integer, option, planner_seat
from planner_clue.game.record_files import in_ranges, read_records
from planner_clue.planner.decision import read_decisions
from planner_clue.support.errors import InputError
from planner_clue.view.game_record import GameRecord, read_record
from planner_clue.view.pages.break_card import break_picture
from planner_clue.view.pages.frames import ALL, PUBLIC, Viewpoint
from planner_clue.view.pages.replay_page import INDEX, gallery, page_data, puzzle_pages, replay_page
from planner_clue.view.story import TurnStory, ending, heading, introduction, turn_stories
from planner_clue.view.trace import explain_turn, trace_seat
from planner_clue.view.wording import full_names_of, suspects_of

_INDENT = 10  # indentation of events, in characters
_NARROWEST_TEXT = 44  # minimum width of the text beside a board, in characters
_WIDE = 120  # minimum width of a trace as a table, in characters
_COLUMNS = ("turn", "planned because", "assumes", "went to", "asked", "expected", "what happened")


def _print_game(record: GameRecord, seat: str | None, turn: int | None, *, boards: bool) -> None:
    viewpoint = None if seat is None else checked_seat(record.data, seat)
    turns = list(turn_stories(record.data, viewpoint))
    screen = _Screen(record)
    if turn is not None:
        chosen = next((each for each in turns if each.turn.number == turn), None)
        if chosen is None:
            known = in_ranges([each.turn.number for each in turns])
            raise InputError(f"--turn {turn}; expected one of {known}")
        screen.say([next(introduction(record.data, viewpoint))])
        screen.show_turn(chosen, draws=True)
        return
    screen.say(introduction(record.data, viewpoint))
    for number, each in enumerate(turns, 1):
        screen.show_turn(each, draws=boards or number == len(turns))
    screen.say([ending(record.data, viewpoint)])


class _Screen:
    """Prints turns, and the board beside or under them, as wide as the terminal is."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._console = Console(highlight=False)
        self._width = output.line_width()

    def say(self, lines: Iterator[str] | Sequence[str]) -> None:
        for line in lines:
            self._print(output.wrapped(line, self._width))

    def show_turn(self, story: TurnStory, *, draws: bool) -> None:
        position = self._record.position(story.turn.number) if draws else None
        board = output.drawn(position, self._console) if position else []
        wide = max((len(line) for line in board), default=0)
        is_beside = self._console.width >= wide + 2 + _INDENT + _NARROWEST_TEXT
        width = self._console.width - wide - 2 if board and is_beside else self._width
        words = list(self._words(story, width))
        if not board or wide > self._console.width:
            self._print(words)
        elif is_beside:
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(width=width, no_wrap=True)
            grid.add_row(Text("\n").join(words), Text("\n").join(board))
            self._console.print(grid)
        else:
            self._print([*words, "", *board])

    def _words(self, story: TurnStory, width: int) -> Iterator[Text]:
        token = suspects_of(self._record.data)[story.turn.seat]
        yield Text().append(heading(story), style=output.ON_TEXT.get(token, "bold"))
        for line in story.lines:
            style = "dim" if line.startswith(" ") else ""
            for part in output.wrapped(line, width - _INDENT):
                yield Text().append(" " * _INDENT + part, style=style)

    def _print(self, lines: Sequence[str | Text]) -> None:
        for line in lines:
            self._console.print(line, markup=False, soft_wrap=True)


def explain(
    file: options.Record,
    turn: int | None = integer(None, "Explain this turn of a planner in sentences."),
    seat: options.SeatName = None,
    game: options.GameNumber = None,
) -> None:
    """Explain the turns of one seat of a recorded game.

    Prints for each turn: the trigger of the plan, the assumption, the place, the suggestion, the
    expected answer and the actual answer. A wide terminal gets a table, others a few lines per
    turn. With --turn, prints sentences: the trigger, the assumption, the plan with its branches,
    the answer, and what ended the plan. Without --seat, the first planner is shown, or seat 0 if
    there is none.

    Example: planner-clue explain results --game 3 --turn 7
    """
    record = read_record(file, game).data
    if turn is None:
        chosen = (planner_seat(record) or 0) if seat is None else checked_seat(record, seat)
        _print_trace(record, chosen)
        return
    try:
        sentences = list(explain_turn(record, checked_seat(record, seat), turn))
    except ValueError as error:
        raise InputError(f"--turn {error}") from error
    for sentence in sentences:
        output.echo_wrapped(sentence)


def _print_trace(record: Mapping[str, Any], chosen: int) -> None:
    title = f"game {record['game']}, seat {chosen}: {full_names_of(record)[chosen]}"
    rows = list[tuple[str, ...]]()
    for row in trace_seat(record, chosen):
        assumed = ", ".join(row.in_force.assumption) if row.in_force else ""
        planned = (str(row.turn), ", ".join(row.triggers), assumed)
        rows.append((*planned, row.place, row.asked, row.expected, row.outcome))
    console = Console(highlight=False)
    if console.width < _WIDE:
        _print_stacked(console, title, rows)
        return
    table = Table(title=title, title_justify="left", title_style="", box=SIMPLE)
    kept = [at for at, name in enumerate(_COLUMNS) if name == "turn" or any(r[at] for r in rows)]
    for at in kept:
        table.add_column(_COLUMNS[at], justify="right" if at == 0 else "left")
    for cells in rows:
        table.add_row(*(cells[at] for at in kept))
    console.print(table)


def _print_stacked(console: Console, title: str, rows: Sequence[tuple[str, ...]]) -> None:
    width = output.line_width()
    for line in output.wrapped(title, width):
        console.print(line, markup=False, soft_wrap=True)
    for turn, because, assumed, place, asked, expected, outcome in rows:
        planned = because and f"planned because {because}"
        done = [("went to", place), ("asked", asked), ("expected", expected)]
        did = "; ".join(f"{word} {what}" for word, what in done if what)
        texts = filter(None, (planned, assumed and f"assumes {assumed}", did, outcome))
        start = f"{turn:>4}  "
        for text in list(texts) or ["nothing happened"]:
            for part in output.wrapped(text, width - len(start)):
                console.print(start + part, markup=False, soft_wrap=True)
                start = " " * len(start)


def replay(
    file: options.Record,
    game: options.GameNumber = None,
    turn: int | None = integer(None, "Show only this turn, and draw the board after it."),
    boards: bool = flag("--boards", "Draw the board after every turn, not only after the last."),
    html: Path | None = option("FILE|DIR", "Page to write, or a new folder for pages.", "--html"),
    seat: str | None = option("SEAT", f"Show only what this seat may know: {options.SEAT_HELP}."),
    broken: int | None = integer(
        None, "With --svg: the break of a plan by its number in the game, from 1.", "--break"
    ),
    svg: Path | None = option(
        "FILE", "Draw a break: old plan, observation, new plan; without --break, all in a loop."
    ),
    public: bool = flag("--public", "Show only what everybody at the table sees."),
    guess: str | None = option(
        "SEAT",
        "Make a page for guessing: it hides each plan of this seat, or of the first 'planner', "
        "until you have guessed its room and cards. A folder gets the ten most interesting "
        "games. Add ?abc to a page's address for three choices.",
    ),
    puzzle: str | None = option(
        "NAME", "With --guess and a folder: three positions, chosen by this name, such as a date."
    ),
) -> None:
    """Show a recorded game as text or as a web page.

    The text describes the game turn by turn. The board is drawn beside it if the terminal is wide
    enough, and below it otherwise. With --seat, other hands, cards shown to others, their plans and
    the case file stay hidden.

    With --html, the page is one file without dependencies. It steps through the game by turn and by
    event, with the board, the notebook of each seat, the plans of planners with their PDDL, and the
    log. You can put a folder of pages on any web server.

    Examples: planner-clue replay results --game 4 --html game-4.html
    planner-clue replay results --game 4 --break 1 --svg break.svg
    """
    if broken is not None and svg is None:
        raise InputError("--break N without --svg FILE; expected both")
    if svg is not None:
        options.check_file("--svg", svg, endings=[".svg"])
        shown = read_record(file, game)
        data, _ = page_data(shown.data, _viewpoint(shown.data, seat, public=public, guess=None))
        output.write_file("--svg", svg, break_picture(data, shown.board, broken))
        what = f"break {broken} of game {shown.game} is"
        typer.echo(f"{what if broken else f'the breaks of game {shown.game} are'} in {svg}")
        return
    if seat is not None and public:
        raise InputError(f"--seat {seat} with --public; expected one of them")
    if puzzle is not None and (guess is None or game is not None or not _is_folder(html)):
        what = f"--puzzle {puzzle}"
        raise InputError(f"{what}; expected it with --guess and --html FOLDER, without --game")
    if guess is not None and (seat is not None or public or html is None):
        expected = "expected it with --html, without --seat and --public"
        raise InputError(f"--guess {guess}; {expected}")
    if html is None and public:
        raise InputError("--public without --html FILE; expected both, or --seat SEAT")
    if html is None:
        _print_game(read_record(file, game), seat, turn, boards=boards)
        return
    options.check_absent("; expected only without --html", turn=turn, boards=boards or None)
    view, guesses = partial(_viewpoint, seat=seat, public=public, guess=guess), guess is not None
    if not _is_folder(html):
        options.check_page("--html", html)
        record = read_record(file, game).data
        text = replay_page(record, view(record), guesses=guesses, source=str(file))
        output.write_file("--html", html, text)
        typer.echo(f"game {record['game']} is in {html}")
        return
    if game is not None:
        expected = "expected a file that ends in .html for one game"
        raise InputError(f"--game {game} with the folder --html {html}; {expected}")
    _write_folder(html, puzzle, read_records(file), view, guesses=guesses)


def _is_folder(html: Path | None) -> bool:
    return html is not None and html.suffix.lower() not in {".html", ".htm"}


def _write_folder(
    folder: Path, name: str | None, records: Iterator[Any], view: Any, *, guesses: bool
) -> None:
    """Write the pages of all games and a list of them, or of the puzzle with this name."""
    options.check_new_folder("--html", folder)
    of_puzzle = None if name is None else puzzle_pages(records, view, name)
    written = []
    for page in output.counted(of_puzzle or gallery(records, view, guesses=guesses), "pages"):
        folder.mkdir(parents=True, exist_ok=True)
        output.write_file("--html", folder / page.name, page.text)
        written.append(page.name)
    what = f"{len(written) - 1} games are" if name is None else f"puzzle {name} is"
    typer.echo(f"{what} in {folder / INDEX}")


def _viewpoint(
    record: Mapping[str, Any], seat: str | None, *, public: bool, guess: str | None
) -> Viewpoint:
    if guess is not None:
        chosen = planner_seat(record) if guess == "planner" else checked_seat(record, guess)
        if chosen is None or not read_decisions(record["notes"][chosen]):
            where = f"game {record['game']}"
            raise InputError(f"--guess {guess}: no plans in {where}; expected a planner's seat")
        return Viewpoint("seat", chosen)
    if seat is not None:
        return Viewpoint("seat", checked_seat(record, seat))
    return PUBLIC if public else ALL
