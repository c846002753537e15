"""Drawers of the cases of exercise 0: problems of the same domains, and other random graphs.

Graphs that are written out test one thing each, and stay.
"""

from itertools import pairwise, product
from random import Random

from graders.search_spaces import space_of_problem

from planner_clue.teaching.case_making import Drawn, Unsuitable

LEAST_STATES, MOST_STATES = 40, 5000
SHORTEST = 4
"""Cost of the best plan."""
DOORS = "A grid with keys: ~ costs 5, a capital letter is the door of the key with that letter."


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


# -- drawers --------------------------------------------------------------------------------


def grid(rng):
    """Return the rows of a grid with a start, a goal, two keys and their doors."""
    cells = [["." if rng.random() < 0.75 else rng.choice("#~") for _ in range(6)] for _ in range(5)]
    places = rng.sample([(x, y) for y in range(5) for x in range(6)], 6)
    for sign, (x, y) in zip("@>abAB", places, strict=True):
        cells[y][x] = sign
    return ["".join(row) for row in cells]


def towers(rng):
    """Return five blocks in towers, each written from its top."""
    blocks = rng.sample("abcde", 5)
    cuts = sorted(rng.sample(range(1, 5), rng.randint(0, 2)))
    return " ".join("".join(blocks[a:b]) for a, b in pairwise([0, *cuts, 5]))


def problem_for(domain, rng):
    """Return a problem for the domain of a name."""
    if "gripper" in domain:
        return gripper(balls := rng.randint(3, 4), rng.randint(0, balls - 2))
    if "blocks" in domain:
        return blocks(towers(rng), towers(rng))
    if "tiles" in domain:
        return tiles(rng.randint(100, 400), rng.randrange(10**6))
    return keys(grid(rng), DOORS)


def searches(draw):
    """Draw the problems of a case anew, from a seed or of a domain."""
    problems, files, costs = [], {}, []
    for number, posed in enumerate(draw.fields["problems"], 1):
        if "seed" in posed:
            problems.append({**posed, "seed": draw.rng.randrange(10**6)})
        elif "problem" in posed:
            text = problem_for(posed["domain"], draw.rng)
            space = space_of_problem(draw.files[posed["domain"]], text, "blind")
            if not (LEAST_STATES <= len(space.edges) <= MOST_STATES and space.best >= SHORTEST):
                raise Unsuitable
            if space.best == float("inf"):
                raise Unsuitable
            name = f"{draw.stem}-{number}.pddl"
            files[name] = text
            problems.append({**posed, "problem": name})
            costs.append(f"{space.best:g}")
        else:
            problems.append(posed)
    summary = f"{len(problems)} problems; best plans cost {', '.join(costs) or 'more than 0'}"
    return Drawn({"problems": problems}, files, summary)


DRAWERS = dict.fromkeys(
    [
        # hidden; 03-borders is written out
        *("01-astar.toml", "02-inconsistent.toml", "04-weighted.toml", "05-greedy.toml"),
        # visible; the problems of 01-small-graphs are written out
        *("02-astar.toml", "03-inconsistent.toml"),
    ],
    searches,
)
