"""Help for a person at a real table: notes in plain lines, and what follows from them.

- *The notes*: ``words`` cuts a line into words, ``people`` knows whom and which cards they mean;
  ``head`` is who plays (``sitting``) and what was dealt (``dealt_cards``); ``saying`` reads what
  happened, and ``answers`` who passed and showed; ``notes`` reads a whole text, ``writing`` writes
  lines. ``any_seen`` reads what a seat has seen from either kind of file, notes or JSON.
- *What follows*: ``insight`` is the belief after the notes, what is wrong in them and what is newly
  certain; ``advice`` the best question in each room; ``next_plan`` what the planner would do;
  ``in_words`` and ``report`` put all of it into text.
- *A session*: ``session`` takes lines and commands, ``editing`` changes notes, ``questions_first``
  asks for the head, ``notes_file`` keeps the notes on disk.
"""
