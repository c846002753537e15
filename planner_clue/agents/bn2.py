"""``bn2``: a Bayesian network of single cards, updated and cut down again, played greedily."""

from collections.abc import Mapping

from planner_clue.agents.networks.single_card_belief import SingleCardBelief
from planner_clue.agents.networks.view import NetworkView
from planner_clue.agents.probable import ProbableAgent
from planner_clue.cards import Accusation, Card, Suggestion

SURE = 0.97
"""How probable each card of an accusation has to be."""


class Bn2Agent(ProbableAgent):
    """Keeps a probability of each holder for each card by itself.

    It goes to the most probable room and asks about the most probable suspect and weapon.
    When the most probable card of each category has more than 97 % it asks once more before
    it accuses.

    The source does not say what that last question has to be; here it is any question of its
    own that it asked while it was sure, or the one that made it sure because nobody disproved
    these three. Nor does it say that one card of each category is in the case file; here that
    is taken into account when the probabilities are read, and not kept. Which card it shows
    is left to chance.
    """

    def new_belief(self) -> SingleCardBelief:
        """Return the belief that the cards' network gives."""
        self.belief = SingleCardBelief(self.seat)
        self._asked_when_sure = False
        return self.belief

    def case_chances(self) -> Mapping[Card, float]:
        """Return how probable each card is to be in the case file."""
        return self.belief.case_chances()

    def suggest(self, room: Card) -> Suggestion:
        """Ask about the most probable suspect and weapon."""
        self._asked_when_sure = self.most_probable_above(SURE) is not None
        return super().suggest(room)

    def accuse(self) -> Accusation | None:
        """Accuse when sure and asked once more, or when nobody could disprove."""
        sure = self.most_probable_above(SURE)
        if sure and self.heard.undisproved(self.seat.hand) == sure:
            return sure
        return self.gamble(sure) if self._asked_when_sure else None

    def view(self) -> NetworkView:
        """Return the network and the probabilities as they are now."""
        return self.belief.view()
