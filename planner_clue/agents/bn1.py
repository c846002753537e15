"""``bn1``: a Bayesian network of three chains of cards, played greedily.

After C. Cai and S. Ferrari, "On the development of an intelligent computer player for CLUE"
(2006), as the published tables of planning against Bayesian networks have it. The network needs the
number of suspects, weapons and rooms in each hand. Rules that deal by type give these counts.
Otherwise the network uses the most probable counts that agree with the observations.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import TypeAlias

from planner_clue.agents import bayesian_networks
from planner_clue.agents.bayesian_networks import Chain, Chances, Evidence, Net, Showing
from planner_clue.agents.greedy import NetworkView, ProbableAgent, ProbableBelief
from planner_clue.game.cards import Card
from planner_clue.game.decisions import Seat

Counts: TypeAlias = tuple[tuple[int, ...], ...]
"""For each hand its number of cards of each category."""


def likely_counts(sizes: Sequence[int], totals: Sequence[int]) -> list[Counts]:
    """Return all possible counts of hands of these sizes, the most probable first.

    ``totals`` are the numbers of cards of each category in all these hands together. The
    number of deals with counts k is the product over categories of
    total! / (k of the first hand! * k of the second! * ...); more deals mean a higher probability.

    >>> likely_counts([1, 2], [1, 2])
    [((0, 1), (1, 1)), ((1, 0), (0, 2))]
    """

    def orders(counts: Counts) -> int:
        return prod(factorial(number) for hand in counts for number in hand)

    possible = _possible_counts(tuple(sizes), tuple(totals))
    return sorted(possible, key=lambda counts: (orders(counts), counts))


@lru_cache(maxsize=10_000)
def _possible_counts(sizes: tuple[int, ...], totals: tuple[int, ...]) -> list[Counts]:
    if not sizes:
        return [] if any(totals) else [()]
    return [
        (hand, *others)
        for hand in product(*(range(min(sizes[0], total) + 1) for total in totals))
        if sum(hand) == sizes[0]
        for others in _possible_counts(
            sizes[1:], tuple(t - k for t, k in zip(totals, hand, strict=True))
        )
    ]


LARGEST_TREE = 200_000
"""Maximum number of entries of a junction tree, which takes some milliseconds."""


class ChainBelief(ProbableBelief):
    """The holders of all cards, if every hand has the assumed number of cards of each category.

    Holders are numbered: the other seats in order, then the case file. The network does not
    contain own cards. Observations are kept, and each query rebuilds the network.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        others = [number for number in range(seat.players) if number != seat.index]
        self.holders = bayesian_networks.holder_labels(others)
        self._number = {other: number for number, other in enumerate(others)}
        self._chains = [[c for c in cards if c not in seat.hand] for cards in seat.deck.categories]
        self._cards = [card for cards in self._chains for card in cards]
        totals, sizes = [len(cards) - 1 for cards in self._chains], seat.hand_sizes
        self._assumed = likely_counts([sizes[other] for other in others], totals)
        if fixed := seat.read_rules().fixed_hands:
            self._assumed = [tuple(fixed[other] for other in others)]
        """The counts that are not refuted yet, the most likely first."""
        self._known: dict[str, int] = {}
        self._impossible: dict[str, set[int]] = {card: set() for card in self._cards}
        self._showings: list[Showing] = []
        self._given_up = self._assumed[0]
        self._last = self._ask(self._assumed[0], [], {})[1] or {}
        self._stale = False

    def has(self, holder: int, card: Card, /) -> None:
        """Note that a seat has ``card``."""
        if card in self._impossible:
            self._known[card] = self._number[holder]
            self._stale = True

    def cannot_have(self, holder: int, cards: Sequence[Card], /) -> None:
        """Note that a seat has none of these."""
        for card in cards:
            if card in self._impossible:
                self._impossible[card].add(self._number[holder])
                self._stale = True

    def has_one_of(self, holder: int, cards: Sequence[Card], /) -> None:
        """Note that a seat showed one of these."""
        showing = Showing(self._number[holder], tuple(c for c in cards if c in self._impossible))
        if showing not in self._showings:
            self._showings.append(showing)
            self._stale = True

    def case_chances(self) -> dict[Card, float]:
        """Return the probability that each card is in the case file; 0 for own cards."""
        chances = self.posteriors()
        return {
            card: chances[card][-1] if card in chances and card not in self._known else 0.0
            for card in self._seat.deck.cards
        }

    def posteriors(self) -> Chances:
        """Return the holders' probabilities for each foreign card.

        Refuted counts are replaced by the next most probable ones, until none are left.
        """
        if self._stale:
            self._stale = False
            open_showings = self._open_showings()
            while self._assumed:
                if self._leaves_room(self._assumed[0]):
                    found = self._ask(self._assumed[0], open_showings, self._evidence())[1]
                    if found is not None:
                        self._last = found
                        break
                self._given_up = self._assumed.pop(0)
        return self._last

    def view(self) -> NetworkView:
        """Return the current network: the three chains, then the shown cards."""
        chances, me = self.posteriors(), self._seat.index
        own = [float(number == me) for number in range(self._seat.players + 1)]
        every = dict.fromkeys(self._seat.deck.cards, own)
        every |= {Card(c): [*ps[:me], 0.0, *ps[me:]] for c, ps in chances.items()}
        counts = (self._assumed or [self._given_up])[0]
        net, _ = self._ask(counts, self._open_showings(), self._evidence())
        rows: list[tuple[str, ...]] = []
        for cards in self._chains:
            lacks = (bayesian_networks.left_name(cards, number) for number in range(len(cards)))
            rows += [tuple(lacks), tuple(cards)]
        showings = sorted(set(net.names()).difference(*rows))
        return NetworkView(
            holders=tuple(bayesian_networks.holder_labels(range(self._seat.players))),
            chances=every,
            case=self.case_chances(),
            rows=(*rows, tuple(showings)),
            arcs=bayesian_networks.arcs_of(net),
            observed=frozenset([*showings, *self._known]),
        )

    def _evidence(self) -> Evidence:
        """Return the evidence on cards with a known holder, or with excluded holders."""
        holders, impossible = range(len(self.holders)), self._impossible.items()
        excluded = {
            card: [float(one not in seats) for one in holders]
            for card, seats in impossible
            if seats
        }
        return {**excluded, **self._known}

    def _ask(
        self, counts: Counts, showings: Sequence[Showing], given: Evidence
    ) -> tuple[Net, Chances | None]:
        """Return the network and its posteriors, without shown cards that would take too long."""
        kept = sorted(showings, key=lambda showing: len(showing.cards))
        by_category = zip(self._chains, zip(*counts, strict=True), strict=True)
        chains = [Chain(cards, (*numbers, 1)) for cards, numbers in by_category]
        """One card of each chain is for the case file."""
        while True:
            net, showed = bayesian_networks.build_chains(chains, self.holders, kept)
            largest = LARGEST_TREE if kept else None
            try:
                known = {**given, **showed}
                return net, bayesian_networks.posteriors(net, self._cards, known, largest)
            except bayesian_networks.TooLarge:
                kept.pop()

    def _open_showings(self) -> list[Showing]:
        """Return the shown cards that are still informative, and note the cards that they prove."""
        left: list[Showing] = []
        for showing in self._showings:
            holder = showing.holder
            if any(self._known.get(card) == holder for card in showing.cards):
                continue
            open_cards = (card for card in showing.cards if card not in self._known)
            cards = tuple(card for card in open_cards if holder not in self._impossible[card])
            if len(cards) == 1:
                self._known[cards[0]] = holder
                return self._open_showings()
            if cards:
                left.append(Showing(holder, cards))
        return list(dict.fromkeys(left))

    def _leaves_room(self, counts: Counts) -> bool:
        """Return whether hands with these counts agree with the cards known to be in them."""
        for kind, cards in enumerate(self._chains):
            held = Counter(self._known[card] for card in cards if card in self._known)
            for holder, hand in enumerate(counts):
                free = [card for card in cards if holder not in self._impossible[card]]
                may = [card for card in free if self._known.get(card, holder) == holder]
                if not held[holder] <= hand[kind] <= len(may):
                    return False
        return True


class Bn1Agent(ProbableAgent):
    """Assumes how many cards of each category every hand has, and computes probabilities.

    The source defines it for the rules ``huji-bn1``; there its probabilities are exact. In any
    other deal it assumes the most likely counts, and the next once these are refuted; so it is too
    sure. It suggests the most probable cards in the most probable room, and accuses only what
    nobody disproved. Cards shown to others are, as the source leaves open, a variable below three
    cards; which card it shows is left to chance.
    """

    belief: ChainBelief

    def new_belief(self) -> ChainBelief:
        """Return the belief of the chains."""
        return ChainBelief(self.seat)
