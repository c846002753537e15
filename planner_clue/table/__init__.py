"""The table: rules, events, what each seat may see, and records of games."""
