"""Runs planning engines within limits, and untrusted code in confinement.

``limits`` is for our own engines, trusted with this process's memory, files and environment.

Untrusted code gets none of these. A *guard* starts a *keeper* (``guard``), which starts a *server*
(``server``), which loads a *host* once and forks for every *session*, so that each starts from the
same state. ``sandbox`` and ``session`` are their opener's side. Only JSON passes (``channel``).
``confinement`` has the guarantees, held by ``namespaces``, ``landlock`` and ``seccomp``.
"""
