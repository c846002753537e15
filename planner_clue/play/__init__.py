"""People at the table, against agents.

- ``course``: every step so far, the table that they lead to, and undo;
- ``opponents``: the agents and chance, at a table that follows the course;
- ``choices``: the legal choices of the person, as data and as typed text;
- ``notebook``: the belief of the person's seat, or marks by hand;
- ``hint``: the decision of ``planner`` in the person's place;
- ``review``: what the answers to a suggestion would tell; what each seat knew in a game that is
  over, and how good its suggestions were;
- ``played_game``, ``saved_game``: the game; its seats, board, rules and seed, and its file;
- ``live_game``, ``server``: the game in the background, the state that the browser gets,
  and the page.
"""
