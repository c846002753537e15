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
    """Follows the questions and answers of a game for the seat ``me``.

    With ``accuses_later`` a turn is either a suggestion or an accusation, so that a question
    nobody disproved has to be kept until the next turn.
    """

    def __init__(self, me: int, belief: Belief, *, accuses_later: bool = False) -> None:
        self._me = me
        self._accuses_later = accuses_later
        self._own: Suggestion | None = None
        """The last question of our own, until somebody disproves it."""
        self._belief = belief
        self._asked: Suggestion | None = None
        """The last question of anybody."""
        self._asker: int | None = None

    def observe(self, event: Event) -> None:
        """Hear an event; what another seat's answer says goes to the belief."""
        if isinstance(event, Suggested):
            self._asked, self._asker = event.cards, event.seat
            if event.seat == self._me:
                self._own = event.cards
        elif isinstance(event, Showed):
            if event.to == self._me:
                self._own = None
            if event.seat == self._me:
                return
            if event.card is not None:
                self._belief.has(event.seat, event.card)
            elif self._asked is not None:
                self._belief.has_one_of(event.seat, self._asked)
        elif isinstance(event, Passed) and event.seat != self._me and self._asked is not None:
            self._belief.cannot_have(event.seat, self._asked)

    def undisproved(self, hand: tuple[Card, ...]) -> Accusation | None:
        """Return the last question of our own, if neither others nor ``hand`` disprove it.

        To be asked once the answers are in: when accusing. Once somebody else has asked, only
        where one ``accuses_later``.
        """
        if self._own is None or not (self._accuses_later or self._asker == self._me):
            return None
        return None if set(hand).intersection(self._own) else Accusation(*self._own)
