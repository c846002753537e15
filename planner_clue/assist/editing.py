"""Changes of notes, line by line, that are taken or refused."""

from dataclasses import dataclass

from planner_clue.assist.insight import ASKING, Insight, insight_of
from planner_clue.assist.notes import NoteLine, Notes, lines_of, read_notes
from planner_clue.errors import NotesError


@dataclass(frozen=True)
class Change:
    """A text of notes, and one line of it that is new."""

    text: str
    number: int | None
    """The new line; None if a line was only taken away."""


@dataclass(frozen=True)
class Changed:
    """What became of notes by a change."""

    text: str
    notes: Notes
    insight: Insight | None
    """None as long as the head is not complete."""
    line: NoteLine | None
    """The new line."""

    @property
    def refused(self) -> NoteLine | None:
        """The new line, if something is wrong with it."""
        return self.line if self.line and self.line.problem else None


def appended(text: str, said: str) -> Change:
    """Return the notes with one more line at the end."""
    lines = lines_of(text.rstrip("\n"))
    return Change(_joined([*lines, _one_line(said)]), len(lines) + 1)


def replaced(text: str, number: int, said: str) -> Change:
    """Return the notes with another text in line ``number``; raises :class:`NotesError`."""
    lines = _lines(text, number)
    lines[number - 1] = _one_line(said)
    return Change(_joined(lines), number)


def inserted(text: str, number: int, said: str) -> Change:
    """Return the notes with a new line ``number``, before the one that had this number."""
    lines = _lines(text, number)
    return Change(_joined([*lines[: number - 1], _one_line(said), *lines[number - 1 :]]), number)


def deleted(text: str, number: int) -> Change:
    """Return the notes without line ``number``."""
    lines = _lines(text, number)
    return Change(_joined([*lines[: number - 1], *lines[number:]]), None)


def read(change: Change, asking: int = ASKING) -> Changed:
    """Return what notes come to after a change."""
    notes = read_notes(change.text)
    insight = insight_of(notes, asking) if notes.head else None
    notes = insight.notes if insight else notes
    line = notes.lines[change.number - 1] if change.number else None
    return Changed(change.text, notes, insight, line)


def _lines(text: str, number: int) -> list[str]:
    lines = lines_of(text)
    if not 1 <= number <= len(lines):
        raise NotesError(f"there is no line {number}; expected 1 to {len(lines)}")
    return lines


def _one_line(said: str) -> str:
    return " ".join(lines_of(said))


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
