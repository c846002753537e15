"""Failures of an agent in a match, for its author: each distinct failure once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from planner_clue.match.game import Fault
from planner_clue.table.events import Number

_MOST_DISTINCT = 200
_MOST_REPORTED = 20
_LONGEST_PRINT = 500


class FirstFailure(Struct):
    """The first occurrence of a failure."""

    game: Number
    turn: Number
    decision: str
    """A method of :class:`planner_clue.agents.Agent`."""


class FailureRow(Struct):
    """A distinct failure, and the first game with it."""

    kind: str
    detail: str
    games: Number
    first: FirstFailure
    trace: list[str]
    """The places in the author's files that led there, the failing one and the error last."""
    aside: list[str]
    """Further output; it may differ from run to run."""


class FirstPrint(Struct):
    """The first game in which an agent printed something."""

    game: Number
    text: str


class Printed(Struct):
    """The output of an agent, and the number of games with output."""

    games: Number
    first: FirstPrint


def first_failure(row: Mapping[str, Any]) -> str | None:
    """Return the first failure in an agent's row of a summary, in words; None if there is none."""
    for failure in row["failures"]:
        return f"game {failure['first']['game']}: {failure['kind']}: {failure['detail']}"
    return None


_Distinct: TypeAlias = tuple[str, str, tuple[str, ...]]


@dataclass
class Failures:
    """The failures and the output of one slot."""

    _distinct: dict[_Distinct, FailureRow] = field(default_factory=dict)
    _games_printed: int = 0
    _first_printed: tuple[int, str] | None = None

    def add(self, game: int, fault: Fault) -> None:
        """Count a failure.

        Failures are the same if the same decision failed at the same lines, or, where no lines
        are known, in the same words.
        """
        *places, _ = fault.trace or [""]
        same = fault.kind, fault.decision, tuple(places or [fault.detail])
        known = self._distinct.get(same)
        games = known.games + 1 if known else 1
        if known and game >= known.first.game:
            known.games = games
        elif known or len(self._distinct) < _MOST_DISTINCT:
            first = FirstFailure(game, fault.turn, fault.decision)
            aside = fault.aside.splitlines()
            row = FailureRow(fault.kind, fault.detail, games, first, list(fault.trace), aside)
            self._distinct[same] = row

    def add_printed(self, game: int, text: str) -> None:
        """Count what the agent printed in a game."""
        if text:
            self._games_printed += 1
            printed = game, text[:_LONGEST_PRINT]
            self._first_printed = min(self._first_printed or printed, printed)

    def rows(self) -> list[FailureRow]:
        """Return the distinct failures by their first games."""
        rows = sorted(self._distinct.values(), key=lambda row: astuple(row.first))
        return rows[:_MOST_REPORTED]

    def printed(self) -> Printed | None:
        """Return what the agent printed; None if it printed nothing."""
        if self._first_printed is None:
            return None
        return Printed(self._games_printed, FirstPrint(*self._first_printed))
