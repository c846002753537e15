"""The global random generators, of Python and of numpy, which agents draw from."""

import random

import numpy


def seed_everything(seed: int) -> None:
    """Put the global generators into a state that follows from ``seed``."""
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
