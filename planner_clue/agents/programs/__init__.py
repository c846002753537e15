"""Programs in any language as agents: ``command:`` and ``speedclue:``.

A program is started by our own code in a process of :mod:`planner_clue.sandbox`, for each
game anew, and is confined as that process is. So it has the limits of every isolated agent.

- ``command``: the command line in an agent's name, and the paths that it needs;
- ``process``: a running program, and how it ended;
- ``json_lines``: the agent that passes lines of JSON, which ``benchmarks/protocol_lines.py`` types;
- ``speedclue``: programs of the Speed Clue contest, over TCP;
- ``starters``: programs to begin with, which ``new-agent`` writes.
"""
