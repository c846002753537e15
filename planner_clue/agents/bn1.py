"""``bn1``: a Bayesian network of three chains of cards, played greedily.

After C. Cai and S. Ferrari, "On the development of an intelligent computer player for CLUE"
(2006), as the published tables of planning against Bayesian networks have it.
"""

from collections.abc import Mapping

from planner_clue.agents.networks.chain_belief import ChainBelief
from planner_clue.agents.networks.view import NetworkView
from planner_clue.agents.probable import ProbableAgent
from planner_clue.cards import Accusation, Card


class Bn1Agent(ProbableAgent):
    """Assumes how many cards of each category every hand has; the rest is probability.

    The source defines it for three players whose hands are dealt by category (the rules
    ``huji-bn1``); there its probabilities are exact. In any other deal it assumes the counts
    that are most likely given its own hand and the sizes of the others, and the next most
    likely once what it sees cannot happen with these. Its probabilities are then too sure.

    It goes to the most probable room and asks about the most probable suspect and weapon. It
    accuses what nobody disproved, with no own card among the three, and never anything else.

    The source does not say how cards shown to others are used; here "one of these three" is a
    variable below three cards. Nor does it say which card to show; here chance decides.
    """

    def new_belief(self) -> ChainBelief:
        """Return the belief that the chains give."""
        self.belief = ChainBelief(self.seat)
        return self.belief

    def case_chances(self) -> Mapping[Card, float]:
        """Return how probable each card is to be in the case file."""
        return self.belief.case_chances()

    def accuse(self) -> Accusation | None:
        """Accuse what nobody disproved."""
        return self.heard.undisproved(self.seat.hand)

    def view(self) -> NetworkView:
        """Return the network and the probabilities as they are now."""
        return self.belief.view()
