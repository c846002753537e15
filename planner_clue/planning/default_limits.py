"""The default engine and the default limits of planning runs.

The limits guard against faults: each is far above the needs of a successful run.
"""

DEFAULT_ENGINE = "fast-downward"
SEARCH_SECONDS = 5.0
"""For one search of Fast Downward; the default searches end by themselves in milliseconds."""
STOCK_SEARCH_SECONDS = 10
"""For the search of unified-planning's stock engine, in whole seconds."""
WHOLE_SECONDS = 30.0
"""For everything that an engine of unified-planning does for one plan."""
GROUND_SECONDS = 20.0
"""For grounding one problem."""
GROUND_ACTIONS = 100_000
"""The largest number of ground actions of a problem."""
ASTAR_SECONDS = 60.0
"""For a search of ``clue-astar``."""
EXPANSIONS = 500_000
"""The largest number of states that ``clue-astar`` expands."""
HEURISTIC_SECONDS = 5.0
"""For one value of a heuristic of ``clue-astar``."""
MEMORY_MB = 1024
"""Megabytes of address space for a program or a process that plans, beside what it starts with."""
