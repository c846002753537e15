"""Boards, games and decisions as text and images for people to read."""
