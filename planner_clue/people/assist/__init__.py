"""Help for a person at a real table: notes in plain lines, and what follows from them."""
