"""A local server for pages that a person plays or takes notes in.

- ``gate``: who may ask: browsers on this machine that know the token;
- ``ports``: a port on this machine;
- ``json_body``: what browsers send, read within limits;
- ``live``: news that is sent to every open page as it comes;
- ``local_server``: all of it, until Ctrl-C;
- ``page_server``: one page, and what goes on behind it.

It knows nothing of the game.
"""
