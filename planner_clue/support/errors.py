"""Every error that this package raises on purpose, in one hierarchy.

A message is one line that names the bad value, where it stands, and what was expected.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal, get_args

FailureKind = Literal["crash", "timeout", "illegal", "lie", "output", "memory"]

KINDS: tuple[FailureKind, ...] = get_args(FailureKind)

_LONGEST = 200
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class PlannerClueError(Exception):
    """The root of all errors that planner-clue raises on purpose."""


class InputError(PlannerClueError):
    """Invalid input; the program ends with exit code 2."""


class BoardError(InputError):
    """An invalid board map; the message starts with file, line and column."""


class CardError(InputError):
    """An unknown or ambiguous name of a card."""


class SeatError(InputError, IndexError):
    """A number of a seat, or of a holder of cards, that is out of range."""


class UncertainError(InputError, ValueError):
    """A statement that is not certain, of which a proof was asked."""


class RulesError(InputError):
    """An unknown rule set, or one that does not fit the board or the players."""


class RecordError(InputError):
    """An invalid game record, or a record of a game that breaks the rules."""


class JsonError(InputError, ValueError):
    """Invalid JSON, or JSON with excessive nesting or digits."""

    def __init__(self, what: str, line: int | None = None, column: int | None = None) -> None:
        where = "" if line is None else f" (line {line}, column {column})"
        super().__init__(f"not JSON: {what}{where}")
        self.what = what
        """The fault, without its place."""
        self.place = "" if line is None else f":{line}:{column}"
        """The suffix of a file's name: line and column, both from 1, if known."""


class SeenError(InputError):
    """An invalid file of a seat's observations, or observations that contradict each other."""


class NotesError(SeenError):
    """A line of notes that cannot be parsed, or that contradicts others."""

    def __init__(
        self, message: str, *, start: int | None = None, end: int | None = None, field: str = ""
    ) -> None:
        super().__init__(message)
        self.start = start
        """The first column of the words it is about, from 0, or None if it is about the line."""
        self.end = end
        """The column after the last of them."""
        self.field = field
        """The line of the head that is missing or wrong; empty for other lines."""
        self.against: tuple[int, ...] | None = None
        """The lines that it contradicts, if it is understood but cannot be true."""
        self.readings: tuple[str, ...] = ()
        """Lines that may be meant, if it is not understood."""


class AgentNameError(InputError):
    """An unknown agent, or a file without an agent."""


class IllegalDecision(PlannerClueError):
    """An answer that the rules do not allow; the agent that gave it forfeits the game."""

    kind: FailureKind = "illegal"


class Lie(IllegalDecision):
    """An answer about its own hand that is not so."""

    kind: FailureKind = "lie"


class AgentFailure(PlannerClueError):
    """An agent failed; it forfeits the game.

    The message is the reason of the forfeit: the kind of failure, a colon, and details.
    """

    def __init__(self, kind: FailureKind, detail: str, trace: str = "", *, aside: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.trace = trace
        """The lines of the author's files that led there, if they are known."""
        self.aside = aside
        """Further output; it may differ from run to run, so it is in no record."""


class MachineError(OSError):
    """A full disk, say, or no more processes: it ends a match, and no agent forfeits for it."""


class BreakOff(BaseException):
    """Ends a game from outside; not an ``Exception``, so not an agent's failure."""


class DomainError(InputError):
    """A PDDL domain that breaks the contract of ``pddl/README.md``."""


class EngineError(InputError):
    """A planning engine that is unknown, not installed, or does not support the domain."""


class ModelError(InputError):
    """An unknown name of a model, or a model that is not for the domain."""


class HeuristicError(InputError):
    """An unknown heuristic, or a function that cannot be used as one."""


class CourseworkError(InputError):
    """An invalid exercise or case."""


class SubmissionError(PlannerClueError):
    """A submission fails a case, and earns nothing there; the message says what failed."""

    def __init__(self, what: str, means: str = "") -> None:
        super().__init__(what)
        self.means = means
        """The consequence for the author, if it is known."""


class GradingError(PlannerClueError):
    """The grader or an engine failed, not the submission: the case is not graded."""


class PlanningFailure(PlannerClueError):
    """No usable plan came back; ``reason`` is a short name, by which failures are counted."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def shown(value: object) -> str:
    """Return ``repr(value)`` for a message, cut short; this never fails.

    It leaves out addresses in memory, so that a message is the same in each run.

    >>> shown("x" * 500)[-4:], shown(10**5000)
    ("...'", 'a int')
    """
    try:
        text = repr(value)
    except BaseException:  # the value may be anything an agent made up
        return f"a {type(value).__name__}"
    text = _ADDRESS.sub("", text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]}...{text[-1]}"


def printable(text: str) -> str:
    """Return a text that does nothing to a terminal, and that can be written to any file."""
    return "".join(c if c.isprintable() else "?" for c in text)


def cut(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters, with ``...`` where it was longer."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def many(count: int, noun: str) -> str:
    """Return a count with its noun: ``1 game``, ``2 games``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def described(error: BaseException) -> str:
    """Return an exception's type and message in one line; this never fails."""
    try:
        message = " ".join(str(error).split())
    except BaseException:  # as above
        message = "(no message)"
    return f"{type(error).__name__}: {_ADDRESS.sub('', message)[:_LONGEST]}"


def nearest(word: str, names: Iterable[str]) -> str:
    """Return a hint for a wrong name: the nearest valid one, then all of them.

    >>> nearest("plannr", ["planner", "random"])
    "did you mean 'planner'? (known: planner, random)"
    """
    known = sorted(names)
    listing = f"known: {', '.join(known)}"
    hint = did_you_mean(word, known)
    return f"{hint}({listing})" if hint else listing


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return ``did you mean 'planner'? `` with the nearest name; empty if none is similar."""
    close = closest(word, names)
    return f"did you mean '{close}'? " if close else ""


def closest(word: str, names: Iterable[str], cutoff: float = 0.5) -> str | None:
    """Return the name that is most like ``word``, or None if no name is similar."""
    close = get_close_matches(word, sorted(names), n=1, cutoff=cutoff)
    return close[0] if close else None
