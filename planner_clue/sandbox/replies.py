"""Replies of hosts as JSON: ``{"answer": ...}`` or ``{"failure": [KIND, DETAIL, TRACE]}``."""

import json
from typing import Any

from planner_clue.errors import KINDS, AgentFailure, IllegalDecision, shown
from planner_clue.faults import failure_of

_LONGEST_DETAIL, _MOST_LINES, _LONGEST_LINE = 1000, 20, 1000


def write_answer(answer: Any) -> bytes:
    """Return the reply with an answer; the failure if that is not plain data."""
    try:
        return json.dumps({"answer": answer}).encode()
    except BaseException as error:  # the answer may be anything
        if isinstance(error, TypeError | ValueError | RecursionError):
            detail = f"answers {shown(answer)}; expected plain data"
            return write_failure(AgentFailure(IllegalDecision.kind, detail))
        return write_failure(failure_of(error))


def write_failure(failure: AgentFailure) -> bytes:
    """Return the reply that tells of a failure."""
    return json.dumps({"failure": [failure.kind, failure.detail, failure.trace]}).encode()


class NoReplyError(AgentFailure):
    """Something that is not a reply: its sender does not keep to the form."""


def read_reply(message: bytes) -> Any:
    """Return the answer in a reply, with lists as the tuples that the table expects.

    Raises :class:`AgentFailure` if the reply tells of one, :class:`NoReplyError` if it is not one.
    """
    try:
        reply = json.loads(message)
        if "failure" in reply:
            raise _read_failure(*map(str, reply["failure"]))
        answer = reply["answer"]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise NoReplyError("crash", f"sent {shown(message)}; expected a reply") from error
    return tuple(answer) if isinstance(answer, list) else answer


def _read_failure(kind: str, detail: str, trace: str) -> AgentFailure:
    """Return the failure, short enough for a record; ``ValueError`` for an unknown kind."""
    if kind not in KINDS:
        raise ValueError(kind)
    lines = [line[:_LONGEST_LINE] for line in trace.splitlines()[-_MOST_LINES:]]
    return AgentFailure(kind, " ".join(detail.split())[:_LONGEST_DETAIL], "\n".join(lines))
