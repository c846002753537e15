"""Coursework: exercises as folders of data, and the marks of submissions.

Begin with ``grading``, which marks one submission, and ``checks``, what every kind of exercise has.
"""
