"""What went wrong in code that people bring: its own place, line and statement, in one line."""

import traceback
from pathlib import Path

from planner_clue.errors import described

_OURS = Path(__file__).resolve().parent
_LONGEST = 120
"""Characters of a statement that are shown."""


def traced(error: BaseException) -> str:
    """Return an exception's type and message, with file, line and statement of its own code.

    Our frames that called it are left out. Where the code failed in something that it called, the
    place of that follows. This never fails.
    """
    return described(error) + place_of(error)


def place_of(error: BaseException) -> str:
    """Return ``, at FILE:LINE in NAME: STATEMENT`` for the code that failed, or nothing."""
    if isinstance(error, SyntaxError) and error.filename:
        return f", at {error.filename}:{error.lineno}: {_cut(error.text or '')}"
    frames = list(traceback.extract_tb(error.__traceback__))
    while frames and _is_ours(frames[0].filename):
        del frames[0]
    if not frames:
        return ""
    theirs = [frame for frame in frames if frame.filename == frames[0].filename]
    said = f", at {_place(theirs[-1])}"
    if frames[-1] is not theirs[-1] and not _is_ours(frames[-1].filename):
        said += f", in {_place(frames[-1])}"
    return said


def _is_ours(file: str) -> bool:
    return file.startswith("<frozen") or Path(file).resolve().is_relative_to(_OURS)


def _place(frame: traceback.FrameSummary) -> str:
    return f"{frame.filename}:{frame.lineno} in {frame.name}: {_cut(frame.line or '')}"


def _cut(statement: str) -> str:
    text = " ".join(statement.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
