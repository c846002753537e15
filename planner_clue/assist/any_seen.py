"""What a seat has seen, from a file of either kind: JSON, or notes in plain lines."""

from pathlib import Path

from planner_clue.assist.insight import checked_insight
from planner_clue.assist.notes import read_notes
from planner_clue.table.seen import Seen, parse_seen, read_text


def parse_any_seen(text: str, source: str, default_board: str | None = None) -> Seen:
    """Return what a text says; what begins with a bracket is JSON, anything else notes.

    ``default_board`` is the board of JSON that names none. Raises
    :class:`~planner_clue.errors.SeenError` in one line that says where something is wrong.
    """
    if text.lstrip().startswith(("{", "[")) or not text.strip():
        return parse_seen(text, source, default_board)
    return checked_insight(read_notes(text), source).seen


def read_any_seen(path: Path, default_board: str | None = None) -> Seen:
    """Return what a file says; as :func:`parse_any_seen`."""
    return parse_any_seen(read_text(path), str(path), default_board)
