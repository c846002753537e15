"""The observations of one seat, as arrays of fixed shapes.

They are made only from the events as this seat may see them.
"""

from collections.abc import Mapping
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from planner_clue.board import Place
from planner_clue.cards import SUSPECTS, Card
from planner_clue.environment.actions import card_number
from planner_clue.table.decisions import Seat
from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Passed,
    Rolled,
    Showed,
    Suggested,
)

Numbers: TypeAlias = NDArray[np.int16]
HISTORY = 32
"""The number of suggestions in an observation, the newest first."""
PHASES = ("accuse", "start", "move", "suggest", "show")
"""The decisions of a seat: the methods of :class:`planner_clue.agents.Agent`."""
MOST = 9_999
"""The largest number in an observation."""


def shapes(players: int, cards: int, rooms: int) -> dict[str, tuple[int, ...]]:
    """Return the parts of an observation, in order, with their shapes."""
    return {
        "phase": (len(PHASES),),
        "turn": (1,),
        "whose_turn": (players,),
        "seat": (players,),
        "hand": (cards,),
        "hand_sizes": (players,),
        "plays_on": (players,),
        "tokens": (len(SUSPECTS), rooms + 2),
        "dice": (1,),
        "question": (3,),
        "asked": (players, cards),
        "passed": (players, cards),
        "showed_one_of": (players, cards),
        "was_shown": (players, cards),
        "has_shown": (players, cards),
        "accused": (players, 3),
        "history": (HISTORY, 6),
    }


class ObservationArrays:
    """The arrays of one seat. Seats are counted clockwise from it: 0 is itself."""

    def __init__(self, seat: Seat) -> None:
        self._seat, self._deck = seat, seat.deck
        self._shapes = shapes(seat.players, len(seat.deck), len(seat.rooms))
        self.parts: dict[str, Numbers] = {
            name: np.zeros(shape, np.int16) for name, shape in self._shapes.items()
        }
        """The arrays by name."""
        self.parts["seat"][seat.index] = 1
        self.parts["plays_on"][:] = 1
        for card in seat.hand:
            self.parts["hand"][self._place(card)] = 1
        for index, size in enumerate(seat.hand_sizes):
            self.parts["hand_sizes"][self._from_here(index)] = size

    def observe(self, event: Event) -> None:
        """Add what this seat sees of an event."""
        who = self._from_here(event.seat)
        match event:
            case Rolled(dice=dice):
                self.parts["dice"][0] = sum(dice)
            case Suggested(cards=cards):
                self._asks(who, cards)
            case Passed():
                for place in self._asked:
                    self.parts["passed"][who, place] += 1
            case Showed(to=asker, card=card):
                self._shows(who, self._from_here(asker), card)
            case Accused(cards=cards):
                numbers = [card_number(self._deck, card) for card in cards]
                self.parts["accused"][who] = numbers
            case Eliminated() | Forfeited():
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
        for row, suspect in enumerate(SUSPECTS):
            place = places.get(suspect)
            if isinstance(place, str):
                tokens[row, self._seat.rooms.index(place)] = 1
            elif place is not None:
                tokens[row, -2:] = (place[0] + 1, place[1] + 1)

    def vector(self, phase: str | None, about: tuple[Card, ...]) -> Numbers:
        """Return all arrays in one, with what is to be decided now.

        ``about`` are the cards of a suggestion to answer, or the room to suggest in.
        """
        self.parts["phase"][:] = [phase == name for name in PHASES]
        self.parts["question"][:] = 0
        for place, card in enumerate(about):
            self.parts["question"][place] = card_number(self._deck, card)
        return np.concatenate([part.ravel() for part in self.parts.values()])

    def _asks(self, who: int, cards: tuple[Card, ...]) -> None:
        self._asked = [self._place(card) for card in cards]
        for place in self._asked:
            self.parts["asked"][who, place] += 1
        history = self.parts["history"]
        history[1:] = history[:-1].copy()
        history[0] = [who + 1, *(place + 1 for place in self._asked), 0, 0]

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
    """Return how many numbers an observation has."""
    return sum(map(prod, shapes(players, cards, rooms).values()))


def split(vector: Numbers, players: int, cards: int, rooms: int) -> dict[str, Numbers]:
    """Return the parts of an observation by name, in their shapes."""
    found, first = {}, 0
    for name, shape in shapes(players, cards, rooms).items():
        size = prod(shape)
        found[name] = vector[first : first + size].reshape(shape)
        first += size
    return found
