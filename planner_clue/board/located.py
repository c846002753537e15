"""TOML texts, and errors that say at which line and column the fault stands.

``tomllib`` gives values without their place in the text. So keys and values are looked for in
the lines again.
"""

import re
import tomllib
from typing import Any, NoReturn, TypeAlias

from planner_clue.errors import BoardError

LineColumn: TypeAlias = tuple[int, int]
"""A line and a column, both counted from 1."""


class LocatedToml:
    """The data of a TOML text, and where its keys and values stand."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._fail_toml(str(error))

    def fail(self, place: LineColumn, message: str) -> NoReturn:
        """Raise :class:`BoardError` with the place of the fault before the message."""
        raise BoardError(f"{self.source}:{place[0]}:{place[1]}: {message}")

    def _fail_toml(self, message: str) -> NoReturn:
        at = re.search(r"\(at line (\d+), column (\d+)\)", message)
        place = (int(at[1]), int(at[2])) if at else (max(len(self.lines), 1), 1)
        self.fail(place, f"not TOML: {message.split(' (at ', maxsplit=1)[0]}")

    def string(self, table: dict[str, Any], key: str, name: str = "") -> str:
        """Return the text under ``key`` in ``table``, whose header is ``[name]``.

        Raises :class:`BoardError` if it is missing or empty.
        """
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            place = self.find(key, name)
            self.fail(place, f"'{key}' is missing or no text; expected {key} = \"...\"")
        return value

    def find(self, key: str, table: str = "", value: Any = None) -> LineColumn:
        """Return where ``value`` of ``key`` in ``[table]`` stands.

        If it is not found, where the key stands; and if that is not found, the table's header.
        Without ``table``, the key is looked for above all tables.
        """
        written = str(value) if isinstance(value, (str, list)) else ""
        inside, header = not table, (1, 1)
        for number, line in enumerate(self.lines, 1):
            stripped = line.strip()
            if stripped.startswith("[") and not stripped.startswith("[["):
                if inside and table:
                    break
                if stripped.split("#")[0].strip() == f"[{table}]":
                    inside, header = True, (number, line.index("[") + 1)
                elif not table and stripped == f"[{key}]":
                    return number, line.index("[") + 1
            elif inside and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
                column = line.find(written, line.index("=") + 1) if written else -1
                return number, (column if column >= 0 else line.index(key)) + 1
        return header
