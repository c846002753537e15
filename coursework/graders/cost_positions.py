"""Positions of exercise 4 with their possible deals, and the expected turns of plans from there.

A plan goes to a room and makes a suggestion there. The answer leaves fewer deals, and the next plan
is made, until the case file is certain. The result is the mean number of turns over all deals.

A *suggestion* is plain data: its ``cards``, the seats that are ``asked`` in turn, and the ``deals``
with ``weight``, ``case_file`` and ``hands``. A seat shows each of several cards equally often.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import log2
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.json import decode

from planner_clue.game.board.turns import roll_chances
from planner_clue.support.errors import CourseworkError

_Position = TypeVar("_Position", bound=Struct)
Deal: TypeAlias = Mapping[str, Any]
Asked: TypeAlias = Mapping[str, Any]
Shown: TypeAlias = tuple[str, str] | None
"""The seat that shows a card, and the card; None if nobody shows one."""
MOST_VISITS = 10
"""Visits without a proof after which the game counts as lost."""
TURNS_LOST = 30.0
"""Turns that are added for a lost game."""
CLEARLY = 0.2
"""Bits by which a suggestion is more informative than another, so that it must cost less."""
PRICES = (0.8, 1.0, 1.5, 2.0, 2.5)
"""Turns per bit with which the plans of a case are as good as each other."""


@cache
def expected_turns(squares: int, dice: int) -> float:
    """Return the expected turns to walk to a room; the last roll may be too high.

    >>> round(expected_turns(8, 2), 3), round(expected_turns(3, 1), 3)
    (1.61, 1.361)
    """
    short = ((total, share) for total, share in roll_chances(dice).items() if total < squares)
    return 1 + sum(share * expected_turns(squares - total, dice) for total, share in short)


def answers(suggestion: Asked) -> Iterator[tuple[Shown, float, Deal]]:
    """Yield every possible answer with its weight and its deal."""
    for deal in suggestion["deals"]:
        shows = _shows(suggestion, deal)
        for answer in shows:
            yield answer, deal["weight"] / len(shows), deal


def _shows(suggestion: Asked, deal: Deal) -> list[Shown]:
    for seat in suggestion["asked"]:
        held = [card for card in suggestion["cards"] if card in deal["hands"][seat]]
        if held:
            return [(seat, card) for card in held]
    return [None]


def bits_left(suggestion: Asked) -> float:
    """Return the conditional entropy of the case file given the answer, in bits (Shannon 1948)."""
    groups: defaultdict[Shown, defaultdict[tuple[str, ...], float]]
    groups = defaultdict(lambda: defaultdict(float))
    for answer, weight, deal in answers(suggestion):
        groups[answer][tuple(deal["case_file"])] += weight
    total, bits = 0.0, 0.0
    for group in groups.values():
        weight = sum(group.values())
        total += weight
        bits += sum(part * log2(weight / part) for part in group.values())
    return bits / total


class CostFunctions(Protocol):
    """Costs of ways and suggestions, in hundredths of a turn."""

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return the cost of each way."""

    def suggestions(self, suggestions: Sequence[Asked]) -> list[int]:
        """Return the cost of each suggestion."""


@dataclass(frozen=True)
class ReferenceCosts:
    """Expected turns, and a price per bit that is left."""

    turns_per_bit: float = 1.5

    def ways(self, ways: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return the cost of each way."""
        return [round(100 * turns_of(way)) for way in ways]

    def suggestions(self, suggestions: Sequence[Asked]) -> list[int]:
        """Return the cost of each suggestion."""
        return [round(100 * self.turns_per_bit * bits_left(one)) for one in suggestions]


def turns_of(way: Mapping[str, Any]) -> float:
    """Return the expected turns of a way; a passage takes one."""
    return 1.0 if way["passage"] else expected_turns(way["squares"], way["dice"])


class CostPosition(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Place and knowledge of a seat."""

    here: str
    dice: int
    squares: Mapping[str, Mapping[str, int]]
    """From room to room; from a room to itself, of leaving and coming back."""
    passages: Mapping[str, str]
    asked: tuple[str, ...]
    """The other seats, in the order of asking."""
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    deals: tuple[Deal, ...]

    def suggestions(self, deals: Sequence[Deal]) -> list[Asked]:
        """Return every suggestion, room by room."""
        cards, asked = product(self.suspects, self.weapons, self.squares), list(self.asked)
        return [{"cards": list(each), "asked": asked, "deals": list(deals)} for each in cards]

    def ways(self, here: str) -> list[Mapping[str, Any]]:
        """Return the way to each room, in the order of the rooms."""
        return [
            {"squares": squares, "dice": self.dice, "passage": self.passages.get(here) == room}
            for room, squares in self.squares[here].items()
        ]

    def turns(self, costs: CostFunctions) -> float:
        """Return the expected turns until the case file is certain, planning with these costs."""
        return self._turns(costs, self.here, self.deals, MOST_VISITS)

    def plan(
        self, costs: CostFunctions, here: str, deals: Sequence[Deal]
    ) -> tuple[str, Asked, int]:
        """Return the cheapest plan: its room, its suggestion, and its cost."""
        going = dict(zip(self.squares, costs.ways(self.ways(here)), strict=True))
        suggestions = self.suggestions(deals)
        priced = zip(suggestions, costs.suggestions(suggestions), strict=True)
        plans = ((going[q["cards"][2]] + cost, q) for q, cost in priced)
        asking, suggestion = min(plans, key=lambda plan: plan[0])
        return suggestion["cards"][2], suggestion, asking

    def _turns(self, costs: CostFunctions, here: str, deals: Sequence[Deal], visits: int) -> float:
        if len({tuple(deal["case_file"]) for deal in deals}) == 1:
            return 0.0
        if not visits:
            return TURNS_LOST
        room, suggestion, _ = self.plan(costs, here, deals)
        way = next(w for w, to in zip(self.ways(here), self.squares, strict=True) if to == room)
        left: defaultdict[Shown, list[Deal]] = defaultdict(list)
        for answer, weight, deal in answers(suggestion):
            left[answer].append({**deal, "weight": weight})
        total: float = sum(deal["weight"] for deal in deals)
        later: float = sum(
            sum(deal["weight"] for deal in group) * self._turns(costs, room, group, visits - 1)
            for group in left.values()
        )
        return turns_of(way) + later / total

    def story(self) -> str:
        """Return the position in words."""
        files = len({tuple(deal["case_file"]) for deal in self.deals})
        ways = ", ".join(f"{room} {squares}" for room, squares in self.squares[self.here].items())
        return (
            f"you are in the {self.here}; {len(self.deals)} deals, {files} case files\n"
            f"squares from there: {ways}\n"
            f"suspects in question: {', '.join(self.suspects)}\n"
            f"weapons in question: {', '.join(self.weapons)}"
        )


def read_position(text: str, kind: type[_Position]) -> _Position:
    """Return the position of a JSON object; raises :class:`CourseworkError`."""
    try:
        return decode(text.encode(), type=kind)
    except ValueError as error:
        raise CourseworkError(f"situation: {error}; expected a position") from error
