"""Readers of text files and JSON, whose errors name the fault and its place."""

import json
import re
import sys
from collections.abc import Callable
from math import isinf
from pathlib import Path
from typing import Any, NoReturn

from msgspec import ValidationError, convert, to_builtins

from planner_clue.support.errors import InputError, JsonError, cut, shown


def read_file(
    path: Path,
    error: type[InputError],
    name: str | None = None,
    most: int = 1_000_000,
    coding: str = "utf-8-sig",
) -> str:
    """Return a file's text; raises ``error`` with the place and what was expected."""
    name = name or str(path)
    try:
        with path.open(encoding=coding, newline="") as file:
            text = file.read(most + 1)
    except OSError as wrong:
        raise error(f"{name} cannot be read: {wrong.strerror}") from wrong
    except UnicodeDecodeError as wrong:
        raise error(f"{name}:1:1: not UTF-8 text: {wrong.reason}") from wrong
    if len(text) > most:
        raise error(f"{name}: {path.stat().st_size} bytes; expected a text of at most {most}")
    return text


def parse_json(text: str, *, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the value of a JSON text; ``pairs`` makes an object of its fields.

    Raises :class:`JsonError`, also for ``NaN``, infinite numbers and deep nesting.
    """

    def refuse(constant: str) -> NoReturn:
        where = _place(text, constant.__eq__)
        raise JsonError(f"{cut(constant, 40)}; expected a finite number", *where)

    def finite(digits: str) -> float:
        number = float(digits)
        return refuse(digits) if isinf(number) else number

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=refuse, parse_float=finite)
    except json.JSONDecodeError as error:
        raise JsonError(error.msg, error.lineno, error.colno) from error
    except RecursionError as error:
        raise JsonError("nested too deeply; expected few brackets inside each other") from error
    except JsonError:
        raise
    except ValueError as error:  # a number of too many digits for Python
        most = sys.get_int_max_str_digits()
        where = _place(text, lambda number: len(number.lstrip("-")) > most)
        raise JsonError(f"a number of more than {most} digits; expected fewer", *where) from error


_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity|-?[0-9][0-9.eE+-]*)')
"""A string of JSON, or a number as its only group."""


def _place(text: str, is_it: Callable[[str], bool]) -> tuple[int, int]:
    """Return line and column, from 1, of the first number of a JSON text that is the one."""
    numbers = (found for found in _NUMBER.finditer(text) if found[1])
    begin = next(found.start() for found in numbers if is_it(found[1]))
    return text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin)


_STEP = re.compile(r"\.([^.\[`]+)|\[(\d*|\.\.\.)\]")


def plain(value: Any) -> dict[str, Any]:
    """Return a typed value as the JSON object that it would be read back as."""
    found: dict[str, Any] = json.loads(json.dumps(to_builtins(value)))
    return found


def checked(
    data: Any,
    kind: Any,
    error: type[InputError],
    hook: Callable[[type[Any], Any], Any] | None = None,
) -> Any:
    """Return plain data as a value of ``kind``; ``hook`` makes types that msgspec does not know.

    Raises ``error`` with the place inside the data, the value there, and what was expected.
    """
    try:
        return convert(data, kind, dec_hook=hook)
    except ValidationError as wrong:
        raise error(_in_words(str(wrong).replace("`", ""), data)) from wrong


_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}
"""The types of JSON as messages name them, by the names of msgspec."""


def _in_words(message: str, data: Any) -> str:
    """Return a message of msgspec, ``EXPECTED - at $.PATH``, with the value that stands there."""
    expected, _, path = message.partition(" - at $")
    expected = re.sub(rf"\b({'|'.join(_TYPES)})\b", lambda name: _TYPES[name[0]], expected)
    where = path.removeprefix(".")
    if missing := re.match("Object missing required field (.*)", expected):
        return f"'{missing[1]}' is missing" + (f" in {where}" if where else "")
    for name, index in _STEP.findall(path):
        try:
            data = data[name] if name else data[int(index)]
        except (LookupError, TypeError, ValueError):  # one of many names that are free
            break
    fault = f"{shown(data)}; {expected[:1].lower()}{expected[1:]}"
    return f"{where}: {fault}" if where else fault
