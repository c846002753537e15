"""What a person types, read tolerantly: commands, cards, squares.

Cards by any name that :meth:`~planner_clue.cards.Deck.parse` knows, in any order, with or without
commas and small words; commands by as many letters as tell them apart. What is wrong is an
:class:`InputError` that says what was expected now.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from planner_clue.board import place_in_words
from planner_clue.cards import Card, Category, Deck
from planner_clue.errors import CardError, InputError, closest
from planner_clue.table.decisions import Opening

COMMANDS = ("help", "hint", "why", "notes", "board", "log", "undo", "save", "quit")
_SMALL = ("with", "the", "in", "a", "an", "and", "of", "to", "from", "about", "by")
_FILLERS = frozenset((*_SMALL, "go", "ask", "show", "accuse", "suggest"))
_NOTHING = frozenset(("no", "nothing", "none", "pass", "end", "done", "nobody"))
_FEWEST = 3
"""The fewest letters of a command."""
_LONGEST = 4
"""The most words of a card's name."""
_SQUARE = re.compile(r"\D*(\d+)\D+(\d+)\D*")


class Command(NamedTuple):
    """A command of the program, not of the game."""

    name: str
    rest: str


def read_typed(text: str, options: Mapping[str, Any], deck: Deck) -> Command | dict[str, Any]:
    """Return the command, or the choice as :mod:`planner_clue.play.persons_choice` takes it.

    ``options`` are what the person may do now.
    """
    first, _, rest = text.strip().partition(" ")
    word = first.lower().strip(".,!?")
    if command := _begins_with(word, COMMANDS):
        return Command(command, rest.strip())
    if _begins_with(word, ("accuse",)) and rest and options["decision"] in ("begin", "accuse"):
        return {"accuse": _three(rest, deck)}
    return _READ[options["decision"]](text, word, options, deck)


def _begins_with(word: str, known: Sequence[str]) -> str | None:
    found = [name for name in known if len(word) >= _FEWEST and name.startswith(word)]
    return found[0] if len(found) == 1 else None


def _begin(text: str, word: str, options: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    if options["rooms"]:
        return {"move": _one(text, options["rooms"], deck, "a room, or accuse and three cards")}
    words = {"r": "roll", "p": "passage", "s": "stay"} | {name: name for name in tuple(Opening)}
    opening = words.get(word) or _begins_with(word, tuple(Opening)) or word
    if opening not in options["openings"]:
        expected = ", ".join(options["openings"])
        raise InputError(f"'{text.strip()}'; expected {expected}, or accuse and three cards")
    return {"opening": str(opening)}


def _move(text: str, word: str, options: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    if word in ("stay", "here"):
        return {"move": options["here"]}
    if found := _SQUARE.fullmatch(text):
        square = [int(found[1]), int(found[2])]
        if square not in options["squares"]:
            named = place_in_words((square[0], square[1]))
            raise InputError(f"{named} is out of reach; board shows what is in reach")
        return {"move": square}
    here = options["here"]
    rooms = [*options["rooms"], *([here] if isinstance(here, str) else [])]
    return {"move": _one(text, rooms, deck, "a room or a square x,y within reach, or stay")}


def _suggest(text: str, word: str, options: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    if word in _NOTHING:
        return {"suggest": None}
    cards = _cards(text, deck)
    if all(deck.category(card) != Category.ROOM for card in cards):
        cards.append(options["room"])
    return {"suggest": _in_order(text, cards, deck)}


def _show(text: str, word: str, options: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    return {"show": _one(text, options["cards"], deck, "the card to show")}


def _accuse(text: str, word: str, options: Mapping[str, Any], deck: Deck) -> dict[str, Any]:
    if not word or word in _NOTHING or word in ("go", "next", "n", "continue"):
        return {"accuse": None}
    return {"accuse": _three(text, deck)}


_READ = {"begin": _begin, "move": _move, "suggest": _suggest, "show": _show, "accuse": _accuse}


def _three(text: str, deck: Deck) -> list[Card]:
    return _in_order(text, _cards(text, deck), deck)


def _in_order(text: str, cards: Sequence[Card], deck: Deck) -> list[Card]:
    if sorted(map(deck.category, cards)) != sorted(Category):
        raise InputError(f"'{text.strip()}'; expected a suspect, a weapon and a room")
    return sorted(cards, key=deck.position)


def _one(text: str, among: Sequence[str], deck: Deck, expected: str) -> str:
    """Return the one card of ``among`` that is named."""
    listed = f"expected {expected}: {', '.join(among) or 'none is in reach'}"
    try:
        cards = _cards(text, deck)
    except CardError:
        near = closest(text.strip().lower(), among)
        hint = f"did you mean '{near}'? " if near else ""
        raise InputError(f"'{text.strip()}'; {hint}{listed}") from None
    if len(cards) != 1 or cards[0] not in among:
        raise InputError(f"'{text.strip()}'; {listed}")
    return cards[0]


def _cards(text: str, deck: Deck) -> list[Card]:
    """Return all cards that a text names; the longest names are tried first."""
    words, cards = re.split(r"[\s,;:!?]+", text.strip()), []
    while words:
        for count in range(min(_LONGEST, len(words)), 0, -1):
            card = deck.find(" ".join(words[:count]))
            if card is not None:
                cards.append(card)
                break
        else:
            count = 1
            if words[0].lower() not in _FILLERS and words[0]:
                deck.parse(words[0])  # refuses it, with the nearest name
        del words[:count]
    return cards
