"""How boards and games look to people."""
