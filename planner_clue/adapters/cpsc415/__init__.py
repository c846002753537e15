"""Players of the boardless CPSC 415 tournament at our table, and our agents at its table.

``docs/contests.md`` describes its interface. None of that course's code is included.
"""
