"""Notes of an evening, and games as lines of notes."""

from planner_clue.assist.head import Head
from planner_clue.assist.notes import Notes, read_notes
from planner_clue.assist.people import Company
from planner_clue.assist.saying import Told, ToldAccusation, ToldPlace, ToldSuggestion
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.decisions import Seat
from planner_clue.table.events import (
    Accused,
    Event,
    Moved,
    Showed,
    Suggested,
    TookPassage,
)

HEAD = """\
players: scarlett Ann, mustard Bob, white me
hand: plum, rope, lead pipe, library, kitchen, scarlett
"""
EVENING = f"""\
# Friday
{HEAD}
bob: mustard knife hall, nobody showed
me: green knife study, ann passed, bob showed green   # at last
bob accuses white rope hall: wrong
me at hall
"""


def head() -> Head:
    """Return the table of the evening: Ann, Bob and me, who plays white."""
    found = read_notes(HEAD).head
    assert found is not None
    return found


def told(line: str) -> Told:
    """Return what a line says at that table; it must be understood."""
    notes = read_notes(HEAD + line)
    assert not notes.problems, notes.problems
    said = notes.lines[-1].told
    assert said is not None
    return said


def problem(line: str, text: str = HEAD) -> str:
    """Return what is wrong with the last line of notes."""
    notes = read_notes(text + line)
    assert notes.problems, line
    found = notes.lines[-1].problem
    assert found is not None
    return found.message


def well_read(text: str) -> Notes:
    """Return notes in which nothing is wrong."""
    notes = read_notes(text)
    assert notes.missing is None
    assert notes.problems == ()
    return notes


def asks(
    suggester: int, cards: str, shower: int | None = None, card: str | None = None
) -> ToldSuggestion:
    """Return a suggestion from words: a suspect, a weapon and a room."""
    suspect, weapon, room = map(Card, cards.split())
    shown = Card(card) if card else None
    return ToldSuggestion(suggester, Suggestion(suspect, weapon, room), shower, shown)


def accuses(accuser: int, cards: str, *, correct: bool) -> ToldAccusation:
    suspect, weapon, room = map(Card, cards.split())
    return ToldAccusation(accuser, Accusation(suspect, weapon, room), correct)


def head_of(seat: Seat, board: str, rules: str) -> str:
    """Return the head by which a seat of a game begins its notes."""
    return (
        f"players: {', '.join(seat.tokens)}\nme: {seat.tokens[seat.index]}\nboard: {board}\n"
        f"rules: {rules}\nhands: {' '.join(map(str, seat.hand_sizes))}\n"
        f"hand: {', '.join(seat.hand)}\n"
    )


def told_by(events: list[Event], tokens: tuple[Card, ...]) -> list[Told]:
    """Return what a seat would write of the events that it saw."""
    said: list[Told] = []
    for event in events:
        if isinstance(event, Moved | TookPassage):
            said.append(ToldPlace(tokens[event.seat], event.to))
        elif isinstance(event, Accused):
            said.append(ToldAccusation(event.seat, event.cards, event.correct))
        elif isinstance(event, Suggested):
            said.append(ToldSuggestion(event.seat, event.cards, None))
        elif isinstance(event, Showed):
            asked = said[-1]
            assert isinstance(asked, ToldSuggestion)
            said[-1] = ToldSuggestion(asked.suggester, asked.cards, event.seat, event.card)
    return said


def line_of(told: Told, company: Company) -> str:
    """Return the line that says this, as notes are usually written."""
    names = company.names
    if isinstance(told, ToldAccusation):
        end = "right" if told.correct else "wrong"
        return f"{names[told.accuser]} accuses {', '.join(told.cards)}: {end}"
    if not isinstance(told, ToldSuggestion):
        place = told.place if isinstance(told.place, str) else f"{told.place[0]},{told.place[1]}"
        return f"{told.token} at {place}"
    order = company.others_after(told.suggester)
    passed = order if told.shower is None else order[: order.index(told.shower)]
    parts = [f"{names[told.suggester]}: {', '.join(told.cards)}"]
    parts += [f"{names[seat]} passed" for seat in passed]
    if told.shower is not None:
        card = f" {told.card}" if told.card else ""
        parts.append(f"{names[told.shower]} showed{card}")
    return "; ".join(parts)
