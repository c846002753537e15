"""A local web server for pages that a person plays or takes notes in; it knows nothing of Clue.

- ``access``: access control, and JSON requests within limits;
- ``broadcast``: server-sent events, one stream per open page;
- ``server``: routes, a port on this machine, and the run until Ctrl-C.
"""
