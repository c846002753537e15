"""Conditional plans, executed and valued by code of their own.

Nothing here is shared with the planner, its engines or its validators but the drawn deals.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import inf, log

from planner_clue.belief.drawn_deals import DrawnDeals

Deal = tuple[Mapping[str, int], Mapping[str, int]]
"""Holder of each card, and a number per card: of those of one hand, the lowest is shown."""


def deals_of(drawn: DrawnDeals) -> list[Deal]:
    """Return the drawn deals one by one."""
    cards = drawn.deck.cards
    return [
        (dict(zip(cards, row, strict=True)), dict(zip(cards, numbers, strict=True)))
        for row, numbers in zip(drawn.holders.tolist(), drawn.order.T.tolist(), strict=True)
    ]


def answer(deal: Deal, asked: Sequence[str], me: int, seats: int) -> tuple[int, str] | None:
    """Return who shows which card to a suggestion of seat ``me``; None if nobody can."""
    holder, number = deal
    for seat in [(me + step) % seats for step in range(1, seats)]:
        if could := [card for card in asked if holder[card] == seat]:
            return seat, min(could, key=number.__getitem__)
    return None


def case_file(deal: Deal, seats: int) -> set[str]:
    """Return the cards of the case file of a deal."""
    return {card for card, holder in deal[0].items() if holder == seats}


def steps_of(plan: str) -> list[list[str]]:
    """Return the steps of a plan as lists of words."""
    return [line.split() for line in re.findall(r"^\((.*)\)", plan, re.MULTILINE)]


def _tag(step: list[str]) -> str:
    return step[3] if step[0] == "if-shown" else step[1]


def _parts(
    steps: list[list[str]],
) -> tuple[list[list[str]], list[tuple[list[str], list[list[str]]]]]:
    """Return the first steps, and each step that begins a branch, with what follows it."""
    first: list[list[str]] = []
    branches: list[tuple[list[str], list[list[str]]]] = []
    for step in steps:
        inner = branches and _tag(step).startswith(_tag(branches[-1][0]) + "-")
        if step[0].startswith("if-") and not inner:
            branches.append((step, []))
        else:
            (branches[-1][1] if branches else first).append(step)
    return first, branches


def follow(steps: list[list[str]], deal: Deal, me: int, tokens: Sequence[str]) -> list[list[str]]:
    """Return the steps of a plan that are played if this is the real deal.

    Raises :class:`AssertionError` where not just one branch is for the answer.
    """
    first, branches = _parts(steps)
    if not branches:
        return first
    came = answer(deal, first[-1][1:4], me, len(tokens))
    names = ["if-shown", f"player-{tokens[came[0]]}", came[1]] if came else ["if-nobody-shows"]
    fitting = [then for step, then in branches if step[: len(names)] == names]
    assert len(fitting) == 1, f"{len(fitting)} branches for {came} in {first[-1]}"
    return first + follow(fitting[0], deal, me, tokens)


class Oracle:
    """The cost of the best plan for a problem, by a dynamic program over the answers."""

    def __init__(self, problem: str) -> None:
        self.facts = defaultdict[str, set[tuple[str, ...]]](set)
        text = problem.lower().partition("(:init")[2].partition("(:goal")[0]
        for line in re.findall(r"^\s*\(([^()=]+)\)", text, re.MULTILINE):
            name, *arguments = line.split()
            self.facts[name].add(tuple(arguments))
        self.values: dict[tuple[str, ...], int] = {
            tuple(name.split()): int(value)
            for name, value in re.findall(r"\(= \(([^()]*)\) (\d+)\)", text)
        }
        self.next = _pairs(self.facts["next-answer"])
        self.first = _pairs(self.facts["first-answer"])
        self.room = {asked[0]: asked[-1] for asked in self.facts["about"]}
        self.here = _pairs(self.facts["given-in"])
        self.may_accuse = {accused[0] for accused in self.facts["may-gamble"]}
        self.branch = cache(self._branch)

    def best(self) -> int:
        """Return the cost of the best plan."""
        costs = []
        for asked, tag in self.facts["worth-after"]:
            if tag == "now" and asked in self.first:
                costs += [way + self.after(asked) for way in self.ways_now(self.room[asked])]
        return min(costs)

    def ways_now(self, room: str) -> list[int]:
        """Return the costs of all ways to the room at first."""
        if ("now",) not in self.facts["given"]:
            return []
        ways = []
        at = next((room for (room,) in self.facts["at"]), None)
        if at is None:
            ways.append(self.values["hallway-travel-cost", room])
        if "now" in self.here:
            ways.append(self.values["way-cost-after", "now", room])
            if (at, room) in self.facts["passage"]:
                ways.append(self.values["passage-cost-after", "now"])
            if at == room and () in self.facts["may-stay"]:
                ways.append(self.values["passage-cost-after", "now"])
        if at == room and () in self.facts["may-suggest"]:
            ways.append(0)
        return ways

    def after(self, asked: str) -> int:
        """Return the cost of all branches of a suggestion."""
        return sum(self.branch(tag) for tag in self.answers(asked))

    def answers(self, asked: str) -> list[str]:
        """Return the answers to a suggestion."""
        found, stem = [self.first[asked]], self.first[asked].rpartition("-")[0]
        while self.next[found[-1]].rpartition("-")[0] == stem:
            found.append(self.next[found[-1]])
        return found

    def _branch(self, tag: str) -> int:
        if any(proved[0] == tag for proved in self.facts["proved"]):
            return 0
        costs = [self.values["risk", tag]] if tag in self.may_accuse else []
        for asked, after in self.facts["worth-after"]:
            if after == tag:
                room = self.room[asked]
                ways = [self.values["way-cost-after", tag, room]]
                if (self.here[tag], room) in self.facts["passage"]:
                    ways.append(self.values["passage-cost-after", tag])
                ends = [self.values["time-left", asked]]
                if asked in self.first:
                    ends.append(self.after(asked))
                costs.append(min(ways) + min(ends))
        return min(costs)


def _pairs(facts: set[tuple[str, ...]]) -> dict[str, str]:
    return {fact[0]: fact[1] for fact in facts}


def time_left(
    deals: Sequence[Deal],
    asked: Sequence[str],
    me: int,
    seats: int,
    deck: Sequence[Sequence[str]],
    per_guess: Sequence[float],
    patience: float,
    enough: float,
) -> float:
    """Return the average time after a suggestion, deal by deal: guesses, or an accusation."""
    groups = defaultdict[object, list[Deal]](list)
    for deal in deals:
        groups[answer(deal, asked, me, seats)].append(deal)
    total = 0.0
    for group in groups.values():
        guessing, chance = 0.0, 1.0
        for cards, time in zip(deck, per_guess, strict=True):
            counts = Counter(next(c for c in cards if deal[0][c] == seats) for deal in group)
            ranked = [count for _, count in counts.most_common()]
            guesses = [min(place, len(ranked) - 1) for place in range(1, len(ranked) + 1)]
            guessing += time * sum(g * n for g, n in zip(guesses, ranked, strict=True))
            chance *= ranked[0] / len(group)
        accusing = -patience * log(chance) * len(group) if chance >= enough else inf
        total += min(guessing, accusing)
    return total / len(deals)
