"""The person's notebook: kept by the program from what the seat saw, or by hand.

Suggestions are not evidence here, so that probabilities can be checked by counting deals.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from planner_clue.belief import Belief
from planner_clue.belief.reasons import YOUR_HAND
from planner_clue.game.cards import Card, Deck
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event
from planner_clue.support.errors import InputError, shown
from planner_clue.view.pages.notebooks import notebook_data
from planner_clue.view.wording import why_card

CASE = "case"
MARKS = ("yes", "no", "maybe")  # the marks of a cell: has the card, does not have it, may have it


class OwnNotebook:
    """The belief of one seat; every method may be called from any thread."""

    def __init__(self, seat: Seat, names: Sequence[str] = ()) -> None:
        self._seat, self._names = seat, names or seat.tokens
        self._lock = threading.Lock()
        self._heard: tuple[Event, ...] = ()
        self._belief = Belief(seat)

    def _up_to(self, events: Sequence[Event]) -> Belief:
        """Return the belief after these events, which may also be fewer than before."""
        known = len(self._heard)
        if tuple(events[:known]) != self._heard:
            self._belief, known = Belief(self._seat), 0
        for event in events[known:]:
            self._belief.observe(event)
        self._heard = tuple(events)
        return self._belief

    def to_json(self, events: Sequence[Event]) -> dict[str, Any]:
        """Return the notebook after these events, as pages show it."""
        with self._lock:
            return notebook_data(self._up_to(events))

    def why(self, events: Sequence[Event], card: Any, holder: Any = None) -> list[str]:
        """Return who has a card, or does not, and why: about the ``holder``, or about all."""
        with self._lock:
            belief = self._up_to(events)
            name = belief.deck.parse(str(card))
            players = belief.case
            if holder is not None:
                named = _known(holder, players)
                holder = players if named == CASE else int(named)
            return why_card(belief, name, self._names, holder, hand=YOUR_HAND)


def _known(holder: Any, players: int) -> str:
    holders = [*map(str, range(players)), CASE]
    if str(holder) not in holders:
        raise InputError(f"holder {shown(holder)}; expected one of {', '.join(holders)}")
    return str(holder)


class WrittenNotes(Struct):
    """The notes of a person as a file has them."""

    by_hand: bool
    marks: list[tuple[str, str, str]]  # card, holder and mark of each cell that is marked


@dataclass
class HandNotes:
    """The notebook that a person keeps by hand, and whether it does."""

    deck: Deck
    players: int
    by_hand: bool = False
    marks: dict[tuple[Card, str], str] = field(default_factory=dict)
    """The mark of a cell, by card and holder: the number of a seat, or ``case``."""

    def mark(self, card: Any, holder: Any, mark: Any) -> None:
        """Mark a cell, or clear it with None; raises :class:`InputError` for an unknown one."""
        cell = self.deck.parse(str(card)), _known(holder, self.players)
        if mark is not None and mark not in MARKS:
            raise InputError(f"mark {shown(mark)}; expected one of {', '.join(MARKS)}")
        if mark is None:
            self.marks.pop(cell, None)
        else:
            self.marks[cell] = mark

    def to_json(self) -> dict[str, Any]:
        """Return the notes as plain data."""
        marks = [[card, holder, mark] for (card, holder), mark in sorted(self.marks.items())]
        return {"by_hand": self.by_hand, "marks": marks}

    @classmethod
    def from_json(cls, written: WrittenNotes, deck: Deck, players: int) -> "HandNotes":
        """Return the notes of :meth:`to_json`; raises :class:`InputError` for an unknown cell."""
        notes = cls(deck, players, written.by_hand)
        for card, holder, mark in written.marks:
            notes.mark(card, holder, mark)
        return notes
