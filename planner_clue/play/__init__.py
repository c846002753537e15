"""A person at the table, against agents.

- ``play_config``: who sits where, the board, the rules and the seed;
- ``course``: every answer so far, the table that they lead to, and the way back;
- ``other_seats``: the agents and the dice, led through the same course;
- ``persons_choice``, ``typed``: what the person may do, and what it does or types;
- ``own_notes``, ``own_notebook``: marks by hand, and what follows from what was seen;
- ``hint``: what ``planner`` would do;
- ``saved_game``, ``played_game``: the file, and the game that is saved in it;
- ``live_game``, ``seat_state``, ``play_app``: the game in the background, what the browser is sent,
  and the page;
- ``position_text``: the board for the terminal.
"""
