"""The person's own marks in the notebook, for those who keep it by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from planner_clue.cards import Card, Deck
from planner_clue.errors import InputError, RecordError, shown
from planner_clue.play.play_config import PlayConfig

CASE = "case"
MARKS = ("yes", "no", "maybe")
"""What a cell may say: has it, does not have it, may have it."""


@dataclass
class OwnNotes:
    """Whether the notebook is kept by hand, and the marks in it."""

    by_hand: bool = False
    marks: dict[tuple[Card, str], str] = field(default_factory=dict)
    """What stands in a cell, by the card and the holder: the number of a seat, or ``case``."""

    def mark(self, deck: Deck, players: int, card: Any, holder: Any, mark: Any) -> None:
        """Write into a cell, or empty it with None; :class:`InputError` for what cannot be."""
        holders = [*map(str, range(players)), CASE]
        if str(holder) not in holders:
            raise InputError(f"holder {shown(holder)}; expected one of {', '.join(holders)}")
        if mark is not None and mark not in MARKS:
            raise InputError(f"mark {shown(mark)}; expected one of {', '.join(MARKS)}")
        cell = deck.parse(str(card)), str(holder)
        if mark is None:
            self.marks.pop(cell, None)
        else:
            self.marks[cell] = mark

    def to_json(self) -> dict[str, Any]:
        """Return the notes as plain data."""
        marks = [[card, holder, mark] for (card, holder), mark in sorted(self.marks.items())]
        return {"by_hand": self.by_hand, "marks": marks}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], config: PlayConfig) -> "OwnNotes":
        """Return the notes of :meth:`to_json`; :class:`InputError` if they are none."""
        try:
            notes = cls(bool(data["by_hand"]))
            deck, players = config.rules.deck(config.board), len(config.agents)
            for card, holder, mark in data["marks"]:
                notes.mark(deck, players, card, holder, mark)
        except (LookupError, TypeError, ValueError) as error:
            raise RecordError(f"no notes of a player: {shown(data)}") from error
        return notes
