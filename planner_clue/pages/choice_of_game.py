"""Which game of a match gets a page: the first, or the most interesting one.

That is the game in which answers broke the most plans; of several, the one with the most turns.
"""

from collections.abc import Mapping
from typing import Any

from planner_clue.deliberation.decision import read_decisions
from planner_clue.deliberation.triggers import Trigger
from planner_clue.table.record import read_record

CHOICES = ("first", "interesting")
_BROKEN = (Trigger.ASSUMPTION_REFUTED, Trigger.UNEXPECTED_ANSWER)


class ChosenGame:
    """The chosen one of the games that were added, whatever their order."""

    def __init__(self, choice: str) -> None:
        """Choose by one of :data:`CHOICES`."""
        self._by_interest = choice == "interesting"
        self._best: tuple[int, ...] | None = None
        self._line = ""

    def add(self, game: int, line: str) -> None:
        """Look at a game, by its number and the line of its record."""
        if not self._by_interest and game:
            return
        value = (*interest(read_record(line)), -game) if self._by_interest else (-game,)
        if self._best is None or value > self._best:
            self._best, self._line = value, line

    def record(self) -> dict[str, Any]:
        """Return the record of the chosen game."""
        return read_record(self._line)


def interest(record: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many plans answers broke in a game, and how many turns it took.

    >>> interest({"notes": [[], []], "events": [{"turn": 1}, {"turn": 7}]})
    (0, 7)
    """
    decisions = (made for notes in record["notes"] for made in read_decisions(notes))
    broken = sum(bool(m.triggers) and m.triggers[0].trigger in _BROKEN for m in decisions)
    return broken, max((event["turn"] for event in record["events"]), default=0)
