"""Every answer that a player may give, as the number of an action.

One numbering serves all decisions; which numbers are legal depends on what is asked.
"""

from collections.abc import Iterable
from itertools import product
from typing import Any

from planner_clue.board import Board, Place
from planner_clue.cards import Accusation, Card, Deck, Suggestion
from planner_clue.table.decisions import Opening
from planner_clue.table.requests import (
    AskAccuse,
    AskMove,
    AskShow,
    AskStart,
    AskSuggest,
    PlayerRequest,
)

NOTHING = 0
"""No accusation, no suggestion, or staying where the token is."""


class Actions:
    """The actions of a board and a deck: numbers to answers, and back."""

    def __init__(self, board: Board | None, deck: Deck) -> None:
        self.deck = deck
        self.squares = _hallway(board)
        """The hallway squares, row by row."""
        parts = {
            "nothing": 1,
            "opening": len(Opening),
            "room": len(deck.rooms),
            "square": len(self.squares),
            "suggestion": len(deck.suspects) * len(deck.weapons),
            "show": len(deck),
            "accusation": len(deck.suspects) * len(deck.weapons) * len(deck.rooms),
        }
        self.parts: dict[str, range] = {}
        """The numbers of each kind of action."""
        first = 0
        for part, count in parts.items():
            self.parts[part] = range(first, first + count)
            first += count
        self.count = first
        """The number of actions."""
        self._openings = tuple(Opening)
        self._pairs = tuple(product(deck.suspects, deck.weapons))
        self._triples = tuple(product(deck.suspects, deck.weapons, deck.rooms))
        self._numbers: dict[tuple[str, Any], int] = {}
        for part, answers in (
            ("opening", self._openings),
            ("room", deck.rooms),
            ("square", self.squares),
            ("suggestion", self._pairs),
            ("show", deck.cards),
            ("accusation", self._triples),
        ):
            for number, answer in zip(self.parts[part], answers, strict=True):
                self._numbers[part, answer] = number

    def legal(self, request: PlayerRequest) -> Iterable[int]:
        """Return the numbers of all answers that the rules allow."""
        match request:
            case AskAccuse():
                return (NOTHING, *self.parts["accusation"])
            case AskStart(options=start):
                return [self._numbers["opening", opening] for opening in start.openings]
            case AskMove(options=move):
                places: list[Place] = [*move.rooms, *move.squares]
                staying = [NOTHING] if move.here is not None else []
                return [*staying, *(self._place(p) for p in places if p != move.here)]
            case AskSuggest():
                return (NOTHING, *self.parts["suggestion"])
            case AskShow(cards=cards):
                return [self._numbers["show", card] for card in cards]

    def answer(self, request: PlayerRequest, number: int) -> Any:
        """Return what an action answers to a request, legal or not."""
        part = next(part for part, numbers in self.parts.items() if number in numbers)
        place = number - self.parts[part].start
        match part:
            case "nothing":
                return request.options.here if isinstance(request, AskMove) else None
            case "opening":
                return self._openings[place]
            case "room":
                return self.deck.rooms[place]
            case "square":
                return self.squares[place]
            case "suggestion":
                room = request.room if isinstance(request, AskSuggest) else self.deck.rooms[0]
                return Suggestion(*self._pairs[place], room)
            case "show":
                return self.deck.cards[place]
        return Accusation(*self._triples[place])

    def number(self, request: PlayerRequest, answer: Any) -> int:
        """Return the number of an answer that the rules allow."""
        match request:
            case AskMove(options=move):
                return NOTHING if answer == move.here else self._place(answer)
            case AskStart():
                return self._numbers["opening", Opening(answer)]
            case AskShow():
                return self._numbers["show", answer]
            case _ if answer is None:
                return NOTHING
            case AskSuggest():
                return self._numbers["suggestion", (answer[0], answer[1])]
            case AskAccuse():
                return self._numbers["accusation", tuple(answer)]

    def _place(self, place: Place) -> int:
        return self._numbers["room" if isinstance(place, str) else "square", place]


def _hallway(board: Board | None) -> tuple[tuple[int, int], ...]:
    rows = board.map.rows if board else ()
    return tuple((x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == ".")


def card_number(deck: Deck, card: Card) -> int:
    """Return a card's number in observations: from 1, so that 0 is none."""
    return deck.position(card) + 1
