"""A game that is over, looked at again: what each seat knew, and how good its suggestions were."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from planner_clue.belief import Belief
from planner_clue.cards import Suggestion
from planner_clue.deliberation.identification import worth_asking
from planner_clue.pages.frames import Frames, Game
from planner_clue.pages.notebooks import notebooks_of, seen_by_seat
from planner_clue.pages.viewpoints import ALL
from planner_clue.play.answers import turns_left
from planner_clue.show.notebook import why_card
from planner_clue.table.events import Accused, Suggested


@dataclass(frozen=True)
class RatedSuggestion:
    """A suggestion that was made, and the planner's best in the same room."""

    turn: int
    cards: Suggestion
    best: Suggestion
    worse: float
    """Additional expected turns until the case file is found, compared with
    ``best``."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "turn": self.turn,
            "cards": list(self.cards),
            "best": list(self.best),
            "worse": round(self.worse, 3),
        }


def review(record: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """Return what every seat knew over time, and the suggestions of one, as plain data.

    ``knew`` has, for each seat, pairs of a turn and the number of case files that it could not rule
    out from then on; ``asked`` the :func:`rated_suggestions`; ``accused`` for each accusation how
    many case files its seat had left, and why, where that is one.
    """
    game = Game(record, ALL)
    rated = [one.to_json() for one in rated_suggestions(game, seat)]
    return {"knew": _knew(game), "asked": rated, "accused": list(_accused(game))}


def _accused(game: Game) -> Iterator[dict[str, Any]]:
    """Yield, for each accusation, what its seat could know just before."""
    for moment in game.moments:
        event = moment.event
        if not isinstance(event, Accused):
            continue
        belief = Belief(game.table.seat_view(event.seat, 0))
        for earlier in game.moments:
            seen = game.table.seen_by(earlier.event, event.seat)
            if earlier.number >= moment.number:
                break
            if seen is not None:
                belief.observe(seen)
        known = [card for card in event.cards if belief.holder(card) == belief.case]
        why = [line for card in known for line in why_card(belief, card, game.names, belief.case)]
        yield {"seat": event.seat, "left": len(belief.case_files()), "why": why}


def _knew(game: Game) -> list[list[list[int]]]:
    frames = Frames(game)
    knew: list[list[list[int]]] = []
    for _, notebook in notebooks_of(game, frames, {}):
        points: dict[int, int] = {}
        for change in notebook.changes:
            if "files" in change and frames.frames[change["at"]]["kind"] != "accuse":
                points[frames.frames[change["at"]]["turn"]] = change["files"]
        knew.append([[turn, files] for turn, files in points.items()])
    return knew


def rated_suggestions(game: Game, seat: int) -> list[RatedSuggestion]:
    """Return the suggestions of a seat as long as it did not know the case file.

    Each is compared with the candidates of the planner in the same room, by the expected time until
    the case file is found. The belief is that of the notebook: no suggestion is evidence.
    """
    table = game.table
    view = table.seat_view(seat, 0)
    belief, rated = Belief(view), []
    for one in seen_by_seat(game, Frames(game), seat):
        event = one.event
        if isinstance(event, Suggested) and event.seat == seat and belief.case_file() is None:
            candidates = [s for s in worth_asking(belief, 1) if s.room == event.cards.room]
            compared = list(dict.fromkeys([event.cards, *candidates]))
            left = turns_left(belief, table.board, table.rules, compared)
            best = min(range(len(compared)), key=left.__getitem__)
            rated.append(
                RatedSuggestion(event.turn, event.cards, compared[best], left[0] - left[best])
            )
        belief.observe(event)
    return rated
