"""The page of a recorded game, and a folder of pages for a whole match.

The data of a page, as JSON::

    {"schema": 1, "title": "Game 3: scarlett (planner), mustard (bn1), white (bn2)", "game": 3,
     "board": "classic", "rules": "standard", "view": {"kind": "seat", "seat": 1},
     "categories": [["suspect", ["scarlett", ...]], ...],
     "seats": [{"token": "scarlett", "agent": "planner", "cards": 6, "hand": null}],
     "case_file": null, "winner": 0,         null where they are hidden, or nobody won
     "games": {"before": "game-2.html", "all": "index.html", "after": null},    in a gallery
     "spots": {...},                         as from planner_clue.game.board.drawing.token_spots
     "frames": [...], "notebooks": {"1": {"asking": 8, "changes": [...]}},      see pages.frames
     "networks": {"2": {"agent": "bn1", "changes": [...]}},                     pages.notebooks
     "plans": {"1": {"decisions": [...], "problems": [...], "missing": 0, "ends": 61}},
                                             see pages.plans; these and others are by seat
     "because": {"moved": "it goes another way than planned", ...},
     "chances": {"1": [[6, 764], ...]}, "guesses": [...],                       pages.forecasts
     "puzzle": {"name": "2026-11-28", "place": 1, "of": 3, "next": "position-2.html"},  of a puzzle
     "source": "results",                    the file of the record, to play on from
     "remarks": ["..."]}                     what was left out of this page, and why

A gallery is a page per game, and a list of games to choose from. The list holds, as JSON, what the
pages of the games hold, for the same viewpoint::

    {"title": "12 games", "view": "all", "left_out": 0,
     "begin": {"file": "game-3.html#16", "card": "<svg ...",    the first break of the game with
               "words": "Three plans were broken ..."},         the most breaks; null without one
     "games": [{"game": 3, "file": "game-3.html", "players": ["scarlett (planner)", ...],
                "winner": "scarlett (planner)", "ending": "The game is over: ...", "turns": 23,
                "plans": 7, "breaks": 5, "gambles": 1}, ...]}

The numbers of plans, of plans that an observation broke, and of gambles are null if no plan may be
read. Where the planner is to be guessed, the number of "guesses" replaces all that follows the
players.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from heapq import nlargest
from itertools import count, pairwise
from typing import Any, NamedTuple

from planner_clue.belief.asking import ASKING
from planner_clue.game.record import board_from_json, read_record
from planner_clue.planner.decision import read_replans
from planner_clue.planner.triggers import Trigger
from planner_clue.support.errors import RecordError
from planner_clue.view.pages.break_card import BREAKS, break_picture, breaks_of, card_of, prose_of
from planner_clue.view.pages.forecasts import Forecaster, chances_of
from planner_clue.view.pages.frames import ALL, Game, Viewpoint
from planner_clue.view.pages.notebooks import NETWORKS, notebooks_of, posteriors_of, seen_by_seat
from planner_clue.view.pages.page import board_picture, write_page
from planner_clue.view.pages.plans import MOST_TEXT, plans_of
from planner_clue.view.wording import full_names_of

MOST_WRITERS = 3
"""The maximum number of seats with PDDL; one fewer with five or six players, where writing it
takes longest."""
SCRIPTS = (
    *("dom", "board", "callouts", "notebook", "log", "plan"),
    *("pddl", "guess", "chart", "stepper", "replay"),
)
"""The scripts of the page, in the order in which they need each other."""


def replay_page(
    record: Mapping[str, Any], view: Viewpoint = ALL, *, guesses: bool = False, source: str = ""
) -> str:
    """Return the page of a record for a viewpoint, as HTML that needs nothing else.

    With ``guesses`` the plan of the viewpoint's seat is to be guessed at each of its turns. The
    game can be played on from ``source``, its file. May raise :class:`RecordError`.
    """
    data, board = page_data(record, view, guesses=guesses)
    if not guesses:  # which would be given away
        data["chances"] = chances_of(Game(record, view))
    if len(data["frames"]) > len(record["events"]):  # a frame per event, and its number is theirs
        data["source"] = source
    return write_page("replay", data["title"], data, SCRIPTS, board)


def page_data(
    record: Mapping[str, Any], view: Viewpoint, *, guesses: bool = False
) -> tuple[dict[str, Any], str]:
    """Return the data of the page, and the picture of the board; no text without one."""
    game = Game(record, view)
    agents = [str(seat["agent"]) for seat in record["seats"]]
    deal, (picture, spots) = game.table.deal, board_picture(game.table.board, game.starts)
    seats = [
        dict(row) | {"cards": len(hand), "hand": list(hand) if view.may_read(seat) else None}
        for seat, (row, hand) in enumerate(zip(record["seats"], deal.hands, strict=True))
    ]
    named = ", ".join(full_names_of(record))
    asking = {s: ASKING for s, agent in enumerate(agents) if agent == "planner"}
    notebooks = {
        str(seat): {"asking": asking.get(seat, 1), "changes": notebook.changes}
        for seat, notebook in notebooks_of(game, asking)
    }
    plans = dict(_plans(game))
    asked = Forecaster(game, view.seat).questions() if guesses and view.seat is not None else None
    data = {
        "schema": 1,
        "title": f"Game {record['game']}: {named}",
        "game": record["game"],
        "board": game.table.board.name if game.table.board else None,
        "rules": str(game.table.rules),
        "view": asdict(view),
        "categories": [[str(c), list(cards)] for c, cards in deal.deck.by_category()],
        "seats": seats,
        "case_file": list(deal.case_file) if view.sees_all else None,
        "winner": game.winner(),
        "spots": spots,
        "frames": game.frames,
        "notebooks": notebooks,
        "plans": plans,
        "because": {trigger: trigger.because for trigger in Trigger},
        "networks": dict(_networks(game, agents)),
        "guesses": asked and list(asked),
        "source": "",
        "chances": {},
        "remarks": _remarks(game, notebooks, plans),
    }
    for broken in breaks_of(data):
        broken.old["broken"] |= {"number": broken.number, "card": card_of(data, broken)}
    return data, picture


def _plans(game: Game) -> Any:
    players, room, writers = game.table.players, MOST_TEXT, 0
    most = MOST_WRITERS - (players > 4)
    for seat in game.view.seats(players):
        plans = plans_of(game, seat, room if writers < most else 0)
        if plans:
            writers += bool(plans["problems"])
            room -= sum(len(str(problem)) for problem in plans["problems"])
            yield str(seat), plans


def _networks(game: Game, agents: list[str]) -> Any:
    for seat in game.view.seats(game.table.players):
        if agents[seat] in NETWORKS:
            view = game.table.seat_view(seat, 0)
            changes = posteriors_of(agents[seat], view, seen_by_seat(game, seat))
            yield str(seat), {"agent": agents[seat], "changes": changes}


def _remarks(game: Game, notebooks: Mapping[str, Any], plans: Mapping[str, Any]) -> list[str]:
    remarks = []
    if game.by_turns:
        remarks.append("This game is long, so all events of a turn are one step.")
    if any("about" in change for book in notebooks.values() for change in book["changes"]):
        remarks.append(
            "While many cards are unknown, probabilities are not counted anew after every event; "
            "the notebook says where they are older. Certain facts are up to date."
        )
    missing = sum(of_seat["missing"] for of_seat in plans.values())
    if missing:
        more = " A page for one seat has more of its own." if len(plans) > 2 else ""
        shows = f"planner-clue plan shows them.{more}"
        remarks.append(f"{missing} PDDL problems are not in this page; {shows}")
    return remarks


CHOICES = ("first", "interesting")


def rank(choice: str, game: int, line: str) -> tuple[int, ...]:
    """Return a value that is greatest for the game of a choice, of all lines of records."""
    return (*interest(read_record(line)), -game) if choice == "interesting" else (-game,)


def interest(record: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many plans observations broke in a game, and how many turns it took.

    >>> interest({"notes": [[], []], "events": [{"turn": 1}, {"turn": 7}]})
    (0, 7)
    """
    decisions = (made for notes in record["notes"] for made in read_replans(notes))
    broken = sum(made.trigger in BREAKS and made.number > 0 for made in decisions)
    return broken, max((event["turn"] for event in record["events"]), default=0)


MOST_GAMES = 200
"""The maximum number of pages; of more games the most interesting are kept."""
MOST_GUESSED = 10
"""The same of games in which the planner is to be guessed."""
INDEX = "index.html"


class GalleryPage(NamedTuple):
    """A file of the gallery."""

    name: str
    text: str


def gallery(
    records: Iterable[Mapping[str, Any]],
    view_of: Callable[[Mapping[str, Any]], Viewpoint],
    *,
    guesses: bool = False,
) -> Iterator[GalleryPage]:
    """Yield the page of each game, in order, and last the list; ``view_of`` gives the viewpoint."""
    most, seen = MOST_GUESSED if guesses else MOST_GAMES, count()
    counted = (record for record, _ in zip(records, seen, strict=False))
    kept = sorted(nlargest(most, counted, key=interest), key=lambda of: of["game"])
    numbers = [record["game"] for record in kept]
    if not numbers:
        raise RecordError("no record of a game; expected at least one")
    if double := [one for one, other in pairwise(numbers) if one == other]:
        raise RecordError(f"game {double[0]} occurs twice; expected the games of one match")
    names = [None, *(f"game-{number}.html" for number in numbers), None]
    rows, view = [], Viewpoint("all")
    begin, most_breaks = None, 0
    for place, record in enumerate(kept, 1):
        view = view_of(record)
        data, board = page_data(record, view, guesses=guesses)
        data["games"] = {"before": names[place - 1], "all": INDEX, "after": names[place + 1]}
        rows.append(_row(data, str(names[place])))
        if not guesses and (breaks := len(breaks_of(data))) > most_breaks:
            begin, most_breaks = _begin(data, record, str(names[place])), breaks
        text = write_page("replay", data["title"], data, SCRIPTS, board)
        yield GalleryPage(str(names[place]), text)
    title = f"Guess the planner: {len(rows)} games" if guesses else f"{len(rows)} games"
    index = {"title": title, "view": view.kind, "left_out": next(seen) - len(rows), "games": rows}
    index["begin"] = begin
    yield GalleryPage(INDEX, write_page("gallery", title, index, ("dom", "gallery")))


_POSITIONS, _CANDIDATES = 3, 12  # of a puzzle; games that are looked at until enough have some


def puzzle_pages(
    records: Iterable[Mapping[str, Any]],
    view_of: Callable[[Mapping[str, Any]], Viewpoint],
    name: str,
) -> Iterator[GalleryPage]:
    """Yield three pages with a position each, in which the planner is to be guessed.

    ``name``, such as a date, decides which games and positions of them these are. Raises
    :class:`RecordError` if fewer than three games have one.
    """

    def order(record: Mapping[str, Any]) -> bytes:
        return sha256(f"{name} {record['game']}".encode()).digest()

    made = []
    for record in nlargest(_CANDIDATES, records, key=order):
        data, board = page_data(record, view_of(record), guesses=True)
        if questions := data["guesses"]:
            data["guesses"] = [questions[order(record)[0] % len(questions)]]
            made.append((data, board))
        if len(made) == _POSITIONS:
            break
    if len(made) < _POSITIONS:
        raise RecordError(f"{len(made)} games with a position to guess; expected {_POSITIONS}")
    names = [INDEX, *(f"position-{place}.html" for place in range(2, _POSITIONS + 1)), None]
    for place, (data, board) in enumerate(made, 1):
        data["puzzle"] = {"name": name, "place": place, "of": _POSITIONS, "next": names[place]}
        title = f"Puzzle {name}: position {place} of {_POSITIONS}"
        yield GalleryPage(str(names[place - 1]), write_page("replay", title, data, SCRIPTS, board))


def _begin(data: Mapping[str, Any], record: Mapping[str, Any], file: str) -> dict[str, str]:
    """Return the first break of a game: its moment, what happens there, and its picture."""
    breaks, turns = breaks_of(data), data["frames"][-1]["turn"]
    first, count = breaks[0], "1 plan" if len(breaks) == 1 else f"{len(breaks)} plans"
    reason, who = first.old["broken"], full_names_of(data)[first.seat]
    words = f"Game {data['game']}: observations broke {count} in {turns} turns. The first, of {who}"
    words += f", broke because {data['because'][reason['trigger']]} ({reason['observation']})."
    card = break_picture(data, board_from_json(record["board"]), first.number)
    return {"file": f"{file}#{reason['at']}", "words": prose_of(data, words), "card": card}


def _row(data: Mapping[str, Any], file: str) -> dict[str, Any]:
    players = full_names_of(data)
    row = {"game": data["game"], "file": file, "players": players}
    if data["guesses"] is not None:  # how it ends is not given away
        return row | {"guesses": len(data["guesses"])}
    made = [decision for plans in data["plans"].values() for decision in plans["decisions"]]
    planned = [one["made"] for one in made if one["made"]["kind"] == "replan"]
    reads_plans = data["view"]["kind"] == "all" or bool(data["plans"])
    counts = {
        "plans": len(planned),
        "breaks": len(breaks_of(data)),
        "gambles": len(made) - len(planned),
    }
    return row | {
        "winner": None if data["winner"] is None else players[data["winner"]],
        "ending": data["frames"][-1]["text"],
        "turns": data["frames"][-1]["turn"],
        **{name: count if reads_plans else None for name, count in counts.items()},
    }
