"""Tournaments: every combination of agents plays a match, and all agents get a rating.

- ``entry``: what a tournament is, and the matches that it has;
- ``outcomes``: who won, by combination and deal; ``cross_table``: agent against agent;
- ``luce``: strengths that explain who won; ``rating``: these with intervals;
- ``playing``: all matches, in a folder that can be gone on with.
"""
