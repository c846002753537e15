"""People at the table, against agents.

A ``played_game`` has a ``course`` of steps, ``opponents`` and a ``saved_game``; ``choices`` has the
person's options, ``notebook``, ``hint`` and ``review`` help it; ``live_game`` and ``server`` bring
all of it to a page.
"""
