"""The legal choices of the person now, and the choice it makes: as plain data, or typed.

A choice is an object with one key: ``{"opening": "roll"}``, ``{"move": [3, 4]}``, ``{"suggest":
["green", "rope", "hall"]}``, ``{"show": "rope"}``, ``{"accuse": null}``. An opening implies no
accusation before the dice.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from planner_clue.game.board import Board, Square, place_in_words
from planner_clue.game.cards import Card, Category, Deck, Suggestion
from planner_clue.game.decisions import Answer, Opening
from planner_clue.game.requests import AskAccuse, AskMove, AskShow, AskSuggest
from planner_clue.game.rules import Rules
from planner_clue.people.assist.lexer import PAUSES, Reader
from planner_clue.people.assist.players import card_at
from planner_clue.people.play.course import Course, GameStep
from planner_clue.support.errors import CardError, IllegalDecision, InputError, did_you_mean, shown

_KEYS = ("opening", "move", "suggest", "show", "accuse")


def options(course: Course) -> dict[str, Any]:
    """Return the legal choices of the person that ``course`` waits for.

    ``decision`` is ``begin``, ``move``, ``suggest``, ``show``, or ``accuse`` after a suggestion.
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
            near = nearest_rooms(table.board, table.rules) if table.board else {}
            reached = {f"{x},{y}": near.get((x, y), []) for x, y in offered.squares}
            return {"decision": "move", **kept, "here": here, "near": reached}
        case AskSuggest(room=room):
            return {"decision": "suggest", "room": room}
        case AskShow(suggestion=suggestion, cards=cards):
            asked = {"suggestion": list(suggestion), "cards": list(cards), "to": table.seat}
            return {"decision": "show", **asked}
    return {"decision": "accuse"}


_NEAREST = 2  # the number of rooms that are named with a square


@lru_cache(maxsize=8)
def nearest_rooms(board: Board, rules: Rules) -> dict[Square, list[tuple[Card, int]]]:
    """Return the nearest rooms of each hallway square, with the steps into them."""
    steps: dict[Square, list[tuple[int, Card]]] = {}
    for room in board.rooms:
        before = 0
        for count in range(1, board.map.width * board.map.height):
            reached = board.reach(room, count, open_rooms=rules.open_rooms).squares
            if reached == before:
                break
            for square in board.squares_in(reached & ~before):
                steps.setdefault(square, []).append((count, room))
            before = reached
    nearest = ((square, sorted(rooms)[:_NEAREST]) for square, rooms in steps.items())
    return {square: [(room, count) for count, room in rooms] for square, rooms in nearest}


def choose(course: Course, choice: Any, seat: int) -> None:
    """Carry out a choice of a person; an illegal one is refused, and changes nothing."""
    if not isinstance(choice, dict):
        raise InputError(f"{shown(choice)}; expected a choice as an object")
    if course.next_person != seat:
        raise IllegalDecision("it is not your turn to decide")
    if len(choice) != 1 or (key := next(iter(choice))) not in _KEYS:
        raise InputError(f"{shown(choice)}; expected one of {', '.join(_KEYS)}")
    for step in _steps(course, key, _answer(key, choice[key], course.table.deal.deck)):
        course.take(step)


def _steps(course: Course, key: str, answer: Answer) -> list[GameStep]:
    table, request = course.table, course.table.request
    assert request is not None
    seat = request.seat
    if not table.is_before_the_dice or key == "accuse":
        return [GameStep(seat, "start" if key == "opening" else key, answer)]
    openings = table.coming_openings()
    if key == "opening" and answer in openings:
        nothing = GameStep(seat, "accuse", None)
        has_choice = len(openings) > 1
        return [nothing, GameStep(seat, "start", answer)] if has_choice else [nothing]
    if key == "move" and not table.board and answer in table.deal.deck.rooms:
        return [GameStep(seat, "accuse", None), GameStep(seat, "move", answer)]
    allowed = ", ".join(openings or table.deal.deck.rooms)
    raise IllegalDecision(f"{key} {shown(answer)}; expected one of {allowed}, or an accusation")


def _answer(key: str, value: Any, deck: Deck) -> Answer:
    if key == "opening":
        if value not in tuple(Opening):
            raise InputError(f"opening {shown(value)}; expected one of {', '.join(Opening)}")
        return Opening(value)
    if isinstance(value, list):
        return tuple(value) if key == "move" else Suggestion(*three(value, deck))
    if isinstance(value, str):
        return deck.parse(value)
    if value is None:
        return None
    raise InputError(f"{key} {shown(value)}; expected names of cards")


def three(names: Sequence[Any], deck: Deck) -> list[Card]:
    """Return a suspect, a weapon and a room, named in any order."""
    cards = sorted((deck.parse(str(name)) for name in names), key=deck.position)
    if sorted(map(deck.category, cards)) != sorted(Category):
        raise InputError(f"'{' '.join(map(str, names))}'; expected a suspect, a weapon and a room")
    return cards


COMMANDS = ("help", "hint", "why", "notes", "board", "log", "undo", "save", "quit")
_SMALL = ("with", "the", "in", "a", "an", "and", "of", "to", "from", "about", "by")
_FILLERS = frozenset((*_SMALL, "go", "ask", "show", "accuse", "suggest"))
_NOTHING = frozenset(("no", "nothing", "none", "pass", "end", "done", "nobody"))
_NO_ACCUSATION = ("", "go", "next", "n", "continue")
_FEWEST = 3  # the minimum length of an abbreviated command
_SQUARE = re.compile(r"\D*(\d+)\D+(\d+)\D*")


class TypedCommand(NamedTuple):
    """A command of the program, not of the game."""

    name: str
    rest: str


def read_typed(text: str, offered: Mapping[str, Any], deck: Deck) -> TypedCommand | dict[str, Any]:
    """Return the command, or a choice for :func:`choose`; raises :class:`InputError`."""
    first, _, rest = text.strip().partition(" ")
    word = first.lower().strip(".,!?")
    if command := _begins_with(word, COMMANDS):
        return TypedCommand(command, rest.strip())
    decision = offered["decision"]
    if _begins_with(word, ("accuse",)) and rest and decision in ("begin", "accuse"):
        return {"accuse": three(_cards(rest, deck), deck)}
    if decision == "begin":
        return _begin(text, word, offered, deck)
    if decision == "move":
        return _move(text, word, offered, deck)
    if decision == "show":
        return {"show": _one(text, offered["cards"], deck, "the card to show")}
    if word in _NOTHING or (decision == "accuse" and word in _NO_ACCUSATION):
        return {decision: None}
    cards = _cards(text, deck)
    if decision == "suggest" and all(deck.category(card) != Category.ROOM for card in cards):
        cards.append(offered["room"])
    return {decision: three(cards, deck)}


def _begins_with(word: str, known: Sequence[str]) -> str | None:
    found = [name for name in known if len(word) >= _FEWEST and name.startswith(word)]
    return found[0] if len(found) == 1 else None


def _begin(text: str, word: str, offered: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    if offered["rooms"]:
        return {"move": _one(text, offered["rooms"], deck, "a room, or accuse and three cards")}
    words = {"r": "roll", "p": "passage", "s": "stay"} | {name: name for name in tuple(Opening)}
    opening = words.get(word) or _begins_with(word, tuple(Opening)) or word
    if opening not in offered["openings"]:
        expected = ", ".join(offered["openings"])
        raise InputError(f"'{text.strip()}'; expected {expected}, or accuse and three cards")
    return {"opening": str(opening)}


def _move(text: str, word: str, offered: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    if word in ("stay", "here"):
        return {"move": offered["here"]}
    if found := _SQUARE.fullmatch(text):
        square = [int(found[1]), int(found[2])]
        if square not in offered["squares"]:
            what = f"{place_in_words((square[0], square[1]))} is out of reach"
            raise InputError(f"{what}; expected a square in reach, as 'board' shows them")
        return {"move": square}
    here = offered["here"]
    rooms = [*offered["rooms"], *([here] if isinstance(here, str) else [])]
    return {"move": _one(text, rooms, deck, "a room or a square x,y within reach, or stay")}


def _one(text: str, among: Sequence[str], deck: Deck, expected: str) -> str:
    listed = f"expected {expected}: {', '.join(among) or 'none is in reach'}"
    try:
        cards = _cards(text, deck)
    except CardError:
        hint = did_you_mean(text.strip().lower(), among)
        raise InputError(f"'{text.strip()}'; {hint}{listed}") from None
    if len(cards) != 1 or cards[0] not in among:
        raise InputError(f"'{text.strip()}'; {listed}")
    return cards[0]


def _cards(text: str, deck: Deck) -> list[Card]:
    """Return all cards that a text names; the longest names are tried first."""
    words, cards = Reader(text), list[Card]()
    while words:
        if (card := card_at(words, deck)) is not None:
            cards.append(card)
        elif not words.take(_FILLERS, PAUSES, ".:!?"):
            deck.parse(words.words[words.position].text)  # refuses it, with the nearest name
    return cards
