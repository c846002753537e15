"""Encoding of the answers of a player as numbers, and of a seat's observations as arrays.

All decisions share one numbering, and the legal numbers depend on the decision. Observations have
fixed shapes. They are made only from the events that this seat may see.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.game import events, requests
from planner_clue.game.board import Board, Place
from planner_clue.game.board.map import HALLWAY
from planner_clue.game.cards import SUSPECTS, Accusation, Card, Deck, Suggestion
from planner_clue.game.decisions import Opening, Seat

NOTHING = 0  # no accusation, no suggestion, or staying where the token is


class Actions:
    """The actions of a board and a deck: translates numbers to answers and back."""

    def __init__(self, board: Board | None, deck: Deck) -> None:
        self.deck = deck
        self.squares = board.map.squares(HALLWAY) if board else ()  # the hallway, row by row
        answers: dict[str, Sequence[Any]] = {
            "nothing": (None,),
            "opening": tuple(Opening),
            "room": deck.rooms,
            "square": self.squares,
            "suggestion": tuple(product(deck.suspects, deck.weapons)),
            "show": deck.cards,
            "accusation": tuple(product(deck.suspects, deck.weapons, deck.rooms)),
        }
        self._answers = [(part, answer) for part, some in answers.items() for answer in some]
        self._numbers = {answer: number for number, answer in enumerate(self._answers)}
        self.parts: dict[str, range] = {}
        first = 0
        for part, some in answers.items():
            self.parts[part] = range(first, first := first + len(some))
        self.count = first

    def legal(self, request: requests.PlayerRequest) -> Iterable[int]:
        """Return the numbers of all answers that the rules allow."""
        match request:
            case requests.AskAccuse():
                return (NOTHING, *self.parts["accusation"])
            case requests.AskStart(options=start):
                return [self._numbers["opening", opening] for opening in start.openings]
            case requests.AskMove(options=move):
                places: list[Place] = [*move.rooms, *move.squares]
                staying = [NOTHING] if move.here is not None else []
                return [*staying, *(self._place(p) for p in places if p != move.here)]
            case requests.AskSuggest():
                return (NOTHING, *self.parts["suggestion"])
            case requests.AskShow(cards=cards):
                return [self._numbers["show", card] for card in cards]

    def answer(self, request: requests.PlayerRequest, number: int) -> Any:
        """Return the answer of an action to a request, legal or not."""
        part, answer = self._answers[number]
        match part:
            case "nothing":
                return request.options.here if isinstance(request, requests.AskMove) else None
            case "suggestion":
                room = getattr(request, "room", self.deck.rooms[0])
                return Suggestion(answer[0], answer[1], room)
            case "accusation":
                return Accusation(*answer)
        return answer

    def number(self, request: requests.PlayerRequest, answer: Any) -> int:
        """Return the number of a legal answer."""
        match request:
            case requests.AskMove(options=move):
                return NOTHING if answer == move.here else self._place(answer)
            case requests.AskStart():
                return self._numbers["opening", Opening(answer)]
            case requests.AskShow():
                return self._numbers["show", answer]
            case _ if answer is None:
                return NOTHING
            case requests.AskSuggest():
                return self._numbers["suggestion", (answer[0], answer[1])]
            case requests.AskAccuse():
                return self._numbers["accusation", tuple(answer)]

    def _place(self, place: Place) -> int:
        return self._numbers["room" if isinstance(place, str) else "square", place]


Numbers: TypeAlias = NDArray[np.int16]
HISTORY = 32
"""Number of suggestions in an observation, the newest first."""
PHASES = ("accuse", "start", "move", "suggest", "show")
"""The decisions of a seat: the methods of :class:`planner_clue.agents.Agent`."""
MOST = 9_999
"""The largest number in an observation. Cards are numbered from 1 in deck order; 0 is none."""


def shapes(players: int, cards: int, rooms: int) -> dict[str, tuple[int, ...]]:
    """Return the parts of an observation, in order, with their shapes."""
    return {
        "phase": (len(PHASES),), "turn": (1,), "whose_turn": (players,), "seat": (players,),
        "hand": (cards,), "hand_sizes": (players,), "plays_on": (players,),
        "tokens": (len(SUSPECTS), rooms + 2), "dice": (1,), "question": (3,),
        "asked": (players, cards), "passed": (players, cards), "showed_one_of": (players, cards),
        "was_shown": (players, cards), "has_shown": (players, cards), "accused": (players, 3),
        "history": (HISTORY, 6),
    }  # fmt: skip


class ObservationArrays:
    """The arrays of one seat, which is number 0; other seats are counted clockwise from it."""

    def __init__(self, seat: Seat) -> None:
        self._seat, self._deck = seat, seat.deck
        self._shapes = shapes(seat.players, len(seat.deck), len(seat.rooms))
        self.parts: dict[str, Numbers] = {
            name: np.zeros(shape, np.int16) for name, shape in self._shapes.items()
        }
        self.parts["seat"][seat.index] = 1
        self.parts["plays_on"][:] = 1
        for card in seat.hand:
            self.parts["hand"][self._place(card)] = 1
        for index, size in enumerate(seat.hand_sizes):
            self.parts["hand_sizes"][self._from_here(index)] = size

    def observe(self, event: events.Event) -> None:
        """Add an event, as this seat sees it."""
        who = self._from_here(event.seat)
        match event:
            case events.Rolled(dice=dice):
                self.parts["dice"][0] = sum(dice)
            case events.Suggested(cards=cards):
                self._asked = [self._place(card) for card in cards]
                for place in self._asked:
                    self.parts["asked"][who, place] += 1
                history = self.parts["history"]
                history[1:] = history[:-1].copy()
                history[0] = [who + 1, *(place + 1 for place in self._asked), 0, 0]
            case events.Passed():
                for place in self._asked:
                    self.parts["passed"][who, place] += 1
            case events.Showed(to=asker, card=card):
                self._shows(who, self._from_here(asker), card)
            case events.Accused(cards=cards):
                self.parts["accused"][who] = [self._place(card) + 1 for card in cards]
            case events.Eliminated() | events.Forfeited():
                self.parts["plays_on"][who] = 0

    def begins_turn(self, turn: int, seat: int) -> None:
        """Note whose turn it is."""
        if self.parts["turn"][0] != turn:
            self.parts["turn"][0] = min(turn, MOST)
            self.parts["dice"][0] = 0
        self.parts["whose_turn"][:] = 0
        self.parts["whose_turn"][self._from_here(seat)] = 1

    def sees_tokens(self, places: Mapping[Card, Place]) -> None:
        """Note where the tokens stand: in a room, or on a square as (x + 1, y + 1)."""
        tokens = self.parts["tokens"]
        tokens[:] = 0
        for row, suspect in enumerate(self._seat.suspects[: len(SUSPECTS)]):
            place = places.get(suspect)
            if isinstance(place, str):
                tokens[row, self._seat.rooms.index(place)] = 1
            elif place is not None:
                tokens[row, -2:] = (place[0] + 1, place[1] + 1)

    def vector(self, phase: str | None, about: tuple[Card, ...]) -> Numbers:
        """Return all arrays as one vector, with the phase and the cards of the decision."""
        self.parts["phase"][:] = [phase == name for name in PHASES]
        self.parts["question"][:] = 0
        for place, card in enumerate(about):
            self.parts["question"][place] = self._place(card) + 1
        return np.concatenate([part.ravel() for part in self.parts.values()])

    def _shows(self, who: int, asker: int, card: Card | None) -> None:
        self.parts["history"][0, 4] = who + 1
        if card is None:
            for place in self._asked:
                self.parts["showed_one_of"][who, place] += 1
            return
        place = self._place(card)
        self.parts["history"][0, 5] = place + 1
        if who == 0:
            self.parts["has_shown"][asker, place] += 1
        else:
            self.parts["was_shown"][who, place] += 1

    def _place(self, card: Card) -> int:
        return self._deck.position(card)

    def _from_here(self, seat: int) -> int:
        return (seat - self._seat.index) % self._seat.players


def length(players: int, cards: int, rooms: int) -> int:
    """Return the length of an observation."""
    return sum(map(prod, shapes(players, cards, rooms).values()))


def split_vector(vector: Numbers, players: int, cards: int, rooms: int) -> dict[str, Numbers]:
    """Return the parts of an observation by name, with their shapes."""
    parts = shapes(players, cards, rooms)
    ends = np.cumsum([*map(prod, parts.values())])[:-1]
    pieces = zip(parts.items(), np.split(vector, ends), strict=True)
    return {name: piece.reshape(shape) for (name, shape), piece in pieces}
