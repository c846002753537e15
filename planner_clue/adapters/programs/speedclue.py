"""Programs of the Speed Clue contest (2014): ``speedclue:...``, over TCP, without a board.

The program is started with an identifier and a port, connects to it, and answers each message.
Messages have no end mark, so an answer is recognised by its form. ``docs/contests.md`` lists them.
"""

import re
import select
import socket
import tempfile
from collections.abc import Callable, Sequence
from typing import Final

from planner_clue.adapters.programs.process import (
    Connected,
    Program,
    ProgramFactory,
    in_words,
    talk,
)
from planner_clue.agents.base import Agent
from planner_clue.agents.command import split, with_full_paths
from planner_clue.game.cards import Accusation, Card, Deck, Suggestion
from planner_clue.game.decisions import MoveOptions, Seat
from planner_clue.game.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.support.errors import AgentFailure, IllegalDecision

_DECK = Deck()
_LETTERS: Final = {card: card[:2].capitalize() for card in _DECK.cards} | {Card("lead-pipe"): "Pi"}
_CARDS = {letters.lower(): card for card, letters in _LETTERS.items()}
_THREE = r"([a-z]{2}) ([a-z]{2}) ([a-z]{2})"
_OK, _END = "ok", "\0\r\n \t"
_FORMS = {
    "suggest": re.compile(f"suggest {_THREE}", re.I),
    "disprove": re.compile(r"show ([a-z]{2})", re.I),
    "accuse": re.compile(f"-|accuse {_THREE}", re.I),
}
"""The forms of answers by message; all other messages are answered with ``ok``."""
_EXPECTED = {
    "suggest": "suggest SUSPECT WEAPON ROOM, such as 'suggest Pl Kn Li'",
    "disprove": "show CARD, such as 'show Re'",
    "accuse": "- or accuse SUSPECT WEAPON ROOM",
    "alive": "IDENTIFIER alive",
}
_IDENTIFIER = "player"
_LONGEST = 512
_SECONDS_BETWEEN_LOOKS = 0.05
_SECONDS_FOR_THE_REST = 0.5
"""Timeout for the rest of an answer after its first part."""
METHOD_NAMES = {
    "hello": "to connect",
    "begin": "reset",
    "observe": "suggestion or accusation",
    "move": "suggest",
    "show": "disprove",
}
"""The contest's messages by method of :class:`Agent`; shown to authors."""


def letters(*cards: Card) -> str:
    """Return cards as the contest writes them.

    >>> letters(Card("plum"), Card("lead-pipe"), Card("dining-room"))
    'Pl Pi Di'
    """
    return " ".join(_LETTERS[card] for card in cards)


class Connection(Connected):
    """The connection to a program."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start the program and let it connect; :class:`AgentFailure` if it does not."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            arguments = [*with_full_paths(words), _IDENTIFIER, str(port)]
            self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            self.program = Program(arguments, reads_stdin=False, folder=self._folder.name)
            while not select.select([server], [], [], _SECONDS_BETWEEN_LOOKS)[0]:
                if not self.program.runs:
                    raise self.program.ended(METHOD_NAMES["hello"])
            self._socket, _ = server.accept()
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answer("alive", re.compile(f"{_IDENTIFIER} alive", re.I))

    def ask(self, message: str) -> re.Match[str]:
        """Return the answer to a message; :class:`AgentFailure` if its form is wrong."""
        name = message.partition(" ")[0]
        if select.select([self._socket], [], [], 0)[0] and (early := self._receive(name)):
            raise AgentFailure("illegal", f"wrote before it was asked {name}: {in_words(early)}")
        talk(">", message.encode())
        try:
            self._socket.sendall(message.encode())
        except OSError as error:
            raise self.program.ended(name) from error
        answer = self._answer(name, _FORMS.get(name, re.compile(_OK, re.I)))
        self.program.reap()
        return answer

    def _answer(self, name: str, form: re.Pattern[str]) -> re.Match[str]:
        received = b""
        while True:
            received += self._receive(name)
            text = received.decode("latin-1").strip(_END)
            if answer := form.fullmatch(text):
                talk("<", text.encode())
                return answer
            if not text:
                continue
            soon = select.select([self._socket], [], [], _SECONDS_FOR_THE_REST)[0]
            if len(received) > _LONGEST or not soon:
                talk("<", text.encode())
                expected = _EXPECTED.get(name, _OK)
                detail = f"answered {name} with {in_words(received)}; expected {expected}"
                raise AgentFailure("illegal", detail)

    def _receive(self, name: str) -> bytes:
        """Return the received text, without end marks before it."""
        self.program.await_output(self._socket, name)
        try:
            data = self._socket.recv(_LONGEST)
        except OSError:
            data = b""
        if not data:
            raise self.program.ended(name)
        return data.lstrip(_END.encode())

    def end(self) -> None:
        """Kill the program."""
        self._socket.close()
        super().end()
        self._folder.cleanup()


class SpeedClueAgent(Agent):
    """Sends a program the contest's messages; it accuses only after its own suggestions."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect

    def begin(self, seat: Seat) -> None:
        """Start the program, and send it its hand."""
        self._connection = self._connect()
        self._me, self._players = seat.index, seat.players
        self._asked: Suggested | None = None
        self._passed = 0
        self._made: set[Suggestion] = set()
        self._may_accuse = False
        self._connection.ask(f"reset {seat.players} {seat.index} {letters(*seat.hand)}")

    def observe(self, event: Event) -> None:
        """Send a suggestion once it has been answered, and an accusation."""
        match event:
            case Suggested():
                self._asked, self._passed = event, 0
            case Passed():
                self._passed += 1
                if self._passed == self._players - 1:
                    self._send("-")
            case Showed(seat=seat, card=card):
                self._send(f"{seat} {letters(card)}" if card else str(seat))
            case Accused(seat=seat, cards=cards, correct=correct):
                sign = "+" if correct else "-"
                self._connection.ask(f"accusation {seat} {letters(*cards)} {sign}")
            case _:
                pass

    def _send(self, answer: str) -> None:
        assert self._asked
        asked = self._asked
        self._connection.ask(f"suggestion {asked.seat} {letters(*asked.cards)} {answer}")
        self._may_accuse = asked.seat == self._me

    def move(self, options: MoveOptions) -> Card:
        """Ask for the suggestion, and go to its room."""
        self._suggestion = Suggestion(*_three(self._connection.ask("suggest")))
        if self._suggestion in self._made:
            three = letters(*self._suggestion)
            raise IllegalDecision(f"suggests {three} twice; expected another suggestion each time")
        self._made.add(self._suggestion)
        return self._suggestion.room

    def suggest(self, room: Card) -> Suggestion | None:
        """Return the suggestion that the program has made."""
        return self._suggestion

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Ask which card it shows."""
        assert self._asked
        message = f"disprove {self._asked.seat} {letters(*suggestion)}"
        return _card(self._connection.ask(message)[1])

    def accuse(self) -> Accusation | None:
        """Ask whether it accuses, once after each suggestion of its own."""
        if not self._may_accuse:
            return None
        self._may_accuse = False
        answer = self._connection.ask("accuse")
        return Accusation(*_three(answer)) if answer[1] else None


def _three(answer: re.Match[str]) -> tuple[Card, Card, Card]:
    suspect, weapon, room = map(_card, answer.groups())
    if not _DECK.is_triple(suspect, weapon, room):
        raise IllegalDecision(f"says '{answer[0]}'; expected a suspect, a weapon and a room")
    return suspect, weapon, room


def _card(text: str) -> Card:
    if text.lower() not in _CARDS:
        what = f"names a card '{text}'"
        raise IllegalDecision(f"{what}; expected one of {' '.join(_LETTERS.values())}")
    return _CARDS[text.lower()]


def load(spec: str) -> ProgramFactory:
    """Return a factory of the agents of one program; raises :class:`AgentNameError`."""
    return ProgramFactory(split(spec)[1], SpeedClueAgent, Connection)
