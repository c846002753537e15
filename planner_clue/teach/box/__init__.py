"""Code that was handed in, run where it can do no harm: it is asked, and answers in plain data.

The processes are those of :mod:`planner_clue.agents.isolation`: a guard that runs none of the
code, and below it, in namespaces of its own where the system allows them, the process with the
code. Here that process may also read nothing but what Python and this package need.

- ``boxed``: the grader's side: starting, asking, ending;
- ``box_server``: what runs in the box;
- ``confinement``, ``forbidden_calls``: what the system offers to keep files from a process, and to
  keep it from starting others and from the network.
"""
