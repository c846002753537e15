"""``bn2``: a Bayesian network of single cards, updated and cut down again, played greedily.

Each piece of evidence is added below its cards as an observed variable; their posteriors become
new priors, and the variable is deleted again (assumed-density filtering).
"""

from collections.abc import Mapping, Sequence

from planner_clue.agents import bayesian_networks
from planner_clue.agents.greedy import NetworkView, ProbableAgent, ProbableBelief
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import Seat

EVIDENCE = "evidence"
"""Name of the temporary evidence variable."""
_DRAWN = 4
"""Number of deleted evidence variables that a view still shows."""


class SingleCardBelief(ProbableBelief):
    """The holder of each card, independently of the others; hand sizes do not matter.

    Before anything is seen, a card of another holder is in the case file with probability
    1 / (cards of its category that are not in the own hand), else with every other seat
    alike. The holders are all seats in order, then the case file.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.holders = bayesian_networks.holder_labels(range(seat.players))
        self._categories = seat.deck.categories
        self.net = bayesian_networks.new_net("bn2")
        me, holders = seat.index, range(seat.players + 1)
        own = [float(holder == me) for holder in holders]
        for cards in self._categories:
            case = 1 / sum(card not in seat.hand for card in cards)
            elsewhere = (1 - case) / (seat.players - 1)
            others = [0.0 if holder == me else elsewhere for holder in holders[:-1]]
            for card in cards:
                prior = own if card in seat.hand else [*others, case]
                bayesian_networks.add_variable(self.net, card, self.holders, (), prior)
        self._history: list[tuple[str, tuple[Card, ...]]] = []
        self._priors: dict[Card, list[float]] = {
            card: self.net.cpt(card).tolist() for card in seat.deck.cards
        }

    def has(self, holder: int, card: Card, /) -> None:
        """Note that a seat showed this card."""
        self._condition(holder, [card], "yes")

    def cannot_have(self, holder: int, cards: Sequence[Card], /) -> None:
        """Note that a seat has none of these."""
        open_cards = [card for card in cards if self._priors[card][holder]]
        if open_cards:
            self._condition(holder, open_cards, "no")

    def has_one_of(self, holder: int, cards: Sequence[Card], /) -> None:
        """Note that a seat showed one of these."""
        if all(self._priors[card][holder] != 1.0 for card in cards):
            self._condition(holder, cards, "yes")

    def _condition(self, holder: int, cards: Sequence[Card], seen: str) -> None:
        """Add "the holder has one of these cards", update, delete it; not if impossible."""
        table = bayesian_networks.shows_one(holder, len(self.holders), len(cards))
        bayesian_networks.add_variable(self.net, EVIDENCE, ["no", "yes"], cards, table)
        found = bayesian_networks.posteriors(self.net, cards, {EVIDENCE: ["no", "yes"].index(seen)})
        self.net.erase(EVIDENCE)
        has = "has one of" if seen == "yes" else "has none of"
        self._history.append((f"{len(self._history)}: seat {holder} {has}", tuple(cards)))
        for card, chances in (found or {}).items():
            self._priors[Card(card)] = chances
            self.net.cpt(card).fillWith(chances)

    def posteriors(self) -> Mapping[Card, list[float]]:
        """Return for each card the probability of each holder."""
        return self._priors

    def case_chances(self) -> dict[Card, float]:
        """Return the probability of each card, given that one of its category is in the file.

        This is not kept, or it would count anew every time; with p the probability of a card, the
        chances are in proportion to p / (1 - p).
        """
        chances: dict[Card, float] = {}
        for cards in self._categories:
            chances |= exactly_one({card: self._priors[card][-1] for card in cards})
        return chances

    def view(self) -> NetworkView:
        """Return the cards' variables and the latest deleted evidence."""
        last = self._history[-_DRAWN:]
        return NetworkView(
            holders=tuple(self.holders),
            chances=dict(self._priors),
            case=self.case_chances(),
            rows=(*self._categories, tuple(name for name, _ in last)),
            arcs=tuple((card, name) for name, cards in last for card in cards),
            observed=frozenset(name for name, _ in last),
        )


def exactly_one(chances: Mapping[Card, float]) -> dict[Card, float]:
    """Return the probabilities of independent events, given that exactly one of them happens.

    >>> exactly_one({Card("rope"): 0.5, Card("knife"): 0.2})
    {'rope': 0.8, 'knife': 0.2}
    """
    certain = [card for card, probability in chances.items() if probability == 1.0]
    if certain:
        return {card: float(card in certain) / len(certain) for card in chances}
    odds = {card: probability / (1 - probability) for card, probability in chances.items()}
    total = sum(odds.values())
    return {card: odd / total for card, odd in odds.items()} if total else dict(chances)


SURE = 0.97
"""Minimum probability of each card of an accusation."""


class Bn2Agent(ProbableAgent):
    """Keeps the probability of each holder for each card, independently of the others.

    It goes to the most probable room and suggests the most probable cards. When one card of each
    category has more than 97 % it suggests once more before it accuses. Open in the source: that
    suggestion is here any of its own that it asked while it was sure, or the one that made it sure;
    that the case file has one card of each category is used, and not kept; chance shows cards.
    """

    belief: SingleCardBelief

    def new_belief(self) -> SingleCardBelief:
        """Return the belief of the network of cards."""
        self._asked_when_sure = False
        return SingleCardBelief(self.seat)

    def suggest(self, room: Card) -> Suggestion:
        """Suggest the most probable suspect and weapon."""
        self._asked_when_sure = self.most_probable_above(SURE) is not None
        return super().suggest(room)

    def accuse(self) -> Accusation | None:
        """Accuse after one more suggestion if certain, or if nobody disproved."""
        sure = self.most_probable_above(SURE)
        if sure and self.belief.undisproved() == sure:
            return sure
        return self.gamble(sure) if self._asked_when_sure else None
