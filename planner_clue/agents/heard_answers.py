"""What the answers to suggestions tell about who has which card, passed on to a belief."""

from typing import Protocol

from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.events import Event, Passed, Showed, Suggested


class CardLearner(Protocol):
    """Learns which seat has which card; it is never told of its own seat's cards."""

    def has(self, holder: int, card: Card, /) -> None:
        """Learn that seat ``holder`` showed this card to us."""

    def cannot_have(self, holder: int, cards: Suggestion, /) -> None:
        """Learn that seat ``holder`` has none of these."""

    def has_one_of(self, holder: int, cards: Suggestion, /) -> None:
        """Learn that seat ``holder`` showed one of these to somebody else."""


class HeardAnswers:
    """Follows the suggestions and answers of a game for the seat ``me``.

    With ``accuses_later`` a turn is either a suggestion or an accusation, so that a suggestion
    that nobody disproved has to be kept until the next turn. Without ``others_passes``, passes
    tell something only if the question was this seat's own.
    """

    def __init__(
        self,
        me: int,
        learner: CardLearner,
        *,
        accuses_later: bool = False,
        others_passes: bool = True,
    ) -> None:
        self._me = me
        self._others_passes = others_passes
        self._accuses_later = accuses_later
        self._own: Suggestion | None = None
        """This seat's last suggestion, until somebody disproves it."""
        self._learner = learner
        self._asked: Suggestion | None = None
        """The last suggestion of any seat."""
        self._asker: int | None = None

    def observe(self, event: Event) -> None:
        """Follow one event; what another seat's answer tells goes to the learner."""
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
                self._learner.has(event.seat, event.card)
            elif self._asked is not None:
                self._learner.has_one_of(event.seat, self._asked)
        elif isinstance(event, Passed) and self._tells(event) and self._asked is not None:
            self._learner.cannot_have(event.seat, self._asked)

    def _tells(self, passed: Passed) -> bool:
        """Tell whether something is concluded from this pass."""
        return passed.seat != self._me and (self._others_passes or self._asker == self._me)

    def undisproved(self, hand: tuple[Card, ...]) -> Accusation | None:
        """Return this seat's last suggestion, if neither others nor ``hand`` disprove it.

        To be called when accusing, after all answers. Once another seat has suggested, the
        suggestion counts only where one ``accuses_later``.
        """
        if self._own is None or not (self._accuses_later or self._asker == self._me):
            return None
        return None if set(hand).intersection(self._own) else Accusation(*self._own)
