"""A position as a problem of planning with sensing, for ``pddl/contingent.pddl``.

The deals that fit what the seat has seen become clauses over hidden atoms; a test counts their
models against the belief. What a plan observes of an answer is decided by the deal: who shows a
card, not which of several.
"""

from collections.abc import Iterable
from itertools import islice, pairwise

from planner_clue.data import data_folder
from planner_clue.planning.problem import Atom
from planner_clue.problem_set.hidden import Clause, Hidden, atoms_of
from planner_clue.problem_set.positions import GamePosition

MOST_CLAUSES = 4_000
"""With more clauses a position is left out: the sizes of hands take too many to be of use."""
MOST_QUESTIONS = 24
"""How many questions a problem offers; those about a single open card come first."""


def contingent_domain() -> str:
    """Return the text of the domain."""
    return (data_folder("pddl") / "contingent.pddl").read_text(encoding="utf-8")


def why_left_out(position: GamePosition) -> str | None:
    """Return why a position is no problem of this kind, or None if it is one."""
    hidden = Hidden(position)
    if not all(hidden.to_ask_with()):
        return "no card of one category that nobody else can show"
    if not hidden.questions(1):
        return "nothing is open"
    clauses = sum(1 for _ in islice(hidden.clauses(), MOST_CLAUSES + 1))
    return f"more than {MOST_CLAUSES} clauses" if clauses > MOST_CLAUSES else None


def contingent_problem(position: GamePosition, name: str, header: Iterable[str] = ()) -> str:
    """Return the problem of finding out the case file from here, whatever the answers are."""
    hidden = Hidden(position)
    questions = hidden.questions(MOST_QUESTIONS)
    asked = {f"question-{number}": three for number, three in enumerate(questions, 1)}
    facts, clauses = hidden.facts() | _token(position), list(hidden.clauses())
    for question, three in asked.items():
        facts.add(("ASKED-IN", question, three.room))
        for told in hidden.answers(question, three):
            if isinstance(told[1], str):
                facts.add(told)
            else:
                clauses.append(told)
    order = hidden.players()
    facts |= {("FIRST", order[0])} | {("NEXT", a, b) for a, b in pairwise(order)}
    deck = hidden.deck
    objects = {
        "suspect": deck.suspects,
        "weapon": deck.weapons,
        "room": deck.rooms,
        "player": order,
        "question": tuple(asked),
    }
    return _text(name, header, objects, facts, clauses)


def _token(position: GamePosition) -> set[Atom]:
    """Return where the token is, and whether it may suggest there at once."""
    if not isinstance(position.here, str):
        return {("in-hallway",)}
    return {("at", position.here)} | ({("entered",)} if position.may_stay else set())


def _text(
    name: str,
    header: Iterable[str],
    objects: dict[str, tuple[str, ...]],
    facts: set[Atom],
    clauses: list[Clause],
) -> str:
    lines = [f"; {line}".rstrip() for line in header]
    lines += [f"(define (problem {name})", "  (:domain clue-contingent)", "", "  (:objects"]
    lines += [f"    {' '.join(names)} - {kind}" for kind, names in objects.items()]
    lines += ["  )", "", "  (:init"]
    lines += [f"    {_written(fact)}" for fact in sorted(facts)]
    lines += ["", *(f"    (unknown {_written(atom)})" for atom in atoms_of(clauses)), ""]
    lines += [f"    {_clause(clause)}" for clause in clauses]
    lines += ["  )", "", "  (:goal (case-file-proved)))"]
    return "\n".join(lines) + "\n"


def _written(atom: Atom) -> str:
    return f"({' '.join(atom)})"


def _clause(clause: Clause) -> str:
    kind, literals = clause
    said = (_written(atom) if holds else f"(not {_written(atom)})" for holds, atom in literals)
    return f"({kind} {' '.join(said)})"
