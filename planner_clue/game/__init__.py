"""The game: its cards, its board, its rules and its records; no player is known here.

Begin with ``table``, a state machine that waits for one request at a time (``requests``) and gives
every seat its view of each event (``events``). ``record`` is the file of a game.
"""
