"""Every random choice of a match, derived from the match seed.

Nobody can compute one of these seeds from another: they come from a one-way hash of
what they are for.
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
