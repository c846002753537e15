"""Tournaments: every combination of agents plays a match, and all agents get a rating."""
