"""The colours of the picture, a light and a dark set: custom properties that a page may set.

A page sets ``--clue-hallway`` and so on, the names of :data:`COLOURS`, on the picture or around
it. Programs that know no custom properties, drawing programs for instance, use the attributes of
the elements, which are the light set.
"""

from collections.abc import Mapping

COLOURS: Mapping[str, tuple[str, str]] = {
    "ground": ("#fbf8f1", "#15181e"),
    "hallway": ("#f3e9d2", "#343a45"),
    "grid": ("#d6c7a3", "#4b5361"),
    "room": ("#ffffff", "#1f242c"),
    "wall": ("#4a4238", "#a8a296"),
    "ink": ("#221e19", "#f1ede4"),
    "faint": ("#6d6455", "#b3ac9f"),
    "cellar": ("#d9d2c3", "#272c35"),
    "sign": ("#efe6d2", "#333b47"),
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

_RULES = """
.clue-board{max-width:100%;height:auto;background:var(--c-ground);border-radius:6px;\
font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.clue-board text{text-anchor:middle;fill:var(--c-ink)}
.clue-board .squares{fill:var(--c-hallway)}
.clue-board .grid{fill:var(--c-grid)}
.clue-board .square.in-reach{fill:var(--c-reach);stroke:var(--c-reach-edge);stroke-width:.1}
.clue-board .never{fill:var(--c-cellar);stroke:var(--c-wall)}
.clue-board .coordinate{fill:var(--c-faint)}
.clue-board .sign{stroke:var(--c-sign)}
.clue-board .case-file path{fill:var(--c-envelope);stroke:var(--c-wall)}
.clue-board .floor{fill:var(--c-room)}
.clue-board .heat{fill:var(--c-heat)}
.clue-board .outline{stroke:var(--c-wall)}
.clue-board .in-reach .outline{stroke:var(--c-reach-edge);stroke-width:.36}
.clue-board .in-reach .floor{fill:var(--c-reach)}
.clue-board .beside{stroke:var(--c-hallway);stroke-width:.14;stroke-linejoin:round;\
paint-order:stroke}
.clue-board .heat-value{fill:var(--c-ink)}
.clue-board .passage text{fill:var(--c-faint)}
.clue-board .passage path{stroke:var(--c-faint)}
.clue-board .hot .passage path{stroke:var(--c-ink)}
.clue-board .hot .passage text{fill:var(--c-ink)}
.clue-board .door{fill:var(--c-opening);stroke:var(--c-door)}
.clue-board .start{stroke:var(--c-faint)}
.clue-board .route{stroke:var(--c-route)}
.clue-board .casing{stroke:var(--c-ground)}
.clue-board .stop circle{fill:var(--c-route);stroke:var(--c-ground)}
.clue-board .stop text{fill:var(--c-ground)}
.clue-board .token .edge{stroke:var(--c-token-edge)}
"""


def light(name: str) -> str:
    """Return a colour of the light set, for an attribute."""
    return COLOURS[name][0]


def style_sheet() -> str:
    """Return the style sheet of the picture. It touches nothing outside the picture."""
    tokens = "".join(
        f".clue-board .token[data-suspect={suspect}] .edge{{fill:var(--clue-{suspect},{colour})}}\n"
        for suspect, (colour, _) in TOKENS.items()
    )
    dark = f"@media screen and (prefers-color-scheme:dark){{\n{_set_of(1)}}}\n"
    return f"\n{_set_of(0)}{dark}{_RULES.lstrip()}{tokens}"


def _set_of(number: int) -> str:
    """Return the rule that gives every colour its value, unless the page has one."""
    values = ";".join(
        f"--c-{name}:var(--clue-{name},{values[number]})" for name, values in COLOURS.items()
    )
    return f".clue-board{{{values}}}\n"
