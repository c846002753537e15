r"""PDDL texts as syntax trees: nested groups of words with their line and column.

Words, comments and line ends are read like Fast Downward's translator does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, NoReturn, TypeAlias

from planner_clue.support.errors import DomainError

_MAX_DEPTH = 250
_CACHED_SIZE = 1_000_000  # the longest text, in characters, whose tree is kept for the next reader
_TOKEN = re.compile(r"[()]|\?[^\s()?]*|[^\s()?]+")
_LINE_END = re.compile(r"\r\n?|\n")


class Word(NamedTuple):
    """A name, variable, keyword or number, in lower case."""

    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return self.text


@dataclass(eq=False)
class Group:
    """Everything between two parentheses; the position is that of the opening one."""

    line: int
    column: int
    items: tuple["Expression", ...] = ()

    @cached_property
    def head(self) -> str:
        """The first word; empty where there is none."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"

    def groups(self, head: str) -> Iterator["Group"]:
        """Yield the groups directly below that begin with ``head``."""
        return (item for item in self.items if isinstance(item, Group) and item.head == head)

    def all_groups(self) -> Iterator["Group"]:
        """Yield this group and all groups in it."""
        yield self
        for item in self.items:
            if isinstance(item, Group):
                yield from item.all_groups()


Expression: TypeAlias = Word | Group


def fail(source: str, at: Word | Group, message: str) -> NoReturn:
    """Raise :class:`DomainError` with the file, line and column."""
    raise DomainError(f"{source}:{at.line}:{at.column}: {message}")


def parse(text: str, source: str) -> Group:
    """Return a PDDL text's syntax tree, cached; raises :class:`DomainError` if malformed."""
    text = text.removeprefix("\ufeff")
    return _cached_tree(text, source) if len(text) <= _CACHED_SIZE else _tree(text, source)


def _tree(text: str, source: str) -> Group:
    _check_ascii(text, source)
    items: list[Expression] = []
    open_groups: list[tuple[int, int, list[Expression]]] = []
    for word in _words(text):
        if word.text == "(":
            open_groups.append((word.line, word.column, items))
            items = []
            if len(open_groups) >= _MAX_DEPTH:
                fail(source, word, f"more than {_MAX_DEPTH} '(' inside each other")
        elif word.text == ")":
            if not open_groups:
                _fail_surplus(source, _surplus(text) or word)
            line, column, above = open_groups.pop()
            above.append(Group(line, column, tuple(items)))
            items = above
        else:
            items.append(word)
    if open_groups:
        at, name = _unclosed(text)
        fail(source, at, f"'({name}' is never closed; expected a ')' for it")
    if len(items) == 1 and isinstance(items[0], Group):
        return items[0]
    if len(items) > 1 and (surplus := _surplus(text)):
        _fail_surplus(source, surplus)
    last = items[-1] if items else Word("", 1, 1)
    fail(source, last, "expected one expression, (define ...)")


def _fail_surplus(source: str, at: Word) -> NoReturn:
    fail(source, at, "')' without a '(' before it")


_cached_tree = lru_cache(maxsize=8)(_tree)


def _unclosed(text: str) -> tuple[Word, str]:
    """Return the '(' that most likely lacks its ')', and the word after it.

    It is the first before a line that is indented no further than its own; else the last.
    """
    indents: dict[int, int] = {}
    still_open: list[Word] = []
    heads: dict[Word, str] = {}
    before = ""
    suspect: Word | None = None
    for word in _words(text):
        indent = indents.setdefault(word.line, word.column)
        inside = still_open[-1] if still_open else None
        if inside and before == "(" and word.text not in "()":
            heads[inside] = word.text
        if inside and inside.line < word.line and word.text != ")":
            suspect = suspect or (inside if indent <= indents[inside.line] else None)
        if word.text == "(":
            still_open.append(word)
        elif word.text == ")":
            still_open.pop()
        before = word.text
    found = suspect or still_open[-1]
    return found, heads.get(found, "")


def _surplus(text: str) -> Word | None:
    """Return the ')' that closes a group early: the lines after it are indented too far."""
    columns: list[int | None] = [None]
    closing: Word | None = None
    line = 0
    for word in _words(text):
        if word.line > line and word.text != ")":
            first = columns[-1]
            if closing is not None and first is not None and word.column > first:
                return closing
            columns[-1] = word.column if first is None else first
        line = word.line
        if word.text == "(":
            columns.append(None)
        elif word.text == ")":
            closing = word
            if len(columns) == 1:
                return None
            columns.pop()
        if word.text != ")":
            closing = None
    return None


def _words(text: str) -> Iterator[Word]:
    for number, line in enumerate(_LINE_END.split(text.lower()), 1):
        for match in _TOKEN.finditer(line.partition(";")[0]):
            yield Word(match[0], number, match.start() + 1)


def _check_ascii(text: str, source: str) -> None:
    for number, line in enumerate(() if text.isascii() else _LINE_END.split(text), 1):
        code = line.partition(";")[0]
        if not code.isascii():
            column = next(place for place, one in enumerate(code, 1) if not one.isascii())
            what = f"character {code[column - 1]!a}; expected ASCII outside comments"
            fail(source, Word("", number, column), f"{what}: replace it")


def typed_names(
    source: str, items: Iterable[Expression], *, either: bool = False
) -> list[tuple[Word, str]]:
    """Return the names of a typed list, ``a b - t c - u``, with their types, ``object`` if none.

    Declarations of predicates may have a type ``(either t u)``.
    """
    named: list[tuple[Word, str]] = []
    untyped: list[Word] = []
    words = iter(items)
    for item in words:
        if not isinstance(item, Word):
            fail(source, item, "unexpected '('; expected a name or '- type'")
        if item.text != "-":
            untyped.append(item)
            continue
        kind = next(words, None)
        if kind is None or (isinstance(kind, Group) and kind.head != "either"):
            fail(source, kind or item, "expected the name of a type after '-'")
        if isinstance(kind, Group) and not either:
            fail(source, kind, f"unexpected {kind}; expected one type: declare a supertype")
        named += [(name, str(kind).strip("()")) for name in untyped]
        untyped = []
    return named + [(name, "object") for name in untyped]


def conjuncts(formula: Expression | None) -> Sequence[Expression]:
    """Return the parts of a conjunction, nested ones too; of ``()`` none, else the formula."""
    if not isinstance(formula, Group):
        return () if formula is None else (formula,)
    if formula.head != "and":
        return (formula,) if formula.items else ()
    return [part for item in formula.items[1:] for part in conjuncts(item) or (item,)]


def keyword_parts(group: Group) -> dict[str, Expression]:
    """Return the parts of an action by their keywords, such as ``:effect``."""
    items = group.items[2:]
    return {str(key): part for key, part in zip(items[::2], items[1::2], strict=False)}
