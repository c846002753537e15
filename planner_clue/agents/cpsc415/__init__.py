"""Players of the CPSC 415 tournament at our table, and our agents at its table.

The tournament is a boardless game of three, whose players are classes ``<id>_CluePlayer``
derived from ``CluePlayer`` in a module ``clue``. Its interface is described in
``docs/cpsc415.md``; none of that course's code is here.
"""
