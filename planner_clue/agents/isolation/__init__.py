"""Agents in processes of their own, which nothing they do can spoil the match from.

A *server* process loads an agent once and forks for every game, so that each game starts from
the same state. Between the table and the agent there is plain JSON only.
"""
