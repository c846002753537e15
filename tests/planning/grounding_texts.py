"""Domains and problems of the simple kind, drawn at random, for the tests of our grounder."""

from itertools import pairwise
from random import Random

DETECTIVE = """
(define (domain detective)
  (:requirements :typing :action-costs)
  (:types card deal visit doubt - object suspect weapon room - card)
  (:predicates
    (WEAPON-EXPECTED ?s - suspect ?w - weapon ?r - room)
    (NONE-EXPECTED ?s - suspect ?w - weapon ?r - room)
    (SETTLES ?s - suspect ?w - weapon ?r - room ?x - doubt)
    (BETWEEN ?x - doubt ?d ?e - deal)
    (CASE-FILE ?d - deal ?s - suspect ?w - weapon ?r - room)
    (PASSAGE ?from ?to - room)
    (NEXT-DOUBT ?x ?next - doubt) (FIRST ?x - doubt) (LAST ?x - doubt) (ASSUMED-DEAL ?d - deal)
    (NEXT-VISIT ?v ?n - visit)
    (at ?r - room) (in-hallway) (may-stay) (may-suggest) (investigating)
    (visit-to-come ?v - visit) (unlocated ?c - card) (held ?c - card) (murder ?c - card)
    (asked ?s - suspect ?w - weapon ?r - room) (to-settle ?x - doubt) (case-file-proved))
  (:functions
    (total-cost) - number (travel-cost ?v - visit ?from ?to - room) - number
    (hallway-travel-cost ?to - room) - number (passage-cost ?v - visit) - number
    (question-cost ?v - visit ?s - suspect ?w - weapon ?r - room) - number)
  (:action travel
    :parameters (?from ?to - room ?v - visit)
    :precondition (and (at ?from) (investigating) (visit-to-come ?v))
    :effect (and (not (at ?from)) (not (may-stay)) (at ?to) (may-suggest)
      (increase (total-cost) (travel-cost ?v ?from ?to))))
  (:action travel-from-hallway
    :parameters (?to - room)
    :precondition (and (in-hallway) (investigating))
    :effect (and (not (in-hallway)) (at ?to) (may-suggest)
      (increase (total-cost) (hallway-travel-cost ?to))))
  (:action take-passage
    :parameters (?from ?to - room ?v - visit)
    :precondition (and (at ?from) (investigating) (PASSAGE ?from ?to) (visit-to-come ?v))
    :effect (and (not (at ?from)) (not (may-stay)) (at ?to) (may-suggest)
      (increase (total-cost) (passage-cost ?v))))
  (:action stay
    :parameters (?r - room)
    :precondition (and (at ?r) (may-stay) (investigating))
    :effect (and (not (may-stay)) (may-suggest) (increase (total-cost) 100)))
  (:action suggest-weapon-shown
    :parameters (?s - suspect ?w - weapon ?r - room ?v ?n - visit)
    :precondition (and (at ?r) (investigating) (may-suggest) (visit-to-come ?v)
      (NEXT-VISIT ?v ?n) (WEAPON-EXPECTED ?s ?w ?r))
    :effect (and (not (may-suggest)) (not (visit-to-come ?v)) (visit-to-come ?n)
      (asked ?s ?w ?r) (not (unlocated ?w)) (held ?w)
      (increase (total-cost) (question-cost ?v ?s ?w ?r))))
  (:action suggest-none-shown
    :parameters (?s - suspect ?w - weapon ?r - room ?v ?n - visit)
    :precondition (and (at ?r) (investigating) (may-suggest) (visit-to-come ?v)
      (NEXT-VISIT ?v ?n) (NONE-EXPECTED ?s ?w ?r))
    :effect (and (not (may-suggest)) (not (visit-to-come ?v)) (visit-to-come ?n)
      (asked ?s ?w ?r) (increase (total-cost) (question-cost ?v ?s ?w ?r))))
  (:action take-stock
    :parameters (?x - doubt)
    :precondition (and (investigating) (FIRST ?x))
    :effect (and (not (investigating)) (to-settle ?x)))
  (:action settle
    :parameters (?x - doubt ?d ?e - deal ?s - suspect ?w - weapon ?r - room ?next - doubt)
    :precondition (and (to-settle ?x) (BETWEEN ?x ?d ?e) (SETTLES ?s ?w ?r ?x)
      (asked ?s ?w ?r) (NEXT-DOUBT ?x ?next))
    :effect (and (not (to-settle ?x)) (to-settle ?next)))
  (:action conclude
    :parameters (?d - deal ?s - suspect ?w - weapon ?r - room ?x - doubt)
    :precondition (and (LAST ?x) (to-settle ?x) (ASSUMED-DEAL ?d) (CASE-FILE ?d ?s ?w ?r))
    :effect (and (not (unlocated ?s)) (not (unlocated ?w)) (not (unlocated ?r))
      (murder ?s) (murder ?w) (murder ?r)))
  (:action accuse ; what was proved
    :parameters (?s - suspect ?w - weapon ?r - room)
    :precondition (and (murder ?s) (murder ?w) (murder ?r))
    :effect (case-file-proved)))
"""


def detective(seed: int) -> str:
    """Return a problem: questions to ask until no doubt is left between some deals."""
    rng = Random(seed)
    suspects, weapons = ["white", "plum", "green"], ["rope", "knife"]
    rooms = ["hall", "study", "lounge", "kitchen"][: rng.randint(2, 4)]
    deals = [f"d{n}" for n in range(rng.randint(2, 4))]
    visits = ["v1", "v2", "v3"][: rng.randint(1, 3)]
    doubts = [f"x{n}" for n in range(rng.randint(0, 3))]
    triples = [f"{s} {w} {r}" for s in suspects for w in weapons for r in rooms]
    files = rng.sample(triples, len(deals))
    asked = rng.sample(triples, rng.randint(1, 5))
    init = [f"(CASE-FILE {deal} {file})" for deal, file in zip(deals, files, strict=True)]
    init += ["(ASSUMED-DEAL d0)", "(investigating)", "(visit-to-come v1)", "(LAST none)"]
    init += [f"({rng.choice(['WEAPON', 'NONE'])}-EXPECTED {question})" for question in asked]
    for doubt in doubts:
        init.append(f"(BETWEEN {doubt} {' '.join(rng.sample(deals, 2))})")
        possible = asked if rng.random() < 0.8 else triples
        settling = rng.sample(possible, rng.randint(1, len(asked)))
        init += [f"(SETTLES {question} {doubt})" for question in settling]
    row = [*doubts, "none"]
    init += [f"(NEXT-DOUBT {x} {y})" for x, y in pairwise(row)]
    init.append(f"(FIRST {row[0]})")
    after = [*visits[1:], visits[-1]]
    init += [f"(NEXT-VISIT {v} {n})" for v, n in zip(visits, after, strict=True)]
    for card in suspects + weapons + rooms:
        init.append(f"({rng.choice(['held', 'unlocated', 'unlocated', 'murder'])} {card})")
    if rng.random() < 0.5:
        init += [
            f"(at {rooms[0]})",
            *rng.sample(["(may-stay)", "(may-suggest)"], rng.randint(0, 2)),
        ]
    else:
        init.append("(in-hallway)")
    init += [f"(PASSAGE {rooms[0]} {rooms[1]})"] * rng.randint(0, 1)
    init.append("(= (total-cost) 0)")
    for to in rooms:
        init.append(f"(= (hallway-travel-cost {to}) {rng.randint(0, 20)})")
        for v in visits:
            init += [f"(= (travel-cost {v} {r} {to}) {rng.randint(0, 20)})" for r in rooms]
    init += [f"(= (passage-cost {v}) {rng.randint(0, 9)})" for v in visits]
    init += [f"(= (question-cost {v} {q}) {rng.randint(0, 9)})" for v in visits for q in asked]
    rng.shuffle(init)
    metric = "(:metric minimize (total-cost))" if rng.random() < 0.8 else ""
    return (
        "(define (problem drawn) (:domain detective) (:objects"
        f" {' '.join(suspects)} - suspect {' '.join(weapons)} - weapon {' '.join(rooms)} - room"
        f" {' '.join(deals)} - deal {' '.join(visits)} - visit {' '.join(row)} - doubt)"
        f"\n(:init {chr(10).join(init)})\n(:goal (and (case-file-proved))) {metric})"
    )


def nonsense(seed: int) -> tuple[str, str]:
    """Return a small domain and a problem that mean nothing: any action may do anything."""
    rng = Random(seed)
    types = {"thing": "object", "toy": "thing", "place": "object"}
    objects = {"a": "toy", "b": "toy", "c": "thing", "d": "place", "e": "place", "f": "object"}
    arities = {f"p{n}": rng.choice([0, 1, 1, 2]) for n in range(rng.randint(2, 5))}
    actions = []
    for number in range(rng.randint(1, 4)):
        variables = [f"?v{n}" for n in range(rng.randint(0, 3))]

        def atom(variables: list[str] = variables, *, twice: bool = True) -> str:
            fits = [p for p, a in arities.items() if a <= len(variables) or (twice and variables)]
            if not fits:
                return ""
            name = rng.choice(fits)
            draw = rng.choices if twice else rng.sample
            return f"({' '.join([name, *draw(variables, k=arities[name])])})"

        typed = " ".join(f"{v} - {rng.choice(['object', *types])}" for v in variables)
        needs = " ".join(atom(twice=False) for _ in range(rng.randint(0, 3)))
        effects = [atom() for _ in range(rng.randint(1, 3))]
        effects += [f"(not {one})" for _ in range(rng.randint(0, 2)) if (one := atom())]
        costs = ["", "(increase (total-cost) 3)"]
        if variables:
            costs.append(f"(increase (total-cost) (price {rng.choice(variables)}))")
        effects.append(rng.choice(costs))
        actions.append(
            f"(:action act{number} :parameters ({typed}) :precondition (and {needs})"
            f" :effect (and {' '.join(effects)}))"
        )
    predicates = (
        f"({' '.join([name, *(f'?x{n}' for n in range(arity))])})"
        for name, arity in arities.items()
    )
    domain = (
        "(define (domain nonsense) (:requirements :typing :action-costs)"
        f" (:types {' '.join(f'{kind} - {above}' for kind, above in types.items())})"
        f" (:predicates {' '.join(predicates)}) (:functions (total-cost) (price ?o) - number)"
        f" {' '.join(actions)})"
    )

    def fact() -> str:
        name = rng.choice(list(arities))
        return f"({' '.join([name, *rng.choices(list(objects), k=arities[name])])})"

    init = {fact() for _ in range(rng.randint(1, 6))}
    goal = {fact() for _ in range(rng.randint(1, 2))}
    prices = (f"(= (price {name}) {rng.randint(0, 9)})" for name in objects)
    metric = rng.choice(["", "(:metric minimize (total-cost))"])
    problem = (
        "(define (problem drawn) (:domain nonsense)"
        f" (:objects {' '.join(f'{name} - {kind}' for name, kind in objects.items())})"
        f" (:init {' '.join(sorted(init))} {' '.join(prices)})"
        f" (:goal (and {' '.join(sorted(goal))})) {metric})"
    )
    return domain, problem


CARDS = """
(define (domain cards)
  (:requirements :typing)
  (:types card - object)
  (:predicates (named ?c - card) (marked ?c - card) (done))
  (:action suspect-all
    :parameters (?a ?b ?c ?d ?e - card)
    :precondition (and (named ?a))
    :effect (done)))
"""
"""Five cards of an action are free: with 21 cards it has four million groundings."""


def hand(count: int) -> str:
    cards = [f"c{number}" for number in range(count)]
    return (
        f"(define (problem hand) (:domain cards) (:objects {' '.join(cards)} - card)"
        f" (:init {' '.join(f'(named {card})' for card in cards)}) (:goal (done)))"
    )
