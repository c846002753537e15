"""Help for a person at a real table: notes in plain lines, and what follows from them.

- *The notes*: ``lexer`` cuts a line into words, ``players`` finds the players and cards in them;
  ``header`` reads players, hand, board and rules; ``observations`` reads suggestions, accusations
  and places, ``answers`` who passed and showed; ``notes`` reads a whole text.
- *What follows*: ``conclusions`` has the belief after the notes, contradictions and newly certain
  facts; ``advice`` the best suggestion per room and the plan; ``report`` puts it into text.
- *A session*: ``notepad`` has the notes, their file and their changes; ``session`` is the
  conversation in a terminal; ``server`` and ``page_state`` the page in a browser.
"""
