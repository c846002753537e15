"""Who sits where in which game, so that every agent plays every deal from several seats."""

from itertools import permutations
from typing import NamedTuple

from planner_clue.match.seeds import derived_rng
from planner_clue.table.rules import Rules


class Seating(NamedTuple):
    """One game of a match."""

    game: int
    deal: int
    """Games of the same deal have the same cards and the same dice."""
    slots: tuple[int, ...]
    """For each seat, the place on the command line of the agent that sits there."""


def games_per_deal(players: int, rules: Rules, *, rotate: bool = True) -> int:
    """Return how many games are played with each deal."""
    if rules.fixed_hands or not rotate:
        return 1
    return 6 if players == 3 else players


def rounded_up(games: int, players: int, rules: Rules, *, rotate: bool = True) -> int:
    """Return the least number of whole deals' games that is ``games`` or more."""
    per_deal = games_per_deal(players, rules, rotate=rotate)
    return -(-games // per_deal) * per_deal


def seating(game: int, seed: int, players: int, rules: Rules, *, rotate: bool = True) -> Seating:
    """Return the seating of game number ``game``, counted from 0.

    Three agents play each deal from all six seatings; four to six play it from all
    rotations of an order shuffled for the deal. Without ``rotate``, and under rules that deal by
    type, every game has a deal of its own, and the seats are in the order of the command line.
    """
    deal, turn = divmod(game, games_per_deal(players, rules, rotate=rotate))
    slots = tuple(range(players))
    if rules.fixed_hands or not rotate:
        return Seating(game, deal, slots)
    if players == 3:
        return Seating(game, deal, list(permutations(slots))[turn])
    shuffled = derived_rng("order", seed, deal).sample(slots, players)
    return Seating(game, deal, tuple(shuffled[turn:] + shuffled[:turn]))
