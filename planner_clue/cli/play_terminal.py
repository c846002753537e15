"""A game played in the terminal: events are printed, decisions are typed."""

import sys
from collections.abc import Mapping
from typing import Any

import typer

from planner_clue.belief.probability import Probability
from planner_clue.cli.output import line_width, print_notebook, read_line, wrapped
from planner_clue.errors import IllegalDecision, InputError, printable
from planner_clue.play.choices import Command, options, read_typed
from planner_clue.play.hint import Adviser, decision_point
from planner_clue.play.notebook import OwnNotebook
from planner_clue.play.played_game import PlayedGame
from planner_clue.show.board_text import HALL, Cells, Character, notes_of, numbered_lines
from planner_clue.table.events import Passed, event_in_words

_HELP = """\
Type an answer to the question. Cards have many names: Colonel Mustard, dagger, lead pipe, cons.
  accuse plum rope hall   on your turn, before the dice or after a suggestion
  hint                    the decision of planner in your place, and why
  why rope                who has a card, or does not, and why
  notes                   your notebook: who has which card
  board                   the board, where everybody is, and what you can reach
  log                     the events so far
  undo                    undo your last decision, if nobody has learned of it
  save, quit              the game is always saved; quit leaves it, to be resumed
Commands may be shortened."""
_IN_REACH = "*"


def play_in_terminal(game: PlayedGame) -> None:
    """Play a game to its end, or until the person leaves it."""
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
        self._told = 0
        self._turn = 0

    def play(self) -> None:
        game, view = self._game, self._game.seat_view
        self._say(f"You are {view.tokens[view.index]}. The game is saved in {game.file.path}.")
        for seat, (name, size) in enumerate(zip(game.names, view.hand_sizes, strict=True)):
            self._say(f"  {name}: {size} cards{' (you)' if seat == view.index else ''}")
        self._say(f"Your cards: {', '.join(view.hand)}. Type help for all commands.")
        while self._go_on():
            number = self._game.course.number
            while self._game.course.number == number:
                offered = options(self._game.course)
                answers = game.seen()[1 - view.players :]
                passed = all(isinstance(event, Passed) for event in answers)
                if offered["decision"] == "accuse" and passed:
                    self._say("Nobody could show a card!")
                self._say(_question(offered, self._game.seat_view.tokens))
                typed = read_line("> ")
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
        for event in events[self._told :]:
            if event.turn != self._turn:
                self._turn = event.turn
                self._say(f"turn {event.turn}")
            self._say(f"  {event_in_words(event, self._game.seat_view.tokens)}")
        self._told = len(events)

    def _answer(self, typed: str, offered: Mapping[str, Any]) -> None:
        if not typed.strip() and offered["decision"] != "accuse":
            raise InputError("nothing typed; expected an answer, or help")
        read = read_typed(typed, offered, self._deck)
        if isinstance(read, Command):
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
            raise InputError("why what? expected a card, as in why rope")
        for sentence in self._notebook.why(self._game.seen(), rest):
            self._say(sentence)

    def _notes(self, rest: str) -> None:
        book, view = self._notebook.to_json(self._game.seen()), self._game.seat_view
        cells = {
            card: [Probability.from_thousandths(chance).in_cell() for chance in book["cards"][card]]
            for card in view.deck.cards
        }
        print_notebook(cells, view.deck, view.tokens, view.index)
        for cards, chance in book["best"]:
            shown = Probability.from_thousandths(chance).percent(decimals=1)
            self._say(f"{shown:>7}  {', '.join(cards)}")

    def _board(self, rest: str) -> None:
        """Draw the board with every token, and mark the squares in reach."""
        course, table = self._game.course, self._game.course.table
        if table.board is None:
            self._say("There is no board: every room is in reach.")
            return
        cells, squares = Cells(table.board, table.places), []
        if course.is_the_persons and (offered := options(course))["decision"] == "move":
            squares = [square for square in offered["squares"] if square != offered["here"]]
        for x, y in squares:
            cells.rows[y][2 * x] = Character(_IN_REACH, HALL)
        lines = numbered_lines(cells)
        if squares:
            named = " ".join(f"{x},{y}" for x, y in squares)
            lines += [f"squares in reach ({_IN_REACH}): {named}"]
        self._say("\n".join([*lines, *notes_of(cells)]))

    def _log(self, rest: str) -> None:
        self._told = self._turn = 0
        self._print_events()

    def _undo(self, rest: str) -> None:
        self._game.undo()
        self._say("Undone.")

    def _save(self, rest: str) -> None:
        self._say(f"The game is saved in {self._game.file.path} after every step.")

    def _quit(self, rest: str) -> None:
        raise EOFError

    def _say(self, text: str) -> None:
        width = line_width()
        for line in text.split("\n"):
            for part in [line] if len(line) <= width else wrapped(line, width):
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
