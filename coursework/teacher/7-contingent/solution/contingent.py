"""A solution of exercise 7: a dynamic program over rooms and belief states."""

from functools import cache
from itertools import product

NOBODY = "nobody shows a card"


def plan(position):
    deals, turns = position["deals"], position["turns"]

    @cache
    def best(here, belief):
        """The expected turns times the weight of the belief state, and the suggestion to make."""
        if len({tuple(deals[n]["case_file"]) for n in belief}) == 1:
            return 0, None
        weight = sum(deals[n]["weight"] for n in belief)
        found = float("inf"), None
        for cards in product(position["suspects"], position["weapons"], position["rooms"]):
            parts = split(position, belief, cards)
            cost = weight * turns[here][cards[2]]
            if len(parts) > 1 and cost < found[0]:
                cost += sum(best(cards[2], part)[0] for part in parts.values())
                found = min(found, (cost, cards), key=lambda one: one[0])
        return found

    def lines(here, belief, indent):
        _, cards = best(here, belief)
        if cards is None:
            yield f"{indent}accuse {' '.join(deals[belief[0]]['case_file'])}"
            return
        yield f"{indent}suggest {' '.join(cards)}"
        for answer, part in split(position, belief, cards).items():
            yield f"{indent}  if {answer}:"
            yield from lines(cards[2], part, indent + "    ")

    return "\n".join(lines(position["here"], tuple(range(len(deals))), ""))


def split(position, belief, cards):
    """The belief states after each answer."""
    groups = {}
    for n in belief:
        groups.setdefault(answer(position, position["deals"][n], cards), []).append(n)
    return {shown: tuple(group) for shown, group in groups.items()}


def answer(position, deal, cards):
    for seat in position["asked"]:
        for card in cards:
            if card in deal["hands"][seat]:
                return f"{seat} shows {card}"
    return NOBODY
