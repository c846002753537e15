"""Coursework: exercises as folders of data, and the marks of submissions."""
