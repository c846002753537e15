"""Positions of recorded games as a set of planning problems, as in planning competitions."""
