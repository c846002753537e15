"""The file with the notes: written whole each time, so that it can always be read."""

from pathlib import Path

from planner_clue.assist.notes import may_be_notes
from planner_clue.atomic_writes import write_whole
from planner_clue.errors import NotesError
from planner_clue.table.seen import read_text

_NAME = "evening"
ENDING = ".clue"


class NotesFile:
    """A file of notes, and its text."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; raises :class:`SeenError` if it cannot be read."""
        self.path = path
        self.text = read_text(path) if path.exists() else ""
        if self.text.lstrip().startswith("{"):
            raise NotesError(f"{path} is JSON; expected notes in plain lines, or a new file")
        if not may_be_notes(self.text):
            raise NotesError(f"{path} holds no notes: no line says who plays; expected a new file")
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise NotesError(f"{path}; expected a file in a folder that exists")

    def write(self, text: str) -> None:
        """Replace the file as a whole: whatever happens, it holds the old text or the new one."""
        if text and not text.endswith("\n"):
            text += "\n"
        try:
            write_whole(self.path, text)
        except OSError as error:
            raise NotesError(f"{self.path} cannot be written: {error.strerror}") from error
        self.text = text

    def was_changed(self) -> bool:
        """Read the file again if somebody else has written it; tell whether that was so."""
        if not self.path.exists():
            return False
        text = read_text(self.path)
        changed, self.text = text != self.text, text
        return changed


def first_path(folder: Path) -> Path:
    """Return the usual name for notes."""
    return folder / f"{_NAME}{ENDING}"


def free_path(folder: Path) -> Path:
    """Return the first free name for new notes: ``evening.clue``, ``evening-2.clue``, ..."""
    path, number = first_path(folder), 1
    while path.exists():
        number += 1
        path = folder / f"{_NAME}-{number}{ENDING}"
    return path
