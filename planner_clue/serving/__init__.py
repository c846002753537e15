"""A local web server for pages that a person plays or takes notes in; it knows nothing of Clue.

- ``access``: access control, and JSON requests within limits;
- ``server``: routes, server-sent events, a port on this machine, and the run until Ctrl-C.
"""
