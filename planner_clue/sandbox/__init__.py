"""Runs untrusted code in confinement: it gets none of this process's memory and environment.

A *guard* (``guard``) starts a *server* (``server``), which makes a *host* of ours and forks for
every *session*; only there the host loads the untrusted code. Only JSON passes (``channel``).
Begin with ``sandbox``: it and ``session`` are the side of their opener. ``confinement`` is held by
``namespaces``, ``landlock`` and ``seccomp``.
"""
