"""Code that may do anything, held by limits: our own engines, and other people's code.

With limits of time, memory and output only, for our own engines:

- ``child``: a function of ours in a forked child; ``program``: a program, text in and text out;
- ``process_groups``: what runs so, so that none outlives this process.

Confined, for everybody else's code. A *guard* starts a *server*, which loads a *host* once and
forks for every *session*, so that each starts from the same state. Only JSON passes.

- ``sandbox``, ``session``: opening, asking and ending them, within limits;
- ``guard``, ``server``: what runs in these processes;
- ``channel``: the messages between the two sides;
- ``confinement``: what a process is held to, and what of that holds on a system, by ``namespaces``,
  ``landlock`` and ``seccomp``.

There are two levels because they have little in common. Our own engines are trusted with this
process's memory, files and environment: a fork takes 2 ms, and results are pickled. Other people's
code gets none of these: a server is loaded once, in 0.5 s, with an environment of its own.

For both:

- ``process_tree``: memory, threads and end of a process tree, which ``process_groups`` and
  ``session`` call; ``folder_removal``: of its files; ``program``: how much may be printed;
- :mod:`planner_clue.faults` reads tracebacks, also those of a process that was ended.
"""
