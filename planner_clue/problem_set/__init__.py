"""Positions of recorded games as a set of planning problems, as competitions have them."""
