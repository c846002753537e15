"""The person's notebook, kept by the program: what is certain, what is probable, and why.

Everything follows from what the person's own seat saw. What others ask about is not taken as
evidence, so that every number can be checked by counting deals.
"""

import threading
from collections.abc import Sequence
from typing import Any

from planner_clue.belief import Belief, ContradictionError
from planner_clue.belief.probability import probability_at
from planner_clue.cards import Card
from planner_clue.errors import InputError, shown
from planner_clue.pages.notebook_data import notebook_data
from planner_clue.play.own_notes import CASE
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Event


class OwnNotebook:
    """What one seat knows; it may be asked from several threads."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._names = tuple(seat.tokens)
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
        """Return sentences that say what is certain of a card, and why.

        Of the ``holder`` only, or of whoever has it, or else of all who do not. Raises
        :class:`InputError` for a card or a holder that there is not.
        """
        with self._lock:
            belief = self._up_to(events)
            name = belief.deck.parse(str(card))
            if holder is None:
                return self._why_of_all(belief, name)
            return [self._why(belief, name, self._number(belief, holder))]

    def _number(self, belief: Belief, holder: Any) -> int:
        holders = [*map(str, range(belief.case)), CASE]
        if str(holder) not in holders:
            raise InputError(f"holder {shown(holder)}; expected one of {', '.join(holders)}")
        return holders.index(str(holder))

    def _why_of_all(self, belief: Belief, card: Card) -> list[str]:
        may_have = belief.holders(card)
        facts = may_have
        if len(may_have) > 1:
            facts = [n for n in range(belief.case + 1) if n not in (*may_have, belief.me)]
        said = [self._why(belief, card, holder) for holder in facts]
        if len(may_have) > 1:
            said.append(self._chances(belief, card))
        return said

    def _why(self, belief: Belief, card: Card, holder: int) -> str:
        may_have = belief.holders(card)
        if holder in may_have and len(may_have) > 1:
            return self._chances(belief, card)
        try:
            said = belief.why(card, holder).in_words(self._names)
        except ContradictionError as error:
            return f"{error}."
        return f"{said}."

    def _chances(self, belief: Belief, card: Card) -> str:
        names = [*self._names, "the case file"]
        chances = [
            f"{names[holder]} {probability_at(belief, card, holder).percent()}"
            for holder in belief.holders(card)
        ]
        return f"It is not certain who has {card}: {', '.join(chances)}."
