"""Faults of users' code, in its author's terms: file, line and statement."""

import errno
import linecache
import re
import signal
import traceback
from collections.abc import Callable
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, TypeVar

from planner_clue.support import errors

_OURS = Path(__file__).resolve().parents[1]
_LONGEST = 120  # characters of a statement that are shown
_MOST_PLACES = 12
_IN_STACK = re.compile(r'^ *File "([^\0\n]{1,1000})", line (\d{1,9}) in (\S{1,200})$', re.MULTILINE)
"""A line of the stack that Python prints when it dies or is asked where it is (faulthandler)."""
_ESCAPED = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U000([0-9a-f]{5}))")
"""What stands there for a character that is not ASCII, such as one in the name of a folder."""
_LAST_LINES = 12  # the maximum number of last lines of an output that are reported
_LINES_OF_EACH_END = 6  # the same of a longer exception: of its beginning and of its end
_T = TypeVar("_T")


def traced(error: BaseException) -> str:
    """Return an exception's type and message, with the lines of the user's code; never fails."""
    return errors.described(error) + place_of(error)


def place_of(error: BaseException) -> str:
    """Return ``, at FILE:LINE in NAME: STATEMENT`` for the code that failed, or nothing."""
    if isinstance(error, SyntaxError) and error.filename:
        return f", at {_place_of_syntax(error)}"
    if not (frames := _frames(error)):
        return ""
    theirs = [frame for frame in frames if frame.filename == frames[0].filename]
    place = f", at {_place(theirs[-1])}"
    if frames[-1] is not theirs[-1] and not _is_ours(frames[-1].filename):
        place += f", in {_place(frames[-1])}"
    return place


def trace_of(error: BaseException) -> str:
    """Return all places that led to an error, one a line, the failing one and the error last."""
    lines = [_place(frame) for frame in _frames(error)[-_MOST_PLACES:]]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append(_place_of_syntax(error))
    return "\n".join([*lines, errors.described(error)])


def _place_of_syntax(error: SyntaxError) -> str:
    return f"{Path(error.filename or '').name}:{error.lineno}: {_cut(error.text or '')}"


def places_in_stack(text: str, folder: Path) -> list[str]:
    r"""Return the places in a stack that Python printed, one per line, the innermost last.

    Ours are left out. Only files in ``folder`` are quoted, because the text may be forged.

    >>> text = 'Stack (most recent call first):\n  File "/a/mine.py", line 3 in accuse\n'
    >>> places_in_stack(text, Path("/b"))
    ['mine.py:3 in accuse']
    """
    text, places = _ESCAPED.sub(_unescaped, text), list[str]()
    found = [place for place in _IN_STACK.findall(text) if not _is_ours(place[0])]
    for file, line, function in reversed(found[:_MOST_PLACES]):
        is_own = Path(file).resolve().is_relative_to(folder)
        statement = _cut(linecache.getline(file, int(line))) if is_own else ""
        place = f"{Path(file).name}:{line} in {function}"
        places.append(f"{place}: {statement}" if statement else place)
    return places


def _unescaped(found: re.Match[str]) -> str:
    character = chr(int(found[found.lastindex or 0], 16))
    return character if character.isprintable() else found[0]


def tried(call: Callable[..., _T], *arguments: Any) -> tuple[_T | None, BaseException | None]:
    """Return a result or the exception, unless the exception ends the program or the game."""
    try:
        return call(*arguments), None
    except (KeyboardInterrupt, errors.BreakOff, errors.MachineError):
        raise
    except BaseException as error:  # any fault of an agent is its own loss
        return None, error


def failure_of(error: BaseException) -> errors.AgentFailure:
    """Return why an agent forfeits that raised ``error``; this never fails."""
    if isinstance(error, errors.AgentFailure):
        return error
    if isinstance(error, errors.IllegalDecision):
        return errors.AgentFailure(error.kind, str(error))
    # Files of agents may be as large as their memory.
    too_large = isinstance(error, OSError) and error.errno == errno.EFBIG
    is_memory = too_large or isinstance(error, MemoryError)
    return errors.AgentFailure("memory" if is_memory else "crash", traced(error), trace_of(error))


def _frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return the frames of a user's code, from where we called it."""
    frames = list(traceback.extract_tb(error.__traceback__))
    while frames and _is_ours(frames[0].filename):
        del frames[0]
    return frames


def _is_ours(file: str) -> bool:
    return file.startswith("<frozen") or Path(file).resolve().is_relative_to(_OURS)


def _place(frame: traceback.FrameSummary) -> str:
    file = Path(frame.filename).name
    return f"{file}:{frame.lineno} in {frame.name}: {_cut(frame.line or '')}"


def _cut(statement: str) -> str:
    return errors.cut(" ".join(statement.split()), _LONGEST)


def last_exception(text: str) -> str:
    r"""Return the last lines of a text, with the first ones if they end an exception.

    The frames of an exception are indented, its first line is not.

    >>> last_exception("ready\nIOException\n" + "\tat f\n" * 30 + "exit\n").split()[:3]
    ['IOException', 'at', 'f']
    """
    lines = text.splitlines()
    begins = [
        number
        for number, (line, after) in enumerate(pairwise(lines))
        if after[:1].isspace() and not line[:1].isspace() and not line.startswith("Caused by")
    ]
    if begins and len(lines) - begins[-1] > 2 * _LINES_OF_EACH_END:
        ends = lines[begins[-1] :][:_LINES_OF_EACH_END], ["..."], lines[-_LINES_OF_EACH_END:]
        return "\n".join(chain(*ends))
    return "\n".join(lines[-_LAST_LINES:])


def exit_in_words(code: int) -> str:
    """Return how a process ended, by its exit code; below zero it is a signal."""
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
