"""``planner-clue assist``: notes at a real table, and what follows from them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_clue.cli.arguments import check_file, whole_number, write_text
from planner_clue.errors import InputError, printable

if TYPE_CHECKING:
    from planner_clue.assist.notepad import Notepad
    from planner_clue.assist.session import Session

_MOST_ODDS = 100
_GIVEN_UP = 130


def assist(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="The notes. A file that exists is gone on with; - reads notes from stdin. "
            "Default: a new file evening.clue.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only read the notes, and say what follows.")
    ] = False,
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json",
            help="Only write what the notes say as JSON, for 'belief' and 'plan --seen'; - writes "
            "it to stdout.",
            metavar="FILE|-",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="Take the notes on a page in the browser.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            help="With --browser: the port of the local server; default: the first free one from "
            "8421 on.",
            metavar="N",
            parser=whole_number,
        ),
    ] = None,
    asking: Annotated[
        int,
        typer.Option(
            help="Use what others ask about as evidence, as 'belief' does. The planner, when it "
            "plays, uses 16; people often name cards that they hold.",
            metavar="ODDS",
            show_default=True,
        ),
    ] = 1,
) -> None:
    """Take notes at a real table, and get help.

    Write one line for each suggestion. After each line you see who holds what, certainly or how
    probably, what is newly certain and why, the best next question and where to ask it, and what
    the planner would do. 'help' explains the lines and the commands. Every line is in the file
    at once, so the same command goes on after an interruption.

    Example: planner-clue assist evening.clue
    """
    if not 1 <= asking <= _MOST_ODDS:
        raise InputError(f"--asking {asking}; expected 1 to {_MOST_ODDS}")
    if port is not None and not browser:
        raise InputError(f"--port {port}; expected only with --browser")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # what cannot be read or written is a "?"
            stream.reconfigure(errors="replace")
    if check or json_file or str(file) == "-":
        if browser:
            raise InputError("--browser with notes that are only read; expected one of them")
        _report(file, json_file, asking)
        return
    from planner_clue.assist.notepad import Notepad, NotesFile, first_path, free_path
    from planner_clue.assist.session import Session

    path = file or free_path(Path())
    pad = Notepad(NotesFile(path), asking)
    if file is None and path != (earlier := first_path(Path())):
        typer.echo(f"New notes. To go on with earlier ones: planner-clue assist {earlier}")
    if browser:
        _serve(pad, port)
        return
    typer.echo(f"The notes are kept in {pad.path}. 'help' explains, 'quit' ends.")
    try:
        _talk(Session(pad))
    except KeyboardInterrupt:
        typer.echo(f"\nInterrupted. {_how_to_go_on(pad)}")
        raise SystemExit(_GIVEN_UP) from None  # its own words are all there is to say
    typer.echo(_how_to_go_on(pad))


def _how_to_go_on(pad: "Notepad") -> str:
    return f"Every line is kept. To go on: planner-clue assist {pad.path}"


def _serve(pad: "Notepad", port: int | None) -> None:
    """Serve the page of the notes until Ctrl-C."""
    from planner_clue.assist.server import AssistServer

    server = AssistServer(pad, port)
    typer.echo(f"The notes are kept in {pad.path}. The page, on this machine only:")
    typer.echo(f"  {server.address}")
    typer.echo("Ctrl-C ends it.")
    server.run(open_browser=True)
    typer.echo(_how_to_go_on(pad))


def _report(file: Path | None, json_file: str | None, asking: int) -> None:
    """Say what follows from notes, or write them as JSON; refuse what is wrong."""
    import json

    from planner_clue.assist.conclusions import checked_conclusions
    from planner_clue.assist.notes import read_notes
    from planner_clue.assist.report import summary
    from planner_clue.table.seen import read_text
    from planner_clue.table.seen_json import seen_to_json

    if file is None:
        raise InputError("--check and --json need notes; expected a FILE, or - for stdin")
    check_file("--json", json_file, file)
    source = "stdin" if str(file) == "-" else str(file)
    text = sys.stdin.read() if str(file) == "-" else read_text(file)
    notes = read_notes(text)
    conclusions = checked_conclusions(notes, source, asking)
    if json_file:
        assert notes.header
        data = seen_to_json(conclusions.seen, notes.header.board_name)
        write_text(json.dumps(data), json_file)
        return
    _say(summary(conclusions, asking))


def _talk(session: "Session") -> None:
    """Let a person talk with the session until the end of input."""
    _say(session.begin())
    with _line_reader() as read:
        while not session.is_over:
            try:
                text = read(session.prompt, session.prefill)
            except EOFError:
                typer.echo()
                return
            _say(session.say(text))


def _say(said: list[str]) -> None:
    from planner_clue.show.board_text import plain

    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    for line in "\n".join(said).splitlines():
        typer.echo(printable(line if is_utf else plain(line)))


@contextmanager
def _line_reader() -> Iterator[Callable[[str, str], str]]:
    """Yield what reads a line after a prompt; in a terminal, one that can be edited."""
    if not sys.stdin.isatty():
        yield _plain_line
        return
    with suppress(ImportError):  # not every Python has it
        import readline

        def edited(prompt: str, prefill: str) -> str:
            readline.set_startup_hook(lambda: readline.insert_text(prefill))
            try:
                return input(prompt)
            finally:
                readline.set_startup_hook()

        yield edited
        return
    yield lambda prompt, _: input(prompt)


def _plain_line(prompt: str, _: str) -> str:
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    typer.echo(line.rstrip("\n"))
    return line
