"""What ``bn1`` believes: chains of cards with assumed counts, given everything it has seen."""

from collections import Counter
from collections.abc import Iterator, Sequence

from planner_clue.agents.networks.chains import (
    Chain,
    Showing,
    build_chains,
    left_name,
    likelihoods,
)
from planner_clue.agents.networks.counts import Counts, likely_counts
from planner_clue.agents.networks.inference import (
    Chances,
    Evidence,
    Net,
    TooLarge,
    holder_labels,
    posteriors,
)
from planner_clue.agents.networks.view import NetworkView, arcs_of
from planner_clue.cards import Card
from planner_clue.table.decisions import Seat

LARGEST_TREE = 200_000
"""The most entries of a junction tree: some milliseconds."""


class ChainBelief:
    """Who holds what, if every hand has the assumed number of cards of each category.

    Holders are numbered: the other seats in order, then the case file. Own cards are left out
    of the network. What is seen is kept; the network is built anew when it is asked.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        others = [number for number in range(seat.players) if number != seat.index]
        self.holders = holder_labels(others)
        self._number = {other: number for number, other in enumerate(others)}
        self._chains = [
            [card for card in cards if card not in seat.hand]
            for _, cards in seat.deck.by_category()
        ]
        self._cards = [card for cards in self._chains for card in cards]
        self._assumed = self._counts(seat, others)
        self._known: dict[str, int] = {}
        self._impossible: dict[str, set[int]] = {card: set() for card in self._cards}
        self._showings: list[Showing] = []
        self._given_up = self._assumed[0]
        self._last = self._ask(self._assumed[0], [], {})[1] or {}
        self._stale = False

    def _counts(self, seat: Seat, others: Sequence[int]) -> list[Counts]:
        fixed = seat.read_rules().fixed_hands
        if fixed:
            return [tuple(fixed[other] for other in others)]
        totals = [len(cards) - 1 for cards in self._chains]
        return likely_counts([seat.hand_sizes[other] for other in others], totals)

    # -- what is seen ---------------------------------------------------------------

    def has(self, holder: int, card: Card, /) -> None:
        """Learn that a seat has ``card``."""
        if card in self._impossible:
            self._known[card] = self._number[holder]
            self._stale = True

    def cannot_have(self, holder: int, cards: Sequence[Card], /) -> None:
        """Learn that a seat has none of these."""
        for card in cards:
            if card in self._impossible:
                self._impossible[card].add(self._number[holder])
                self._stale = True

    def has_one_of(self, holder: int, cards: Sequence[Card], /) -> None:
        """Learn that a seat showed one of these."""
        showing = Showing(self._number[holder], tuple(c for c in cards if c in self._impossible))
        if showing not in self._showings:
            self._showings.append(showing)
            self._stale = True

    # -- what is believed -----------------------------------------------------------

    def case_chances(self) -> dict[Card, float]:
        """Return for each card how probable it is to be in the case file; for own cards 0."""
        chances = self.posteriors()
        return {
            card: chances[card][-1] if card in chances and card not in self._known else 0.0
            for card in self._seat.deck.cards
        }

    def posteriors(self) -> Chances:
        """Return for each card but the own the probability of each holder.

        Counts that what was seen speaks against are given up for the next most likely. If
        all are, what was seen cannot be, and the last belief is kept.
        """
        if self._stale:
            self._stale = False
            open_showings = self._settle()
            while self._assumed:
                if self._leaves_room(self._assumed[0]):
                    found = self._ask(self._assumed[0], open_showings, self._evidence())[1]
                    if found is not None:
                        self._last = found
                        break
                self._given_up = self._assumed.pop(0)
        return self._last

    def view(self) -> NetworkView:
        """Return the network as it is asked now: the three chains, then what was shown."""
        chances, me = self.posteriors(), self._seat.index
        own = [float(number == me) for number in range(self._seat.players + 1)]
        every = dict.fromkeys(self._seat.deck.cards, own)
        every |= {Card(c): [*ps[:me], 0.0, *ps[me:]] for c, ps in chances.items()}
        net, _ = self._ask((self._assumed or [self._given_up])[0], self._settle(), self._evidence())
        rows: list[tuple[str, ...]] = []
        for cards in self._chains:
            rows += [tuple(left_name(cards, number) for number in range(len(cards))), tuple(cards)]
        showings = sorted(set(net.names()).difference(*rows))
        return NetworkView(
            holders=tuple(holder_labels(range(self._seat.players))),
            chances=every,
            case=self.case_chances(),
            rows=(*rows, tuple(showings)),
            arcs=arcs_of(net),
            observed=frozenset([*showings, *self._known]),
        )

    def _evidence(self) -> Evidence:
        return likelihoods(self._impossible, self._known, len(self.holders))

    def _ask(
        self, counts: Counts, showings: Sequence[Showing], given: Evidence
    ) -> tuple[Net, Chances | None]:
        """Return the network and its posteriors; None if what is given cannot be.

        Showings beyond what can be asked quickly are left out, those of the most cards first.
        """
        kept = sorted(showings, key=lambda showing: len(showing.cards))
        while True:
            net, showed = build_chains(list(self._with(counts)), self.holders, kept)
            largest = LARGEST_TREE if kept else None
            try:
                return net, posteriors(net, self._cards, {**given, **showed}, largest)
            except TooLarge:
                kept.pop()

    def _with(self, counts: Counts) -> Iterator[Chain]:
        """Yield the chains with these counts, one card of each for the case file."""
        for cards, numbers in zip(self._chains, zip(*counts, strict=True), strict=True):
            yield Chain(cards, (*numbers, 1))

    # -- deduction that keeps the network small -------------------------------------

    def _settle(self) -> list[Showing]:
        """Return the showings that still tell something; note the cards that they prove."""
        left: list[Showing] = []
        for showing in self._showings:
            holder = showing.holder
            if any(self._known.get(card) == holder for card in showing.cards):
                continue
            cards = tuple(
                card
                for card in showing.cards
                if card not in self._known and holder not in self._impossible[card]
            )
            if len(cards) == 1:
                self._known[cards[0]] = holder
                return self._settle()
            if cards:
                left.append(Showing(holder, cards))
        return list(dict.fromkeys(left))

    def _leaves_room(self, counts: Counts) -> bool:
        """Tell whether hands with these counts can hold what they are known to, and no more."""
        for kind, cards in enumerate(self._chains):
            held = Counter(self._known[card] for card in cards if card in self._known)
            for holder, hand in enumerate(counts):
                may = [card for card in cards if self._may_hold(holder, card)]
                if not held[holder] <= hand[kind] <= len(may):
                    return False
        return True

    def _may_hold(self, holder: int, card: Card) -> bool:
        return self._known.get(card, holder) == holder and holder not in self._impossible[card]
