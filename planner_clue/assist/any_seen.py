"""What a seat has seen, from a file of either kind: JSON, or notes in plain lines."""

from pathlib import Path

from planner_clue.assist.insight import checked_insight
from planner_clue.assist.notes import read_notes
from planner_clue.table.seen import Seen, parse_seen, read_text


def read_any_seen(path: Path, default_board: str | None = None) -> Seen:
    """Return what the file says; what begins with ``{`` is JSON, anything else notes.

    ``default_board`` is the board of a JSON file that names none. Raises
    :class:`~planner_clue.errors.SeenError` in one line that says where something is wrong.
    """
    text = read_text(path)
    if text.lstrip().startswith("{") or not text.strip():
        return parse_seen(text, str(path), default_board)
    return checked_insight(read_notes(text), str(path)).seen
