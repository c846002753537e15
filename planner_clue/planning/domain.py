"""A PDDL domain the agent can plan with, and the contract it has to keep.

The contract, for people, is ``pddl/README.md``. What is optional in it is written into
problems only where the domain declares it, so that a domain may leave things out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from planner_clue.data import data_folder
from planner_clue.errors import DomainError, closest, nearest
from planner_clue.planning.expressions import (
    Expression,
    Group,
    Word,
    fail,
    parse_expression,
    typed_names,
)
from planner_clue.planning.problem import PddlProblem

REQUIRED_TYPES = {"suspect": "card", "weapon": "card", "room": "card"}
"""Each type with the type it has to be of."""
OPTIONAL_TYPES = ("visit",)

_C, _S, _W, _R, _V = "card", "suspect", "weapon", "room", "visit"
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
    "conclusive": (_S, _W, _R),
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
"""Actions that are played, with the types of their first arguments; more may follow."""


@dataclass(frozen=True)
class Domain:
    """A domain that keeps the contract; names are in lower case."""

    text: str
    name: str
    types: Mapping[str, str]
    """Each type with the type it is of."""
    predicates: Mapping[str, tuple[str, ...]]
    functions: Mapping[str, tuple[str, ...]]
    actions: Mapping[str, tuple[str, ...]]

    def restrict(self, problem: PddlProblem) -> PddlProblem:
        """Return the problem without what this domain does not declare."""
        return replace(
            problem,
            domain=self.name,
            objects={kind: names for kind, names in problem.objects.items() if kind in self.types},
            init=frozenset(atom for atom in problem.init if atom[0].lower() in self.predicates),
            values={atom: v for atom, v in problem.values.items() if atom[0] in self.functions},
            unused=frozenset(atom for atom in problem.unused if atom[0] in self.functions),
            unwritten={
                atom: v for atom, v in problem.known.items() if atom[0] not in self.functions
            },
            has_costs="total-cost" in self.functions,
        )


@lru_cache(maxsize=16)
def read_domain(text: str, source: str = "domain") -> Domain:
    """Read a domain and check it against the contract.

    Raises :class:`DomainError` with file, line and column of the first fault.
    """
    return _Reader(text, source).read()


def load_domain(path: str | None = None) -> Domain:
    """Return the domain of a file; without one, the agent's own."""
    file = Path(path) if path else data_folder("pddl") / "clue" / "domain.pddl"
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise DomainError(f"domain {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DomainError(f"{path}:1:1: not UTF-8 text: {error.reason}") from error
    return read_domain(text, path or "pddl/clue/domain.pddl")


class _Reader:
    """Reads the parts of one domain."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.whole = parse_expression(text, source)
        self.parts: dict[str, Group] = {}
        self.action_parts: list[Group] = []

    def read(self) -> Domain:
        name = self._read_parts()
        types = self._types()
        predicates = self._signatures(":predicates", types)
        functions = self._signatures(":functions", types)
        actions = self._actions(types)
        self._require("predicate", ":predicates", predicates, REQUIRED_PREDICATES, types)
        self._compare("predicate", ":predicates", predicates, OPTIONAL_PREDICATES, types)
        self._compare("function", ":functions", functions, OPTIONAL_FUNCTIONS, types)
        self._require("action", ":action", actions, REQUIRED_ACTIONS, types)
        self._compare("action", ":action", actions, OPTIONAL_ACTIONS, types)
        return Domain(
            self.text,
            name,
            types,
            *(
                {key: kinds for key, (_, kinds) in found.items()}
                for found in (predicates, functions, actions)
            ),
        )

    def _read_parts(self) -> str:
        if self.whole.head != "define":
            fail(self.source, self.whole, "expected (define (domain NAME) ...)")
        groups = [item for item in self.whole.items[1:] if isinstance(item, Group)]
        if not groups or groups[0].head != "domain" or len(groups[0].items) != 2:
            fail(self.source, groups[0] if groups else self.whole, "expected (domain NAME)")
        for group in groups[1:]:
            if group.head == ":action":
                self.action_parts.append(group)
            else:
                self.parts[group.head] = group
        name = groups[0].items[1]
        return name.text if isinstance(name, Word) else ""

    def _types(self) -> dict[str, str]:
        part = self.parts.get(":types", self.whole)
        types = {word.text: kind for word, kind in self._typed(":types")}
        for name, parent in REQUIRED_TYPES.items():
            if name not in types:
                fail(self.source, part, f"type {name} is missing; expected '{name} - {parent}'")
            if not _is_a(name, parent, types):
                word = next(w for w, _ in self._typed(":types") if w.text == name)
                message = f"type {name} is of type {types[name]}; expected '{name} - {parent}'"
                fail(self.source, word, message)
        return types

    def _typed(self, part: str) -> list[tuple[Word, str]]:
        group = self.parts.get(part)
        return typed_names(self.source, group.items[1:]) if group else []

    def _signatures(
        self, part: str, types: Mapping[str, str]
    ) -> dict[str, tuple[Group, tuple[str, ...]]]:
        """Return the declared predicates or functions with their argument types."""
        group = self.parts.get(part)
        found: dict[str, tuple[Group, tuple[str, ...]]] = {}
        for item in group.items[1:] if group else ():
            if isinstance(item, Group):
                found[item.head] = item, self._kinds(item.items[1:], types)
        return found

    def _kinds(self, items: list[Expression], types: Mapping[str, str]) -> tuple[str, ...]:
        named = typed_names(self.source, items)
        for word, kind in named:
            if kind != "object" and kind not in types and kind not in types.values():
                hint = nearest(kind, types)
                fail(self.source, word, f"{word.text} of unknown type '{kind}'; {hint}")
        return tuple(kind for _, kind in named)

    def _actions(self, types: Mapping[str, str]) -> dict[str, tuple[Group, tuple[str, ...]]]:
        found: dict[str, tuple[Group, tuple[str, ...]]] = {}
        for group in self.action_parts:
            name = group.items[1] if len(group.items) > 1 else group
            if not isinstance(name, Word):
                fail(self.source, name, "expected the name of the action after ':action'")
            keys = [item.text if isinstance(item, Word) else "" for item in group.items]
            at = keys.index(":parameters") + 1 if ":parameters" in keys else len(keys)
            parameters = group.items[at] if at < len(group.items) else group
            if not isinstance(parameters, Group) or parameters is group:
                fail(self.source, name, f"action {name.text} has no :parameters (...)")
            found[name.text] = group, self._kinds(parameters.items, types)
        return found

    def _require(
        self,
        what: str,
        part: str,
        found: Mapping[str, tuple[Group, tuple[str, ...]]],
        required: Mapping[str, tuple[str, ...]],
        types: Mapping[str, str],
    ) -> None:
        for name, kinds in required.items():
            if name not in found:
                place = self.parts.get(part, self.whole)
                form = _form(name, kinds)
                close = closest(name, found)
                hint = f"; did you mean it by '{close}'?" if close else ""
                fail(self.source, place, f"{what} {name} is missing; expected {form}{hint}")
        self._compare(what, part, found, required, types)

    def _compare(
        self,
        what: str,
        part: str,
        found: Mapping[str, tuple[Group, tuple[str, ...]]],
        expected: Mapping[str, tuple[str, ...]],
        types: Mapping[str, str],
    ) -> None:
        """Refuse what is declared with other arguments than the agent writes or reads."""
        for name, kinds in expected.items():
            if name not in found:
                continue
            group, declared = found[name]
            leading = declared[: len(kinds)] if part == ":action" else declared
            fits = len(leading) == len(kinds) and all(
                _is_a(kind, given, types) for kind, given in zip(kinds, leading, strict=True)
            )
            if not fits:
                form = _form(name, declared)
                fail(self.source, group, f"{what} is {form}; expected {_form(name, kinds)}")


def _is_a(kind: str, other: str, types: Mapping[str, str]) -> bool:
    """Tell whether every ``kind`` is a thing of type ``other``."""
    seen = set()
    while kind != other and kind in types and kind not in seen:
        seen.add(kind)
        kind = types[kind]
    return other in (kind, "object")


def _form(name: str, kinds: tuple[str, ...]) -> str:
    arguments = "".join(f" ?{kind[0]}{n} - {kind}" for n, kind in enumerate(kinds, 1))
    return f"({name}{arguments})"
