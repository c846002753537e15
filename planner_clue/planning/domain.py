"""A PDDL domain: its declarations and its syntax tree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from planner_clue.planning import syntax_tree
from planner_clue.planning.problem import PddlProblem
from planner_clue.support.errors import DomainError, InputError, nearest, shown
from planner_clue.support.json_text import read_file

TextOrPath: TypeAlias = str | Path
"""A PDDL text, or where its file is. A ``str`` is a text if it has a parenthesis or a new line."""
_LARGEST_FILE = 20_000_000


class Text(NamedTuple):
    """A text, and its name in messages."""

    content: str
    source: str

    @classmethod
    def of(cls, file: Path) -> "Text":
        """Return a file's text; raises as :func:`read_text` does."""
        return cls(read_text(file), str(file))


@dataclass(frozen=True)
class Declaration:
    """A type, predicate, function or action as a domain declares it."""

    types: tuple[str, ...]  # the types of its arguments; of a type, the types it is of, usually one
    place: syntax_tree.Expression  # its name or group in the text
    arguments: tuple[syntax_tree.Word, ...] = ()


@dataclass(frozen=True)
class Domain:
    """The declarations of a domain; names are in lower case."""

    text: str
    source: str  # the file's name, for messages
    name: str
    types: Mapping[str, Declaration]
    predicates: Mapping[str, Declaration]
    functions: Mapping[str, Declaration]
    actions: Mapping[str, Declaration]
    parts: Mapping[str, syntax_tree.Group]  # by keyword, such as :predicates; the whole as define
    constants: Mapping[str, str]  # the type of each constant
    tree: syntax_tree.Group

    @cached_property
    def derived(self) -> frozenset[str]:
        """The derived predicates."""
        heads = (one.items[1] for one in self.tree.groups(":derived"))
        return frozenset(head.head for head in heads if isinstance(head, syntax_tree.Group))

    @cached_property
    def ancestors(self) -> Mapping[str, frozenset[str]]:
        """The types above each declared type, itself among them only in a cycle."""
        found = {name: set(declared.types) for name, declared in self.types.items()}
        for _ in found:
            for above in found.values():
                above.update(*[found[name] for name in above if name in found])
        return {name: frozenset(above) for name, above in found.items()}

    def is_a(self, kind: str, other: str) -> bool:
        """Return whether every thing of type ``kind`` is one of type ``other``."""
        if other.startswith("either "):
            return any(self.is_a(kind, one) for one in other.split()[1:])
        return other == kind or other in self.ancestors.get(kind, ())

    def check_types(self) -> None:
        """Raise :class:`DomainError` at the first argument of a type that is not declared."""
        known = {"object", *self.types}.union(*(d.types for d in self.types.values()))
        for declared in (self.predicates, self.functions, self.actions):
            for declaration in declared.values():
                for word, kind in zip(declaration.arguments, declaration.types, strict=True):
                    if kind not in known:
                        unknown = f"unknown type '{kind}'; {nearest(kind, self.types)}"
                        syntax_tree.fail(self.source, word, f"{word.text} of {unknown}")

    def restrict(self, problem: PddlProblem) -> PddlProblem:
        """Return the problem without everything that this domain does not declare."""
        return replace(
            problem,
            domain=self.name,
            objects={kind: names for kind, names in problem.objects.items() if kind in self.types},
            init=frozenset(atom for atom in problem.init if atom[0].lower() in self.predicates),
            values={atom: v for atom, v in problem.values.items() if atom[0] in self.functions},
            unused=frozenset(atom for atom in problem.unused if atom[0] in self.functions),
            unwritten={a: v for a, v in problem.known.items() if a[0] not in self.functions},
            has_costs="total-cost" in self.functions,
        )


@lru_cache(maxsize=16)
def read_domain(text: str, source: str = "domain") -> Domain:
    """Return the declarations of a PDDL text; raises :class:`DomainError` with the place."""
    whole = syntax_tree.parse(text, source)
    name = _name(whole, source)
    groups = [item for item in whole.items[2:] if isinstance(item, syntax_tree.Group)]
    parts = {group.head: group for group in groups if group.head != ":action"}

    def typed(part: str) -> list[tuple[syntax_tree.Word, str]]:
        return syntax_tree.typed_names(source, parts[part].items[1:]) if part in parts else []

    types: dict[str, Declaration] = {}
    for word, kind in typed(":types"):
        above = types[word.text].types if word.text in types else ()
        types[word.text] = Declaration((*above, kind), word)

    def signatures(part: str) -> dict[str, Declaration]:
        items = parts[part].items[1:] if part in parts else ()
        declared = (item for item in items if isinstance(item, syntax_tree.Group))
        return {item.head: _declaration(item.items[1:], item, source) for item in declared}

    return Domain(
        text,
        source,
        name,
        types=types,
        predicates=signatures(":predicates"),
        functions=signatures(":functions"),
        actions=dict(_action(action, source) for action in whole.groups(":action")),
        parts={"define": whole, **parts},
        constants={word.text: kind for word, kind in typed(":constants")},
        tree=whole,
    )


def read_text(path: Path, source: str | None = None) -> str:
    """Return a PDDL file's text, in UTF-8 or else Latin-1; raises :class:`DomainError`."""
    try:
        return read_file(path, DomainError, source, _LARGEST_FILE)
    except DomainError as error:
        if not isinstance(error.__cause__, UnicodeDecodeError):
            raise
    return read_file(path, DomainError, source, _LARGEST_FILE, "latin-1")


def text_from(given: TextOrPath, what: str) -> Text:
    """Return the PDDL text that is given or in the given file; ``what`` names it in messages.

    Raises :class:`planner_clue.errors.DomainError` if there is no such file.
    """
    if isinstance(given, str) and ("(" in given or "\n" in given):
        return Text(given.removeprefix("\ufeff"), what)
    if not isinstance(given, str | Path) or given == "":
        raise InputError(f"{what} {shown(given)}; expected a PDDL text or a path")
    return Text(read_text(Path(given), f"{what} {given}"), str(given))


def _name(whole: syntax_tree.Group, source: str) -> str:
    if whole.head != "define":
        syntax_tree.fail(source, whole, "expected (define (domain NAME) ...)")
    groups = [item for item in whole.items[1:] if isinstance(item, syntax_tree.Group)]
    if not groups or groups[0].head != "domain" or len(groups[0].items) != 2:
        syntax_tree.fail(source, groups[0] if groups else whole, "expected (domain NAME)")
    name = groups[0].items[1]
    return name.text if isinstance(name, syntax_tree.Word) else ""


def _declaration(
    items: Iterable[syntax_tree.Expression], place: syntax_tree.Group, source: str
) -> Declaration:
    named = syntax_tree.typed_names(source, items, either=place.head != ":action")
    return Declaration(tuple(kind for _, kind in named), place, tuple(word for word, _ in named))


def _action(group: syntax_tree.Group, source: str) -> tuple[str, Declaration]:
    name = group.items[1] if len(group.items) > 1 else group
    if not isinstance(name, syntax_tree.Word) or name.text[0] == ":":
        syntax_tree.fail(source, name, "expected the name of the action after ':action'")
    parameters = syntax_tree.keyword_parts(group).get(":parameters", syntax_tree.Group(0, 0))
    if not isinstance(parameters, syntax_tree.Group):
        syntax_tree.fail(source, name, f"action {name.text} has no :parameters (...)")
    return name.text, _declaration(parameters.items, group, source)
