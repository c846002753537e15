"""People at the table: games against agents, and notes of games with cards and dice.

Begin with ``play/course``, a game in steps that can be undone, and ``assist/notes``, the notes that
a person writes at a real table. ``serving`` is the local web server of both.
"""
