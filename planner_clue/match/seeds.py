"""The seeds of all random choices in a match, derived from the seed of the match.

They come from a one-way hash of what they are for, so that no agent can work out another seed
from its own.
"""

from hashlib import blake2b
from random import Random


def derived_seed(*what: str | int) -> int:
    """Return a 64-bit seed for the purpose ``what``.

    >>> derived_seed("deal", 1, 0) == derived_seed("deal", 1, 0) != derived_seed("dice", 1, 0)
    True
    """
    text = "/".join(map(str, what))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def derived_rng(*what: str | int) -> Random:
    """Return a generator for the purpose ``what``."""
    return Random(derived_seed(*what))
