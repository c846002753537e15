"""Viewpoints of a game: everything, one seat, or the public.

A page for a seat or the public is made only from what that viewpoint may know. So two games that it
cannot tell apart give the same page, byte by byte.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.show.wording import UNKNOWN_ENDING
from planner_clue.table.events import Accused, Event
from planner_clue.table.table import Table
from planner_clue.table.turn_order import Result

_NOBODY = -1
"""A seat that does not exist: it sees what everybody sees."""


@dataclass(frozen=True)
class Viewpoint:
    """A viewpoint: it decides what a page may contain.

    >>> [str(view) for view in (ALL, PUBLIC, Viewpoint("seat", 2))]
    ['all', 'public', 'seat 2']
    """

    kind: str
    """``all``, ``seat`` or ``public``."""
    seat: int | None = None

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"{self.kind} {self.seat}"

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden."""
        return self.kind == "all"

    def may_read(self, seat: int) -> bool:
        """Return whether the hand, the belief and the notes of ``seat`` are open to it."""
        return self.sees_all or self.seat == seat

    def sees(self, table: Table, event: Event) -> Event | None:
        """Return an event as it sees it; None if it does not notice it."""
        if self.sees_all:
            return event
        return table.seen_by(event, _NOBODY if self.seat is None else self.seat)

    def seats(self, players: int) -> list[int]:
        """Return the seats whose belief it may read, in order."""
        return [seat for seat in range(players) if self.may_read(seat)]

    def to_json(self) -> dict[str, Any]:
        """Return the viewpoint as plain data."""
        return {"kind": self.kind, "seat": self.seat}


ALL = Viewpoint("all")
PUBLIC = Viewpoint("public")


def known_result(view: Viewpoint, table: Table, seen: Sequence[Event]) -> Result | None:
    """Return the result of a game; None if the viewpoint, which saw ``seen``, does not know it.

    Where accusations are secret, only the accuser hears of one; so who won is not known to the
    others.
    """
    assert table.result is not None
    last = seen[-1] if seen else None
    secret = table.rules.secret_accusations and not view.sees_all
    won_openly = isinstance(last, Accused) and last.correct
    hides = secret and not won_openly and table.result.how != "turn-limit"
    return None if hides else table.result


def how_it_ended(result: Result | None, names: Sequence[str]) -> str:
    """Return how a game ended, by its :func:`known_result` and the names of the seats."""
    if result is None:
        return UNKNOWN_ENDING
    winner = result.winner
    if winner is not None:
        by = "as the last player left" if result.how == "last-wins" else "by an accusation"
        return f"The game is over: {names[winner]} wins {by}."
    why = {
        "turn-limit": "the limit of turns is reached",
        "all-out": "no player is left",
        "forfeits": "all players forfeited",
    }
    return f"The game is over: nobody wins, {why.get(result.how, result.how)}."


def known_deal(view: Viewpoint, table: Table) -> Mapping[str, Any]:
    """Return the cards that the viewpoint knows from the start: hands, and all of the deal if any.

    ``hands`` has None for each hand that is hidden; ``case_file`` is None where it is.
    """
    hands = [
        list(hand) if view.may_read(seat) else None for seat, hand in enumerate(table.deal.hands)
    ]
    return {"hands": hands, "case_file": list(table.deal.case_file) if view.sees_all else None}
