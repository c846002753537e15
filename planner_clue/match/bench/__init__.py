"""Benchmarks: times of replans, games, agents and beliefs on this machine."""
