"""Players of the boardless CPSC 415 tournament at our table, and our agents at its table.

Its interface is described in ``docs/contests.md``; none of that course's code is here.
"""
