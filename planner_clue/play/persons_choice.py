"""What the person may do now, and what it decides, as plain data.

A choice is an object with one key: ``{"opening": "roll"}``, ``{"move": [3, 4]}``,
``{"suggest": ["green", "rope", "hall"]}``, ``{"show": "rope"}``, ``{"accuse": null}``. Before the
dice the person says at once how the turn begins; that it does not accuse then goes without saying.
"""

from collections.abc import Mapping
from typing import Any

from planner_clue.cards import Card, Deck, Suggestion
from planner_clue.errors import IllegalDecision, InputError, shown
from planner_clue.play.course import Answered, Course
from planner_clue.table.decisions import Answer, Opening
from planner_clue.table.requests import AskAccuse, AskMove, AskShow, AskSuggest

_KEYS = ("opening", "move", "suggest", "show", "accuse")


def options(course: Course) -> dict[str, Any]:
    """Return what the person may do now; ``course`` waits for the person.

    ``decision`` is ``begin``, ``move``, ``suggest``, ``show``, or ``accuse`` after a suggestion;
    the other fields say between what it may choose.
    """
    table = course.table
    match table.request:
        case AskAccuse() if table.is_before_the_dice:
            rooms = [] if table.board else list(table.deal.deck.rooms)
            openings = [opening.value for opening in table.coming_openings()]
            return {"decision": "begin", "openings": openings, "rooms": rooms}
        case AskMove(options=offered):
            data = offered.to_json()
            kept = {name: data[name] for name in ("dice", "rooms", "squares")}
            here = list(offered.here) if isinstance(offered.here, tuple) else offered.here
            return {"decision": "move", **kept, "here": here}
        case AskSuggest(room=room):
            return {"decision": "suggest", "room": room}
        case AskShow(suggestion=suggestion, cards=cards):
            asked = {"suggestion": list(suggestion), "cards": list(cards), "to": table.seat}
            return {"decision": "show", **asked}
    return {"decision": "accuse"}


def choose(course: Course, choice: Mapping[str, Any]) -> None:
    """Carry out what the person decides.

    Raises :class:`InputError` or :class:`IllegalDecision`, with nothing changed, if it may not.
    """
    if not course.is_the_persons:
        raise IllegalDecision("it is not your turn to decide")
    if len(choice) != 1 or (key := next(iter(choice))) not in _KEYS:
        raise InputError(f"{shown(dict(choice))}; expected one of {', '.join(_KEYS)}")
    for step in _steps(course, key, _answer(key, choice[key], course.table.deal.deck)):
        course.take(step)


def _steps(course: Course, key: str, answer: Answer) -> list[Answered]:
    """Return the answers to the table's requests that a choice comes to."""
    table, request = course.table, course.table.request
    assert request is not None
    seat = request.seat
    if not table.is_before_the_dice or key == "accuse":
        return [Answered(seat, "start" if key == "opening" else key, answer)]
    openings = table.coming_openings()
    if key == "opening" and answer in openings:
        nothing = Answered(seat, "accuse", None)
        has_choice = len(openings) > 1
        return [nothing, Answered(seat, "start", answer)] if has_choice else [nothing]
    if key == "move" and not table.board and answer in table.deal.deck.rooms:
        return [Answered(seat, "accuse", None), Answered(seat, "move", answer)]
    allowed = ", ".join(openings or table.deal.deck.rooms)
    raise IllegalDecision(f"{key} {shown(answer)}; expected one of {allowed}, or an accusation")


def _answer(key: str, value: Any, deck: Deck) -> Answer:
    """Return the answer that plain data stands for; the table judges it."""
    if key == "opening":
        if value not in tuple(Opening):
            raise InputError(f"opening {shown(value)}; expected one of {', '.join(Opening)}")
        return Opening(value)
    if isinstance(value, list) and key == "move":
        return tuple(value)
    if isinstance(value, list):
        return Suggestion(*three(value, deck))
    if isinstance(value, str):
        return deck.parse(value)
    if value is None:
        return None
    raise InputError(f"{key} {shown(value)}; expected names of cards")


def three(names: list[Any], deck: Deck) -> tuple[Card, Card, Card]:
    """Return a suspect, a weapon and a room, in whatever order they are named."""
    cards = {deck.category(card): card for card in (deck.parse(str(name)) for name in names)}
    if len(names) != 3 or len(cards) != 3:
        raise InputError(f"{', '.join(map(str, names))}; expected a suspect, a weapon and a room")
    suspect, weapon, room = (cards[category] for category, _ in deck.by_category())
    return suspect, weapon, room
