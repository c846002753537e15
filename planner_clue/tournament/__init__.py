"""Tournaments: every combination of agents plays a match, and all agents get a rating.

- ``entry``: what a tournament is, and the matches that it has;
- ``outcomes``: who won, by combination and deal; ``standings``: the result, agent against agent;
- ``rating``: strengths that explain who won, with intervals;
- ``playing``: all matches, in a folder that can be gone on with.
"""
