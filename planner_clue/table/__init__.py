"""The table: the rules, the view of each seat, and records of games.

``table`` keeps the rules of ``docs/rules.md``, with ``movement`` (1 to 6), ``deal`` (7),
``turn_order`` (8, 11) and the rule sets in ``rules``. ``requests`` are what it waits for,
``decisions`` what players are told and may answer, ``events`` what happened. ``record`` writes
games down and replays them, ``record_files`` finds them, ``observations`` reads a seat's files.
"""
