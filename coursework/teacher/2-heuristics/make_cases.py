"""Drawers of the cases of exercise 2: positions on the classic board, as in ``pddl/huji``.

The domain is that of the template, with the function ``times-asked``, so that a problem says all
that heuristics read.
"""

import re
from collections import Counter
from dataclasses import replace

from planner_clue.game.board import load_board
from planner_clue.game.cards import Card, CaseFile, Deck
from planner_clue.planner.engines import ClueTask
from planner_clue.planner.formulations import ProofPosition, huji_problem
from planner_clue.planning.astar import astar
from planner_clue.planning.astar.heuristics import blind
from planner_clue.teaching.case_making import Drawn, Unsuitable

PENALTY = 10
"""Squares for each time a card was suggested before."""
DETOUR = 10
"""Squares that it costs at least, in corners, to go to the nearest room first."""


def position(rng, suspects, weapons, rooms, *, asked, start="", in_corners=False):
    """Return a problem with this number of cards to find, after ``asked`` suggestions.

    The token starts in another room than the assumed one, or in this room (``home``), or in the
    ``hallway``.
    """
    deck, board = Deck(), load_board("classic")
    groups = [list(group) for group in deck.categories]
    assumed = [rng.choice(group) for group in groups]
    sought = [
        card
        for group, own, count in zip(groups, assumed, (suspects, weapons, rooms), strict=True)
        for card in rng.sample([card for card in group if card != own], count)
    ]
    elsewhere = [room for room in groups[2] if room != assumed[2]]
    here = assumed[2] if start == "home" else rng.choice(elsewhere)
    if in_corners and detour(board.pips, here, sought[-2:], assumed[2]) < DETOUR:
        raise Unsuitable
    open_cards = [[c for c in group if c in {*assumed, *sought}] for group in groups]
    suggested = Counter(rng.choice(cards) for _ in range(asked) for cards in open_cards)
    case_file = CaseFile(*map(Card, assumed))
    square = rng.choice(sorted(n for n in board.graph if not isinstance(n, str)))
    known = ProofPosition(
        deck,
        case_file,
        held=frozenset({*deck.cards} - {*assumed, *sought}),
        here=None if start == "hallway" else Card(here),
        distances=board.pips,
        hallway_distances=board.pips_from(square),
        asked=suggested,
    )
    problem = huji_problem(known, PENALTY)
    values = {**problem.unwritten, **problem.values}
    story = (
        f"; The token is in the {known.here or 'hallway'}; assumed: {', '.join(case_file)};\n"
        f"; still to be found: {', '.join(sought)}.\n"
    )
    return story + replace(problem, values=values, unwritten={}).to_text()


def detour(squares, here, rooms, end):
    """Return how much longer the way to the end is if the nearer one of two rooms comes first."""
    way = {room: squares[here].get(room, 0) for room in rooms}
    near, far = sorted(rooms, key=way.__getitem__)
    return way[near] + squares[far][end] - way[far] - squares[near][end]


def free(text, function):
    """Return a problem in which a cost function is 0 everywhere."""
    return re.sub(rf"(\(= \({function} [^)]*\)) \d+\)", r"\1 0)", text)


def drawn(least, most, *cards, free_of="", **kinds):
    """Return the drawer of a position in which blind search expands this number of states.

    Then the costs of ``free_of`` become 0: there, one kind of cost cannot hide too much of the
    other.
    """

    def drawer(draw):
        name, domain = f"{draw.stem}.pddl", draw.files[draw.fields.get("domain", "domain.pddl")]
        text = position(draw.rng, *cards, **kinds)
        best, expanded = astar(ClueTask.ground(domain, text), blind)
        if best is None or not least <= expanded <= most:
            raise Unsuitable
        summary = f"{len(best.plan())} steps, {expanded} states without a heuristic"
        return Drawn({"problem": name}, {name: free(text, free_of) if free_of else text}, summary)

    return drawer


def distance(draw):
    """Draw a position in corners and one in the hallway, where suggestions cost nothing."""
    found = drawn(100, 1000, 2, 1, 2, free_of="question-cost", **CORNERS)(draw)
    hallway, text = f"{draw.stem}-hallway.pddl", position(draw.rng, 1, 1, 2, **HALLWAY)
    files = {**found.files, hallway: free(text, "question-cost")}
    return Drawn({**found.fields, "hallway": hallway}, files, found.difficulty)


def combined(draw):
    """Draw a position in corners, and one that is too large for a search."""
    found, larger = drawn(100, 1000, 2, 1, 2, **CORNERS)(draw), f"{draw.stem}-larger.pddl"
    files = {**found.files, larger: position(draw.rng, 5, 5, 7, asked=1)}
    return Drawn({**found.fields, "larger": larger}, files, found.difficulty)


def relaxation(draw):
    """Draw a position with a goal of its own: some of the cards to be found, and a room."""
    found, name = ONE_ROOM(draw), f"{draw.stem}.pddl"
    *cards, room = sought_and_room(found.files[name])
    wanted = [f"(held {card})" for card in sorted(draw.rng.sample(cards, 3))]
    goals = [f"(and {' '.join([*wanted, f'(at {room})'])})", f"(and (tea-served) {wanted[0]})"]
    goals.append("(biscuits-served)")
    return Drawn({"problems": [name], "goals": goals}, found.files, found.difficulty)


def sought_and_room(text):
    """Return the cards to be found, and a room that is not the token's."""
    where, sought = text.splitlines()[:2]
    here = where.partition("in the ")[2].partition(";")[0]
    cards = sought.rpartition(": ")[2].rstrip(".").split(", ")
    return *cards, next(str(room) for room in Deck().rooms if room != here)


CORNERS = {"asked": 1, "in_corners": True}
HALLWAY = {"asked": 1, "start": "hallway"}
ONE_ROOM = drawn(50, 1000, 3, 2, 0, asked=3, start="home")
DRAWERS = {
    # hidden
    "01-distance.toml": distance,
    "02-repetition.toml": drawn(500, 5000, 3, 2, 2, free_of="travel-cost", asked=4),
    "03-combined.toml": combined,
    "04-search-many.toml": drawn(500, 5000, 3, 2, 2, asked=4),
    "05-relaxation.toml": relaxation,
    # visible; what is claimed is claimed of near.pddl, and stays
    "03-distance-free.toml": drawn(100, 1000, 1, 2, 2, free_of="question-cost", asked=3),
    "05-repetition-far.toml": drawn(100, 1000, 1, 2, 2, asked=3),
    "06-search.toml": drawn(100, 1000, 1, 2, 2, asked=3),
}
