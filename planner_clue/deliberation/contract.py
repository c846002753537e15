"""The contract: what a PDDL domain must declare so that the planner can plan in it.

``pddl/README.md`` explains the contract. Optional parts are written into problems only if the
domain declares them.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from planner_clue.data import data_folder
from planner_clue.errors import DomainError, closest
from planner_clue.planning.domain import Declaration, Domain, Place, read_domain, read_text
from planner_clue.planning.domain_checks import check_actions, check_declarations, check_parts

REQUIRED_TYPES = {"suspect": "card", "weapon": "card", "room": "card"}
"""Each type with its required parent type."""

_C, _S, _W, _R, _V = "card", "suspect", "weapon", "room", "visit"
_DEAL, _DOUBT, _Q = "deal", "doubt", "question"
REQUIRED_PREDICATES: dict[str, tuple[str, ...]] = {
    "at": (_R,),
    "in-hallway": (),
    "unlocated": (_C,),
    "held": (_C,),
    "murder": (_C,),
    "case-file-proved": (),
}
OPTIONAL_PREDICATES: dict[str, tuple[str, ...]] = {
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
OPTIONAL_FUNCTIONS: dict[str, tuple[str, ...]] = {
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
REQUIRED_ACTIONS: dict[str, tuple[str, ...]] = {
    "travel": (_R, _R),
    "travel-from-hallway": (_R,),
    "suggest-none-shown": (_S, _W, _R),
}
OPTIONAL_ACTIONS: dict[str, tuple[str, ...]] = {
    "take-passage": (_R, _R),
    "stay": (_R,),
    "suggest-suspect-shown": (_S, _W, _R),
    "suggest-weapon-shown": (_S, _W, _R),
    "suggest-room-shown": (_S, _W, _R),
    "accuse": (_S, _W, _R),
}
"""Actions the planner plays, with the types of their first arguments; more may follow."""


_ALMOST = 0.8
"""Least similarity, from 0 to 1, of a name and its misspelling."""


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
    own = data_folder("pddl") / "clue" / "domain.pddl"
    return agent_domain(read_text(own), "pddl/clue/domain.pddl")


class _Check:
    """Checks one domain against the contract."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain

    def everything(self) -> None:
        domain = self.domain
        check_parts(domain)
        self._types()
        check_declarations(domain)
        for what, part, found, required, optional in (
            (
                "predicate",
                ":predicates",
                domain.predicates,
                REQUIRED_PREDICATES,
                OPTIONAL_PREDICATES,
            ),
            ("function", ":functions", domain.functions, {}, OPTIONAL_FUNCTIONS),
            ("action", ":action", domain.actions, REQUIRED_ACTIONS, OPTIONAL_ACTIONS),
        ):
            self._require(what, part, found, required)
            self._compare(what, found, {**required, **optional})
            self._misspelled(what, found, {**required, **optional})
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

    def _require(
        self,
        what: str,
        part: str,
        found: Mapping[str, Declaration],
        required: Mapping[str, tuple[str, ...]],
    ) -> None:
        for name, kinds in required.items():
            if name not in found:
                close = closest(name, found)
                hint = f"; did you mean '{close}'?" if close else ""
                almost = get_close_matches(name, found, n=1, cutoff=_ALMOST)
                self._fail(
                    found[almost[0]].place if almost else part,
                    f"{what} {name} is missing; expected {_form(name, kinds)}{hint}",
                )
        self._compare(what, found, required)

    def _compare(
        self,
        what: str,
        found: Mapping[str, Declaration],
        expected: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Refuse a declaration whose arguments differ from those the planner writes or reads."""
        for name, kinds in expected.items():
            if name not in found:
                continue
            declared = found[name].types
            leading = declared[: len(kinds)] if what == "action" else declared
            fits = len(leading) == len(kinds) and all(
                self.domain.is_a(kind, given) for kind, given in zip(kinds, leading, strict=True)
            )
            if not fits:
                form = _form(name, declared)
                self._fail(found[name].place, f"{what} is {form}; expected {_form(name, kinds)}")

    def _misspelled(
        self,
        what: str,
        found: Mapping[str, Declaration],
        expected: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Refuse a name that is almost one the planner writes or reads, which is missing."""
        missing = [name for name in expected if name not in found]
        for name in sorted(found.keys() - expected.keys()):
            if meant := get_close_matches(name, missing, n=1, cutoff=_ALMOST):
                self._fail(
                    found[name].place,
                    f"the planner has no {what} {name}; did you mean '{meant[0]}'?",
                )

    def _fail(self, at: Place | str, message: str) -> NoReturn:
        parts = self.domain.parts
        place = parts.get(at, parts["define"]) if isinstance(at, str) else at
        raise DomainError(f"{self.domain.source}:{place.line}:{place.column}: {message}")


def _form(name: str, kinds: tuple[str, ...]) -> str:
    arguments = "".join(f" ?{kind[0]}{n} - {kind}" for n, kind in enumerate(kinds, 1))
    return f"({name}{arguments})"
