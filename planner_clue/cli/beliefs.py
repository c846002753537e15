"""``planner-clue belief``, ``bn`` and ``assist``: what a seat knows, also at a real table."""

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any, cast

import typer

from planner_clue.agents import registry, settings
from planner_clue.agents.greedy import NetworkView
from planner_clue.belief import Belief, hands
from planner_clue.belief.belief import belief_from
from planner_clue.belief.probability import BEST, Probability, best_case_files, probability_at
from planner_clue.cli import options, output
from planner_clue.cli.options import argument, flag, integer, option
from planner_clue.game.observations import SeatObservations, seen_to_json
from planner_clue.match.agent_replay import listen
from planner_clue.people.assist import notepad, report
from planner_clue.people.assist.conclusions import checked_conclusions, read_any_seen
from planner_clue.people.assist.header import with_edition
from planner_clue.people.assist.notes import read_notes
from planner_clue.people.assist.session import Dialogue
from planner_clue.support import json_text
from planner_clue.support.errors import CardError, InputError, SeenError, nearest, printable
from planner_clue.view.board_text import plain
from planner_clue.view.game_record import read_record
from planner_clue.view.pages.notebooks import NETWORKS
from planner_clue.view.wording import full_names_of, suspects_of, why_card


def belief(
    file: Path = argument("FILE", "Notes of 'planner-clue assist', or JSON observations."),
    edition: options.Edition = None,
    json_file: options.JsonFile = None,
    logic: bool = flag("--logic", "Give all possible deals the same weight."),
    asking: options.Asking = 1,
    why: str | None = option("CARD", "Explain which holders of this card are certain."),
) -> None:
    """Show who can hold which card and why.

    The file contains the observations of a seat: its hand, the hand sizes, suggestions with the
    players who passed and showed, and accusations. The probabilities are exact: all consistent
    deals are counted. If a player could show several of the suggested cards, each is assumed to be
    equally probable, so a shown card is evidence about the others. If nobody shows a card to a
    player and the player does not accuse, it probably holds one of the three cards. So note
    accusations, too.

    Example: planner-clue belief seen.json --why knife
    """
    if why is not None and json_file == "-":
        raise InputError("--why with --json -; expected only one of them, or --json FILE")
    if logic and asking > 1:
        what = f"--asking {asking} with --logic, which gives all deals the same weight"
        raise InputError(f"{what}; expected only one")
    options.check_file("--json", json_file, file)
    seen = read_any_seen(file, edition=edition)
    known = belief_from(seen, str(file), None if logic else hands.uniform, asking=asking)
    try:
        card = None if why is None else known.deck.parse(why)
    except CardError as error:
        raise CardError(f"--why {error}") from error
    if json_file and not output.write_json(_as_json(known), json_file):
        return
    if card:
        when = [f"in {place}" for place in seen.where]
        names = seen.names
        lines = why_card(known, card, names, when=lambda e: when[e.observation], decimals=1)
        typer.echo("\n".join(lines))
        return
    _print_belief(known, seen)
    if asking > 1:
        _print_styles(known, seen)


def _as_json(known: Belief) -> dict[str, Any]:
    names = known.holders_called([*map(str, range(known.case))], "case")
    return {
        "schema": 1,
        "deals": known.deals(),
        "case_file": [
            {"cards": list(case_file), "p": probability}
            for case_file, probability in known.case_files().items()
        ],
        "holders": {
            card: {name: known.chance_at(card, holder) for holder, name in enumerate(names)}
            for card in known.deck.cards
        },
        "entailed": [
            {
                "card": why.fact.card,
                "holder": names[why.fact.holder]
                if why.fact.holder >= known.case
                else why.fact.holder,
                "holds": why.fact.holds,
                "why": list(why.observations),
            }
            for why in known.entailed()
        ],
    }


def _print_belief(known: Belief, seen: SeatObservations) -> None:
    holders = known.holder_numbers
    cells = {
        card: [probability_at(known, card, holder).in_cell(decimals=1) for holder in holders]
        for card in known.deck.cards
    }
    names = [f"{name} (you)" if seat == known.me else name for seat, name in enumerate(seen.names)]
    output.print_notebook(cells, known.deck, known.holders_called(names))
    for case_file, probability in best_case_files(known):
        typer.echo(f"{probability.percent(decimals=2):>8}  {', '.join(case_file)}")
    count = len(known.case_files())
    if count > BEST:
        typer.echo(f"          and {count - BEST} other case files")
    typer.echo(f"{known.deals():,} deals are possible.")


def _print_styles(known: Belief, seen: SeatObservations) -> None:
    for seat in range(known.case):
        if seat != known.me:
            for what, styles in (("cards", known.asks(seat)), ("rooms", known.enters(seat))):
                ranked = sorted(styles.items(), key=lambda style: -style[1])
                shares = ", ".join(f"{name} {Probability(p).percent()}" for name, p in ranked)
                typer.echo(f"How {seen.names[seat]} chooses {what}: {shares}")


def bn(
    agent: str = option("bn1|bn2", "The agent whose network to draw.", default=...),
    record_file: Path = option("RECORD", options.RECORD_HELP, "--record", default=...),
    turn: int = integer(..., "Show the network after this turn; 0 means before the first."),
    out: Path | None = option("FILE", "Image to write, .png or .svg; default: AGENT-turn-N.png."),
    seat: str | None = option("SEAT", f"Seat: {options.SEAT_HELP}; default: the agent's first."),
    game: options.GameNumber = None,
) -> None:
    """Draw a Bayesian network and print its probabilities.

    The network gets the observations of a seat of a recorded game, even if another agent played
    there. The column "plays as" is the probability that the agent uses for the case file.
    """
    from planner_clue.view.charts import draw_network

    if agent not in NETWORKS:
        raise InputError(f"--agent {agent}; {nearest(agent, NETWORKS)}")
    image = out or Path(f"{agent}-turn-{turn}.png")
    options.check_file("--out", image, endings=(".png", ".svg"))
    played = read_record(record_file, game)
    record = played.data
    agents = [each["agent"] for each in record["seats"]]
    if seat is None and agent not in agents:
        what = f"no {agent} in this record"
        raise InputError(f"{what}; expected --seat SEAT, whose observations the network gets")
    chosen = agents.index(agent) if seat is None else options.checked_seat(record, seat)
    if not 0 <= turn <= played.turns:
        raise InputError(f"--turn {turn}; expected 0 (before the first turn) to {played.turns}")
    listener: Any = registry.load_agent(agent, settings.AgentSettings())()
    listen(record, chosen, listener, turn)
    view = cast("NetworkView", listener.belief.view())
    point = f"after turn {turn}" if turn else "before the first turn"
    seen_by = full_names_of(record)[chosen]
    title = f"{agent}, as seen by {seen_by}, game {record['game']}, {point}"
    output.write_file("--out", image, draw_network(view, title, image.suffix[1:].lower()))
    tokens = suspects_of(record)
    holders = [tokens[int(name)] if name.isdecimal() else name for name in view.holders]
    rows = [
        [str(card), *(f"{probability:.3f}" for probability in (*chances, view.case[card]))]
        for card, chances in view.chances.items()
    ]
    output.print_table(["card", *holders, "plays as"], rows, ["card"], title=title)
    typer.echo(f"drawn in {image}")


_GIVEN_UP = 130


def assist(
    file: Path | None = argument(
        "FILE", "Notes to continue; - for stdin. Default: a new file evening.clue.", default=None
    ),
    edition: options.Edition = None,
    check: bool = flag("--check", "Only read the notes and print what follows from them."),
    json_file: str | None = option("FILE|-", "Only write the observations as JSON.", "--json"),
    browser: bool = flag("--browser", "Take the notes on a page in the browser."),
    host: options.Host = None,
    port: options.Port = None,
    asking: options.Asking = 1,
) -> None:
    """Take notes at a real table and get advice.

    Write one line per suggestion. After each line you see the notebook, newly certain facts with
    their reasons, the best next suggestion, and the planner's plan. 'help' explains the commands.
    Every line is saved at once, and the same command continues after an interruption.

    Example: planner-clue assist evening.clue
    """
    number = output.checked_host(host)
    if not browser:
        options.check_absent("; expected only with --browser", port=port, host=host)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # what cannot be read or written is a "?"
            stream.reconfigure(errors="replace")
    if check or json_file or str(file) == "-":
        if browser:
            raise InputError("--browser with --check, --json or -; expected only one of them")
        _report(file, json_file, asking, edition)
        return

    path = file or notepad.free_path(Path())
    pad = notepad.Notepad(path, asking, edition)
    if file is None and path != (earlier := Path(notepad.FIRST)):
        typer.echo(f"New notes. To continue earlier ones: planner-clue assist {earlier}")
    if browser:
        _serve(pad, port, number)
        return
    typer.echo(f"The notes are kept in {pad.path}. Type help for the commands, quit to end.")
    try:
        _talk(Dialogue(pad))
    except KeyboardInterrupt:
        typer.echo(f"\nInterrupted. {_how_to_go_on(pad)}")
        raise SystemExit(_GIVEN_UP) from None  # its own words are all there is to say
    typer.echo(_how_to_go_on(pad))


def _how_to_go_on(pad: notepad.Notepad) -> str:
    return f"Every line is kept. To continue: planner-clue assist {pad.path}"


def _serve(pad: notepad.Notepad, port: int | None, host: str) -> None:
    from planner_clue.people.assist.server import AssistServer

    server = AssistServer(pad, port, host)
    typer.echo(f"The notes are kept in {pad.path}. Press Ctrl-C to stop.")
    output.print_addresses(server.addresses, {"": "The page"}, server.is_open)
    server.run(open_browser=not server.is_open)
    typer.echo(_how_to_go_on(pad))


def _report(file: Path | None, json_file: str | None, asking: int, edition: str | None) -> None:
    """Print what follows from notes, or write them as JSON; refuse notes with problems."""
    if file is None:
        raise InputError("--check and --json without notes; expected a FILE, or - for stdin")
    options.check_file("--json", json_file, file)
    source = "stdin" if str(file) == "-" else str(file)
    text = sys.stdin.read() if str(file) == "-" else json_text.read_file(file, SeenError)
    notes = read_notes(with_edition(text, edition))
    conclusions = checked_conclusions(notes, source, asking)
    if json_file:
        assert notes.header
        output.write_json(seen_to_json(conclusions.seen, notes.header.board_name), json_file)
        return
    _say(report.summary(conclusions, asking))


def _talk(session: Dialogue) -> None:
    _say(session.begin())
    while not session.is_over:
        try:
            text = output.read_line(session.prompt, session.prefill, echo=True)
        except EOFError:
            typer.echo()
            return
        _say(session.say(text))


def _say(lines: list[str]) -> None:
    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    for line in "\n".join(lines).splitlines():
        typer.echo(printable(line if is_utf else plain(line)))
