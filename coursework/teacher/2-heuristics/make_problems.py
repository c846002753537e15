"""Write the problems of exercise 2, positions on the classic board, in the form of ``pddl/huji``.

``python coursework/teacher/2-heuristics/make_problems.py`` from the top folder.
"""

from collections import Counter
from pathlib import Path

from planner_clue.board import load_board
from planner_clue.cards import Card, CaseFile, Deck
from planner_clue.deliberation.formulations import Position, huji_problem

HERE = Path(__file__).parent
VISIBLE, HIDDEN = HERE.parents[1] / "2-heuristics" / "cases", HERE / "hidden"
PENALTY = 10
"""Squares for each time a card was asked about before."""
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
    """Write every problem; print how often each card was asked about."""
    board, deck = load_board("classic"), Deck()
    for file, (assumed, rivals, here, asked) in POSITIONS.items():
        case_file = CaseFile(*map(Card, assumed.split()))
        open_cards = {*case_file, *map(Card, rivals.split())}
        position = Position(
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
        text = story + huji_problem(position, PENALTY).to_text()
        file.with_suffix(".pddl").write_text(text, encoding="utf-8")
        print(file.stem, dict(position.asked))


if __name__ == "__main__":
    main()
