"""The contract: the declarations of a PDDL domain that the planner can plan in.

``pddl/README.md`` explains the contract. Problems contain optional parts only if the domain
declares them.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeAlias

from planner_clue.planning.domain import Declaration, Domain, read_domain, read_text
from planner_clue.planning.domain_checks import check_actions, check_declarations, check_parts
from planner_clue.planning.syntax_tree import Expression, fail
from planner_clue.support.data import data_folder
from planner_clue.support.errors import closest

REQUIRED_TYPES = {"suspect": "card", "weapon": "card", "room": "card"}
"""Each type with its required parent type."""

Signatures: TypeAlias = Mapping[str, tuple[str, ...]]
"""The types of the arguments of each name."""


def _declared(text: str) -> Signatures:
    """Return the signatures of a list such as ``at room, in-hallway``."""
    entries = (entry.split() for entry in text.split(","))
    return {name: tuple(kinds) for name, *kinds in entries}


REQUIRED_PREDICATES = _declared("at room, in-hallway, unlocated card, held card, murder card")
SEQUENTIAL_GOAL = _declared("case-file-proved")
"""Required of a domain for plans that are sequences."""
BRANCHING_GOAL = _declared("given stage, to-plan stage")
"""Required of a domain for plans with branches; ``given`` makes it one."""
_TURN = "passage room room, may-stay, investigating, assumed card, rival card"
BRANCHING_PREDICATES = _declared(f"""
    about suggestion suspect weapon room, names suggestion card,
    offered suggestion place suggestion, first-answer suggestion answer,
    next-answer suggestion stage stage,
    shows answer player card, nobody-shows answer, passes answer player,
    only-holder player card, last-two card card, may-gamble answer suspect weapon room,
    next-assumption answer suspect weapon room, unlocated-if card stage, murder-if card stage,
    left count, one-less count count, worth-visiting room, entered room, {_TURN}
""")
_FOR_ALL = "total-cost, distance room room, times-asked card"
BRANCHING_FUNCTIONS = _declared(f"""
    {_FOR_ALL}, turn-cost, travel-cost room, telling-cost, cost-to-go answer place, risk answer
""")
SEQUENTIAL_PREDICATES = _declared(f"""
    {_TURN}, may-suggest, open-question suspect weapon room, check-order card card,
    checking card
""")
SEQUENTIAL_FUNCTIONS = _declared(f"""
    {_FOR_ALL}, hallway-travel-cost room, travel-cost room room, question-cost suspect weapon room
""")
REQUIRED_ACTIONS = _declared("travel room room, travel-from-hallway room")
SEQUENTIAL_SUGGESTION = _declared("suggest-none-shown suspect weapon room")
BRANCHING_SUGGESTION = _declared(
    "suggest suspect weapon room, if-shown player card answer, if-nobody-shows answer"
)
_WAYS = "take-passage room room, stay room, accuse suspect weapon room"
BRANCHING_ACTIONS = _declared(f"""
    {_WAYS}, go-on suspect weapon room, gamble suspect weapon room,
    if-shown-again player card answer, if-refuted player card suspect weapon room answer
""")
SEQUENTIAL_ACTIONS = _declared(f"""
    {_WAYS}, suggest-suspect-shown suspect weapon room, suggest-weapon-shown suspect weapon room,
    suggest-room-shown suspect weapon room
""")
"""Actions the planner plays, with the types of their first arguments; more may follow."""


_ALMOST = 0.8
"""Least similarity, from 0 to 1, of a name and its misspelling."""


def has_branches(domain: Domain) -> bool:
    """Return whether a domain is for plans with branches: it has a predicate ``given``."""
    return "given" in domain.predicates


def agent_domain(text: str, source: str = "domain") -> Domain:
    """Return the domain in ``text``, which must keep the contract.

    Raises :class:`DomainError` with ``source``, line and column of the first fault.
    """
    domain = read_domain(text, source)
    _Check(domain).everything()
    return domain


def load_agent_domain(path: str | None = None) -> Domain:
    """Return the domain in a file, or the planner's own; raises as :func:`agent_domain`."""
    if path:
        return agent_domain(read_text(Path(path), f"domain {path}"), path)
    return shipped_domain("clue")


@cache
def shipped_domain(folder: str) -> Domain:
    """Return the domain in ``pddl/<folder>/``."""
    file = f"{folder}/domain.pddl"
    return agent_domain(read_text(data_folder("pddl") / file), f"pddl/{file}")


class _Part(NamedTuple):
    """The names of one kind that the domain declares and that the contract lists."""

    kind: str
    keyword: str
    """The part of the domain that declares them."""
    found: Mapping[str, Declaration]
    required: Signatures
    optional: Signatures


class _Check:
    """Checks one domain against the contract."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain

    def everything(self) -> None:
        domain, branches = self.domain, has_branches(self.domain)
        predicates = {**REQUIRED_PREDICATES, **(BRANCHING_GOAL if branches else SEQUENTIAL_GOAL)}
        functions = BRANCHING_FUNCTIONS if branches else SEQUENTIAL_FUNCTIONS
        suggesting = BRANCHING_SUGGESTION if branches else SEQUENTIAL_SUGGESTION
        more = BRANCHING_ACTIONS if branches else SEQUENTIAL_ACTIONS
        optional = BRANCHING_PREDICATES if branches else SEQUENTIAL_PREDICATES
        check_parts(domain)
        self._types()
        check_declarations(domain)
        for part in (
            _Part("predicate", ":predicates", domain.predicates, predicates, optional),
            _Part("function", ":functions", domain.functions, {}, functions),
            _Part("action", ":action", domain.actions, {**REQUIRED_ACTIONS, **suggesting}, more),
        ):
            self._missing(part)
            self._differing(part)
            self._misspelled(part)
        check_actions(domain)

    def _types(self) -> None:
        types = self.domain.types
        for name, parent in REQUIRED_TYPES.items():
            if name not in types:
                self._fail(":types", f"type {name} is missing; expected '{name} - {parent}'")
            if not self.domain.is_a(name, parent):
                given = " ".join(types[name].types)
                message = f"type {name} is of type {given}; expected '{name} - {parent}'"
                self._fail(types[name].place, message)

    def _missing(self, part: _Part) -> None:
        """Refuse a domain without a required declaration."""
        for name, kinds in part.required.items():
            if name not in part.found:
                close = closest(name, part.found)
                hint = f"; did you mean '{close}'?" if close else ""
                almost = get_close_matches(name, part.found, n=1, cutoff=_ALMOST)
                self._fail(
                    part.found[almost[0]].place if almost else part.keyword,
                    f"{part.kind} {name} is missing; expected {_form(name, kinds)}{hint}",
                )

    def _differing(self, part: _Part) -> None:
        """Refuse a declaration whose arguments differ from those the planner writes or reads."""
        for name, kinds in (*part.required.items(), *part.optional.items()):
            if name not in part.found:
                continue
            declared = part.found[name].types
            leading = declared[: len(kinds)] if part.kind == "action" else declared
            fits = len(leading) == len(kinds) and all(
                self.domain.is_a(kind, given) for kind, given in zip(kinds, leading, strict=True)
            )
            if not fits:
                form = f"{part.kind} is {_form(name, declared)}; expected {_form(name, kinds)}"
                self._fail(part.found[name].place, form)

    def _misspelled(self, part: _Part) -> None:
        """Refuse a name that is almost one the planner writes or reads, which is missing."""
        expected = part.required.keys() | part.optional.keys()
        missing = [n for n in (*part.required, *part.optional) if n not in part.found]
        for name in sorted(part.found.keys() - expected):
            if meant := get_close_matches(name, missing, n=1, cutoff=_ALMOST):
                message = f"the planner has no {part.kind} {name}; did you mean '{meant[0]}'?"
                self._fail(part.found[name].place, message)

    def _fail(self, at: Expression | str, message: str) -> NoReturn:
        parts = self.domain.parts
        place = parts.get(at, self.domain.tree) if isinstance(at, str) else at
        fail(self.domain.source, place, message)


def _form(name: str, kinds: tuple[str, ...]) -> str:
    arguments = "".join(f" ?{kind[0]}{n} - {kind}" for n, kind in enumerate(kinds, 1))
    return f"({name}{arguments})"
