"""Positions of recorded games as a set of planning problems, like those of competitions."""
