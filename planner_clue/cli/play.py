"""``planner-clue play``: a person plays against agents, in a browser or in the terminal."""

import sys
from collections.abc import Mapping
from pathlib import Path
from secrets import randbits
from typing import Any

import typer

from planner_clue.belief.probability import Probability
from planner_clue.cli import options, output
from planner_clue.cli.options import flag, integer, option
from planner_clue.game.board import board_or_none, of_edition
from planner_clue.game.cards import Deck
from planner_clue.game.events import Passed, event_in_words
from planner_clue.game.rules import default_rules, parse_rules
from planner_clue.people.play import choices
from planner_clue.people.play.hint import Adviser, decision_point
from planner_clue.people.play.notebook import OwnNotebook
from planner_clue.people.play.opponents import from_record
from planner_clue.people.play.played_game import PlayedGame, new_game, resumed_game
from planner_clue.people.play.saved_game import PERSON, PlayConfig, seated, seats_of
from planner_clue.support.errors import IllegalDecision, InputError, printable
from planner_clue.view.board_text import HALL, Cells, Character, numbered_lines, remarks_on
from planner_clue.view.game_record import read_record

_DEFAULT_OPPONENTS, _DEFAULT_BOARD = "planner,bn2", "classic"


def play(
    against: str | None = option("A,B[,...]", f"1 to 5 opponents; default: {_DEFAULT_OPPONENTS}."),
    seat: str | None = option("SEAT", "Your seat: a number, or a suspect; default: the first."),
    seats: str | None = option(
        "A,B,C[,...]",
        "Instead of --against and --seat: the agents and people in the seats. People with names "
        "get a page each, as in ann,bob,planner; me and other share this screen.",
    ),
    edition: options.Edition = None,
    board: str | None = option("NAME|FILE|none", f"A board, or none; default: {_DEFAULT_BOARD}."),
    rules: str | None = option("RULES", "Rules, as for match; default: huji on huji, or standard."),
    seed: int | None = integer(
        None, "The same seed deals the same cards; never shown.", metavar="S"
    ),
    save: Path | None = option("FILE", "File to save the game in; default: a new one."),
    by_hand: bool = flag("--by-hand", "Keep the notebook by hand; it is checked at the end."),
    resume: Path | None = option("FILE", "Continue the game in this file."),
    played: Path | None = option(
        "FILE|DIR",
        "Try again: continue a recorded game in the seat --seat after --event events. Takes the "
        "folder or file of a match, or the file of a finished game.",
        "--from",
    ),
    game_number: options.GameNumber = None,
    event: int | None = integer(None, "Events before you take over; default: 0."),
    terminal: bool = flag("--terminal", "Play in this terminal, without a browser."),
    host: options.Host = None,
    port: options.Port = None,
    no_browser: bool = flag("--no-browser", "Print the address, and do not open a browser."),
) -> None:
    """Play against agents.

    A page opens in the browser. Click squares, rooms and cards to play. The page keeps your
    notebook, gives hints, and explains why something is certain. Without --host, only this machine
    can reach it. Ctrl-C ends it; the game is saved after every step.

    With --seats, several people play, each on their own phone or screen, or at one screen, which is
    covered between their turns.

    Example: planner-clue play --host 0.0.0.0 --seats ann,bob,planner
    """
    if terminal:
        why = " with --terminal; expected only one: a game in the terminal has no page"
        options.check_absent(why, port=port, host=host, no_browser=no_browser or None)
    number = output.checked_host(host)
    if seats is not None:
        why = f" with --seats {seats}; expected only one: --seats names every seat"
        options.check_absent(why, against=against, seat=seat)
    if resume is not None:
        options.check_absent(f" with --resume {resume}; expected only one", **{"from": played})
        options.check_absent(
            " with --resume; expected only one: the file contains these settings",
            against=against,
            seat=seat,
            seats=seats,
            edition=edition,
            board=board,
            rules=rules,
            seed=seed,
            save=save,
            by_hand=by_hand or None,
        )
        game = resumed_game(resume)
    elif played is not None:
        why = f" with --from {played}; expected only one: the record contains these settings"
        given = {"edition": edition, "board": board, "rules": rules, "seed": seed}
        options.check_absent(why, against=against, seats=seats, **given)
        record = read_record(played, game_number).data
        config, steps = from_record(record, options.checked_seat(record, seat or "0"), event or 0)
        game = new_game(config, save or Path(), steps, by_hand=by_hand)
    else:
        options.check_absent("; expected with --from FILE", game=game_number, event=event)
        people: tuple[str, ...] = ()
        played_on = board_or_none(of_edition(edition, board))
        suspects = (Deck() if played_on is None else played_on.deck).suspects
        agents = seated(against or _DEFAULT_OPPONENTS, seat or "0", suspects)
        if seats is not None:
            agents, people = seats_of(seats)
        if terminal and agents.count(PERSON) > 1:
            raise InputError(f"--seats {seats} with --terminal; expected one person in a terminal")
        played_by = parse_rules(rules) if rules else default_rules(played_on)
        seed = randbits(53) if seed is None else seed
        config = PlayConfig(agents, seed, played_on, played_by, people)
        game = new_game(config, save or Path(), by_hand=by_hand)
    if terminal and len(game.config.persons) > 1:
        game.close()
        raise InputError(f"--resume {resume} with --terminal; expected a game of one person")
    if terminal:
        _play_in_terminal(game)
    else:
        _serve(game, port, number, no_browser=no_browser)


def _serve(game: PlayedGame, port: int | None, host: str, *, no_browser: bool) -> None:
    from planner_clue.people.play.server import BOARD, PlayServer

    try:
        server = PlayServer(game, port, host)
    except InputError:
        game.discard()
        raise
    typer.echo(f"The game is saved in {game.file.path} after every step. Press Ctrl-C to stop.")
    people = filter(None, game.config.people)
    labels = {str(number): f"{name} plays at" for number, name in enumerate(people, 1)}
    labels |= {"": "Play at", BOARD: "The board alone, for a screen that all see, at"}
    output.print_addresses(server.addresses, labels, server.is_open)
    server.run(open_browser=not no_browser)
    typer.echo(server.game.farewell())


_HELP = """\
Type an answer to the question. Cards have many names: Colonel Mustard, dagger, lead pipe, cons.
  accuse plum rope hall   on your turn, before the dice or after a suggestion
  hint                    what the planner would do in your place, and why
  why rope                who has a card, or does not, and why
  notes                   your notebook: who has which card
  board                   the board with all tokens and the squares in reach
  log                     the events so far
  undo                    undo your last decision, if nobody has learned of it
  save, quit              show the game's file; leave the game, to resume it later
You can shorten commands."""
_IN_REACH = "*"


def _play_in_terminal(game: PlayedGame) -> None:
    try:
        _Terminal(game).play()
    except (EOFError, KeyboardInterrupt):
        typer.echo("")
    finally:
        typer.echo(game.farewell())
        game.close()


class _Terminal:
    def __init__(self, game: PlayedGame) -> None:
        self._game = game
        self._deck = game.seat_view.deck
        self._notebook = OwnNotebook(game.seat_view)
        self._adviser: Adviser | None = None
        self._shown = 0
        self._turn = 0

    def play(self) -> None:
        game, view = self._game, self._game.seat_view
        self._say(f"You are {view.tokens[view.index]}. The game is saved in {game.file.path}.")
        for seat, (name, size) in enumerate(zip(game.names, view.hand_sizes, strict=True)):
            self._say(f"  {name}: {size} cards{' (you)' if seat == view.index else ''}")
        self._say(f"Your cards: {', '.join(view.hand)}. Type help for all commands.")
        if view.face_up:
            self._say(f"Face up, for all to see: {', '.join(view.face_up)}.")
        while self._go_on():
            number = self._game.course.number
            while self._game.course.number == number:
                offered = choices.options(self._game.course)
                passed = all(isinstance(event, Passed) for event in game.seen()[1 - view.players :])
                if offered["decision"] == "accuse" and passed:
                    self._say("Nobody could show a card!")
                self._say(_question(offered, self._game.seat_view.tokens))
                typed = output.read_line("> ")
                try:
                    self._answer(typed, offered)
                except (InputError, IllegalDecision) as error:
                    self._say(f"{error}.")
        for line in game.ending():
            self._say(line)

    def _go_on(self) -> bool:
        """Let the others go on; return whether the person then has to decide something."""
        game = self._game
        self._print_events()
        while not (game.is_over or game.course.is_the_persons):
            game.one_more()
            self._print_events()
        return not game.is_over

    def _print_events(self) -> None:
        events = self._game.seen()
        for event in events[self._shown :]:
            if event.turn != self._turn:
                self._turn = event.turn
                self._say(f"turn {event.turn}")
            view = self._game.seat_view
            self._say(f"  {event_in_words(event, view.tokens, view.index)}")
        self._shown = len(events)

    def _answer(self, typed: str, offered: Mapping[str, Any]) -> None:
        if not typed.strip() and offered["decision"] != "accuse":
            raise InputError("nothing typed; expected an answer, or help")
        read = choices.read_typed(typed, offered, self._deck)
        if isinstance(read, choices.TypedCommand):
            getattr(self, f"_{read.name}")(read.rest)
        else:
            self._game.choose(read)

    def _help(self, rest: str) -> None:
        self._say(_HELP)

    def _hint(self, rest: str) -> None:
        self._adviser = self._adviser or Adviser()
        for sentence in self._adviser.hint(decision_point(self._game)).sentences:
            self._say(sentence)

    def _why(self, rest: str) -> None:
        if not rest:
            raise InputError("why: no card; expected one, as in why rope")
        for sentence in self._notebook.why(self._game.seen(), rest):
            self._say(sentence)

    def _notes(self, rest: str) -> None:
        book, view = self._notebook.to_json(self._game.seen()), self._game.seat_view
        cells = {
            card: [Probability.from_thousandths(value).in_cell() for value in book["cards"][card]]
            for card in view.deck.cards
        }
        names = [f"{name} (you)" if n == view.index else name for n, name in enumerate(view.tokens)]
        output.print_notebook(cells, view.deck, [*names, "case file"])
        for cards, probability in book["best"]:
            shown = Probability.from_thousandths(probability).percent(decimals=1)
            self._say(f"{shown:>7}  {', '.join(cards)}")

    def _board(self, rest: str) -> None:
        course, table = self._game.course, self._game.course.table
        if not table.board:
            self._say("There is no board: every room is in reach.")
            return
        cells, squares = Cells(table.board, table.places), []
        if course.is_the_persons and (offered := choices.options(course))["decision"] == "move":
            squares = [square for square in offered["squares"] if square != offered["here"]]
        for x, y in squares:
            cells.rows[y][2 * x] = Character(_IN_REACH, HALL)
        lines = numbered_lines(cells)
        if squares:
            named = " ".join(f"{x},{y}" for x, y in squares)
            lines += [f"squares in reach ({_IN_REACH}): {named}"]
        self._say("\n".join([*lines, *remarks_on(cells)]))

    def _log(self, rest: str) -> None:
        self._shown = self._turn = 0
        self._print_events()

    def _undo(self, rest: str) -> None:
        self._game.undo()
        self._say("Undone.")

    def _save(self, rest: str) -> None:
        self._say(f"The game is saved in {self._game.file.path} after every step.")

    def _quit(self, rest: str) -> None:
        raise EOFError

    def _say(self, text: str) -> None:
        width = output.line_width()
        for line in text.split("\n"):
            for part in [line] if len(line) <= width else output.wrapped(line, width):
                typer.echo(printable(part))
        sys.stdout.flush()


def _question(offered: Mapping[str, Any], names: tuple[str, ...]) -> str:
    match offered["decision"]:
        case "begin" if offered["rooms"]:
            return f"Your turn. Name a room ({', '.join(offered['rooms'])}), or accuse."
        case "begin":
            return f"Your turn: {', '.join(offered['openings'])}, or accuse?"
        case "move":
            near = ", ".join(offered["rooms"]) or "none"
            dice = " + ".join(map(str, offered["dice"]))
            return f"You rolled {dice}. Where to? Rooms in reach: {near}; or a square x,y; or stay."
        case "suggest":
            return f"You are in {offered['room']}. Suggest a suspect and a weapon, or nothing?"
        case "show":
            who = names[offered["to"]]
            asked, cards = ", ".join(offered["suggestion"]), " or ".join(offered["cards"])
            return f"{who} suggested {asked}. Which card do you show: {cards}?"
    return "Accuse, or end your turn (Enter)?"
