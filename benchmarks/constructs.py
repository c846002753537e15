"""Constructs of PDDL by engine: ``python -m benchmarks.constructs [FOLDER]``.

Without a folder, writes the tables of ``docs/engines.md`` from the cases below, which the tests use
as well. With one, such as a checkout of the competition's domains, prints the table for the
smallest problem beside every domain file in it::

    python -m benchmarks.constructs ../classical-domains --seconds 60
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.formulations import with_table
from planner_clue.planning.domain import Text
from planner_clue.planning.engines import engine_names, load_engine
from planner_clue.planning.plan import Limits, PlanningResult
from planner_clue.planning.task import read_task
from planner_clue.support.atomic_writes import write_whole
from planner_clue.support.errors import DomainError, cut

TYPES = "(:types place)"
PREDICATES = "(:predicates (at ?p - place) (road ?a ?b - place))"
NEEDS = "(and (at ?a) (road ?a ?b))"
EFFECT = "(and (not (at ?a)) (at ?b))"
OBJECTS = "(:objects inn mill town - place)"
INIT = "(:init (at inn) (road inn mill) (road mill town))"
GOAL = "(:goal (at town))"
DOMAIN = f"""(define (domain walk)
  {TYPES}
  {PREDICATES}
  (:action go :parameters (?a ?b - place)
    :precondition {NEEDS}
    :effect {EFFECT}))
"""
PROBLEM = f"""(define (problem walk-1) (:domain walk)
  {OBJECTS}
  {INIT}
  {GOAL})
"""
PLAN = "(go inn mill)\n(go mill town)\n"
_COSTED = f"{EFFECT[:-1]} (increase (total-cost) (miles ?a ?b)))"
_VALUES = f"{INIT[:-1]} (= (miles inn mill) 3) (= (miles mill town) 4))"
_METRIC = f"{GOAL} (:metric minimize (total-cost))"


@dataclass(frozen=True)
class Case:
    """A construct as a change of the base problem, whose optimal plan is :data:`PLAN`."""

    construct: str
    changes: tuple[tuple[str, str], ...] = ()
    answer: int | str | None = 2
    """The cost of an optimal plan; None if there is none; or how the refusal goes on after the
    name of the file."""
    costs: bool = False
    """Whether the base is the problem with action costs."""

    @property
    def texts(self) -> tuple[str, str]:
        """The domain and the problem."""
        both = DOMAIN + "\0" + PROBLEM
        if self.costs:
            both = both.replace(EFFECT, _COSTED).replace(INIT, _VALUES).replace(GOAL, _METRIC)
        for old, new in self.changes:
            assert old in both, (self.construct, old)
            both = both.replace(old, new)
        domain, _, problem = both.partition("\0")
        return domain, problem


def _case(construct: str, *changes: str, answer: int | str | None = 2, costs: bool = False) -> Case:
    pairs = tuple(zip(changes[::2], changes[1::2], strict=True))
    return Case(construct, pairs, answer, costs)


_ACTION = f"{EFFECT})"
_DERIVED = "(:derived (near ?a ?b - place) (or (road ?a ?b) (road ?b ?a)))\n  (:action"
_DECLARED = f"{PREDICATES[:-1]} (near ?a ?b - place))"
CASES = (
    _case("STRIPS and types"),
    _case("no types", TYPES, "", " - place", ""),
    _case("supertypes", TYPES, "(:types spot - object place - spot)"),
    _case(
        "a supertype that is not declared",
        TYPES,
        "(:types place - spot)",
        "?p - place",
        "?p - spot",
    ),
    _case(
        "two supertypes",
        TYPES,
        "(:types dry high place - object place - dry place - high)",
        answer=2,
    ),
    _case("types in a cycle", TYPES, "(:types place - spot spot - place)"),
    _case("a type twice, `object - object`", TYPES, "(:types object place place - object)"),
    _case(
        "`either` in a predicate",
        TYPES,
        "(:types place spot)",
        "?p - place",
        "?p - (either place spot)",
    ),
    _case(
        "an atom with an argument of another type",
        TYPES,
        "(:types place spot)",
        "(road ?a ?b - place)",
        "(road ?a ?b - spot)",
    ),
    _case(
        "an undeclared type in an action",
        "(:action go",
        "(:action no :parameters (?a - elf) :effect (at ?a))\n  (:action go",
    ),
    _case(
        "constants, after the predicates",
        PREDICATES,
        f"{PREDICATES}\n  (:constants mill - place)",
        OBJECTS,
        "(:objects inn town - place)",
    ),
    _case(
        "functions first, no `:parameters`",
        TYPES,
        f"(:functions (total-cost))\n  {TYPES}",
        "(:action go",
        "(:action rest :effect (and))\n  (:action go",
    ),
    _case("one name for type, object and action", "mill", "place", "(:action go", "(:action place"),
    _case("digits and signs as names", "mill", "2", "town", "a+b=c"),
    _case("keywords as names", "mill", "not", "road", "object"),
    _case(
        "`(at?a)`, `(road ?x ?x)`",
        "(at ?a)",
        "(at?a)",
        "(road ?a ?b - place)",
        "(road ?x ?x - place)",
    ),
    _case(
        "letters beyond ASCII in comments",
        TYPES,
        f"{TYPES} ; größe\u2028(",
        GOAL,
        f"; \u00a0)\n{GOAL}",
    ),
    _case("negative preconditions", NEEDS, "(and (at ?a) (road ?a ?b) (not (at ?b)))"),
    _case("equality", NEEDS, "(and (at ?a) (road ?a ?b) (not (= ?a ?b)))"),
    _case("disjunction", NEEDS, "(and (at ?a) (or (road ?a ?b) (road ?b ?a)))"),
    _case("`imply`", NEEDS, "(and (at ?a) (imply (at ?a) (road ?a ?b)))"),
    _case(
        "`exists`, which shadows a parameter",
        NEEDS,
        "(and (at ?a) (road ?a ?b) (exists (?a - place) (at ?a)))",
    ),
    _case(
        "`forall` in the goal", GOAL, "(:goal (forall (?p - place) (or (= ?p town) (not (at ?p)))))"
    ),
    _case("conditional effects", EFFECT, "(and (when (road ?a ?b) (not (at ?a))) (at ?b))"),
    _case(
        "`forall` effects",
        EFFECT,
        "(and (forall (?c - place) (when (at ?c) (not (at ?c)))) (at ?b))",
    ),
    _case("an atom that is added and deleted", EFFECT, "(and (at ?b) (not (at ?b)) (not (at ?a)))"),
    _case(
        "an action without effects",
        _ACTION,
        f"{_ACTION}\n  (:action rest :parameters () :effect ())",
    ),
    _case(
        "derived predicates",
        PREDICATES,
        _DECLARED,
        "(:action",
        _DERIVED,
        "(and (at ?a) (road",
        "(and (at ?a) (near",
    ),
    _case(
        "negative goals and facts",
        GOAL,
        "(:goal (and (at town) (not (at inn))))",
        "(:init (at inn)",
        "(:init (at inn) (not (at town))",
    ),
    _case("a goal that holds", GOAL, "(:goal (at inn))", answer=0),
    _case("a goal out of reach", GOAL, "(:goal (road town inn))", answer=None),
    _case("action costs", costs=True, answer=7),
    _case("action costs without a metric", " (:metric minimize (total-cost))", "", costs=True),
    _case(
        "constant costs, without `(= (total-cost) 0)`", "(miles ?a ?b)", "5", costs=True, answer=10
    ),
    _case(
        "two costs of one action: the last counts",
        "(miles ?a ?b))",
        "(miles ?a ?b)) (increase (total-cost) 5)",
        costs=True,
        answer=10,
    ),
    _case("a cost without a value", "(= (miles mill town) 4)", "", costs=True, answer=None),
    _case("a metric, but no costs", GOAL, f"{GOAL} (:metric minimize (total-cost))", answer=0),
    _case(
        "a cost above 2147483647",
        "(miles inn mill) 3",
        "(miles inn mill) 3000000000",
        costs=True,
        answer=3_000_000_004,
    ),
    _case(
        "a fractional cost",
        "(miles inn mill) 3",
        "(miles inn mill) 3.5",
        costs=True,
        answer=":3:52: unexpected (= (miles inn mill) 3.5)",
    ),
    _case(
        "`maximize`",
        "minimize",
        "maximize",
        costs=True,
        answer=":4:21: unexpected (:metric maximize",
    ),
    _case(
        "another metric",
        "minimize (total-cost)",
        "minimize (total-time)",
        costs=True,
        answer=":4:21: unexpected (:metric",
    ),
    _case(
        "a sum as cost",
        "(miles ?a ?b))",
        "(+ 1 (miles ?a ?b)))",
        costs=True,
        answer=":6:63: action go: cost (+ 1",
    ),
    _case(
        "a cost in a conditional effect",
        "(increase (total-cost) (miles ?a ?b))",
        "(when (at ?b) (increase (total-cost) 1))",
        costs=True,
        answer=":6:54: action go: 'increase' in 'when'",
    ),
    _case(
        "durative actions",
        ":action",
        ":durative-action",
        answer=":4:3: unexpected '(:durative-action ...)': durative actions are not supported",
    ),
    _case(
        "numeric conditions",
        NEEDS,
        "(and (at ?a) (>= (miles ?a ?b) 1))",
        answer=":5:32: action go: '>=': numeric conditions",
    ),
    _case(
        "the requirement `:fluents`",
        TYPES,
        f"(:requirements :fluents) {TYPES}",
        answer=":2:18: unknown requirement ':fluents'",
    ),
    _case(
        "preferences",
        GOAL,
        "(:goal (preference p (at town)))",
        answer=":4:10: unexpected (preference",
    ),
    _case(
        "`either` in an action",
        "(?a ?b - place)\n",
        "(?a ?b - (either place))\n",
        answer=":4:36: unexpected (either",
    ),
    _case(
        "a type as predicate",
        NEEDS,
        "(and (at ?a) (road ?a ?b) (place ?a))",
        answer=":5:45: action go: unknown predicate 'place'",
    ),
    _case("letters beyond ASCII in names", "mill", "mühle", answer=":2:18: character '\\xfc'"),
    _case(
        "no-break spaces", "(at ?a) (road", "(at ?a)\u00a0(road", answer=":5:31: character '\\xa0'"
    ),
    _case(
        "a variable that is not declared",
        "(road ?a ?b))\n",
        "(road ?a ?c))\n",
        answer=":5:41: action go: unknown variable ?c",
    ),
    _case(
        "an object of an undeclared type",
        "town - place",
        "town - plce",
        answer=":2:13: object inn of unknown type 'plce'; did you mean 'place'?",
    ),
    _case(
        "an object twice",
        "inn mill town -",
        "inn mill town inn -",
        answer=":2:27: object inn is given twice",
    ),
    _case(
        "an action twice",
        _ACTION,
        f"{_ACTION} (:action go :effect ())",
        answer=":6:42: action go is declared twice",
    ),
    _case(
        "a derived predicate that needs its own negation",
        PREDICATES,
        _DECLARED,
        NEEDS,
        "(and (at ?a) (near ?a ?b))",
        "(:action",
        "(:derived (near ?a ?b) (not (near ?a ?b)))\n  (:action",
        answer=":4:31: derived predicate near depends",
    ),
    _case(
        "the goal before the state",
        INIT,
        GOAL,
        f"{GOAL})",
        f"{INIT})",
        answer=":3:3: unexpected (:goal",
    ),
    _case(
        "a part after the actions",
        TYPES,
        "",
        _ACTION,
        f"{_ACTION} {TYPES}",
        answer=":6:42: (:types ...) after an action",
    ),
    _case("an unclosed parenthesis", _ACTION, EFFECT, answer=":1:1: '(define' is never closed"),
    _case(
        "equality in a domain without predicates",
        PREDICATES,
        "",
        NEEDS,
        "(= ?a ?b)",
        answer=":5:19: action go: '=' in a domain without (:predicates ...)",
    ),
    _case(
        "the problem of another domain",
        "(:domain walk)",
        "(:domain fly)",
        answer=":1:35: domain fly; expected walk",
    ),
)


def refusal(domain: Text, problem: Text) -> str | None:
    """Return the message with which every command refuses a task; None if it takes it."""
    try:
        read_task(domain, problem)
    except DomainError as error:
        return str(error)
    return None


def cell(result: PlanningResult) -> str:
    """Return an engine's answer to a task."""
    if result.plan:
        return str(result.plan.cost)
    status = str(result.status)
    return status if status == "unsolvable" else cut(f"{status}: {result.detail}", 90)


def _answers(domain: Text, problem: Text, seconds: float) -> Iterator[str]:
    for name in engine_names():
        yield cell(load_engine(name).solve(domain.content, problem.content, Limits(seconds)))


def _folder(folder: Path, seconds: float) -> None:
    """Print a row for the smallest problem beside each domain file below a folder."""
    print(" | ".join(["problem", *engine_names()]))
    for file in sorted(folder.rglob("*domain*.pddl")):
        beside = [one for one in file.parent.rglob("*.pddl") if "domain" not in one.name]
        if not beside:
            continue
        smallest = min(beside, key=lambda one: (one.stat().st_size, one.name))
        texts = Text.of(file), Text.of(smallest)
        refused = refusal(*texts)
        cells = [f"refused: {refused}"] if refused else _answers(*texts, seconds)
        print(" | ".join([str(smallest.relative_to(folder)), *cells]), flush=True)


def _page() -> None:
    """Write the tables of the page of engines."""
    taken, refused = [], []
    for case in CASES:
        texts = Text(case.texts[0], "domain.pddl"), Text(case.texts[1], "problem.pddl")
        message = refusal(*texts)
        if message:
            refused.append(f"| {case.construct} | `{message}` |")
        else:
            cells = list(_answers(*texts, 60.0))
            taken.append(f"| {case.construct} | {' | '.join(cells)} |")
        print((refused if message else taken)[-1], flush=True)
    page = Path(__file__).parents[1] / "docs" / "engines.md"
    text = page.read_text(encoding="utf-8")
    heads = " | ".join(["construct", *(f"`{name}`" for name in engine_names())])
    text = with_table(text, "constructs", heads, taken, "constructs")
    text = with_table(text, "refused", "construct | every command", refused, "constructs")
    write_whole(page, text)


def main() -> None:
    """Write the page, or print the table of a folder."""
    parser = ArgumentParser(prog="python -m benchmarks.constructs", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each engine")
    wanted = parser.parse_args()
    if wanted.folder:
        _folder(wanted.folder, wanted.seconds)
    else:
        _page()


if __name__ == "__main__":
    main()
