"""People at the table, against agents: a game, its file, hints, and the page it is played on."""
