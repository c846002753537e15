"""Exercise 2, solved."""

from itertools import pairwise, permutations, product
from typing import Any

INFINITY = float("inf")


def here(node: Any) -> str | None:
    """Return the room the token is in; None in the hallway."""
    return next((atom[1] for atom in node.state if atom[0] == "at"), None)


def to_find(node: Any, task: Any) -> set[str]:
    """Return the cards that are not found yet, without the assumed ones."""
    rivals = {atom[1] for atom in task.facts if atom[0] == "rival"}
    return {atom[1] for atom in node.state if atom[0] == "unlocated"} & rivals


def is_answered(node: Any) -> bool:
    """Return whether the assumed three were asked about."""
    return ("unanswered",) in node.state


def distance(node: Any, task: Any) -> float:
    """Return the shortest way through all rooms that are to be found, to the assumed room.

    A room is only shown to who asks there, and the last suggestion is made in the assumed room:
    where it was asked already, nothing more can be found.
    """
    if is_answered(node):
        return INFINITY if to_find(node, task) else 0
    rooms = to_find(node, task) & set(task.objects["room"])
    return shortest(here(node), frozenset(rooms), task.assumption.room, task)


def shortest(start: str | None, rooms: frozenset[str], end: str, task: Any) -> int:
    """Return the squares from a room (or the hallway) through all of some rooms to the last."""
    key = "shortest", start, rooms
    if key not in task.memory:
        between = ways(task)
        task.memory[key] = min(
            sum(between.get(pair, 0) for pair in pairwise([start, *order, end]))
            for order in permutations(sorted(rooms))
        )
    found: int = task.memory[key]
    return found


def ways(task: Any) -> Any:
    """Return the squares to each room, from a room or the hallway, by other rooms if shorter.

    A room with two doors is a shortcut, and a plan may have a suggestion to make there.
    """
    if "ways" not in task.memory:
        rooms, found = task.objects["room"], dict(task.distances)
        found |= {(None, room): task.values["hallway-travel-cost", room] for room in rooms}
        for over, start, end in product(rooms, [None, *rooms], rooms):
            found[start, end] = min(found[start, end], found[start, over] + found[over, end])
        task.memory["ways"] = found
    return task.memory["ways"]


def repetition(node: Any, task: Any) -> float:
    """Return the sum of the cheapest suggestions in which each card can be shown.

    A suggestion finds one card, so every card needs one of its own; the assumed three need another.
    """
    costs = cheapest(task)
    total = sum(costs.get(card, INFINITY) for card in to_find(node, task))
    if not is_answered(node):
        total += task.values["question-cost", *task.assumption]
    return total


def cheapest(task: Any) -> dict[str, int]:
    """Return what the cheapest suggestion about each card costs; worked out once a task."""
    if "cheapest" not in task.memory:
        found: dict[str, int] = {}
        for name, *cards in task.facts:
            if name == "open-question":
                cost = task.values["question-cost", *cards]
                found |= {card: min(cost, found.get(card, cost)) for card in cards}
        task.memory["cheapest"] = found
    return dict(task.memory["cheapest"])


def combined(node: Any, task: Any) -> float:
    """Return the sum: ways and suggestions are different actions, and both have to be paid."""
    return distance(node, task) + repetition(node, task)
