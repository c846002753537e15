"""A person at the table, against agents."""
