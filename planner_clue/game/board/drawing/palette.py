"""The colours and signs of the picture.

A page may set ``--clue-hallway`` and so on, by the names of :data:`COLOURS`. Attributes of the
elements have the light set, for drawing programs without custom properties.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
COLOURS: Mapping[str, tuple[str, str]] = {
    "ground": ("#fbf8f1", "#15181e"),
    "hallway": ("#f3e9d2", "#343a45"),
    "grid": ("#d6c7a3", "#4b5361"),
    "planks": ("#fcfaf6", "#24231f"),
    "parquet": ("#f9f7f2", "#272420"),
    "tiles": ("#f2f6f8", "#1e262d"),
    "flags": ("#f1f7ef", "#1f2822"),
    "wall": ("#4a4238", "#a8a296"),
    "ink": ("#221e19", "#f1ede4"),
    "faint": ("#6d6455", "#b3ac9f"),
    "cellar": ("#d9d2c3", "#272c35"),
    "sign": ("#e6d9bd", "#3d4654"),
    "furniture": ("#f6efe0", "#282e38"),
    "envelope": ("#f4ead2", "#3a4250"),
    "opening": ("#fff6df", "#e9d9b4"),
    "door": ("#8a4a10", "#f0a35a"),
    "reach": ("#a9d8c8", "#23695a"),
    "reach-edge": ("#0c7a62", "#63d5b9"),
    "heat": ("#ee8425", "#a4530d"),
    "route": ("#a3195b", "#ff8fc0"),
    "token-edge": ("#1b1714", "#fdfaf3"),
}
"""Each colour by its name: in the light set, and in the dark one."""

TOKENS: Mapping[str, tuple[str, str]] = {
    "scarlett": ("#c62f2f", "#ffffff"),
    "mustard": ("#eab308", "#221e19"),
    "white": ("#ffffff", "#221e19"),
    "green": ("#2c7a48", "#ffffff"),
    "peacock": ("#2563b8", "#ffffff"),
    "plum": ("#7a3b96", "#ffffff"),
}
"""The colour of each token and of the letters on it, which are the same in light and dark."""

SIGN_SIZE = 24
_UNKNOWN = "M8 8.5a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1-1.5 2.8M12 18.8v.2"


def light(name: str) -> str:
    """Return a colour of the light set, for an attribute."""
    return COLOURS[name][0]


@cache
def style_sheet() -> str:
    """Return the style sheet of the picture. It touches nothing outside the picture."""
    tokens = "".join(
        f".clue-board .token[data-suspect={suspect}] .edge{{fill:var(--clue-{suspect},{colour})}}\n"
        for suspect, (colour, _) in TOKENS.items()
    )
    dark = f"@media screen and (prefers-color-scheme:dark){{\n{_set_of(1)}}}\n"
    return f"\n{_set_of(0)}{dark}{_FOLDER.joinpath('picture.css').read_text()}{tokens}"


def _set_of(number: int) -> str:
    """Return the rule that gives every colour its value, unless the page has one."""
    values = ";".join(
        f"--c-{name}:var(--clue-{name},{values[number]})" for name, values in COLOURS.items()
    )
    return f".clue-board{{{values}}}\n"


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(_FOLDER.joinpath(name).read_text())


def sign_of(card: str) -> str:
    """Return the sign of a card; a question mark for one that has none."""
    return str(_read("signs.toml").get(card, _UNKNOWN))


def furniture_of(room: str) -> str:
    """Return the furniture of a room; empty for a room that has none, of somebody's own board."""
    return str(_read("furniture.toml")["furniture"].get(room, ""))


def floor_of(room: str) -> str:
    """Return the kind of a room's floor, for :func:`.shapes.texture`."""
    return str(_read("furniture.toml")["floor"].get(room, "planks"))
