"""Help for a person at a real table: notes in plain lines, and what follows from them.

Notes are cut into words (``lexer``) and read (``players``, ``header``, ``observations``,
``answers``, ``notes``); ``conclusions`` and ``report`` say what follows; ``notepad``
keeps the file, for a ``session`` in a terminal or a page in a browser (``server``).
"""
