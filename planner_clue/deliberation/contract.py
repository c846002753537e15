"""The contract: the declarations of a PDDL domain that the planner can plan in.

``pddl/README.md`` explains the contract. Problems contain optional parts only if the domain
declares them.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeAlias

from planner_clue.data import data_folder
from planner_clue.errors import DomainError, closest
from planner_clue.planning.domain import Declaration, Domain, Place, read_domain, read_text
from planner_clue.planning.domain_checks import check_actions, check_declarations, check_parts

REQUIRED_TYPES = {"suspect": "card", "weapon": "card", "room": "card"}
"""Each type with its required parent type."""

_C, _S, _W, _R, _V = "card", "suspect", "weapon", "room", "visit"
_DEAL, _DOUBT, _Q = "deal", "doubt", "question"
_A, _N, _P = "answer", "suggestion", "player"
Signatures: TypeAlias = Mapping[str, tuple[str, ...]]
"""The types of the arguments of each name."""
REQUIRED_PREDICATES: Signatures = {
    "at": (_R,),
    "in-hallway": (),
    "unlocated": (_C,),
    "held": (_C,),
    "murder": (_C,),
}
SEQUENTIAL_GOAL: Signatures = {"case-file-proved": ()}
"""Required of a domain for plans that are sequences."""
CONDITIONAL_GOAL: Signatures = {"given": (_A,), "to-plan": (_A,)}
"""Required of a domain for conditional plans; ``given`` makes it one."""
CONDITIONAL_PREDICATES: Signatures = {
    "about": (_N, _S, _W, _R),
    "worth-after": (_N, _A),
    "first-answer": (_N, _A),
    "next-answer": (_A, _A),
    "shows": (_A, _P, _C),
    "nobody-shows": (_A,),
    "given-in": (_A, _R),
    "most-probable": (_A, _S, _W, _R),
    "may-gamble": (_A,),
    "proved": (_A, _S, _W, _R),
    "assumed": (_C,),
    "passage": (_R, _R),
    "may-stay": (),
    "may-suggest": (),
    "investigating": (),
}
CONDITIONAL_FUNCTIONS: Signatures = {
    "total-cost": (),
    "hallway-travel-cost": (_R,),
    "way-cost-after": (_A, _R),
    "passage-cost-after": (_A,),
    "time-left": (_N,),
    "risk": (_A,),
    "chance": (_A,),
    "distance": (_R, _R),
    "times-asked": (_C,),
}
OPTIONAL_PREDICATES: Signatures = {
    "assumed": (_C,),
    "rival": (_C,),
    "askable": (_C,),
    "silent": (_R,),
    "suspect-expected": (_S, _W, _R),
    "weapon-expected": (_S, _W, _R),
    "room-expected": (_S, _W, _R),
    "about": (_Q, _S, _W, _R),
    "unasked": (_Q,),
    "suspect-shown": (_Q,),
    "weapon-shown": (_Q,),
    "room-shown": (_Q,),
    "none-shown": (_Q,),
    "conclusive": (_S, _W, _R),
    "case-file": (_DEAL, _S, _W, _R),
    "between": (_DOUBT, _DEAL, _DEAL),
    "settles": (_Q, _DOUBT),
    "next-doubt": (_DOUBT, _DOUBT),
    "first-doubt": (_DOUBT,),
    "no-doubt": (_DOUBT,),
    "passage": (_R, _R),
    "next-visit": (_V, _V),
    "visit-to-come": (_V,),
    "open-question": (_S, _W, _R),
    "check-order": (_C, _C),
    "checking": (_C,),
    "horizon": (_V,),
    "may-stay": (),
    "may-suggest": (),
    "investigating": (),
}
OPTIONAL_FUNCTIONS: Signatures = {
    "total-cost": (),
    "travel-cost": (_R, _R),
    "hallway-travel-cost": (_R,),
    "way-cost": (_V, _R, _R),
    "passage-cost": (_V,),
    "asking-cost": (_V, _Q),
    "question-cost": (_S, _W, _R),
    "proof-cost": (_S, _W, _R),
    "doubt-cost": (),
    "distance": (_R, _R),
    "times-asked": (_C,),
}
REQUIRED_ACTIONS: Signatures = {"travel": (_R, _R), "travel-from-hallway": (_R,)}
SEQUENTIAL_SUGGESTION: Signatures = {"suggest-none-shown": (_S, _W, _R)}
CONDITIONAL_BRANCHES: Signatures = {
    "suggest": (_S, _W, _R),
    "if-shown": (_P, _C, _A),
    "if-nobody-shows": (_A,),
}
WAYS: Signatures = {"take-passage": (_R, _R), "stay": (_R,)}
CONDITIONAL_ACTIONS: Signatures = {
    **WAYS,
    "suggest-and-replan": (_S, _W, _R, _N),
    "gamble": (_S, _W, _R, _A),
    "accuse": (_S, _W, _R),
}
OPTIONAL_ACTIONS: Signatures = {
    **WAYS,
    "suggest-suspect-shown": (_S, _W, _R),
    "suggest-weapon-shown": (_S, _W, _R),
    "suggest-room-shown": (_S, _W, _R),
    "accuse": (_S, _W, _R),
}
"""Actions the planner plays, with the types of their first arguments; more may follow."""


_ALMOST = 0.8
"""Least similarity, from 0 to 1, of a name and its misspelling."""


def is_conditional(domain: Domain) -> bool:
    """Tell whether a domain is for conditional plans: it has a predicate ``given``."""
    return "given" in domain.predicates


def agent_domain(text: str, source: str = "domain") -> Domain:
    """Return the domain in ``text``, which must keep the contract.

    Raises :class:`DomainError` with ``source``, line and column of the first fault.

    >>> agent_domain("(define (domain clue))", "me")
    Traceback (most recent call last):
    planner_clue.errors.DomainError: me:1:1: type suspect is missing; expected 'suspect - card'
    """
    domain = read_domain(text, source)
    _Check(domain).everything()
    return domain


def load_agent_domain(path: str | None = None) -> Domain:
    """Return the domain in a file, or the planner's own; raises as :func:`agent_domain`."""
    if path:
        return agent_domain(read_text(Path(path), f"domain {path}"), path)
    own = data_folder("pddl") / "conditional" / "domain.pddl"
    return agent_domain(read_text(own), "pddl/conditional/domain.pddl")


class _Part(NamedTuple):
    """The names of one kind: those that the domain declares, and those of the contract."""

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
        domain, branches = self.domain, is_conditional(self.domain)
        predicates = {**REQUIRED_PREDICATES, **(CONDITIONAL_GOAL if branches else SEQUENTIAL_GOAL)}
        functions = CONDITIONAL_FUNCTIONS if branches else OPTIONAL_FUNCTIONS
        suggesting = CONDITIONAL_BRANCHES if branches else SEQUENTIAL_SUGGESTION
        more = CONDITIONAL_ACTIONS if branches else OPTIONAL_ACTIONS
        optional = CONDITIONAL_PREDICATES if branches else OPTIONAL_PREDICATES
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
                (given,) = types[name].types
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

    def _fail(self, at: Place | str, message: str) -> NoReturn:
        parts = self.domain.parts
        place = parts.get(at, parts["define"]) if isinstance(at, str) else at
        raise DomainError(f"{self.domain.source}:{place.line}:{place.column}: {message}")


def _form(name: str, kinds: tuple[str, ...]) -> str:
    arguments = "".join(f" ?{kind[0]}{n} - {kind}" for n, kind in enumerate(kinds, 1))
    return f"({name}{arguments})"
