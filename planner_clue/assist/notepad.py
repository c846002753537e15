"""Notes and their file, together: what is taken is in the file at once, and can be undone."""

from pathlib import Path

from planner_clue.assist import editing
from planner_clue.assist.editing import Change, Changed
from planner_clue.assist.insight import ASKING, Insight
from planner_clue.assist.notes_file import NotesFile
from planner_clue.assist.questions_first import (
    check_answer,
    next_question,
    opening_lines,
    written_in,
)
from planner_clue.errors import NotesError


class Notepad:
    """The notes of one game, and what follows from them."""

    def __init__(self, file: NotesFile, asking: int = ASKING) -> None:
        self._file = file
        self.asking = asking
        """How much what others ask about counts; see :class:`planner_clue.belief.Belief`."""
        self.now: Changed = self._read(file.text)
        self._undo: list[str] = []

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def text(self) -> str:
        """All lines."""
        return self._file.text

    @property
    def insight(self) -> Insight:
        """What follows; raises :class:`NotesError` as long as the head is not complete."""
        if self.now.insight is None:
            raise NotesError("the head of the notes is not complete yet: see 'lines'")
        return self.now.insight

    @property
    def question(self) -> tuple[str, str] | None:
        """The field that is missing in the head, and the question for it; None if none is."""
        return next_question(self.now.notes)

    def look(self) -> bool:
        """Read the file again if somebody else has written it; tell whether that was so."""
        changed = self._file.was_changed()
        if changed:
            self.now = self._read(self._file.text)
        return changed

    def change(self, change: Change, *, keep: bool = False) -> Changed:
        """Take a change, unless its new line is wrong: then nothing happens.

        With ``keep``, a line that contradicts others is taken too; it does not count.
        """
        changed = editing.read(change, self.asking)
        wrong = changed.refused.problem if changed.refused else None
        if wrong is None or (keep and wrong.is_contradiction):
            self._take(changed)
        return changed

    def answer(self, field: str, value: str) -> None:
        """Take an answer to :attr:`question`; raises :class:`NotesError` for a wrong one."""
        check_answer(field, value, written_in(self.now.notes))
        self._take(self._read(self.text + opening_lines(field, value)))

    def undo(self) -> bool:
        """Take the last change back; tell whether there was one."""
        if not self._undo:
            return False
        text = self._undo.pop()
        self._file.write(text)
        self.now = self._read(text)
        return True

    def copy_to(self, name: str) -> Path:
        """Write a copy beside the file; raises :class:`NotesError` if that is not a new file."""
        copy = NotesFile(self.path.parent / name)
        if copy.path.exists():
            raise NotesError(f"save {name}: this file exists; expected a new one")
        copy.write(self.text)
        return copy.path

    def _read(self, text: str) -> Changed:
        return editing.read(Change(text, None), self.asking)

    def _take(self, changed: Changed) -> None:
        before = self.text
        self._file.write(changed.text)
        self._undo.append(before)
        self.now = changed
