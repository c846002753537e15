"""How long things take: measured on this machine, and held against each other."""
