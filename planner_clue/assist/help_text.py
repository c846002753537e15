"""What ``help`` says in a session."""

HELP = """\
Write what happens, one line a suggestion:
  green: plum rope hall, mustard passed, white showed
  me: green knife study, bob showed green      I asked, and saw the card
  bob: plum rope hall, nobody showed           all others passed
  bob accuses white rope hall: wrong           right or wrong
  me at hall      scarlett at 7,5              where a token stands
Who sits between passed, whether you write it or not. Commas may be left out; names by person or
suspect, cards by any usual name or first letters. # begins a comment.
Corrections: '12: ...' writes line 12 anew; edit 12, insert 12 ..., delete 12, undo.
Commands: notes, lines, why CARD [PLAYER or case], best [ROOM], plan, board, keep, save [FILE],
quit."""
