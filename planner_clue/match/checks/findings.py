"""Findings of a check: what was found, and what the agent did wrong, for its author."""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from planner_clue.errors import AgentFailure
from planner_clue.match.checks.checked_game import CheckedGame

_MOST_SHOWN = 3


class Finding(StrEnum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "FAILED"
    UNKNOWN = "not checked"
    """There was no occasion for it."""


@dataclass(frozen=True)
class Breach:
    """Something that an agent did wrong, and where it first did."""

    decision: str
    """The method that failed, as its author knows it."""
    failure: AgentFailure
    game: CheckedGame
    """The first game in which it did so."""
    turn: int | None
    """The turn; None after the game."""
    games: int
    """In how many games it did so."""

    @property
    def place(self) -> str:
        """Where that was, in words."""
        turn = "after the game" if self.turn is None else f"turn {self.turn}"
        return f"{self.game.trial}, {turn}, {self.decision}"

    @property
    def trace(self) -> list[str]:
        """The places in the author's files that led there, the failing one last, if known."""
        return [*self.failure.trace.splitlines(), *self.failure.aside.splitlines()]

    @property
    def command(self) -> str:
        """The command that plays the game in a match."""
        return shlex.join(self.game.command)

    def to_json(self) -> dict[str, Any]:
        """Return all that is known of it."""
        failure = self.failure
        return {
            "kind": failure.kind,
            "detail": failure.detail,
            "trace": self.trace,
            "decision": self.decision,
            "games": self.games,
            "first": self.game.trial.to_json() | {"turn": self.turn},
            "command": self.command,
        }


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    finding: Finding
    says: str
    """The result in a few words."""
    breaches: tuple[Breach, ...] = ()
    lines: tuple[str, ...] = ()
    """Further details, one sentence per line."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Counts and measurements."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "check": self.name,
            "finding": str(self.finding),
            "says": self.says,
            "breaches": [breach.to_json() for breach in self.breaches],
            "lines": list(self.lines),
            "figures": dict(self.figures),
        }


def failed(
    name: str, breaches: tuple[Breach, ...], games: int, figures: Mapping[str, Any]
) -> Check:
    """Return a check that failed in some of ``games``."""
    kinds = ", ".join(dict.fromkeys(breach.failure.kind for breach in breaches))
    times = min(games, sum(breach.games for breach in breaches))
    return Check(
        name,
        Finding.FAILED,
        f"{kinds} in {times} of {games} games",
        breaches[:_MOST_SHOWN],
        figures=figures,
    )


def gathered(
    found: Iterable[tuple[str, AgentFailure, CheckedGame, int | None]],
) -> tuple[Breach, ...]:
    """Return failures: those of the same decision at the same place of the code are one.

    So are those without such a place that are of the same kind.
    """
    first: dict[tuple[str, ...], Breach] = {}
    for decision, failure, game, turn in found:
        before = first.get(key := (decision, failure.kind, failure.trace))
        kept = before or Breach(decision, failure, game, turn, 0)
        first[key] = Breach(decision, kept.failure, kept.game, kept.turn, kept.games + 1)
    return tuple(first.values())
