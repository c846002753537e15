"""A solution of exercise 10: the assumption, the plan that proves it, and reasons to plan again."""

from functools import cache
from itertools import product
from random import Random

PENALTY = 5


def assume(possible, assumed, seed):
    """Return the assumed case file while it is possible, else a random one that is."""
    if assumed and all(card in cards for card, cards in zip(assumed, possible, strict=True)):
        return assumed
    rng = Random(seed)
    return [rng.choice(cards) for cards in possible]


def plan(position):
    """Return the cheapest plan, by dynamic programming over rooms and cards to find."""
    assumed, far = position["assumed"], position["distances"]
    kinds = named(position)
    rivals = tuple(card for cards in kinds for card in cards if card not in assumed)

    def price(cards):
        room = cards[2]
        detour = 0 if room == assumed[2] else far[room][assumed[2]]
        return detour + PENALTY * sum(position["asked"].get(card, 0) for card in cards)

    def way(here, room):
        return 0 if here == room else far[here][room]

    @cache
    def cheapest(room, card):
        triples = [cards for cards in product(*kinds[:2], [room]) if card in cards]
        return min(((price(cards), cards) for cards in triples), default=None)

    @cache
    def best(here, left):
        if not left:
            return way(here, assumed[2]) + price(assumed), None, None
        steps = []
        for card, room in product(left, kinds[2]):
            if cheapest(room, card):
                cost, cards = cheapest(room, card)
                rest = tuple(other for other in left if other != card)
                steps.append((way(here, room) + cost + best(room, rest)[0], cards, card))
        return min(steps)

    steps, here, left = [], position["here"], rivals
    while left:
        _, cards, card = best(here, left)
        steps.append({"cards": list(cards), "expects": card})
        here, left = cards[2], tuple(other for other in left if other != card)
    steps.append({"cards": list(assumed), "expects": None})
    return {"cost": best(position["here"], rivals)[0], "steps": steps}


def named(position):
    """Return the cards of each kind that may be named."""
    kinds = (position[kind] for kind in ("suspects", "weapons", "rooms"))
    return [
        [own] if own in position["murder"] else [c for c in cards if c not in position["held"]]
        for cards, own in zip(kinds, position["assumed"], strict=True)
    ]


def replan(situation):
    """Return the first reason to plan again, or None."""
    asked, before, after = situation["asked"], situation["before"], situation["after"]
    mine = asked["by"] == situation["me"]
    if any(card not in after["possible"] for card in situation["assumed"]):
        return "assumption-refuted"
    if mine and asked["card"] != situation["plan"][0]["expects"]:
        return "unexpected-answer"
    shown = {asked["card"]} if mine else set()
    if set(after["located"]) - set(before["located"]) - shown:
        return "new-fact"
    if mine and all(step["do"] == "accuse" for step in situation["plan"][1:]):
        return "plan-finished"
    return None
