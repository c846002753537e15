"""What went wrong in somebody's file, in its author's terms: the file, the line, the statement."""

import traceback
from collections.abc import Sequence
from pathlib import Path

from planner_clue.errors import AgentFailure, IllegalDecision, described

_OURS = str(Path(__file__).parent)
_NOT_THE_AUTHORS = (_OURS, "<frozen")
_MOST_FRAMES = 12
_LONGEST_LINE = 200


def failure_of(error: BaseException) -> AgentFailure:
    """Return why an agent forfeits that raised ``error``; this never fails."""
    if isinstance(error, AgentFailure):
        return error
    if isinstance(error, IllegalDecision):
        return AgentFailure(error.kind, str(error))
    kind = "memory" if isinstance(error, MemoryError) else "crash"
    return AgentFailure(kind, f"{described(error)}{place_of(error)}", trace_of(error))


def place_of(error: BaseException) -> str:
    """Return where in an author's file something went wrong, such as `` (mine.py, line 3: x)``."""
    if isinstance(error, SyntaxError) and error.filename:
        return _place(error.filename, error.lineno, error.text)
    frames = _frames(error)
    return _place(frames[-1].filename, frames[-1].lineno, frames[-1].line) if frames else ""


def trace_of(error: BaseException) -> str:
    """Return the lines of an author's files that led to an error, the last of them the failing one.

    Files stand with their names only, so that the same failure gives the same text on every
    computer.
    """
    lines = [
        f"{_name(frame.filename)}, line {frame.lineno}, in {frame.name}: {_cut(frame.line)}"
        for frame in _frames(error)[-_MOST_FRAMES:]
    ]
    if isinstance(error, SyntaxError):
        lines.append(f"{_name(error.filename or '?')}, line {error.lineno}: {_cut(error.text)}")
    return "\n".join([*lines, described(error)])


def _frames(error: BaseException) -> Sequence[traceback.FrameSummary]:
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if not frame.filename.startswith(_NOT_THE_AUTHORS)]


def _place(file: str, line: int | None, statement: str | None) -> str:
    said = f": {_cut(statement)}" if statement and statement.strip() else ""
    return f" ({_name(file)}, line {line}{said})"


def _name(file: str) -> str:
    return file.replace("\\", "/").rsplit("/", maxsplit=1)[-1]


def _cut(line: str | None) -> str:
    return " ".join((line or "").split())[:_LONGEST_LINE]
