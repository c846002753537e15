"""Tests of what confines untrusted code."""
