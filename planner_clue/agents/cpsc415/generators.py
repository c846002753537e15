"""The generators that players draw from without asking: those of Python and of numpy."""

import random
import sys


def seed_everything(seed: int) -> None:
    """Put the global generators into a state that follows from ``seed``."""
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):  # loaded or not, it is not ours to load here
        numpy.random.seed(seed % 2**32)
