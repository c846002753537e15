"""Other people's programs and formats at our table, and our positions in theirs.

Begin with ``programs/json_lines``, the protocol of agents in any language. ``speedclue`` and
``cpsc415`` speak the protocols of two contests, ``pettingzoo`` makes the game an environment for
learning agents, and ``problem_set`` writes positions as a benchmark set for planners.
"""
