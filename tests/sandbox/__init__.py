"""Tests of processes with limits, and of what confines other people's code."""
