"""Submitted code under restrictions: it is called, and answers in plain data.

The processes are those of :mod:`planner_clue.agents.isolation`: a guard that runs none of the
code, and below it, in namespaces of its own where the system allows them, the process with the
code. It may read only its own files and those of Python, and import what its exercise lists.

- ``boxed``: the grader's side: start, call, end;
- ``box_server``: the process with the code; ``hosts``: calls of submitted functions and agents;
- ``imports``: the modules that an exercise allows, and those of planner-clue that are withheld.
"""
