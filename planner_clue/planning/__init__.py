"""Classical planning: a PDDL domain and problem in, a checked plan out. No game is known here."""
