"""``monte-carlo``: makes the suggestion that wins most playouts over deals from its belief."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from planner_clue.agents.exact import ExactAgent
from planner_clue.agents.gambles import Gambler
from planner_clue.belief import Belief
from planner_clue.belief.drawn_deals import Floats, Numbers, draw_deals
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Seat
from planner_clue.game.events import Passed, Showed

_DEALS = 1024
"""The number of deals drawn for a decision."""
_FIRST = 24
"""Deals in which every suggestion is played out; each round doubles their number."""
_ROUNDS = 10
"""Rounds of the table after which a playout counts as half won."""
_SURE = 0.6
"""Minimum probability of a case file to accuse it without a proof."""


class MonteCarloAgent(Gambler, ExactAgent):
    """Values a suggestion by the share of won playouts that begin with it.

    Flat Monte Carlo search with information sets (Cowling, Powley and Whitehouse 2012) over deals
    drawn from the belief. In a playout, without a board, every player suggests cards that may be in
    the case file to its knowledge, and accuses when three are left. The worse half of the
    suggestions is given up in each round (sequential halving, Karnin, Koren and Somekh 2013).
    Otherwise it plays as ``exact``.
    """

    def begin(self, seat: Seat) -> None:
        """Begin with its own hand."""
        super().begin(seat)
        self._belief = Belief(seat, asking=256)
        self._decisions, self.claimed, self.gambles = 0, 1.0, []

    def move(self, options: MoveOptions) -> Place:
        """Enter the room of the best suggestion within reach, else move like ``exact``."""
        rooms = [room for room in options.rooms if self._worth(room) > 0]
        return self._best(rooms).room if rooms else super().move(options)

    def suggest(self, room: Card) -> Suggestion:
        """Make the suggestion that wins most playouts."""
        return self._best([room])

    def accuse(self) -> Accusation | None:
        """Accuse the most probable case file when it is probable enough."""
        best = self._belief.most_probable()[0]
        self.claimed = self._belief.chance(best)
        return Accusation(*best) if self.claimed >= _SURE else None

    def _best(self, rooms: Sequence[Card]) -> Suggestion:
        suspects, weapons, _ = self._belief.candidates()
        left = [Suggestion(*cards) for cards in product(suspects, weapons, rooms)]
        if len(left) == 1:
            return left[0]
        self._decisions += 1
        playouts = Playouts(self._belief, [self.seat.seed, self._decisions])
        won, played, size, begin = np.zeros(len(left)), 0, _FIRST, 0
        while begin < _DEALS and len(left) > 1:
            deals = np.arange(begin, min(begin + size, _DEALS))
            won += playouts.won(left, deals).sum(axis=1)
            played += len(deals)
            kept = np.argsort(-won, kind="stable")[: max(1, len(left) // 2)]
            left, won = [left[place] for place in kept], won[kept]
            begin, size = begin + size, 2 * size
        return left[0]


class Playouts:
    """Random playouts of many deals at once, from the belief of one seat.

    A set of cards is the sum of ``1 << position`` of its cards in the deck. The arrays have an
    entry per drawn deal, later per playout.
    """

    def __init__(self, belief: Belief, seed: Sequence[int]) -> None:
        self._rng = np.random.default_rng(seed)
        self._deck, self._me, self._seats = belief.deck, belief.me, belief.case
        self._opponents = belief.transcript.opponents
        drawn = draw_deals(belief, _DEALS, int(self._rng.integers(2**32)))
        self._bits = 1 << np.arange(len(belief.deck))
        starts = (belief.deck.position(cards[0]) for cards in belief.deck.categories)
        sizes = map(len, belief.deck.categories)
        self._categories = [(at, at + size) for at, size in zip(starts, sizes, strict=True)]
        self._hands = [(drawn.holders == seat) @ self._bits for seat in range(self._seats)]
        everything = int(self._bits.sum())
        passed = [0] * self._seats
        crossed = [hand.copy() for hand in self._hands]
        for _, event, asked, asker in belief.transcript.evidence:
            if asked and isinstance(event, Passed):
                passed[event.seat] |= self._set(asked)
            elif asked and isinstance(event, Showed) and asker not in (None, belief.me):
                crossed[asker] |= self._shown(event, asked)
        crossed[belief.me][:] = everything - sum(map(self._set, belief.candidates()))
        self._crossed = crossed
        """Per seat: the cards that it knows not to be in the case file."""
        self._may_hold = [
            [np.full(_DEALS, everything & ~passed[other]) for other in range(self._seats)]
            for _ in range(self._seats)
        ]
        """Per pair of seats: the cards that the second may hold, to the knowledge of the first."""
        for other in range(self._seats):
            held = [card for card in belief.unlocated() if other in belief.holders(card)]
            self._may_hold[belief.me][other][:] = self._set(held)

    def won(self, suggestions: Sequence[Suggestion], deals: Numbers) -> Floats:
        """Return which playouts are won, of shape (suggestions, deals); 0.5 means too long."""
        shape = len(suggestions), len(deals)
        deal = np.tile(deals, len(suggestions))
        asked = np.repeat([self._set(cards) for cards in suggestions], len(deals))
        crossed = [cards[deal] for cards in self._crossed]
        may_hold = [[cards[deal] for cards in row] for row in self._may_hold]
        taste = [self._rng.random((len(deals), len(self._deck))) for _ in range(self._seats)]
        same = np.tile(np.arange(len(deals)), len(suggestions))
        shows = self._rng.random((len(deals), len(self._deck)))
        won, playing = np.full(len(deal), 0.5), np.arange(len(deal))
        for turn in range(_ROUNDS * self._seats):
            seat = (self._me + turn) % self._seats
            if turn and seat != self._me and seat not in self._opponents:
                continue
            if turn:
                left = self._left(seat, playing, crossed, may_hold)
                asked = self._one_each(left, taste[seat][same[playing]])
            waiting = playing
            for place in range(1, self._seats):
                other = (seat + place) % self._seats
                where = np.isin(playing, waiting)
                can_show = self._hands[other][deal[waiting]] & asked[where]
                passes = waiting[can_show == 0]
                for view in range(self._seats):
                    may_hold[view][other][passes] &= ~asked[where][can_show == 0]
                showing = waiting[can_show > 0]
                crossed[seat][showing] |= self._any(can_show[can_show > 0], shows[same[showing]])
                waiting = passes
            done = self._is_one_each(self._left(seat, playing, crossed, may_hold))
            won[playing[done]] = seat == self._me
            playing = playing[~done]
            if not len(playing):
                break
        return won.reshape(shape)

    def _left(
        self, seat: int, playing: Numbers, crossed: list[Numbers], may_hold: list[list[Numbers]]
    ) -> Numbers:
        """Return the cards that may be in the case file, to the knowledge of a seat."""
        left = ~crossed[seat][playing] & self._bits.sum()
        others = [may_hold[seat][other][playing] for other in range(self._seats) if other != seat]
        proved: Numbers = left & ~np.bitwise_or.reduce(others)
        found: Numbers = np.zeros_like(left)
        for start, end in self._categories:
            category = self._bits[start:end].sum()
            sure = proved & category
            found |= np.where(sure > 0, sure, left & category)
        return found

    def _one_each(self, cards: Numbers, scores: Floats) -> Numbers:
        scored = np.where(cards[:, None] & self._bits, scores, -1)
        best = [start + scored[:, start:end].argmax(axis=1) for start, end in self._categories]
        chosen: Numbers = np.sum([self._bits[places] for places in best], axis=0)
        return chosen

    def _any(self, cards: Numbers, scores: Floats) -> Numbers:
        scored = np.where(cards[:, None] & self._bits, scores, -1)
        chosen: Numbers = self._bits[scored.argmax(axis=1)]
        return chosen

    def _is_one_each(self, cards: Numbers) -> Any:
        each = [cards & self._bits[start:end].sum() for start, end in self._categories]
        return np.all([of & (of - 1) == 0 for of in each], axis=0)

    def _shown(self, event: Showed, asked: Suggestion) -> Numbers:
        """Return the shown card in each deal, which the seat holds there."""
        if event.card is not None:
            return np.full(_DEALS, self._set([event.card]))
        scores = self._rng.random((_DEALS, len(self._deck)))
        return self._any(self._hands[event.seat] & self._set(asked), scores)

    def _set(self, cards: Sequence[Card]) -> int:
        return sum(1 << self._deck.position(card) for card in cards)
