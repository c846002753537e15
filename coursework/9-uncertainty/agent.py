"""Plays at a real table with the search of ``tree.py``. It is given: do not change it.

It draws deals from its belief, and lets ``search`` and ``best`` choose a suggestion among some that
are offered. It accuses a case file that is probable enough.
"""

from itertools import product
from random import Random

import numpy as np
from game import Game
from tree import best, search

from planner_clue import Accusation, Agent, Belief, Passed, Showed, Suggestion

DEALS, SIMULATIONS, EXPLORATION, DISCOUNT = 400, 1000, 0.15, 0.8
PROBABLE, ANY = 2, 6
"""How many of the most probable cards of each kind, and how many other suggestions, are offered."""
SURE = 0.7
"""The probability of a case file that is accused."""


class MyAgent(Agent):
    """Makes the suggestion that the tree search chooses."""

    def begin(self, seat):
        self.seat, self.random = seat, Random(seat.seed)
        self.rng = np.random.default_rng(seat.seed)
        self.belief = Belief(seat, asking=256)
        self.chosen = None

    def observe(self, event):
        self.belief.observe(event)
        if isinstance(event, Showed | Passed):
            self.chosen = None

    def move(self, options):
        self.chosen = self.choice(options.rooms)
        return self.chosen.room

    def suggest(self, room):
        if self.chosen is None or self.chosen.room != room:
            self.chosen = self.choice([room])
        return self.chosen

    def show(self, suggestion, cards):
        shown = {known.card for known in self.belief.transcript.shown}
        return next((card for card in cards if card in shown), cards[0])

    def accuse(self):
        file = self.belief.most_probable()[0]
        return Accusation(*file) if self.belief.chance(file) >= SURE else None

    def choice(self, rooms):
        """Return the suggestion that the search chooses."""
        deals, actions = self.deals(), self.offered(rooms)
        game = Game(deals, actions, DISCOUNT, self.random)
        numbered = [{"number": number, "weight": 1} for number in range(len(deals))]
        seed = self.random.randrange(2**32)
        return Suggestion(*best(search(game, numbered, SIMULATIONS, EXPLORATION, seed)).split()[1:])

    def offered(self, rooms):
        """Return suggestions in a random order.

        They are all combinations of the most probable cards and one card of its own hand of each
        kind, and some others.
        """
        kinds = [self.probable(cards) for cards in (self.seat.suspects, self.seat.weapons, rooms)]
        offered = [*product(*(cards[:PROBABLE] + self.own(cards) for cards in kinds))]
        offered += [tuple(self.random.choice(cards) for cards in kinds) for _ in range(ANY)]
        offered = sorted({*offered})
        self.random.shuffle(offered)
        return [f"suggest {' '.join(cards)}" for cards in offered]

    def own(self, cards):
        """Return one of the cards that is in its own hand, if there is one."""
        own = [card for card in cards if card in self.seat.hand]
        return [self.random.choice(own)] if own else []

    def probable(self, cards):
        """Return cards by their probability to be in the case file, equals in any order."""
        shuffled = self.random.sample(cards, len(cards))
        return sorted(shuffled, key=lambda card: -round(self.belief.case_chance(card), 9))

    def deals(self):
        """Return deals drawn from the belief, the cards of each hand in a random order."""
        me, players, cards = self.seat.index, self.seat.players, [*self.seat.deck.cards]
        others = [(me + 1 + number) % players for number in range(players - 1)]
        found = []
        for holders in self.belief.sample(DEALS, self.rng).tolist():
            hands = {other: [] for other in (*others, me, players)}
            for number in self.rng.permutation(len(cards)).tolist():
                hands[holders[number]].append(cards[number])
            file = [card for card in cards if card in hands[players]]
            shown = {self.seat.tokens[other]: hands[other] for other in others}
            found.append({"weight": 1, "case_file": file, "hands": shown})
        return found
