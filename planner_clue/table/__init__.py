"""The table: the rules, what each seat may see, and records of games.

The rules of ``docs/rules.md`` are kept by ``table``, with a module each for

- rules 1, 2 and 4 to 6: ``movement``;
- rule 7: ``deal``;
- rules 9 to 11: ``turn_order``;
- the rule sets: ``rules``.

``requests`` are what the table waits for, ``legal_answers`` what it takes, ``decisions`` what
players are told, ``events`` what happened. ``record`` writes games down and replays them.
``observations`` reads files of what a seat has seen (with ``located_json``);
``seat_names`` are what people call a seat of a record.
"""
