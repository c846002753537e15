"""The words of PDDL of a simple kind, in lists as the parentheses have them.

Whatever is not of that kind is :class:`Unsupported`, faults of a text too: what reads all of PDDL
then says in its own words what is wrong.
"""

import re
from typing import Any

_COMMENT = re.compile(";[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*")
_TOKEN = re.compile(r"[()]|\??[^\s()?]+|\?")
NAME = re.compile(r"[^\s()?:=-][^\s()?:=]*")
"""A name of something, without the question mark of a variable."""


class Unsupported(Exception):
    """A text says something that is not of the simple kind."""


def plain_text(text: str) -> str:
    """Return a text without comments, in lower case."""
    text = _COMMENT.sub("", text) if ";" in text else text
    require(text.isascii())
    return text.lower()


def nested_words(text: str) -> list[Any]:
    """Return words and lists of them."""
    inside: list[Any] = []
    still_open = [inside]
    for token in _TOKEN.findall(text):
        if token == "(":
            still_open.append([])
        elif token == ")":
            require(len(still_open) > 1)
            closed = still_open.pop()
            still_open[-1].append(closed)
        else:
            still_open[-1].append(token)
    require(len(still_open) == 1)
    return inside


def conjuncts(parts: Any) -> list[Any]:
    """Return what stands below an ``and``, or the one thing that is there; nothing for ``()``."""
    require(isinstance(parts, list))
    if parts[:1] == ["and"]:
        return list(parts[1:])
    return [parts] if parts else []


def all_words(parts: Any) -> list[str]:
    """Return a list that has words alone."""
    require(isinstance(parts, list) and all(isinstance(part, str) for part in parts))
    return list(parts)


def typed_list(parts: list[Any], *, variables: bool = False) -> dict[str, str]:
    """Return the names of a typed list with their types."""
    found: dict[str, str] = {}
    waiting: list[str] = []
    following = iter(all_words(parts))
    for word in following:
        if word == "-":
            require(waiting)
            kind = next(following, "-")
            require(NAME.fullmatch(kind))
            found |= dict.fromkeys(waiting, kind)
            waiting = []
            continue
        require(NAME.fullmatch(word.removeprefix("?")) and word.startswith("?") == variables)
        require(word not in found and word not in waiting)
        waiting.append(word)
    return found | dict.fromkeys(waiting, "object")


def require(condition: object) -> None:
    """Raise :class:`Unsupported` unless a condition holds."""
    if not condition:
        raise Unsupported
