"""PDDL as nested lists of words that know where they stand.

Only what checking a domain and pointing at its faults needs; planners have their own
parsers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from planner_clue.errors import DomainError

_DEEPEST = 100
"""How many groups may be inside each other."""
_TOKEN = re.compile(r"[()]|[^\s();]+|;[^\n]*")


@dataclass(frozen=True)
class Word:
    """A name, variable, keyword or number, in lower case."""

    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Group:
    """Whatever stands between two parentheses; the position is that of the opening one."""

    line: int
    column: int
    items: list["Expression"] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The first word, or nothing."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"


Expression: TypeAlias = Word | Group


def fail(source: str, at: Word | Group, message: str) -> NoReturn:
    """Raise the error for a fault in ``source``."""
    raise DomainError(f"{source}:{at.line}:{at.column}: {message}")


def parse_expression(text: str, source: str) -> Group:
    """Return the one expression of a PDDL text.

    Raises :class:`DomainError` with line and column at a parenthesis that is missing or one
    too many.
    """
    outermost = Group(0, 0)
    still_open = [outermost]
    indents: dict[int, int] = {}
    suspect: Group | None = None
    for word in _words(text):
        indent = indents.setdefault(word.line, word.column)
        inside = still_open[-1]
        if word.line > inside.line > 0 and word.text != ")" and indent <= indents[inside.line]:
            # No further right than the line that opened the group it is in: was that closed?
            suspect = suspect or inside
        if word.text == "(":
            group = Group(word.line, word.column)
            still_open[-1].items.append(group)
            still_open.append(group)
            if len(still_open) > _DEEPEST:
                fail(source, word, f"more than {_DEEPEST} '(' inside each other")
        elif word.text == ")":
            if len(still_open) == 1:
                fail(source, _early(text) or word, "')' without a '(' before it")
            still_open.pop()
        else:
            still_open[-1].items.append(word)
    if len(still_open) > 1:
        unclosed = suspect or still_open[-1]
        name = f"'({unclosed.head}'" if unclosed.head else "'('"
        fail(source, unclosed, f"{name} is never closed; expected a ')' for it")
    if len(outermost.items) != 1 or not isinstance(outermost.items[0], Group):
        if len(outermost.items) > 1 and (too_many := _early(text)):
            fail(source, too_many, "')' without a '(' before it")
        place = outermost.items[-1] if outermost.items else Word("", 1, 1)
        fail(source, place, "expected one expression, (define ...)")
    return outermost.items[0]


def _early(text: str) -> Word | None:
    """Return the ')' after which lines stand too far right for the group that they are then in.

    Where there is one ')' too many, the group that it should close ends too early, and what
    still belongs to it is taken for a part of the group around it.
    """
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
    for number, line in enumerate(text.splitlines(), 1):
        for match in _TOKEN.finditer(line):
            if not match[0].startswith(";"):
                yield Word(match[0].lower(), number, match.start() + 1)


def typed_names(source: str, items: list[Expression]) -> list[tuple[Word, str]]:
    """Return the names of a typed list, ``a b - t c - u``, with their types.

    Names without a type are of type ``object``.
    """
    named: list[tuple[Word, str]] = []
    waiting: list[Word] = []
    words = iter(items)
    for item in words:
        if not isinstance(item, Word):
            fail(source, item, "unexpected '('; expected a name or '- type'")
        if item.text != "-":
            waiting.append(item)
            continue
        kind = next(words, None)
        if not isinstance(kind, Word):
            fail(source, kind or item, "expected the name of a type after '-'")
        named += [(name, kind.text) for name in waiting]
        waiting = []
    return named + [(name, "object") for name in waiting]
