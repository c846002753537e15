"""Write the PDDL problems of exercise 0: ``python coursework/teacher/0-search/make_problems.py``.

Random graphs are in no file: a case has their seed.
"""

from itertools import pairwise, product
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
VISIBLE, HIDDEN = HERE.parents[1] / "0-search" / "cases", HERE / "hidden"


def problem(
    domain: str, story: str, objects: dict[str, list[str]], init: list[str], goal: list[str]
) -> str:
    """Return the text of a problem."""
    listed = "\n".join(f"    {' '.join(names)} - {kind}" for kind, names in objects.items())
    facts = "\n".join(f"    {fact}" for fact in init)
    metric = "\n  (:metric minimize (total-cost))" if any("(= " in fact for fact in init) else ""
    return (
        f"; {story}\n\n(define (problem {domain}-task)\n  (:domain {domain})\n"
        f"  (:objects\n{listed})\n  (:init\n{facts})\n"
        f"  (:goal (and {' '.join(goal)})){metric})\n"
    )


def gripper(balls: int, away: int) -> str:
    """Return a problem in which all balls but some that are there have to be carried."""
    names = [f"ball{n}" for n in range(balls)]
    init = ["(robot-in here)", "(empty left)", "(empty right)"]
    init += [f"(lies-in {ball} {'there' if n < away else 'here'})" for n, ball in enumerate(names)]
    objects = {"room": ["here", "there"], "ball": names, "gripper": ["left", "right"]}
    story = f"Carry {balls} balls from here to there; {away} are there."
    return problem("gripper", story, objects, init, [f"(lies-in {ball} there)" for ball in names])


def blocks(start: str, goal: str) -> str:
    """Return a problem from towers to towers, each written from the top: ``ab c``."""

    def facts(towers: str) -> list[str]:
        found = []
        for tower in towers.split():
            found += [f"(upon {x} {y})" for x, y in pairwise(tower)]
            found += [f"(grounded {tower[-1]})", f"(bare {tower[0]})"]
        return found

    names = sorted(set(start) - {" "})
    init = [*facts(start), "(= (total-cost) 0)"]
    story = f"From the towers {start} to {goal}, each written from its top."
    return problem("blocks", story, {"block": names}, init, facts(goal))


def tiles(moves: int, seed: int) -> str:
    """Return a problem on a frame of 3 by 2, after some random moves."""
    cells = [f"c{x}{y}" for y, x in product(range(2), range(3))]
    near = [(a, b) for a in cells for b in cells if _distance(a, b) == 1]
    placed: dict[str, str | None] = {c: f"t{n}" for n, c in enumerate(cells)} | {cells[0]: None}
    goal = [f"(on {tile} {cell})" for cell, tile in placed.items() if tile]
    gap, random = cells[0], Random(seed)
    for _ in range(moves):
        other = random.choice([b for a, b in near if a == gap])
        placed[gap], placed[other], gap = placed[other], None, other
    init = [f"(NEXT {a} {b})" for a, b in near] + [f"(gap {gap})"]
    init += [f"(on {tile} {cell})" for cell, tile in placed.items() if tile]
    objects = {"tile": [f"t{n}" for n in range(1, 6)], "cell": cells}
    return problem("tiles", "Slide the tiles into their order.", objects, init, goal)


def keys(rows: list[str], story: str) -> str:
    """Return a problem on a grid: ``#`` wall, ``~`` effort 5, ``A`` door of key ``a``."""
    signs = {f"c{x}-{y}": sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    cells = [cell for cell, sign in signs.items() if sign != "#"]
    found = sorted(sign for sign in signs.values() if sign in "abc")
    init = [f"(NEXT {a} {b})" for a in cells for b in cells if _distance(a, b) == 1]
    goal = []
    for cell in cells:
        sign = signs[cell]
        init += [f"(= (effort {cell}) {5 if sign == '~' else 1})"]
        init += [f"(OPENS key-{sign.lower()} {cell})" if sign in "ABC" else f"(open {cell})"]
        init += [f"(lies key-{sign} {cell})"] if sign in "abc" else []
        init += [f"(on {cell})"] if sign == "@" else []
        goal += [f"(on {cell})"] if sign == ">" else []
    objects = {"cell": cells, "key": [f"key-{name}" for name in found]}
    drawing = "\n".join([story, *(f";   {row}" for row in rows)])
    return problem("keys", drawing, objects, ["(= (total-cost) 0)", *init], goal)


def _distance(a: str, b: str) -> int:
    (x, y), (u, v) = ([int(n) for n in c[1:].replace("-", "")] for c in (a, b))
    return abs(x - u) + abs(y - v)


def main() -> None:
    """Write all problems."""
    doors = "A grid with keys: ~ costs 5, a capital letter is the door of the key with that letter."
    for path, text in {
        VISIBLE / "gripper-3.pddl": gripper(3, 0),
        VISIBLE / "blocks-4.pddl": blocks("abc d", "dcba"),
        VISIBLE / "tiles-near.pddl": tiles(30, 1),
        VISIBLE / "keys-one.pddl": keys(["@..~a", ".#.#.", "..A.>"], doors),
        HIDDEN / "gripper-4.pddl": gripper(4, 1),
        HIDDEN / "blocks-5.pddl": blocks("abc de", "ecda b"),
        HIDDEN / "tiles-far.pddl": tiles(300, 5),
        HIDDEN / "keys-two.pddl": keys(["@..~.a", ".#.##.", ".b~.A.", ".##..B", "....#>"], doors),
    }.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
