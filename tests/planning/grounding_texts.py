"""Domains and problems of the simple kind, drawn at random, for the tests of our grounder."""

from random import Random


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
