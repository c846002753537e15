"""The agents, one file each, and the registry of their names."""
