"""planner-clue: a classical planner that plays Clue, and the table it plays at."""

__version__ = "0.1.0"
