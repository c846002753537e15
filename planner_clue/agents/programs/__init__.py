"""Programs in any language as agents: ``command:`` and ``speedclue:``.

Our own code starts a program in a process of :mod:`planner_clue.sandbox`, for each game anew, and
it is confined as that process is. So it has the limits of every isolated agent.
"""
