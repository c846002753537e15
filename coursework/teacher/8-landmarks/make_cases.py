"""Drawers of the cases of exercise 8: problems of several domains, and how good ours are there."""

from functools import partial
from pathlib import Path
from random import Random

from graders.search_spaces import StateSpace

from planner_clue.planning.astar import HEURISTICS, Node, Task
from planner_clue.planning.problem import atom_texts
from planner_clue.support.errors import CourseworkError
from planner_clue.support.plugins import run_file
from planner_clue.teaching.case_making import Drawn, Unsuitable
from planner_clue.teaching.checks import with_goal

TEACHER = Path(__file__).parents[1]
LEAST_STATES, MOST_STATES = 50, 400
"""All states of a space are looked at."""
AS_GOOD = {"lmcut": 0.9, "pdb": 0.75}
"""The share of the mean of our estimates that a submission has to reach."""
SMALLEST = 70
"""The states of a space for a pattern database, which may not hold all of them."""
FEWEST_COSTS = 5
"""Different real costs in a space with dead ends."""
BETTER = 1.03
"""The factor of the mean of hmax that a submission of LM-cut has to reach."""


def maker_of(exercise):
    """Return the drawers of another exercise."""
    file = TEACHER / exercise / "make_cases.py"
    name = f"planner_clue_{exercise.replace('-', '_')}_cases_shared"
    return run_file(file, name, str(file), CourseworkError)


SEARCH = maker_of("0-search")


def parcels(rng, back=True, count=2):
    """Return a problem with four places, parcels and one or two vans; a ferry goes ``back``."""
    places, vans = ["shore", "town", "hill", "depot"], ["van", "lorry"][: rng.randint(1, 2)]
    rng.shuffle(places)
    roads = [(places[n], places[n + 1]) for n in range(3)]
    ferry = roads.pop(rng.randrange(3))
    init = ["(= (total-cost) 0)"]
    for kind, pairs in (("ROAD", roads), ("FERRY", [ferry])):
        both = back or kind == "ROAD"
        init += [f"({kind} {x} {y})" for a, b in pairs for x, y in ((a, b), (b, a))[: 1 + both]]
    init += [f"(stands {van} {rng.choice(places)})" for van in vans]
    names = ["letter", "crate", *(f"box-{number}" for number in range(3, count + 1))]
    ends = [rng.sample(places, 2) for _ in names]
    ways = [*zip(names, ends, strict=True)]
    init += [f"(lies {name} {start})" for name, (start, _) in ways]
    goal = [f"(lies {name} {end})" for name, (_, end) in ways]
    objects = {"place": places, "parcel": names, "van": vans}
    return SEARCH.problem("parcels", f"Carry {count} parcels to their places.", objects, init, goal)


def blocks(rng, names="abcd"):
    """Return a problem with some blocks in one or two towers."""

    def towers():
        mixed = rng.sample(names, len(names))
        cut = rng.randint(1, len(names))
        return " ".join(filter(None, ("".join(mixed[:cut]), "".join(mixed[cut:]))))

    return SEARCH.blocks(towers(), towers())


def gripper(rng):
    """Return a problem with three balls, of which one may be there."""
    return SEARCH.gripper(3, rng.randint(0, 1))


def clue(formulation):
    """Return a function that draws a problem of ``pddl/``: cards that are found, and a goal."""
    folder = TEACHER.parents[1] / "pddl" / formulation
    text = (folder / "mid-game.pddl").read_text(encoding="utf-8")
    task = Task.ground((folder / "domain.pddl").read_text(encoding="utf-8"), text)
    cards = sorted(atom[1] for atom in task.initial if atom[0] == "unlocated")
    rooms = sorted(atom[1] for atom in task.initial.index.atoms if atom[0] == "at")

    def drawn(rng):
        sought, posed = sorted(rng.sample(cards, 3)), text
        for card in {*cards} - {*sought}:
            posed = posed.replace(f"(unlocated {card})", "")
        wanted = [("held", card) for card in sought[: rng.randint(2, 3)]]
        return with_goal(
            posed, f"(and {' '.join(atom_texts([*wanted, ('at', rng.choice(rooms))]))})"
        )

    return drawn


def backwards(atoms):
    """Return atoms in the order in which the solution does not look at them."""
    return sorted(atoms, reverse=True)


def shuffled(atoms):
    """Return atoms in an order of no meaning, the same for the same atoms."""
    return Random(0).sample(sorted(atoms), len(atoms))


def estimates(draw, function, task, nodes, order):
    """Return the estimates of the solution that looks at atoms in this order."""
    file = "abstraction.py" if function == "pdb" else "landmarks.py"
    loaded = {"__name__": "solution", "sorted": order}
    exec(draw.solution[file], loaded)
    return [loaded[function](node, task) for node in nodes]


def larger(problem):
    """Return the function that draws a larger problem of the same kind; None for Clue."""
    kinds = {
        blocks: partial(blocks, names="abcdef"),
        gripper: lambda rng: SEARCH.gripper(8, rng.randint(0, 1)),
        parcels: partial(parcels, count=6),
    }
    return kinds.get(problem)


def drawn(problem, function):
    """Return the drawer of a problem in which our heuristic is high enough to be worth it."""

    def drawer(draw):
        text = problem(draw.rng)
        task = Task.ground(draw.files[draw.fields["domain"]], text)
        space = StateSpace(task)
        if not LEAST_STATES <= len(space.nodes) <= MOST_STATES:
            raise Unsuitable
        real = {n: space.to_go[n.state.bits] for n in space.nodes.values()}
        nodes = [node for node, cost in real.items() if cost < float("inf")]
        total = sum(real[node] for node in nodes)
        if real[next(iter(real))] == float("inf") or not total:
            raise Unsuitable
        orders = [sorted, backwards, shuffled][: 3 if function == "lmcut" else 1]
        means = [sum(estimates(draw, function, task, nodes, one)) / total for one in orders]
        ours, wanted = min(means), AS_GOOD[function] * min(means)  # LM-cut hangs on ties
        relaxed = sum(HEURISTICS["hmax"](Node(node.state), task) for node in nodes) / total
        if function == "pdb" and len(real) < SMALLEST:
            raise Unsuitable
        if function == "lmcut" and wanted < BETTER * relaxed:
            raise Unsuitable
        name = f"{draw.stem}.pddl"
        summary = f"{len(real)} states; ours {ours:.2f} of the real cost, hmax {relaxed:.2f}"
        fields, files = {"problem": name, "informed": round(wanted, 2)}, {name: text}
        if function == "lmcut" and (more := larger(problem)):
            fields["larger"] = f"{draw.stem}-larger.pddl"
            files[fields["larger"]] = more(draw.rng)
        return Drawn(fields, files, summary)

    return drawer


def steps(draw):
    """Draw problems for the steps, with a goal that needs the tea."""
    names = [f"{draw.stem}-{number}.pddl" for number in (1, 2, 3)]
    files = {name: parcels(draw.rng) for name in names}
    files[names[-1]] = parcels(draw.rng, back=False)
    task = Task.ground(draw.files[draw.fields["domain"]], files[names[-1]])
    costs = {*StateSpace(task).to_go.values()}
    if float("inf") not in costs or len(costs) < FEWEST_COSTS:
        raise Unsuitable
    return Drawn({"problems": names}, files, f"{len(names)} problems")


DRAWERS = {
    # hidden
    "01-steps.toml": steps,
    "02-lmcut-blocks.toml": drawn(blocks, "lmcut"),
    "03-lmcut-parcels.toml": drawn(parcels, "lmcut"),
    "04-lmcut-gripper.toml": drawn(gripper, "lmcut"),
    "05-lmcut-strips.toml": drawn(clue("strips"), "lmcut"),
    "06-lmcut-huji.toml": drawn(clue("huji"), "lmcut"),
    "07-pattern-blocks.toml": drawn(blocks, "pdb"),
    "08-pattern-parcels.toml": drawn(partial(parcels, back=False), "pdb"),
    "09-pattern-gripper.toml": drawn(gripper, "pdb"),
    # visible
    "05-lmcut.toml": drawn(gripper, "lmcut"),
    "07-pattern.toml": drawn(parcels, "pdb"),
    "08-pattern-gripper.toml": drawn(gripper, "pdb"),
}
