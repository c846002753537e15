"""Signs of cards and of the case file: line drawings for rooms on the board and cards in a page.

A sign is the data of one SVG path in a box of 24 by 24 units. It is drawn as a line, without a
fill, so that it is seen on any ground.
"""

from collections.abc import Mapping

SIZE = 24
"""Width and height of the box of a sign."""
CASE_FILE = "M2.5 6h19v13h-19zM2.5 6l9.5 7.5 9.5-7.5M2.5 19l7-7M21.5 19l-7-7"
"""A closed envelope."""
UNKNOWN = "M8 8.5a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1-1.5 2.8M12 18.8v.2"
"""A question mark: a card that is not seen, or a room without a sign of its own."""

_RING = "a3 3 0 1 1-6 0a3 3 0 1 1 6 0"

SIGNS: Mapping[str, str] = {
    # a rose
    "scarlett": "M12 3a5 5 0 0 1 5 5c0 3-2 5-5 5s-5-2-5-5a5 5 0 0 1 5-5zM12 13v9M12 18c2.5 0 "
    "4-1 5-3M12 20c-2.5 0-4-1-5-3M12 6c-2 0-2.5 2-1 3s3.5 0 3-2",
    # a medal
    "mustard": "M8 2l2.5 7M16 2l-2.5 7M12 9a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM12 12l1 2.2"
    "2.3.2-1.7 1.6.5 2.3-2.1-1.2-2.1 1.2.5-2.3-1.7-1.6 2.3-.2z",
    # a cook's hat
    "white": "M7 13.5A4.3 4.3 0 1 1 8 5a4.3 4.3 0 0 1 8 0a4.3 4.3 0 1 1 1 8.5V21H7zM7 "
    "17.5h10M10 13v2M14 13v2",
    # a bowler hat
    "green": "M5 16C5 9 7.5 5.5 12 5.5S19 9 19 16M2 16c5 3 15 3 20 0M5.3 13c4 2 9.4 2 13.4 0",
    # a peacock's feather
    "peacock": "M12 22V14.5M12 2c5 3 6 10 0 12.5C6 12 7 5 12 2zM12 7a2.2 2.2 0 1 1 0 4.4"
    "a2.2 2.2 0 1 1 0-4.4zM12 19l3-2M12 19l-3-2",
    # a pair of glasses
    "plum": "M10.5 14a4 4 0 1 1-8 0a4 4 0 1 1 8 0M21.5 14a4 4 0 1 1-8 0a4 4 0 1 1 8 0M10.5 "
    "13.5c1-1 2-1 3 0M2.7 13L5 6.5h2M21.3 13L19 6.5h-2",
    "candlestick": "M6.5 21.5h11M12 21.5v-8M8 13.5h8M10.5 13.5V8h3v5.5M12 8c-2.5-2-.5-3.5 "
    "0-6 .5 2.5 2.5 4 0 6M9 21.5c0-2 1.5-3 3-3s3 1 3 3",
    "knife": "M3 21l5-5M6.5 13l4.5 4.5M8.5 15L20.5 2.5c1.5 6-3.5 12-9.5 15",
    "lead-pipe": "M4 15.5L15.5 4l4.5 4.5L8.5 20zM4 15.5c-1.5 3 1.5 6 4.5 4.5M15.5 4c3-1.5 6 "
    "1.5 4.5 4.5M12.5 7l4.5 4.5",
    "revolver": "M3 6.5h18v4.5h-9.5c0 3-1.5 4-4 4L6 20.5H2.5L5 11 3 10zM21 6.5V5M9 6.5v4.5M12 6.5"
    "v4.5",
    "rope": "M12 4.5c4.7 0 8.5 1.5 8.5 3.5s-3.8 3.5-8.5 3.5S3.5 10 3.5 8 7.3 4.5 12 4.5zM3.5 8"
    "v4c0 2 3.8 3.5 8.5 3.5s8.5-1.5 8.5-3.5V8M3.5 12v3.5c0 2 3.8 3.5 8.5 3.5 3 0 8-1 9 2.5",
    "wrench": "M20.8 6.2a5 5 0 0 1-6.8 6l-7.5 7.5a2.2 2.2 0 0 1-3.2-3.2L10.8 9a5 5 0 0 1 "
    "6-6.8l-3 3 .8 3.2 3.2.8z",
    # a pot
    "kitchen": "M5 10.5h14V18a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM5 13H2.5M19 13h2.5M4 10.5c2-4 14-4 16 "
    "0M12 7.5V5.5",
    # notes of music
    "ballroom": "M9 18V5l11-2v13M9 8.5l11-2M9 18" + _RING + "M20 16" + _RING,
    # a plant
    "conservatory": "M7.5 15.5h9L15.5 22h-7zM12 15.5V8M12 10C7.5 10 5.5 8 5.5 4c4.5 0 6.5 2 6.5 "
    "6zM12 12.5c4 0 6.5-2 6.5-6-4.5 0-6.5 2-6.5 6z",
    # fork and knife
    "dining-room": "M5.5 2.5V8a3 3 0 0 0 6 0V2.5M8.5 2.5v19M16 21.5v-19c3.5 2 3.5 8 0 11",
    # balls and a cue
    "billiard-room": "M8 18" + _RING + "M15 18" + _RING + "M11.5 12" + _RING + "M13 22L22 3",
    # a book
    "library": "M12 6c-3-2-6-2.2-9.5-1.2v14c3.5-1 6.5-.8 9.5 1.2 3-2 6-2.2 9.5-1.2v-14C18 3.8 15 "
    "4 12 6zM12 6v14M5.5 8.5c1.5-.3 2.5-.2 4 .3M5.5 12c1.5-.3 2.5-.2 4 .3",
    # a sofa
    "lounge": "M5 11V7.5A2.5 2.5 0 0 1 7.5 5h9A2.5 2.5 0 0 1 19 7.5V11M2.5 12.5a2.2 2.2 0 0 1 4.4 "
    "0V14.5h10.2v-2a2.2 2.2 0 0 1 4.4 0V18.5h-19zM5 18.5v2M19 18.5v2",
    # a door
    "hall": "M5 21.5V3h14v18.5M2.5 21.5h19M8 6.5h3v5H8zM13 6.5h3v5h-3zM8 14.5h3v7M16.5 14.5v.5",
    # a quill
    "study": "M21 2.5C10.5 3.5 5.5 10 4.5 21.5M6 16.5c8 .5 13-4.5 15-14M9 12.5h6.5M3 21.5h9",
}
"""The sign of each card of the game."""


def sign_path(
    card: str, middle: tuple[float, float], size: float, attributes: str, colour: str
) -> str:
    """Return the sign of a card as an element of an SVG, of this size around a point."""
    scale, (x, y) = size / SIZE, middle
    return (
        f'<path {attributes} d="{sign_of(card)}" fill="none" stroke="{colour}" '
        'stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x - size / 2:.3f} {y - size / 2:.3f}) scale({scale:.4f})"/>'
    )


def sign_of(card: str) -> str:
    """Return the sign of a card; the unknown one for a room of somebody's own board."""
    return SIGNS.get(card, UNKNOWN)
