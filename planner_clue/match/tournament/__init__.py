"""Tournaments: every combination of agents plays a match, and every agent gets a rating."""
