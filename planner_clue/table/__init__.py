"""The table: the rules, the view of each seat, and records of games."""
