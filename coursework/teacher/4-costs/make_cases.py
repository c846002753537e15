"""Drawers of the cases of exercise 4: rooms of the classic board, and deals."""

import json
from itertools import combinations

from graders.cost_positions import CLEARLY, PRICES, CostPosition, ReferenceCosts, bits_left

from planner_clue.game.board import load_board
from planner_clue.game.cards import Deck
from planner_clue.teaching.case_making import Drawn, Unsuitable

SUSPECTS = ("scarlett", "mustard", "white", "green")
WEAPONS = ("candlestick", "knife", "rope", "wrench")
DEALS = 16
TO_ITSELF = 2
FAR_APART = (1, 1, 2, 4, 12, 30)
"""Weights of deals that differ much; elsewhere they are 1 to 3."""
LEAST_PAIRS = 100
"""Pairs of suggestions of which one is clearly more informative."""
FAR_OFF = (0.15, 150)
"""Turns per bit with which plans go astray."""
ALIKE = 1.08
"""Factor of the turns of the reference that the usual prices of a bit take at most."""
APART = 1.2
LEAST_TURNS, MOST_TURNS = 1.8, 4
"""Turns that the reference takes."""


def position(rng, rooms, dice, weights, asked):
    """Return a position; the first suspect and the last room are in the own hand."""
    board = load_board("classic")
    in_play = [SUSPECTS[1:], WEAPONS[1:], rooms[:-1]]
    squares = {a: {b: TO_ITSELF if a == b else board.pips[a][b] for b in rooms} for a in rooms}
    return {
        "here": rooms[0],
        "dice": dice,
        "squares": squares,
        "passages": {a: b for a, b in board.passages.items() if {a, b} <= {*rooms}},
        "asked": list(asked),
        "suspects": list(SUSPECTS),
        "weapons": list(WEAPONS),
        "deals": [deal(in_play, rng, weights, sorted(asked)) for _ in range(DEALS)],
    }


def deal(in_play, rng, weights, seats):
    case_file = [rng.choice(cards) for cards in in_play]
    others = [card for cards in in_play for card in cards if card not in case_file]
    rng.shuffle(others)
    hands = {seat: sorted(others[n :: len(seats)]) for n, seat in enumerate(seats)}
    return {"weight": rng.choice(weights), "case_file": case_file, "hands": hands}


def drawn(
    count, *, dice=2, weights=(1, 2, 3), passages=None, apart=1.0, asked=("mustard", "white")
):
    """Return the drawer of a position with this number of rooms, with or without ``passages``.

    With ``apart``, both extreme prices take this many times the turns of the reference.
    """

    def drawer(draw):
        rooms = draw.rng.sample([*Deck().rooms], count)
        made = position(draw.rng, rooms, dice, weights, asked)
        if passages is not None and passages != bool(made["passages"]):
            raise Unsuitable
        name = f"{draw.stem}.json"
        read = CostPosition(**{**made, "deals": tuple(made["deals"])})
        turns = read.turns(ReferenceCosts())
        if min(read.turns(ReferenceCosts(price)) for price in FAR_OFF) < apart * turns:
            raise Unsuitable
        if max(read.turns(ReferenceCosts(price)) for price in PRICES) > ALIKE * turns:
            raise Unsuitable
        left = [bits_left(each) for each in read.suggestions(read.deals)]
        pairs = sum(abs(a - b) > CLEARLY for a, b in combinations(left, 2))
        if not LEAST_TURNS <= turns <= MOST_TURNS or pairs < LEAST_PAIRS:
            raise Unsuitable
        deals = ",\n  ".join(map(json.dumps, made.pop("deals")))
        text = f'{json.dumps(made)[:-1]}, "deals": [\n  {deals}]}}\n'
        summary = f"{turns:.1f} turns by the reference, {pairs} pairs of suggestions"
        return Drawn({"situation": name}, {name: text}, summary)

    return drawer


def ways(draw):
    """Draw how far the farthest room is."""
    farthest = draw.rng.randint(20, 30)
    return Drawn({"farthest": farthest}, {}, f"1 to {farthest} squares")


DRAWERS = {
    # hidden
    "01-one-die.toml": ways,
    "02-questions.toml": drawn(5, weights=FAR_APART),
    "03-plans.toml": drawn(5, apart=APART, asked=("mustard", "plum", "white")),
    "04-plans-one-die.toml": drawn(4, dice=1, apart=APART),
    "05-plans-passages.toml": drawn(5, passages=True, apart=APART, asked=("white", "mustard")),
    # visible
    "03-questions-in-corners.toml": drawn(4),
    "04-plans.toml": drawn(5),
    "05-plans-in-corners.toml": drawn(4),
}
