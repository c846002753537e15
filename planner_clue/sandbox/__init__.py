"""Runs untrusted code in confinement: it gets none of this process's memory and environment.

A *guard* starts a *keeper* (``guard``), which starts a *server* (``server``), which loads a *host*
once and forks for every *session*, so that each starts from the same state. ``sandbox`` and
``session`` are their opener's side. Only JSON passes (``channel``). ``confinement`` is held by
``namespaces``, ``landlock`` and ``seccomp``.
"""
