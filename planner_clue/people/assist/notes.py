"""Notes at a table, line by line, as ``docs/assist.md`` describes them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from planner_clue.game.board import Place
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested
from planner_clue.game.observations import SeatObservations
from planner_clue.game.turn_order import others_after
from planner_clue.people.assist import observations
from planner_clue.people.assist.answers import NotedSuggestion
from planner_clue.people.assist.header import Header, Written, field_of, question_for, read_header
from planner_clue.people.assist.lexer import words_of
from planner_clue.people.assist.public_facts import NotedFact
from planner_clue.people.assist.readings import readings
from planner_clue.support.errors import NotesError, closest

LARGEST = 1_000_000  # the maximum number of characters of notes
_LONGEST_LINE = 1000


@dataclass(frozen=True)
class NoteLine:
    """One line of the notes."""

    number: int  # counted from 1
    text: str
    field: str = ""  # the field of a line of the header; empty for other lines
    noted: observations.Noted | None = None  # its content; None for other and faulty lines
    problem: NotesError | None = None

    @property
    def is_observation(self) -> bool:
        """Whether it says something about cards, and counts."""
        says = self.noted and not isinstance(self.noted, observations.NotedPlace)
        return bool(says) and self.problem is None


@dataclass(frozen=True)
class Notes:
    """A text of notes, read line by line; each problem is with its line."""

    lines: tuple[NoteLine, ...]
    header: Header | None  # None if it is incomplete or wrong
    missing: NotesError | None  # the error for a missing line of the header; its field says which

    @property
    def problems(self) -> tuple[NoteLine, ...]:
        """The lines with a problem."""
        return tuple(line for line in self.lines if line.problem)

    @property
    def written(self) -> Written:
        """The text of each line of the header without problems, by field."""
        fields: dict[str, str] = {}
        for line in self.lines:
            if line.field and not line.problem:
                value = line.text.split("#", maxsplit=1)[0].partition(":")[2]
                fields.setdefault(line.field, value.strip())
        return fields

    @property
    def question(self) -> tuple[str, str] | None:
        """The field that is missing in the header, and the question for it; else None."""
        if self.missing is None:
            return None
        field = self.missing.field
        return field, question_for(field, self.written)

    @property
    def observations(self) -> tuple[NoteLine, ...]:
        """The suggestions, accusations and seen cards without problems."""
        return tuple(line for line in self.lines if line.is_observation)

    def without(self, number: int, problem: NotesError) -> "Notes":
        """Return the notes with a problem at one line."""
        lines = list(self.lines)
        lines[number - 1] = replace(lines[number - 1], problem=problem)
        return replace(self, lines=tuple(lines))

    def seen(self) -> SeatObservations:
        """Return the observations of the lines without problems; the header must be complete."""
        assert self.header is not None
        header, seat = self.header, self.header.seat
        lines = enumerate(self.observations, 1)
        own = header.company.suspects[seat.index]
        moves = [line.noted for line in self.lines if own in dict(self._moves(line))]
        last = moves[-1] if moves else None
        return SeatObservations(
            seat=seat,
            observations=tuple(tuple(_events(line.noted, turn, seat)) for turn, line in lines),
            names=header.company.names,
            board=header.board,
            rules=header.rules,
            tokens=self.places() or None,
            may_suggest_here=isinstance(last, NotedSuggestion) and last.suggester != seat.index,
            where=tuple(f"line {line.number}" for line in self.observations),
        )

    def places(self) -> dict[Card, Place]:
        """Return the places of tokens, as the lines give them, without the starts."""
        assert self.header is not None
        found: dict[Card, Place] = {}
        for token, place in (move for line in self.lines for move in self._moves(line)):
            if not isinstance(place, str):  # a square holds one token: the other one left it
                found = {other: taken for other, taken in found.items() if taken != place}
            found[token] = place
        return found if self.header.board else {}

    def _moves(self, line: NoteLine) -> Iterable[tuple[Card, Place]]:
        """Yield the tokens that a line moves; a suggestion brings two into its room."""
        assert self.header is not None
        if line.problem:
            return
        if isinstance(line.noted, observations.NotedPlace):
            yield line.noted.token, line.noted.place
        elif isinstance(line.noted, NotedSuggestion):
            suspect, _, room = line.noted.cards
            yield self.header.company.suspects[line.noted.suggester], room
            yield suspect, room

    def refuse_problems(self, source: str) -> None:
        """Raise :class:`NotesError` with the first problem, if there is one."""
        if self.missing:
            raise NotesError(f"{source}: {self.missing}", field=self.missing.field)
        for line in self.problems:
            raise NotesError(f"{source}: line {line.number}: {line.problem}")


def _events(noted: observations.Noted | None, turn: int, me: Seat) -> Iterable[Event]:
    if isinstance(noted, observations.NotedCard):
        yield Showed(turn, noted.holder, me.index, noted.card)
    elif isinstance(noted, NotedFact):
        for seat in noted.seats:
            yield Revealed(turn, seat, noted.cards, noted.holds)
    elif isinstance(noted, observations.NotedAccusation):
        yield Accused(turn, noted.accuser, noted.cards, noted.correct)
    elif isinstance(noted, NotedSuggestion):
        yield Suggested(turn, noted.suggester, noted.cards)
        for seat in others_after(noted.suggester, me.players):
            if seat == noted.shower:
                yield Showed(turn, seat, noted.suggester, noted.card)
                return
            if seat not in noted.not_asked:
                yield Passed(turn, seat)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text; only line feeds end one, with or without a carriage return."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []


def may_be_notes(text: str) -> bool:
    """Return whether a text has a line of a header, or nothing but comments."""
    lines = lines_of(text)
    return any(map(field_of, lines)) or not any(words_of(line) for line in lines)


def read_notes(text: str) -> Notes:
    """Return the notes of a text. This never fails: each problem is with its line."""
    texts = lines_of(text[:LARGEST])
    lines = [NoteLine(number, line) for number, line in enumerate(texts, 1)]
    fields: dict[str, int] = {}
    written: dict[str, str] = {}
    for index, line in enumerate(lines):
        found = field_of(line.text)
        if found is None:
            continue
        field, value = found
        lines[index] = replace(line, field=field)
        if field in fields:
            twice = NotesError(f"'{field}:' is in line {fields[field]} too; expected it once")
            lines[index] = replace(lines[index], problem=twice)
        else:
            fields[field], written[field] = line.number, value
    header, missing = None, None
    try:
        header = read_header(written)
    except NotesError as error:
        at = fields.get(error.field)
        if at is None:
            missing = _with_hint(error, texts)
        else:
            if error.start is not None and error.end is not None:  # columns of the field's value
                before = len(texts[at - 1]) - len(texts[at - 1].partition(":")[2].lstrip())
                error.start, error.end = error.start + before, error.end + before
            lines[at - 1] = replace(lines[at - 1], problem=error)
    if header is not None:
        lines = [line if line.field else _read_line(line, header) for line in lines]
        for line in lines:
            _correct(lines, line)
    return Notes(tuple(lines), header, missing)


_CORRECTION = re.compile(
    r"\s*(?:correct(?:ion|s|ed)?\W+(?:(?:of|to|in)\s+)?line\s+(\d+)|line\s+(\d+)\s+(?:is|was)\s+"
    r"(?:wrong|a mistake|an error|void|false))\b[\s:.,;!-]*",
    re.IGNORECASE,
)


def _correct(lines: list[NoteLine], line: NoteLine) -> None:
    """Let a line that corrects an earlier one take its place; nothing for other lines."""
    found = _CORRECTION.match(line.text)
    if found is None or line.field:
        return
    number = int(found[1] or found[2])
    if not (0 < number < line.number and lines[number - 1].noted):
        problem = NotesError(f"line {number} says nothing to correct; expected an earlier line")
        lines[line.number - 1] = replace(line, noted=None, problem=problem)
    elif line.problem is None:
        lines[number - 1] = replace(lines[number - 1], noted=None)


def _with_hint(missing: NotesError, texts: Iterable[str]) -> NotesError:
    """Return the error for a missing line, with the line that may be meant by it."""
    for number, text in enumerate(texts, 1):
        key = text.partition(":")[0].strip().lower()
        if ":" in text and closest(key, [missing.field]):
            hint = f"{missing}; line {number} begins '{key}:'"
            return NotesError(hint, field=missing.field)
    return missing


def _read_line(line: NoteLine, header: Header) -> NoteLine:
    if not line.text.split("#", maxsplit=1)[0].strip():
        return line
    try:
        if len(line.text) > _LONGEST_LINE:
            what = f"line of {len(line.text)} characters"
            raise NotesError(f"{what}; expected at most {_LONGEST_LINE}")
        begins = _CORRECTION.match(line.text)
        text = " " * begins.end() + line.text[begins.end() :] if begins else line.text
        if begins and not text.split("#", maxsplit=1)[0].strip():
            return line
        noted = observations.read_observation(text, header.company, header.hand, header.board)
    except NotesError as error:
        error.readings = readings(line.text, header)
        return replace(line, problem=error)
    return replace(line, noted=noted)
