"""Silence as evidence: a player that nobody answers, and that does not accuse.

If nobody can show one of three cards, they are the case file, unless the player that suggested
them holds one itself, or a card that lies face up was named. So a player that does not accuse then
most probably holds one of the three. That is evidence however players choose their suggestions,
wherever they may accuse at once, everybody hears of it, and no cards are in a pile that nobody
sees. But some players wait for another proof, or never see this one, and then are silent each time.
So

    P(silences | hand) = 1 if each of them was about a card of the hand, else 1 / SILENT,

however many there were: one in :data:`SILENT` players does not accuse at once.
"""

from collections.abc import Collection

import numpy as np

from planner_clue.belief.counting import Integers, Numbering
from planner_clue.belief.knowledge import Knowledge
from planner_clue.belief.transcript import Evidence
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Suggested

SILENT = 32  # number of players per one that does not accuse at once when it could


class Silence:
    """The suggestions of each other seat that nobody answered and no accusation followed."""

    def __init__(self, seat: Seat) -> None:
        rules = seat.read_rules()
        self._seat = seat
        hides = rules.suggest_or_accuse or rules.secret_accusations or seat.pile > 0
        self._accuse_openly = not hides
        self.unanswered: dict[int, set[Suggestion]] = {}
        self._latest: tuple[int, Suggestion] | None = None  # the latest unanswered suggestion

    def observe(self, event: Event, evidence: Evidence | None, knowledge: Knowledge) -> bool:
        """Note who is not answered, or accuses; return whether that changes any probability."""
        match event:
            case Suggested():
                self._latest = None
            case Passed() if evidence and evidence.asked and evidence.asker is not None:
                asker, me = evidence.asker, self._seat.index
                is_last = asker == (event.seat + 1) % self._seat.players
                informs = self._accuse_openly and not set(self._seat.face_up) & {*evidence.asked}
                if is_last and asker != me and informs:
                    self._latest, known = (asker, evidence.asked), knowledge.known_cards(asker)
                    unanswered = self.unanswered.setdefault(asker, set())
                    news = evidence.asked not in unanswered
                    unanswered.add(evidence.asked)
                    return news and set(evidence.asked).isdisjoint(known)
            case Accused(seat=accuser) if self._latest and self._latest[0] == accuser:
                self.unanswered[accuser].discard(self._latest[1])
                self._latest = None
                return True
        return False

    def weights(
        self, seat: int, hands: Integers, numbering: Numbering, known: Collection[Card]
    ) -> Integers:
        """Return the likelihood of silences per hand, in proportion, shape (hands,)."""
        explained = np.ones(len(hands), np.bool_)
        for asked in self.unanswered.get(seat, ()):
            if set(asked).isdisjoint(known):
                explained &= hands & numbering.set_of(asked) != 0
        return np.where(explained, SILENT, 1) if not explained.all() else np.ones_like(hands)
