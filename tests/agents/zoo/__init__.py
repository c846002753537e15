"""Agents that misbehave, one for each way, and how the table must take it."""
