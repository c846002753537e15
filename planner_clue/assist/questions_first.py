"""The questions by which a session asks for the head of new notes."""

from planner_clue.assist.head import DEFAULT_BOARD, FIELDS, Written, read_dealt, read_head
from planner_clue.assist.notes import Notes
from planner_clue.errors import NotesError

_QUESTIONS = {
    "players": "Who plays? Clockwise, each with the suspect, and with a name where you like,\n"
    "for example: scarlett Ann, mustard Bob, white me",
    "me": "Which of them are you?",
    "hand": "Which cards do you hold?",
}


def next_question(notes: Notes) -> tuple[str, str] | None:
    """Return the field that is missing in the head, and the question for it.

    None if nothing is missing; a line that is there and wrong has to be corrected instead.
    """
    if notes.missing is None:
        return None
    field = notes.missing.field
    if field == "hand":
        return field, f"{_hands(written_in(notes))}{_QUESTIONS[field]}"
    return field, _QUESTIONS[field]


def written_in(notes: Notes) -> dict[str, str]:
    """Return what the lines of the head say, by field."""
    written: dict[str, str] = {}
    for line in notes.lines:
        if line.field and not line.problem:
            value = line.text.split("#", maxsplit=1)[0].partition(":")[2]
            written.setdefault(line.field, value.strip())
    return written


def _hands(written: Written) -> str:
    """Return how many cards everybody holds, and how to say that it is otherwise."""
    company, sizes, _, _ = read_dealt(written)
    if len(set(sizes)) == 1:
        return f"Everybody holds {sizes[0]} cards. "
    dealt = ", ".join(f"{name} {size}" for name, size in zip(company.names, sizes, strict=True))
    if "hands" in written:
        return f"The hands: {dealt}. "
    return (
        f"The hands are uneven. Dealt clockwise from {company.names[0]}: {dealt}.\n"
        "If somebody else has more, write that first, in this order, for example:\n"
        f"hands: {' '.join(map(str, (*sizes[1:], sizes[0])))}\n"
    )


def check_answer(field: str, value: str, written: Written) -> None:
    """Refuse a wrong answer to the question for ``field``; raises :class:`NotesError`."""
    try:
        read_head({**written, field: value})
    except NotesError as error:
        if FIELDS.index(error.field) <= FIELDS.index(field):
            raise


def opening_lines(field: str, value: str) -> str:
    """Return what an answer puts into the notes: with the first comes the board."""
    line = f"{field}: {value}\n"
    return line + f"board: {DEFAULT_BOARD}\n" if field == "players" else line
