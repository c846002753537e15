"""Runs planning engines within limits, and untrusted code in confinement.

With limits of time, memory and output only, for our own engines:

- ``child``: a function of ours in a forked child; ``program``: a program, text in and text out;
- ``process_groups``: their process groups, so that none outlives this process.

Confined, for untrusted code. A *guard* starts a *server*, which loads a *host* once and
forks for every *session*, so that each starts from the same state. Only JSON passes.

- ``sandbox``, ``session``: opening, asking and ending them, within limits;
- ``guard``, ``server``: these processes;
- ``channel``: the messages between the two sides;
- ``confinement``: the limits of a process, and the guarantees that a system enforces, by
  ``namespaces``, ``landlock`` and ``seccomp``.

There are two levels because they have little in common. Our own engines are trusted with this
process's memory, files and environment: a fork takes 2 ms, and results are pickled. Untrusted
code gets none of these: a server is loaded once, in 0.5 s, with an environment of its own.

For both:

- ``process_tree``: memory, threads and end of a process tree, which ``process_groups`` and
  ``session`` call; ``folder_removal``: of its files; ``program``: how much may be printed;
- :mod:`planner_clue.faults` reads tracebacks, also those of a process that was ended.
"""
