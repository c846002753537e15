"""A solution of exercise 4."""

from collections import defaultdict
from functools import cache
from itertools import product
from math import log2

TURNS_FOR_A_BIT = 1.5


def way_cost(way):
    """A passage takes a turn; the dice take what they take on average."""
    return 100 if way["passage"] else round(100 * turns(way["squares"], way["dice"]))


@cache
def turns(squares, dice):
    """One turn, and for every roll that is too low the turns after it."""
    rolls = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
    return 1 + sum(turns(squares - roll, dice) for roll in rolls if roll < squares) / len(rolls)


def question_cost(question):
    """Turns for every bit of the case file that the answer is expected to leave open."""
    groups = defaultdict(lambda: defaultdict(float))
    for deal in question["deals"]:
        shows = answers(question, deal)
        for answer in shows:
            groups[answer][tuple(deal["case_file"])] += deal["weight"] / len(shows)
    total = sum(sum(group.values()) for group in groups.values())
    left = sum(sum(group.values()) / total * entropy(group.values()) for group in groups.values())
    return round(100 * TURNS_FOR_A_BIT * left)


def answers(question, deal):
    """The first seat that holds one of the cards shows one; None if nobody does."""
    for seat in question["asked"]:
        held = [card for card in question["cards"] if card in deal["hands"][seat]]
        if held:
            return [(seat, card) for card in held]
    return [None]


def entropy(weights):
    total = sum(weights)
    return sum(weight / total * log2(total / weight) for weight in weights)
