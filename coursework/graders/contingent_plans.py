"""Conditional plans of exercise 7: their text, their execution in every deal, and the optimum.

A plan is a suggestion with a branch for each answer, or an accusation, which takes no turn. To
suggest in a room is to go there first, also from the same room, in the expected turns of the way.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise, permutations, product
from math import inf
from random import Random
from typing import Any, Self, TypeAlias

from msgspec import Struct

from graders.cost_positions import Deal, expected_turns, read_position
from planner_clue.game.board import Board, load_board
from planner_clue.game.cards import Card
from planner_clue.planner.plan_tree import Answer
from planner_clue.support.errors import CourseworkError

Cards: TypeAlias = tuple[str, ...]
Belief: TypeAlias = tuple[int, ...]
"""A belief state: the possible deals, by number."""
NOBODY = str(Answer(None, None))
_MOST_LINES, _DEEPEST = 5000, 20
_OUT_AND_IN = 2.0
_SUSPECTS = ("scarlett", "mustard", "white", "green")
_WEAPONS = ("candlestick", "knife", "rope", "wrench")
_SEATS = ("mustard", "white", "green")
_HEAVIEST, _DECIMALS = 4, 3


@dataclass(frozen=True)
class ConditionalPlan:
    """A suggestion with a branch for each answer, or an accusation."""

    line: int
    cards: Cards
    accuses: bool
    after: "Mapping[str, ConditionalPlan]"
    """The branches, by the answer in words."""
    otherwise: "ConditionalPlan | None" = None
    """The branch for all other answers."""

    @classmethod
    def read(cls, text: str) -> "ConditionalPlan":
        """Return the plan of a text; ``ValueError`` with the line that is wrong."""
        lines = list[tuple[int, int, list[str]]]()
        for number, line in enumerate(text.splitlines(), 1):
            content = line.partition("#")[0].rstrip()
            if content.strip():
                indent = len(content.expandtabs()) - len(content.expandtabs().lstrip())
                lines.append((number, indent, content.split()))
        if not lines or len(lines) > _MOST_LINES:
            raise ValueError(f"{len(lines)} lines; expected 1 to {_MOST_LINES}")
        plan, rest = cls._read(lines, 0)
        if rest < len(lines):
            raise ValueError(_at(lines[rest], "nothing can follow here; is the indentation right?"))
        return plan

    @classmethod
    def _read(
        cls, lines: list[tuple[int, int, list[str]]], at: int, depth: int = 0
    ) -> "tuple[ConditionalPlan, int]":
        """Return the plan that begins at a line, and the number of the line after it."""
        number, indent, words = lines[at]
        if depth > _DEEPEST:
            raise ValueError(_at(lines[at], f"more than {_DEEPEST} suggestions in a row"))
        if words[0] not in ("suggest", "accuse") or len(words) != 4:
            raise ValueError(_at(lines[at], "expected suggest or accuse with three cards"))
        cards, accuses, at = tuple(words[1:]), words[0] == "accuse", at + 1
        branches, otherwise = dict[str, ConditionalPlan](), None
        while not accuses and at < len(lines) and lines[at][1] > indent:
            if lines[at][2][0] != "if" and lines[at][2] != ["else:"]:
                break
            answer = _answer_of(lines[at])
            if answer in branches or otherwise:
                raise ValueError(_at(lines[at], "this answer has a branch before"))
            if at + 1 == len(lines) or lines[at + 1][1] <= lines[at][1]:
                raise ValueError(_at(lines[at], "expected an indented line after it"))
            branch, at = cls._read(lines, at + 1, depth + 1)
            if answer is None:
                otherwise = branch
            else:
                branches[answer] = branch
        return cls(number, cards, accuses, branches, otherwise), at


def _answer_of(line: tuple[int, int, list[str]]) -> str | None:
    words = " ".join(line[2])
    if words == "else:":
        return None
    answer = words.removeprefix("if ").removesuffix(":")
    is_shown = len(line[2]) == 4 and line[2][2] == "shows"
    if not words.endswith(":") or not (is_shown or answer == NOBODY):
        raise ValueError(_at(line, f"expected 'if SEAT shows CARD:', 'if {NOBODY}:' or 'else:'"))
    return answer


def _at(line: tuple[int, int, list[str]], what: str) -> str:
    return f"line {line[0]} '{' '.join(line[2])}': {what}"


def answer_in(deal: Deal, cards: Sequence[str], asked: Sequence[str]) -> str:
    """Return the answer in a deal, in words; of several cards a seat shows the first."""
    for seat in asked:
        for card in cards:
            if card in deal["hands"][seat]:
                return str(Answer(seat, Card(card)))
    return NOBODY


class ContingentPosition(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Place and knowledge of a seat, for which a conditional plan is wanted."""

    here: str
    turns: Mapping[str, Mapping[str, float]]
    """Expected turns from room to room; from a room to itself, of leaving and coming back. No way
    by another room is shorter."""
    asked: tuple[str, ...]
    """The other seats, in the order of asking."""
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]
    deals: tuple[Deal, ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the position of a JSON object; raises :class:`CourseworkError`."""
        found = read_position(text, cls)
        if _by_other_rooms(found.turns) != found.turns:
            raise CourseworkError("situation: turns: a way by another room is shorter")
        return found

    def lines(self) -> Iterator[str]:
        """Yield the position in words."""
        yield f"you are in the {self.here}; {len(self.deals)} deals, each with its weight:"
        yield from (f"  {deal['weight']}: {_in_words(deal)}" for deal in self.deals)
        for here, ways in self.turns.items():
            far = ", ".join(f"{room} {turns:g}" for room, turns in ways.items())
            yield f"turns from the {here}: {far}"
        yield f"cards: {', '.join((*self.suspects, *self.weapons, *self.rooms))}"

    def execute(self, plan: ConditionalPlan) -> tuple[float, list[str]]:
        """Return expected turns and wrong ends; ``ValueError`` for other cards."""
        self._check(plan)
        ends = [(deal, *self._run(plan, deal)) for deal in self.deals]
        turns = sum(taken * deal["weight"] for deal, taken, _ in ends) / self._total
        return turns, [f"{_in_words(deal)}:\n{fault}" for deal, _, fault in ends if fault]

    @property
    def _total(self) -> float:
        return float(sum(deal["weight"] for deal in self.deals))

    def _check(self, plan: ConditionalPlan) -> None:
        for card, known in zip(plan.cards, (self.suspects, self.weapons, self.rooms), strict=True):
            if card not in known:
                expected = f"expected one of {', '.join(known)}"
                raise ValueError(f"line {plan.line}: {card}; {expected}")
        for branch in (*plan.after.values(), *filter(None, [plan.otherwise])):
            self._check(branch)

    def _run(self, plan: ConditionalPlan, deal: Deal) -> tuple[float, str]:
        turns, here, path = 0.0, self.here, list[str]()
        while not plan.accuses:
            answer = answer_in(deal, plan.cards, self.asked)
            turns, here = turns + self.turns[here][plan.cards[2]], plan.cards[2]
            path.append(f"  line {plan.line} suggests {', '.join(plan.cards)}: {answer}")
            branch = plan.after.get(answer, plan.otherwise)
            if branch is None:
                return turns, "\n".join([*path, "  the plan has no branch for this answer"])
            plan = branch
        if list(plan.cards) == list(deal["case_file"]):
            return turns, ""
        return turns, "\n".join([*path, f"  line {plan.line} accuses {', '.join(plan.cards)}"])

    @cached_property
    def optimum(self) -> float:
        """Least expected turns of a plan that accuses right in every deal.

        A dynamic program over rooms and belief states: the deals that fit the answers. Infinite if
        no suggestions distinguish two case files.
        """
        files = [tuple(deal["case_file"]) for deal in self.deals]
        answers = {
            room: {
                tuple(answer_in(deal, (suspect, weapon, room), self.asked) for deal in self.deals)
                for suspect, weapon in product(self.suspects, self.weapons)
            }
            for room in self.rooms
        }

        @cache
        def left(here: str, belief: Belief) -> float:
            """Return the least expected turns, times the weight of the belief."""
            if len({files[number] for number in belief}) == 1:
                return 0.0
            weight, best = sum(self.deals[number]["weight"] for number in belief), inf
            for room, turns in self.turns[here].items():
                splits = {_split(belief, of_deals) for of_deals in answers[room]} - {(belief,)}
                for split in splits:
                    total = weight * turns
                    for part in split:
                        total += left(room, part) if total < best else 0.0
                    best = min(best, total)
            return best

        return left(self.here, tuple(range(len(self.deals)))) / self._total


def _split(belief: Belief, answers: Sequence[str]) -> tuple[Belief, ...]:
    groups = defaultdict[str, list[int]](list)
    for number in belief:
        groups[answers[number]].append(number)
    return tuple(sorted(map(tuple, groups.values())))


def _in_words(deal: Deal) -> str:
    hands = "; ".join(f"{seat} has {', '.join(hand)}" for seat, hand in deal["hands"].items())
    return f"case file {', '.join(deal['case_file'])}; {hands}"


@lru_cache(maxsize=1)  # keeps the optimum, which is computed once for all submissions
def drawn_position(
    seed: int, rooms: int, deals: int, seats: int = 2, between: tuple[float, float] | None = None
) -> ContingentPosition:
    """Return a position with three cards in hand, drawn from a seed.

    ``seats`` are the other seats, at most three. The rooms are those of the classic board, and so
    are the turns from room to room, unless they are drawn ``between`` two numbers.
    """
    random, board = Random(seed), load_board("classic")
    places = random.sample([str(room) for room in board.rooms], rooms)
    in_play = [_SUSPECTS[1:], _WEAPONS[1:], places[:-1]]
    found = list[dict[str, Any]]()
    while len(found) < deals:
        case_file = [random.choice(cards) for cards in in_play]
        others = [card for cards in in_play for card in cards if card not in case_file]
        random.shuffle(others)
        ends = [len(others) * number // seats for number in range(seats + 1)]
        parts = zip(_SEATS[:seats], pairwise(ends), strict=True)
        hands = {seat: sorted(others[start:end]) for seat, (start, end) in parts}
        if all(one["case_file"] != case_file or one["hands"] != hands for one in found):
            weight = random.randint(1, _HEAVIEST)
            found.append({"weight": weight, "case_file": case_file, "hands": hands})
    if between:
        drawn = {
            pair: round(random.uniform(*between), _DECIMALS) for pair in permutations(places, 2)
        }
        turns = {a: {b: drawn.get((a, b), _OUT_AND_IN) for b in places} for a in places}
    else:
        turns = {a: {b: _turns(board, a, b) for b in places} for a in places}
    turns = _by_other_rooms(turns)
    return ContingentPosition(
        places[0], turns, _SEATS[:seats], _SUSPECTS, _WEAPONS, tuple(places), tuple(found)
    )


def _turns(board: Board, start: str, end: str) -> float:
    a, b = Card(start), Card(end)
    if board.passages.get(a) == b:
        return 1.0
    return _OUT_AND_IN if a == b else round(expected_turns(board.pips[a][b], 2), _DECIMALS)


def _by_other_rooms(turns: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return the turns from room to room, by other rooms where that is shorter."""
    found = {start: dict(to) for start, to in turns.items()}
    for over, start, end in product(found, repeat=3):
        way = round(found[start][over] + found[over][end], _DECIMALS)
        found[start][end] = min(found[start][end], way)
    return found
