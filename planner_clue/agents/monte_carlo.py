"""``monte-carlo``: makes the suggestion that wins most playouts over deals from its belief."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from planner_clue.agents.exact import ExactAgent
from planner_clue.agents.gambles import Gambler
from planner_clue.agents.settings import PlanningSettings
from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import Histories
from planner_clue.belief.asking import ASKING
from planner_clue.belief.drawn_deals import Floats, Numbers, draw_deals
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Seat
from planner_clue.game.events import Passed, Showed

_DEALS = 1536
"""The number of deals drawn for a decision."""
_SHORTLIST = 32
"""The number of suggestions to play out; they leave the least uncertainty."""
_ROUNDS = 10
"""Rounds of the table after which a playout counts as half won."""
_READERS = 0.5
"""Share of opponents in playouts to whom suggestions are evidence."""
_SURE = 0.6
"""Minimum probability of a case file to accuse it without a proof."""
_PER_GUESS, _SURVIVAL = (1.0, 1.0, 1.0), 7.0
"""Costs of guesses and of time, which do not change the uncertainty."""


class MonteCarloAgent(Gambler, ExactAgent):
    """Values a suggestion by the share of won playouts that begin with it.

    Flat Monte Carlo search with information sets (Cowling, Powley and Whitehouse 2012) over deals
    drawn from the belief. In a playout, without a board, every player suggests cards that may be in
    the case file to its knowledge, and accuses when three are left. To half of the opponents, a
    player does not hold the cards that it names: they may accuse wrongly, and are out then. So it
    pays to name cards of its own hand, and it may. The worse half of the suggestions is given up in
    each round (sequential halving, Karnin, Koren and Somekh 2013). Otherwise it plays as ``exact``.
    """

    def __init__(self, playouts: int = PlanningSettings().playouts) -> None:
        """``playouts`` is the number of playouts before a suggestion."""
        self._budget = playouts

    def begin(self, seat: Seat) -> None:
        """Begin with its own hand."""
        super().begin(seat)
        self._belief = Belief(seat, asking=ASKING)
        self._decisions, self.claimed, self.gambles = 0, 1.0, []

    def move(self, options: MoveOptions) -> Place:
        """Enter the room of the best suggestion within reach, else move like ``exact``."""
        rooms = [room for room in options.rooms if self._worth(room) > 0]
        if rooms and self._turns is None:
            rooms += self._own(self.seat.rooms)
        return self._best(rooms).room if rooms else super().move(options)

    def suggest(self, room: Card) -> Suggestion:
        """Make the suggestion that wins most playouts."""
        return self._best([room])

    def accuse(self) -> Accusation | None:
        """Accuse the most probable case file when it is probable enough."""
        best = self._belief.most_probable()[0]
        self.claimed = self._belief.chance(best)
        return Accusation(*best) if self.claimed >= _SURE else None

    def _own(self, category: Sequence[Card]) -> list[Card]:
        """Return a card of its hand that is of the category, drawn at random, if there is one."""
        own = [card for card in self.seat.hand if card in category]
        return [self._rng.choice(own)] if own else []

    def _best(self, rooms: Sequence[Card]) -> Suggestion:
        suspects, weapons, _ = self._belief.candidates()
        pairs = product(
            suspects + self._own(self.seat.suspects), weapons + self._own(self.seat.weapons)
        )
        asked = [Suggestion(*pair, room) for pair in pairs for room in dict.fromkeys(rooms)]
        if len(asked) == 1:
            return asked[0]
        self._decisions += 1
        playouts = Playouts(self._belief, [self.seat.seed, self._decisions])
        left = playouts.shortlist(asked, _SHORTLIST)
        won, begin = np.zeros(len(left)), 0
        halvings = (len(left) - 1).bit_length()
        while len(left) > 1:
            each = max(1, self._budget // halvings // len(left))
            deals = np.arange(begin, begin + each) % _DEALS
            won += playouts.won(left, deals).sum(axis=1)
            kept = np.argsort(-won, kind="stable")[: (len(left) + 1) // 2]
            left, won = [left[place] for place in kept], won[kept]
            begin += each
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
        self._drawn = drawn = draw_deals(belief, _DEALS, int(self._rng.integers(2**32)))
        self._bits = 1 << np.arange(len(belief.deck))
        starts = (belief.deck.position(cards[0]) for cards in belief.deck.categories)
        sizes = map(len, belief.deck.categories)
        self._categories = [(at, at + size) for at, size in zip(starts, sizes, strict=True)]
        *self._hands, self._case = [
            (drawn.holders == holder) @ self._bits for holder in range(self._seats + 1)
        ]
        everything = int(self._bits.sum())
        passed, named = [0] * self._seats, [0] * self._seats
        crossed = [hand.copy() for hand in self._hands]
        for _, event, asked, asker in belief.transcript.evidence:
            if asked and isinstance(event, Passed):
                passed[event.seat] |= self._set(asked)
            elif asked and isinstance(event, Showed) and asker not in (None, belief.me):
                crossed[asker] |= self._shown(event, asked)
            if asked and asker is not None:
                named[asker] |= self._set(asked)
        crossed[belief.me][:] = everything - sum(map(self._set, belief.candidates()))
        self._crossed = crossed
        """Per seat: the cards that it knows not to be in the case file."""
        self._reads = self._rng.random((self._seats, _DEALS)) < _READERS
        """Per seat: whether it takes a card that another seat names for one that this lacks."""
        self._may_hold = [
            [everything & ~passed[other] & ~(reads * named[other]) for other in range(self._seats)]
            for reads in self._reads
        ]
        """Per pair of seats: the cards that the second may hold, to the knowledge of the first."""
        for other in range(self._seats):
            held = [card for card in belief.unlocated() if other in belief.holders(card)]
            self._may_hold[belief.me][other][:] = self._set(held)

    def shortlist(self, suggestions: Sequence[Suggestion], count: int) -> list[Suggestion]:
        """Return the suggestions that leave the least uncertainty, at most ``count``."""
        root = Histories.root(self._drawn)
        uncertain = root.time_left([suggestions], _PER_GUESS, _SURVIVAL, 1.0)[1][0]
        return [suggestions[place] for place in np.argsort(uncertain, kind="stable")[:count]]

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
        out = np.zeros((self._seats, len(deal)), bool)
        others = [seat for seat in self._opponents if seat != self._me]
        out[[seat for seat in range(self._seats) if seat not in (self._me, *others)]] = True
        for turn in range(_ROUNDS * self._seats):
            seat = (self._me + turn) % self._seats
            active = playing[~out[seat][playing]]
            if turn:
                left = self._left(seat, active, crossed, may_hold)
                asked = self._one_each(left, taste[seat][same[active]])
            for view in range(self._seats):
                if view != self._me:
                    may_hold[view][seat][active] &= ~(self._reads[view][deal[active]] * asked)
            waiting = active
            for place in range(1, self._seats):
                other = (seat + place) % self._seats
                where = np.isin(active, waiting)
                can_show = self._hands[other][deal[waiting]] & asked[where]
                passes = waiting[can_show == 0]
                for view in range(self._seats):
                    may_hold[view][other][passes] &= ~asked[where][can_show == 0]
                showing = waiting[can_show > 0]
                crossed[seat][showing] |= self._any(can_show[can_show > 0], shows[same[showing]])
                waiting = passes
            left = self._left(seat, active, crossed, may_hold)
            sure, right = self._is_one_each(left), left == self._case[deal[active]]
            won[active[sure & right]] = seat == self._me
            out[seat][active[sure & ~right]] = True
            alone = out[others][:, playing].all(axis=0) & (won[playing] == 0.5)
            won[playing[alone]] = 1
            playing = playing[won[playing] == 0.5]
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
