"""Tests of the coursework and of what grades it."""
