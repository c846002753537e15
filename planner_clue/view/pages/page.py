"""HTML pages without dependencies: frame, body, styles, scripts and data in one file.

A page opens from a disk without a network. Its
Content-Security-Policy lets it load nothing, and run only the scripts that were put in here.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from gzip import compress
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from planner_clue.game.board import Board, Place
from planner_clue.game.board.drawing import board_svg, token_spots
from planner_clue.game.board.drawing.palette import COLOURS
from planner_clue.game.cards import Card
from planner_clue.support.errors import printable

_ASSETS = files("planner_clue.view.pages") / "assets"
_POLICY = (
    "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; "
    "connect-src {connect}; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy; the script is allowed by its SHA-256 checksum."""


def write_page(
    name: str,
    title: str,
    data: Mapping[str, Any],
    scripts: Sequence[str],
    board: str = "",
    *,
    connect: str = "'none'",
) -> str:
    """Return a page: its files in ``assets/`` are ``name``.html and .css, and the ``scripts``.

    These are in the order in which they need each other. ``board`` are pictures of boards as SVG;
    ``connect`` says where the page may send requests to, as in a Content-Security-Policy.
    """
    script = "\n".join(_asset(f"{file}.js") for file in scripts)
    digest = b64encode(sha256(f"\n{script}\n".encode()).digest()).decode()
    colours = (f"  --clue-{c}: light-dark({on}, {off});" for c, (on, off) in COLOURS.items())
    board_colours = "\n".join([":root {", *colours, "}"])
    parts = {
        "body": _asset(f"{name}.html"),
        "page": name,
        "title": escape(printable(title)),
        "policy": escape(_POLICY.format(digest=digest, connect=connect)),
        "style": "\n\n".join(
            [_typeface(), _asset("page.css"), board_colours, _asset(f"{name}.css")]
        ),
        "board": board,
        "data": _packed(as_script(data)),
        "script": script,
    }
    page = _asset("frame.html")
    for place, part in parts.items():
        before, mark, after = page.partition(f"<!-- {place} -->")
        page = before + (part if mark else "") + after
    return page


def board_picture(
    board: Board | None, tokens: Mapping[Card, Place] | None = None
) -> tuple[str, Any]:
    """Return a board as SVG, with ``tokens`` or at their starts, and where they are drawn."""
    if not board:
        return "", None
    placed = board.starts if tokens is None else tokens
    return board_svg(board, placed, title=f"The board {board.name}"), token_spots(board)


def as_script(data: Any) -> str:
    r"""Return data as JSON that can stand in a script element.

    >>> as_script({"text": "</script>"})
    '{"text":"\\u003c/script>"}'
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


MOST_PLAIN = 300_000
"""The maximum number of characters of data that are not compressed."""


def _packed(data: str) -> str:
    """Return the script element with the data of a page; dom.js reads it."""
    if len(data) <= MOST_PLAIN:
        return f'<script type="application/json" id="data">{data}</script>'
    packed = b64encode(compress(data.encode(), mtime=0)).decode()
    return f'<script type="application/gzip" id="data">{packed}</script>'


@cache
def _typeface() -> str:
    """Return the typeface of headings, whose digits are hard to read; see limelight-license.txt."""
    coded = b64encode((_ASSETS / "limelight.woff2").read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{coded}); unicode-range: U+20-2F, U+3A-FFFF"
    return f"/* Limelight, SIL OFL 1.1 */\n@font-face {{ font-family: Limelight; src: {source}; }}"


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8").strip()
