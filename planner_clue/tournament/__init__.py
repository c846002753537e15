"""Tournaments: every combination of agents plays a match, and all agents get a rating.

- ``entry``: what a tournament is, and the matches that it has;
- ``playing``: all matches, in a folder that can be gone on with; who won, by combination and deal;
- ``standings``: ratings with intervals, and the result, agent against agent.
"""
