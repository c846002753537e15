"""The table: the rules, the view of each seat, and records of games.

The rules of ``docs/rules.md`` are kept by ``table``, with a module each for

- rules 1, 2 and 4 to 6: ``movement``;
- rule 7: ``deal``;
- rules 8 and 11, turns and the end: ``turn_order``;
- the rule sets: ``rules``.

``requests`` are what the table waits for, ``decisions`` what players are told and may answer,
``events`` what happened. ``record`` writes games down and replays them, ``record_files`` finds
them. ``observations`` reads files of what a seat has seen (with ``located_json``).
"""
