"""A TOML text that knows where its things stand, for error messages.

``tomllib`` gives values without positions; this finds keys and values in the lines again.
"""

import re
import tomllib
from typing import Any, NoReturn, TypeAlias

from planner_clue.errors import BoardError

Position: TypeAlias = tuple[int, int]
"""A line and a column, both counted from 1."""


class LocatedToml:
    """The data of a TOML text, and errors that say file, line and column."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._fail_toml(str(error))

    def fail(self, position: Position, message: str) -> NoReturn:
        """Raise the error."""
        raise BoardError(f"{self.source}:{position[0]}:{position[1]}: {message}")

    def _fail_toml(self, message: str) -> NoReturn:
        at = re.search(r"\(at line (\d+), column (\d+)\)", message)
        position = (int(at[1]), int(at[2])) if at else (max(len(self.lines), 1), 1)
        self.fail(position, f"not TOML: {message.split(' (at ', maxsplit=1)[0]}")

    def string(self, table: dict[str, Any], key: str, name: str = "") -> str:
        """Return the text under ``key`` of the table ``[name]``, which must be there."""
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            position = self.find(key, name)
            self.fail(position, f"'{key}' is missing or no text; expected {key} = \"...\"")
        return value

    def find(self, key: str, table: str = "", value: Any = None) -> Position:
        """Return where ``value`` of ``key`` in ``[table]`` stands, else the key, else the table."""
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
