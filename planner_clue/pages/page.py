"""One HTML text from a template, styles, scripts and data, which needs nothing else.

Everything is in the file, so a page opens from a disk without a network. Its
Content-Security-Policy lets it load nothing, and run only the scripts that were put in here.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from planner_clue.board.drawing.palette import COLOURS
from planner_clue.errors import printable

_ASSETS = files("planner_clue.pages") / "assets"


def write_page(
    title: str,
    data: Mapping[str, Any],
    scripts: Sequence[str],
    board: str = "",
    *,
    template: str = "replay",
    connect: str = "'none'",
) -> str:
    """Return a page.

    ``scripts`` are names of files in ``assets/``, in the order in which they need each other;
    ``board`` is the SVG picture of a board, or nothing; ``connect`` says where the page may send
    requests to, in the words of a Content-Security-Policy.
    """
    script = "\n".join(_asset(f"{name}.js") for name in scripts)
    parts = {
        "title": escape(printable(title)),
        "policy": escape(_policy(script, connect)),
        "style": f"{_asset('page.css')}\n{_board_theme()}",
        "board": board,
        "data": as_script(data),
        "script": script,
    }
    page = _asset(f"{template}.html")
    for name, part in parts.items():
        before, mark, after = page.partition(f"<!-- {name} -->")
        page = before + (part if mark else "") + after
    return page


def as_script(data: Any) -> str:
    r"""Return data as JSON that can stand in a script element.

    >>> as_script({"said": "</script>"})
    '{"said":"\\u003c/script>"}'
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _policy(script: str, connect: str) -> str:
    """Return the Content-Security-Policy; the script is known by its SHA-256 sum."""
    digest = b64encode(sha256(f"\n{script}\n".encode()).digest()).decode()
    rules = {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest}'",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "connect-src": connect,
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{rule} {value}" for rule, value in rules.items())


def _board_theme() -> str:
    """Return the colours of the board for a page that was set to light or to dark."""
    rules = []
    for number, theme in enumerate(("light", "dark")):
        colours = "; ".join(f"--clue-{name}: {pair[number]}" for name, pair in COLOURS.items())
        rules.append(f':root[data-theme="{theme}"] {{ {colours} }}')
    return "\n".join(rules)


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8").strip()
