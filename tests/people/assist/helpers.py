"""Notes of an evening, and games as lines of notes."""

from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Moved, Showed, Suggested, TookPassage
from planner_clue.people.assist import answers, header, observations, players
from planner_clue.people.assist.notes import Notes, read_notes

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


def head(text: str = HEAD) -> header.Header:
    """Return the table of some notes, or of the evening: Ann, Bob and me, who plays white."""
    found = well_read(text).header
    assert found
    return found


def read(line: str) -> observations.Noted:
    noted = well_read(HEAD + line).lines[-1].noted
    assert noted
    return noted


def problem(line: str) -> str:
    found = read_notes(HEAD + line).lines[-1].problem
    assert found, line
    return str(found)


def well_read(text: str) -> Notes:
    notes = read_notes(text)
    assert notes.missing is None
    assert notes.problems == ()
    return notes


def asks(
    suggester: int, cards: str, shower: int | None = None, card: str | None = None
) -> answers.NotedSuggestion:
    asked = Suggestion(*map(Card, cards.split()))
    return answers.NotedSuggestion(suggester, asked, shower, Card(card) if card else None)


def head_of(seat: Seat, board: str, rules: str) -> str:
    """Return the head by which a seat of a game begins its notes."""
    sizes, hand = " ".join(map(str, seat.hand_sizes)), ", ".join(seat.hand)
    who = f"players: {', '.join(seat.tokens)}\nme: {seat.tokens[seat.index]}\n"
    return f"{who}board: {board}\nrules: {rules}\nhands: {sizes}\nhand: {hand}\n"


def written(events: list[Event], tokens: tuple[Card, ...]) -> list[observations.Noted]:
    made: list[observations.Noted] = []
    for event in events:
        if isinstance(event, Moved | TookPassage):
            made.append(observations.NotedPlace(tokens[event.seat], event.to))
        elif isinstance(event, Accused):
            made.append(observations.NotedAccusation(event.seat, event.cards, event.correct))
        elif isinstance(event, Suggested):
            made.append(answers.NotedSuggestion(event.seat, event.cards, None))
        elif isinstance(event, Showed):
            asked = made[-1]
            assert isinstance(asked, answers.NotedSuggestion)
            made[-1] = answers.NotedSuggestion(asked.suggester, asked.cards, event.seat, event.card)
    return made


def line_of(noted: observations.Noted, company: players.Company) -> str:
    names = company.names
    if isinstance(noted, observations.NotedAccusation):
        end = "right" if noted.correct else "wrong"
        return f"{names[noted.accuser]} accuses {', '.join(noted.cards)}: {end}"
    if isinstance(noted, observations.NotedCard):
        return f"I saw {noted.card} with {names[noted.holder]}"
    if isinstance(noted, observations.NotedPlace):
        place = noted.place
        at = place if isinstance(place, str) else f"{place[0]},{place[1]}"
        return f"{noted.token} at {at}"
    assert isinstance(noted, answers.NotedSuggestion)  # no table has public facts
    order = company.others_after(noted.suggester)
    asked = order if noted.shower is None else order[: order.index(noted.shower)]
    passed = [seat for seat in asked if seat not in noted.not_asked]
    parts = [f"{names[noted.suggester]}: {', '.join(noted.cards)}"]
    parts += [f"{names[seat]} passed" for seat in passed]
    parts += [f"{names[seat]} was not asked" for seat in noted.not_asked]
    if noted.shower is not None:
        card = f" {noted.card}" if noted.card else ""
        parts.append(f"{names[noted.shower]} showed{card}")
    return "; ".join(parts)
