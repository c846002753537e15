"""Classical planning: a PDDL domain and problem in, a checked plan out. No game is known here.

Begin with ``task``, which reads and grounds, and ``engines``, which plan. ``validation`` checks
plans, ``astar`` is a small planner for teaching.
"""
