"""A validator of its own: is the accusation of a plan justified by the plan's steps?

It reads the texts of problem and plan, knows the rules of the game, and shares no code with the
planner, its engines or its validators.
"""

import re
from collections import defaultdict

MOVES = {"travel": (0, 1), "take-passage": (0, 1), "travel-from-hallway": (None, 0), "stay": (0, 0)}
"""For each way to begin a visit, the arguments that name the room it starts from and ends in."""


def unjustified(problem: str, plan: str) -> str | None:
    """Return what is wrong with a plan for a problem of ``pddl/clue``, or None."""
    table = _Table(problem)
    for number, line in enumerate(re.findall(r"^\((.*)\)", plan.lower(), re.MULTILINE), 1):
        action, *arguments = line.split()
        if not table.does(action, arguments):
            return f"step {number} ({line}) is not justified"
    return None if table.accused else "no accusation"


class _Table:
    """Where the token is, what was asked, and what is proved."""

    def __init__(self, problem: str) -> None:
        self.facts = defaultdict[str, set[tuple[str, ...]]](set)
        start = problem.lower().partition("(:init")[2]
        for line in re.findall(r"^\s*\(([^()=]+)\)", start, re.MULTILINE):
            name, *arguments = line.split()
            self.facts[name].add(tuple(arguments))
        self.room = next((room for (room,) in self.facts["at"]), None)
        self.doubts = {doubt for doubt, *_ in self.facts["between"]}
        self.proved = {card for (card,) in self.facts["murder"]}
        self.asked = set[str]()
        self.may_ask, self.asking, self.accused = bool(self.facts["may-suggest"]), True, False

    def does(self, action: str, arguments: list[str]) -> bool:
        """Carry out a step; return whether it is justified."""
        if action in MOVES:
            return self._moves(action, arguments)
        if action.startswith("suggest-"):
            return self._asks(action.removeprefix("suggest-"), arguments)
        if action == "take-stock":
            self.asking = False
            return True
        if action == "settle":
            doubt, question, _ = arguments
            self.doubts.discard(doubt)
            return question in self.asked and (question, doubt) in self.facts["settles"]
        if action == "conclude":
            self.proved.update(arguments[:3])
            assumed = {card for (card,) in self.facts["assumed"]}
            return not self.doubts and set(arguments[:3]) == assumed
        self.accused = action == "accuse" and self.proved.issuperset(arguments)
        return self.accused

    def _moves(self, action: str, arguments: list[str]) -> bool:
        start, end = MOVES[action]
        here = self.room == (None if start is None else arguments[start])
        self.room, self.may_ask = arguments[end], True
        if action == "take-passage":
            return self.asking and here and tuple(arguments[:2]) in self.facts["passage"]
        return self.asking and here

    def _asks(self, answer: str, arguments: list[str]) -> bool:
        suspect, weapon, room, question = arguments[:4]
        allowed = self.asking and self.may_ask and room == self.room
        self.may_ask = False
        self.asked.add(question)
        about = (question, suspect, weapon, room) in self.facts["about"]
        return allowed and about and (question,) in self.facts[answer]
