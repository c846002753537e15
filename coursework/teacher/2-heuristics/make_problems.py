"""Write domain and problems of exercise 2: positions on the classic board, as in ``pddl/huji``.

The domain has one more function, ``times-asked``, so that a problem says all that heuristics read.

``python coursework/teacher/2-heuristics/make_problems.py`` from the top folder.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from planner_clue.board import load_board
from planner_clue.cards import Card, CaseFile, Deck
from planner_clue.data import data_folder
from planner_clue.deliberation.formulations import ProofPosition, huji_problem

HERE = Path(__file__).parent
VISIBLE, HIDDEN = HERE.parents[1] / "2-heuristics" / "cases", HERE / "hidden"
PENALTY = 10
"""Squares for each time a card was suggested before."""
TIMES_ASKED = """\
    ; How often the agent suggested ?c before. For heuristics only.
    (times-asked ?c - card) - number
"""
POSITIONS = {
    VISIBLE / "near": ("green knife study", "plum lead-pipe hall", "hall", "plum lead-pipe hall"),
    VISIBLE / "far": (
        "scarlett rope conservatory",
        "green plum wrench lounge kitchen",
        "study",
        "green wrench lounge green rope lounge scarlett rope conservatory",
    ),
    HIDDEN / "corners": (
        "white revolver kitchen",
        "mustard peacock candlestick study conservatory",
        "lounge",
        "mustard revolver study",
    ),
    HIDDEN / "one-room": (
        "peacock wrench library",
        "green scarlett white knife rope",
        "library",
        "green knife library scarlett knife library white knife library",
    ),
    HIDDEN / "many": (
        "plum candlestick ballroom",
        "scarlett green mustard knife rope hall dining-room",
        "billiard-room",
        "green knife dining-room green rope hall plum candlestick hall mustard rope hall",
    ),
}
"""By file: the assumed cards, those to be found, the room of the token, what was asked about."""


def main() -> None:
    """Write the domain and every problem."""
    domain = (data_folder("pddl") / "huji" / "domain.pddl").read_text(encoding="utf-8")
    start, functions, rest = domain.partition("    (total-cost) - number\n")
    for folder in (VISIBLE, HIDDEN):
        text = start + functions + TIMES_ASKED + rest
        (folder / "domain.pddl").write_text(text, encoding="utf-8")
    board, deck = load_board("classic"), Deck()
    for file, (assumed, rivals, here, asked) in POSITIONS.items():
        case_file = CaseFile(*map(Card, assumed.split()))
        open_cards = {*case_file, *map(Card, rivals.split())}
        position = ProofPosition(
            deck,
            case_file,
            held=frozenset(set(deck.cards) - open_cards),
            here=Card(here),
            distances=board.pips,
            asked=Counter(map(Card, asked.split())),
        )
        story = (
            f"; The token is in the {here}; assumed: {', '.join(case_file)};\n"
            f"; still to be found: {', '.join(rivals.split())}.\n"
        )
        problem = huji_problem(position, PENALTY)
        values = {**problem.unwritten, **problem.values}
        text = story + replace(problem, values=values, unwritten={}).to_text()
        file.with_suffix(".pddl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
