"""What went wrong with an agent in a match, for its author: each distinct failure once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

_MOST_DISTINCT = 200
_MOST_REPORTED = 20
_LONGEST_PRINT = 500


def first_failure(row: Mapping[str, Any]) -> str | None:
    """Return the first failure in an agent's row of a summary, in words; None if there is none."""
    for failure in row["failures"]:
        return f"game {failure['first']['game']}: {failure['kind']}: {failure['detail']}"
    return None


_Distinct: TypeAlias = tuple[str, str, tuple[str, ...]]


@dataclass
class _Trouble:
    """A failure that came up in one or more games."""

    games: int
    first: int
    """The first of these games."""
    failure: Mapping[str, Any]
    """As the record of that game has it."""
    aside: str

    def to_json(self) -> dict[str, Any]:
        failure = self.failure
        return {
            "kind": failure["kind"],
            "detail": failure["detail"],
            "games": self.games,
            "first": {
                "game": self.first,
                "turn": failure["turn"],
                "decision": failure["decision"],
            },
            "trace": list(failure["trace"]),
            "aside": self.aside.splitlines(),
        }


@dataclass
class Troubles:
    """The failures of one slot, and what its agent printed."""

    _distinct: dict[_Distinct, _Trouble] = field(default_factory=dict)
    _games_printed: int = 0
    _first_printed: tuple[int, str] | None = None

    def add(self, game: int, failure: Mapping[str, Any], aside: str) -> None:
        """Count a failure of a game's record; ``aside`` is what else was seen of it.

        Failures are the same if the same decision failed at the same lines, or, where no lines
        are known, in the same words.
        """
        *places, _ = failure["trace"] or [""]
        same = failure["kind"], failure["decision"], tuple(places or [failure["detail"]])
        known = self._distinct.get(same)
        if known is None:
            if len(self._distinct) < _MOST_DISTINCT:
                self._distinct[same] = _Trouble(1, game, failure, aside)
            return
        known.games += 1
        if game < known.first:
            known.first, known.failure, known.aside = game, failure, aside

    def add_printed(self, game: int, text: str) -> None:
        """Count what the agent printed in a game."""
        if text:
            self._games_printed += 1
            printed = game, text[:_LONGEST_PRINT]
            self._first_printed = min(self._first_printed or printed, printed)

    def to_json(self) -> dict[str, Any]:
        """Return what the summary says of the agent."""
        troubles = sorted(self._distinct.values(), key=lambda one: (one.first, str(one.failure)))
        printed = None
        if self._first_printed:
            game, text = self._first_printed
            printed = {"games": self._games_printed, "first": {"game": game, "text": text}}
        return {
            "failures": [one.to_json() for one in troubles[:_MOST_REPORTED]],
            "printed": printed,
        }
