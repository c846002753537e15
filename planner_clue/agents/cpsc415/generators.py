"""The global random generators, of Python and of numpy, which players draw from."""

import random
import sys


def seed_everything(seed: int) -> None:
    """Put the global generators into a state that follows from ``seed``."""
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):  # not loaded just for this
        numpy.random.seed(seed % 2**32)
