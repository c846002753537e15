"""The schedule of a match, and its seeds: every agent plays every deal from several seats.

Seeds are one-way hashes of what they are for: no agent can work out another seed from its own.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import permutations
from random import Random
from typing import NamedTuple

from planner_clue.game.rules import Rules

USUAL_SEED = 1
"""The seed of a match in which only our own code plays."""
SEED_BITS = 64


def chosen_seed(given: int | None, kept: int | None, *, of_others: Sequence[str]) -> int:
    """Return the given seed, or 1; with code ``of_others``, which could try it, a random one."""
    if given is not None:
        return given
    if not of_others:
        return USUAL_SEED
    return random_seed() if kept is None else kept


def random_seed() -> int:
    """Return a seed that nobody can find."""
    return secrets.randbits(SEED_BITS) | 1 << SEED_BITS - 1


def is_short(seed: int) -> bool:
    """Return whether all seeds of this length can be tried out: a deal takes 20 microseconds."""
    return seed.bit_length() < SEED_BITS


def derived_seed(*what: str | int) -> int:
    """Return a 64-bit seed for the purpose ``what``, such as ``"deal", 1, 0``."""
    return int.from_bytes(blake2b("/".join(map(str, what)).encode(), digest_size=8).digest(), "big")


def derived_rng(*what: str | int) -> Random:
    """Return a generator for the purpose ``what``."""
    return Random(derived_seed(*what))


class ScheduledGame(NamedTuple):
    """One game of a match."""

    game: int
    deal: int
    """Games of the same deal have the same cards and the same dice."""
    slots: tuple[int, ...]
    """For each seat, the place on the command line of the agent that sits there."""


_ORDERS_OF_THREE = tuple(permutations(range(3)))


@dataclass(frozen=True)
class Schedule:
    """All games of a match."""

    players: int
    rules: Rules
    seed: int
    rotate: bool = True
    """Whether every agent plays each seat in the same number of games; else all keep theirs."""

    @property
    def games_per_deal(self) -> int:
        """Number of games per deal."""
        if self.rules.fixed_hands or not self.rotate:
            return 1
        return 6 if self.players == 3 else self.players

    def rounded_up(self, games: int) -> int:
        """Return the least number of whole deals' games that is ``games`` or more."""
        return -(-games // self.games_per_deal) * self.games_per_deal

    def game(self, number: int) -> ScheduledGame:
        """Return game number ``number``, counted from 0.

        Three agents play each deal in all six orders of seats, more in rotations of a shuffled
        order. Without ``rotate``, and where rules deal by type, each game has a deal of its own.
        """
        deal, turn = divmod(number, self.games_per_deal)
        slots = tuple(range(self.players))
        if self.games_per_deal == 1:
            return ScheduledGame(number, deal, slots)
        if self.players == 3:
            return ScheduledGame(number, deal, _ORDERS_OF_THREE[turn])
        shuffled = derived_rng("order", self.seed, deal).sample(slots, self.players)
        return ScheduledGame(number, deal, tuple(shuffled[turn:] + shuffled[:turn]))
