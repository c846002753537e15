"""Write the positions of exercise 4: ``python coursework/teacher/4-costs/make_positions.py``.

The rooms are those of the classic board with its distances; the deals are drawn.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from planner_clue import load_board

HERE = Path(__file__).parent
VISIBLE, HIDDEN = HERE.parents[1] / "4-costs" / "cases", HERE / "hidden"
FILES = {
    VISIBLE / "near-and-far.json": 2,
    VISIBLE / "corners.json": 3,
    HIDDEN / "many.json": 7,
    HIDDEN / "one-die.json": 7,
    HIDDEN / "passages.json": 2,
    HIDDEN / "weights.json": 3,
}
"""Each file with its seed; other seeds make other positions. With these it matters both to go far
for no little thing, and not to ask for too little, and each of ``mistakes.toml`` is told."""
ROOMS = {
    "near-and-far.json": ("hall", "kitchen", "study", "ballroom", "library"),
    "corners.json": ("study", "kitchen", "lounge", "conservatory"),
    "many.json": ("dining-room", "library", "kitchen", "study", "hall"),
    "one-die.json": ("dining-room", "lounge", "hall", "kitchen"),
    "weights.json": ("dining-room", "library", "kitchen", "study", "hall"),
    "passages.json": ("lounge", "study", "conservatory", "kitchen", "dining-room"),
}
SUSPECTS = ("scarlett", "mustard", "white", "green")
WEAPONS = ("candlestick", "knife", "rope", "wrench")
DEALS = 16
TO_ITSELF = 2
FAR_APART = (1, 1, 2, 4, 12, 30)
"""Weights of the deals in ``weights.json``; elsewhere they are 1 to 3."""


def position(rooms: tuple[str, ...], rng: Random, dice: int) -> dict[str, Any]:
    """Return a position; the first suspect and the last room are in the own hand."""
    board = load_board("classic")
    in_play = [SUSPECTS[1:], WEAPONS[1:], rooms[:-1]]
    squares = {a: {b: TO_ITSELF if a == b else board.pips[a][b] for b in rooms} for a in rooms}
    return {
        "here": rooms[0],
        "dice": dice,
        "squares": squares,
        "passages": {a: b for a, b in board.passages.items() if {a, b} <= {*rooms}},
        "asked": ["mustard", "white"],
        "suspects": list(SUSPECTS),
        "weapons": list(WEAPONS),
        "deals": [deal(in_play, rng) for _ in range(DEALS)],
    }


def deal(in_play: list[tuple[str, ...]], rng: Random) -> dict[str, Any]:
    case_file = [rng.choice(cards) for cards in in_play]
    others = [card for cards in in_play for card in cards if card not in case_file]
    rng.shuffle(others)
    half = len(others) // 2
    hands = {"mustard": sorted(others[:half]), "white": sorted(others[half:])}
    return {"weight": rng.randint(1, 3), "case_file": case_file, "hands": hands}


def main() -> None:
    for file, seed in FILES.items():
        dice = 1 if file.stem == "one-die" else 2
        rng = Random(seed)
        made = position(ROOMS[file.name], rng, dice)
        if file.stem == "weights":
            made["deals"] = [{**one, "weight": rng.choice(FAR_APART)} for one in made["deals"]]
        deals = ",\n  ".join(json.dumps(one) for one in made.pop("deals"))
        file.write_text(f'{json.dumps(made)[:-1]}, "deals": [\n  {deals}]}}\n')


if __name__ == "__main__":
    main()
