"""Programs in any language as agents: ``command:`` and ``speedclue:``.

For each game, our own code starts a program in a process of :mod:`planner_clue.sandbox`. The
program is confined like that process, and has the limits of every isolated agent.
"""
