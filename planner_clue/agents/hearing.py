"""What the events of a game say about cards, told to whatever keeps a belief."""

from typing import Protocol

from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.events import Event, Passed, Showed, Suggested


class Belief(Protocol):
    """Keeps what is learned of the other seats' cards; never told of its own seat's."""

    def has(self, holder: int, card: Card, /) -> None:
        """Learn that seat ``holder`` showed this card to us."""

    def cannot_have(self, holder: int, cards: Suggestion, /) -> None:
        """Learn that seat ``holder`` has none of these."""

    def has_one_of(self, holder: int, cards: Suggestion, /) -> None:
        """Learn that seat ``holder`` showed one of these to somebody else."""


class Hearing:
    """Follows the questions and answers of a game for the seat ``me``."""

    def __init__(self, me: int, belief: Belief) -> None:
        self._me = me
        self._belief = belief
        self._asked: Suggestion | None = None
        """The last question of anybody."""
        self._asker: int | None = None
        self._disproved = False

    def observe(self, event: Event) -> None:
        """Hear an event; what another seat's answer says goes to the belief."""
        if isinstance(event, Suggested):
            self._asked, self._asker, self._disproved = event.cards, event.seat, False
        elif isinstance(event, Showed):
            self._disproved = True
            if event.seat == self._me:
                return
            if event.card is not None:
                self._belief.has(event.seat, event.card)
            elif self._asked is not None:
                self._belief.has_one_of(event.seat, self._asked)
        elif isinstance(event, Passed) and event.seat != self._me and self._asked is not None:
            self._belief.cannot_have(event.seat, self._asked)

    def undisproved(self, hand: tuple[Card, ...]) -> Accusation | None:
        """Return the last question if it was our own, and neither others nor ``hand`` disprove it.

        To be asked once the answers are in: when accusing.
        """
        if self._asked is None or self._asker != self._me or self._disproved:
            return None
        return None if set(hand).intersection(self._asked) else Accusation(*self._asked)
