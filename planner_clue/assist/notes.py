"""Notes taken at a table: a text that a person can read, write and edit, line by line.

::

    # Friday at Ann's
    players: scarlett Ann, mustard Bob, white me
    hand: plum, rope, lead pipe, library, kitchen, scarlett
    bob: mustard knife hall, nobody showed
    me: green knife study, ann passed, bob showed green
    bob accuses white rope hall: wrong
    me at hall

Blank lines and what follows ``#`` do not matter. :mod:`planner_clue.assist.head` describes the
lines of the head, :mod:`planner_clue.assist.saying` all others. Lines are counted from 1, as in
an editor.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from planner_clue.assist.head import Head, field_of, read_head
from planner_clue.assist.saying import Told, ToldAccusation, ToldPlace, ToldSuggestion, read_saying
from planner_clue.assist.words import words_of
from planner_clue.board import Place
from planner_clue.cards import Card
from planner_clue.errors import InputError, NotesError, closest
from planner_clue.table.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.table.seen import Seen

LARGEST = 1_000_000
"""The most characters of notes."""
_LONGEST_LINE = 1000


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a line."""

    message: str
    start: int | None = None
    """The first column of the words it is about, from 0; None if it is about the whole line."""
    end: int | None = None
    is_contradiction: bool = False
    """Whether the line is understood, but cannot be true after those before it."""
    against: tuple[int, ...] = ()
    """The lines that it contradicts; none if it contradicts the own hand."""


@dataclass(frozen=True)
class NoteLine:
    """One line of the notes."""

    number: int
    """Counted from 1."""
    text: str
    field: str = ""
    """Which line of the head it is; empty for other lines."""
    told: Told | None = None
    """What it says of the game; None for other lines, and where it is not understood."""
    problem: Complaint | None = None

    @property
    def is_observation(self) -> bool:
        """Whether it is a suggestion or an accusation that counts."""
        return isinstance(self.told, ToldSuggestion | ToldAccusation) and self.problem is None


@dataclass(frozen=True)
class Notes:
    """A text of notes, read line by line. What is wrong stands with its line."""

    lines: tuple[NoteLine, ...]
    head: Head | None
    """None if it is not complete, or wrong."""
    missing: NotesError | None
    """What is missing in the head, where no line is there to blame; its ``field`` says which."""

    @property
    def problems(self) -> tuple[NoteLine, ...]:
        """The lines with which something is wrong."""
        return tuple(line for line in self.lines if line.problem)

    @property
    def observations(self) -> tuple[NoteLine, ...]:
        """The suggestions and accusations, without lines that are wrong."""
        return tuple(line for line in self.lines if line.is_observation)

    def without(self, number: int, problem: Complaint) -> "Notes":
        """Return the notes with one line counted as wrong."""
        lines = tuple(
            replace(line, problem=problem) if line.number == number else line for line in self.lines
        )
        return replace(self, lines=lines)

    # -- what was seen --------------------------------------------------------------

    def seen(self) -> Seen:
        """Return what the seat has seen, without lines that are wrong.

        The turn of an event is its observation's number. The head must be complete.
        """
        assert self.head is not None
        head = self.head
        events = tuple(
            tuple(_events(line.told, turn, head.seat.players))
            for turn, line in enumerate(self.observations, 1)
        )
        places = self.places()
        me = head.company.suspects[head.seat.index]
        return Seen(
            seat=head.seat,
            observations=events,
            names=head.company.names,
            board=head.board,
            rules=head.rules,
            tokens=places or None,
            may_suggest_here=self._was_brought(me),
            where=tuple(f"line {line.number}" for line in self.observations),
        )

    def places(self) -> dict[Card, Place]:
        """Return where tokens are, as far as lines tell: the starts are not among them."""
        assert self.head is not None
        found: dict[Card, Place] = {}
        if self.head.board is None:
            return found
        for line in self.lines:
            for token, place in self._moves(line):
                others = [token for token, taken in found.items() if taken == place]
                if not isinstance(place, str):  # a square holds one token: the other one left it
                    for other in others:
                        del found[other]
                found[token] = place
        return found

    def _moves(self, line: NoteLine) -> Iterable[tuple[Card, Place]]:
        """Yield which tokens a line puts where; a suggestion brings two into its room."""
        assert self.head is not None
        if line.problem:
            return
        if isinstance(line.told, ToldPlace):
            yield line.told.token, line.told.place
        elif isinstance(line.told, ToldSuggestion):
            suspect, _, room = line.told.cards
            yield self.head.company.suspects[line.told.suggester], room
            yield suspect, room

    def _was_brought(self, token: Card) -> bool:
        """Tell whether the last move of a token was that another seat's suggestion brought it."""
        assert self.head is not None
        brought = False
        for line in self.lines:
            for moved, _ in self._moves(line):
                if moved == token:
                    told = line.told
                    brought = (
                        isinstance(told, ToldSuggestion)
                        and self.head.company.suspects[told.suggester] != token
                    )
        return brought

    def refuse_problems(self, source: str) -> None:
        """Raise :class:`NotesError` with the first line that is wrong, if there is one."""
        if self.missing:
            raise NotesError(f"{source}: {self.missing}", field=self.missing.field)
        for line in self.problems:
            assert line.problem
            raise NotesError(f"{source}: line {line.number}: {line.problem.message}")


def _events(told: Told | None, turn: int, players: int) -> Iterable[Event]:
    """Yield the events of one observation."""
    if isinstance(told, ToldAccusation):
        yield Accused(turn, told.accuser, told.cards, told.correct)
    elif isinstance(told, ToldSuggestion):
        yield Suggested(turn, told.suggester, told.cards)
        for step in range(1, players):
            seat = (told.suggester + step) % players
            if seat == told.shower:
                yield Showed(turn, seat, told.suggester, told.card)
                return
            yield Passed(turn, seat)


# -- reading ----------------------------------------------------------------------------------


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text; only line feeds end one, with or without a carriage return.

    >>> lines_of("me at hall\r\nann at study\n")
    ['me at hall', 'ann at study']
    """
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def may_be_notes(text: str) -> bool:
    """Tell whether a text has a line of a head, or nothing but comments."""
    lines = lines_of(text)
    return any(map(field_of, lines)) or not any(words_of(line) for line in lines)


def read_notes(text: str) -> Notes:
    """Return the notes of a text. This never fails: what is wrong stands with its line."""
    texts = lines_of(text[:LARGEST])
    lines = [NoteLine(number, said) for number, said in enumerate(texts, 1)]
    fields: dict[str, int] = {}
    written: dict[str, str] = {}
    for index, line in enumerate(lines):
        found = field_of(line.text)
        if found is None:
            continue
        field, value = found
        lines[index] = replace(line, field=field)
        if field in fields:
            twice = f"'{field}:' stands in line {fields[field]} too; expected it once"
            lines[index] = replace(lines[index], problem=Complaint(twice))
        else:
            fields[field], written[field] = line.number, value
    head, missing = None, None
    try:
        head = read_head(written)
    except NotesError as error:
        at = fields.get(error.field)
        if at is None:
            missing = _with_hint(error, texts)
        else:
            column = len(texts[at - 1]) - len(texts[at - 1].split(":", maxsplit=1)[1].lstrip())
            lines[at - 1] = replace(lines[at - 1], problem=_problem(error, column))
    if head is not None:
        lines = [line if line.field else _read_line(line, head) for line in lines]
    return Notes(tuple(lines), head, missing)


def _with_hint(missing: NotesError, texts: Iterable[str]) -> NotesError:
    """Return what is missing in the head, with the line that may be meant by it."""
    for number, text in enumerate(texts, 1):
        key = text.partition(":")[0].strip().lower()
        if ":" in text and closest(key, [missing.field]):
            hint = f"{missing}; line {number} begins '{key}:'"
            return NotesError(hint, field=missing.field)
    return missing


def _read_line(line: NoteLine, head: Head) -> NoteLine:
    if not line.text.split("#", maxsplit=1)[0].strip():
        return line
    try:
        if len(line.text) > _LONGEST_LINE:
            raise NotesError(f"{len(line.text)} characters; expected {_LONGEST_LINE} at most")
        told = read_saying(line.text, head.company, head.seat.hand, head.board)
    except InputError as error:
        return replace(line, problem=_problem(error))
    return replace(line, told=told)


def _problem(error: InputError, column: int = 0) -> Complaint:
    start, end = getattr(error, "start", None), getattr(error, "end", None)
    if start is None or end is None:
        return Complaint(str(error))
    return Complaint(str(error), start + column, end + column)
