"""A folder of pages for a whole match: a page per game, and a list of games to choose from.

The list holds, as JSON, what the pages of the games hold, for the same viewpoint::

    {"title": "12 games", "view": "all", "left_out": 0,
     "games": [{"game": 3, "file": "game-3.html", "players": ["scarlett (planner)", ...],
                "winner": "scarlett (planner)",        null if nobody, or not known
                "ending": "The game is over: ...", "turns": 23,
                "plans": 7, "breaks": 5,               plans made, and ended by an observation
                "gambles": 1}, ...]}                   null where no plan may be read
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nlargest
from itertools import pairwise
from typing import Any, NamedTuple

from planner_clue.errors import RecordError
from planner_clue.pages.page import write_page
from planner_clue.pages.replay_page import BROKEN, SCRIPTS, interest, page_data
from planner_clue.pages.viewpoints import Viewpoint

MOST_GAMES = 200
"""The maximum number of pages; of more games the most interesting are kept."""
INDEX = "index.html"


class GalleryPage(NamedTuple):
    """A file of the gallery."""

    name: str
    text: str


def gallery(
    records: Iterable[Mapping[str, Any]], view_of: Callable[[Mapping[str, Any]], Viewpoint]
) -> Iterator[GalleryPage]:
    """Yield the page of each game, in order, and last the list of all.

    ``view_of`` gives the viewpoint in a game. Raises
    :class:`planner_clue.errors.RecordError` for a record that disagrees with the rules.
    """
    seen = 0

    def counted() -> Iterator[Mapping[str, Any]]:
        nonlocal seen
        for seen, record in enumerate(records, 1):  # noqa: B007
            yield record

    kept = sorted(nlargest(MOST_GAMES, counted(), key=interest), key=lambda of: of["game"])
    numbers = [record["game"] for record in kept]
    if not numbers:
        raise RecordError("no record of a game; expected at least one")
    if double := [one for one, other in pairwise(numbers) if one == other]:
        raise RecordError(f"game {double[0]} occurs twice; expected the games of one match")
    names = [None, *(f"game-{number}.html" for number in numbers), None]
    rows, view = [], Viewpoint("all")
    for place, record in enumerate(kept, 1):
        view = view_of(record)
        data, board = page_data(record, view)
        data["games"] = {"before": names[place - 1], "all": INDEX, "after": names[place + 1]}
        rows.append(_row(data, str(names[place])))
        text = write_page("replay", data["title"], data, SCRIPTS, board)
        yield GalleryPage(str(names[place]), text)
    title = f"{len(rows)} games"
    index = {"title": title, "view": view.kind, "left_out": seen - len(rows), "games": rows}
    yield GalleryPage(INDEX, write_page("gallery", title, index, ("dom", "gallery")))


def _row(data: Mapping[str, Any], file: str) -> dict[str, Any]:
    players = [f"{seat['token']} ({seat['agent']})" for seat in data["seats"]]
    made = [decision for plans in data["plans"].values() for decision in plans["decisions"]]
    planned = [decision for decision in made if decision["number"] is not None]
    reads_plans = data["view"]["kind"] == "all" or bool(data["plans"])
    counts = {
        "plans": len(planned),
        "breaks": sum(decision["because"][0]["trigger"] in BROKEN for decision in planned),
        "gambles": sum(decision["gamble"] for decision in made),
    }
    return {
        "game": data["game"],
        "file": file,
        "players": players,
        "winner": None if data["winner"] is None else players[data["winner"]],
        "ending": data["frames"][-1]["text"],
        "turns": data["frames"][-1]["turn"],
        **{name: count if reads_plans else None for name, count in counts.items()},
    }
