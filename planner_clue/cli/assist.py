"""``planner-clue assist``: notes at a real table, and what follows from them."""

import sys
from io import TextIOWrapper
from pathlib import Path

import typer

from planner_clue import errors, json_text
from planner_clue.assist import notepad, report
from planner_clue.assist.conclusions import checked_conclusions
from planner_clue.assist.notes import read_notes
from planner_clue.assist.session import Session
from planner_clue.cli import options, output
from planner_clue.cli.options import argument, check_absent, check_file, flag, option
from planner_clue.show.board_text import plain
from planner_clue.table.observations import seen_to_json

_GIVEN_UP = 130


def assist(
    file: Path | None = argument(
        "FILE", "Notes to continue; - for stdin. Default: a new evening.clue.", default=None
    ),
    check: bool = flag("--check", "Only read the notes, and print what follows."),
    json_file: str | None = option("FILE|-", "Only write the observations as JSON.", "--json"),
    browser: bool = flag("--browser", "Take the notes on a page in the browser."),
    host: options.Host = None,
    port: options.Port = None,
    asking: options.Asking = 1,
) -> None:
    """Take notes at a real table, and get help.

    Write one line per suggestion. Each line is answered with the notebook, newly certain facts and
    their reasons, the best next suggestion and the way there, and the planner's plan. 'help'
    explains all. Every line is in the file at once: the same command goes on after an interruption.

    Example: planner-clue assist evening.clue
    """
    number = output.checked_host(host)
    if not browser:
        check_absent("; expected only with --browser", port=port, host=host)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # what cannot be read or written is a "?"
            stream.reconfigure(errors="replace")
    if check or json_file or str(file) == "-":
        if browser:
            raise errors.InputError("--browser with notes that are only read; expected one of them")
        _report(file, json_file, asking)
        return

    path = file or notepad.free_path(Path())
    pad = notepad.Notepad(path, asking)
    if file is None and path != (earlier := Path(notepad.FIRST)):
        typer.echo(f"New notes. To go on with earlier ones: planner-clue assist {earlier}")
    if browser:
        _serve(pad, port, number)
        return
    typer.echo(f"The notes are kept in {pad.path}. 'help' explains, 'quit' ends.")
    try:
        _talk(Session(pad))
    except KeyboardInterrupt:
        typer.echo(f"\nInterrupted. {_how_to_go_on(pad)}")
        raise SystemExit(_GIVEN_UP) from None  # its own words are all there is to say
    typer.echo(_how_to_go_on(pad))


def _how_to_go_on(pad: notepad.Notepad) -> str:
    return f"Every line is kept. To go on: planner-clue assist {pad.path}"


def _serve(pad: notepad.Notepad, port: int | None, host: str) -> None:
    from planner_clue.assist.server import AssistServer

    server = AssistServer(pad, port, host)
    typer.echo(f"The notes are kept in {pad.path}. Ctrl-C ends the page.")
    output.print_addresses(server.addresses, {"": "The page"}, server.is_open)
    server.run(open_browser=not server.is_open)
    typer.echo(_how_to_go_on(pad))


def _report(file: Path | None, json_file: str | None, asking: int) -> None:
    """Print what follows from notes, or write them as JSON; refuse notes with problems."""
    if file is None:
        raise errors.InputError("--check and --json need notes; expected a FILE, or - for stdin")
    check_file("--json", json_file, file)
    source = "stdin" if str(file) == "-" else str(file)
    text = sys.stdin.read() if str(file) == "-" else json_text.read_file(file, errors.SeenError)
    notes = read_notes(text)
    conclusions = checked_conclusions(notes, source, asking)
    if json_file:
        assert notes.header
        output.write_json(seen_to_json(conclusions.seen, notes.header.board_name), json_file)
        return
    _say(report.summary(conclusions, asking))


def _talk(session: Session) -> None:
    _say(session.begin())
    while not session.is_over:
        try:
            text = output.read_line(session.prompt, session.prefill, echo=True)
        except EOFError:
            typer.echo()
            return
        _say(session.say(text))


def _say(said: list[str]) -> None:
    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    for line in "\n".join(said).splitlines():
        typer.echo(errors.printable(line if is_utf else plain(line)))
