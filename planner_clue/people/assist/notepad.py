"""The notes and their file: each change is in the file at once, and can be undone."""

from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from planner_clue.belief.reasons import Why
from planner_clue.people.assist.conclusions import ASKING, Conclusions, conclude, newly_certain
from planner_clue.people.assist.header import check_answer, field_of, lines_for, with_edition
from planner_clue.people.assist.notes import NoteLine, Notes, lines_of, may_be_notes, read_notes
from planner_clue.support.atomic_writes import write_whole
from planner_clue.support.errors import NotesError, SeenError
from planner_clue.support.json_text import read_file

FIRST = "evening.clue"


def _read_notes_file(path: Path) -> str:
    """Return the text of a file of notes, or of none; raises :class:`SeenError`."""
    text = read_file(path, SeenError) if path.exists() else ""
    if text.lstrip().startswith("{"):
        raise NotesError(f"{path} is JSON; expected notes in plain lines, or a new file")
    if not may_be_notes(text):
        raise NotesError(f"{path} has no line 'players:'; expected notes, or a new file")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise NotesError(f"{path}; expected a file in a folder that exists")
    return text


def _write_notes_file(path: Path, text: str) -> str:
    """Replace the file as a whole, and return its text: the last line gets its end."""
    if text and not text.endswith("\n"):
        text += "\n"
    try:
        write_whole(path, text)
    except OSError as error:
        raise NotesError(f"{path} cannot be written: {error.strerror}") from error
    return text


def free_path(folder: Path) -> Path:
    """Return the first free path for new notes: ``evening.clue``, ``evening-2.clue``, ..."""
    names = chain([FIRST], (f"evening-{number}.clue" for number in count(2)))
    return next(path for path in map(folder.joinpath, names) if not path.exists())


@dataclass(frozen=True)
class Changed:
    """The notes after a change, which may not be taken yet."""

    text: str
    notes: Notes
    conclusions: Conclusions | None  # None as long as the header is not complete
    line: NoteLine | None  # the new line; None if a line was only deleted

    @property
    def problem(self) -> NotesError | None:
        """The problem of the new line."""
        return self.line.problem if self.line else None


class Notepad:
    """The notes of one game in a file, and what follows from them."""

    def __init__(self, path: Path, asking: int = ASKING, edition: str | None = None) -> None:
        """Read the file, if there is one; raises :class:`SeenError` if it holds no notes."""
        self.path, self.asking = path, asking
        self._text = with_edition(_read_notes_file(path), edition)
        self.now: Changed = self._read(self._text)
        self.news: list[Why] = []  # the facts that the last change made certain
        self._undo: list[str] = []

    @property
    def conclusions(self) -> Conclusions:
        """The conclusions; raises :class:`NotesError` as long as the header is not complete."""
        if self.now.conclusions is None:
            raise NotesError("the header of the notes is not complete yet: see 'lines'")
        return self.now.conclusions

    def reload(self) -> bool:
        """Read the file again if another program has written it; return whether that was so."""
        if not self.path.exists() or (text := read_file(self.path, SeenError)) == self._text:
            return False
        self._text, self.now, self.news = text, self._read(text), []
        return True

    def answered(self, text: str) -> Changed:
        """Return the notes with an answer to their question, else with one more line at the end."""
        prompt = self.now.notes.question
        if prompt and field_of(text) is None and not text.startswith("#"):
            field = prompt[0]
            check_answer(field, text, self.now.notes.written)
            return self._read(
                self._text + lines_for(field, text, edition="edition" in self.now.notes.written)
            )
        lines = lines_of(self._text.rstrip("\n"))
        return self._read(_joined([*lines, _one_line(text)]), len(lines) + 1)

    def pasted(self, text: str) -> Changed:
        """Return the notes with more lines at the end, whether they are understood or not."""
        return self._read(_joined([*lines_of(self._text.rstrip("\n")), *lines_of(text.strip())]))

    def replaced(self, number: int, text: str) -> Changed:
        """Return the notes with another text in line ``number``; raises :class:`NotesError`."""
        return self._spliced(number, 1, [_one_line(text)])

    def inserted(self, number: int, text: str) -> Changed:
        """Return the notes with a new line ``number``, before the one that had this number."""
        return self._spliced(number, 0, [_one_line(text)])

    def deleted(self, number: int) -> Changed:
        """Return the notes without line ``number``."""
        return self._spliced(number, 1, [])

    def _spliced(self, number: int, count: int, new: list[str]) -> Changed:
        """Return the notes with ``new`` lines instead of ``count`` lines from ``number`` on."""
        lines = lines_of(self._text)
        if not 1 <= number <= len(lines):
            raise NotesError(f"line {number} does not exist; expected 1 to {len(lines)}")
        lines[number - 1 : number - 1 + count] = new
        return self._read(_joined(lines), number if new else None)

    def take(self, changed: Changed, *, keep: bool = False) -> bool:
        """Take a change; one with a problem only if it contradicts others and ``keep`` is set."""
        if changed.problem and not (keep and changed.problem.against is not None):
            return False
        before, self._text = self._text, _write_notes_file(self.path, changed.text)
        self._undo.append(before)
        known, now = self.now.conclusions, changed.conclusions
        self.now, self.news = changed, newly_certain(known, now) if known and now else []
        return True

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        if not self._undo:
            return False
        self._text = _write_notes_file(self.path, self._undo.pop())
        self.now, self.news = self._read(self._text), []
        return True

    def copy_to(self, name: str) -> Path:
        """Write a copy beside the file; raises :class:`NotesError` if that is not a new file."""
        copy = self.path.parent / name
        _read_notes_file(copy)
        if copy.exists():
            raise NotesError(f"save {name}: this file exists; expected a new one")
        _write_notes_file(copy, self._text)
        return copy

    def _read(self, text: str, number: int | None = None) -> Changed:
        notes = read_notes(text)
        conclusions = conclude(notes, self.asking) if notes.header else None
        notes = conclusions.notes if conclusions else notes
        return Changed(text, notes, conclusions, notes.lines[number - 1] if number else None)


def _one_line(text: str) -> str:
    return " ".join(lines_of(text))


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
