"""Suggestions judged: the possible answers, their probabilities, and what they leave open."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planner_clue.belief import Belief, ContradictionError, believe
from planner_clue.belief.asking import ASKING
from planner_clue.belief.drawn_deals import draw_deals
from planner_clue.belief.probability import Probability
from planner_clue.game.cards import Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Showed, Suggested
from planner_clue.game.turn_order import others_after
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.outlook import Outlook
from planner_clue.view.pages.forecasts import chances_of
from planner_clue.view.pages.frames import ALL, Game
from planner_clue.view.pages.notebooks import notebooks_of
from planner_clue.view.wording import why_card

_DRAWN = 1000  # the number of deals drawn to estimate the probabilities of answers
_COMPARED = 4  # the number of suggestions in a room that hints and reviews compare


def in_same_room(outlook: Outlook, asked: Suggestion) -> dict[Suggestion, float]:
    """Return the turns that a suggestion leaves, first, and the shortlisted ones of its room."""
    compared = list(dict.fromkeys([asked, *outlook.shortlist(asked.room, _COMPARED)]))
    return dict(zip(compared, outlook.turns_left(compared), strict=True))


@dataclass(frozen=True)
class PossibleAnswer:
    """An answer that the belief allows."""

    probability: Probability  # its share of the drawn deals
    shower: int | None  # the seat that shows a card; None if nobody can
    card: str | None
    left: int  # the number of case files that are possible after it

    def in_words(self, names: Sequence[str]) -> str:
        """Return the answer and its information; ``names`` are the names of the seats."""
        shows = "nobody shows" if self.shower is None else f"{names[self.shower]} shows {self.card}"
        files = "the case file is certain" if self.left == 1 else f"{self.left} case files are left"
        return f"{shows} ({self.probability.percent()}): {files}"


def possible_answers(
    belief: Belief, seat: Seat, events: Sequence[Event], turn: int, asked: Suggestion
) -> list[PossibleAnswer]:
    """Return the answers to a suggestion of ``seat`` after ``events``, the most likely first.

    They come from deals drawn from ``belief``; case files are counted by what is certain.
    """
    drawn = draw_deals(belief, _DRAWN, 0).answers([asked])[0]
    others = others_after(seat.index, seat.players)
    found = []
    for number, times in Counter(drawn.tolist()).most_common():
        place, category = divmod(number - 1, 3) if number else (len(others), 0)
        heard: list[Event] = [Suggested(turn, seat.index, asked)]
        heard += [Passed(turn, other) for other in others[:place]]
        if number:
            heard.append(Showed(turn, others[place], seat.index, asked[category]))
        probability = Probability(times / _DRAWN, is_open=times < _DRAWN)
        shower, card = (others[place], str(asked[category])) if number else (None, None)
        left = _files_after(seat, [*events, *heard])
        if left:
            found.append(PossibleAnswer(probability, shower, card, left))
    return found


def _files_after(seat: Seat, events: Sequence[Event]) -> int:
    """Return how many case files are possible after these events; 0 if they contradict."""
    try:
        return len(believe(seat, events).case_files())
    except ContradictionError:
        return 0


def review(record: Mapping[str, Any], seat: int, hinted: Collection[int] = ()) -> dict[str, Any]:
    """Return the knowledge of every seat over time, and the suggestions of one, as plain data.

    ``knew``: per seat, pairs of a frame and the number of possible case files from then on.
    ``chances``: a line per seat (:mod:`planner_clue.view.pages.forecasts`). ``asked``: see
    :func:`_rated`; ``hinted`` are the turns whose suggestion was a hint's. ``accused``: per
    accusation, the number of case files that its seat had left, and why if there is one.
    """
    game = Game(record, ALL)
    rated = _rated(game, seat) if seat in range(game.table.players) else ()
    asked = [one | {"hinted": one["turn"] in hinted} for one in rated]
    accused = list(_accused(game))
    chances = list(chances_of(game).values())
    return {"knew": _knew(game), "chances": chances, "asked": asked, "accused": accused}


def _accused(game: Game) -> Iterator[dict[str, Any]]:
    """Yield, for each accusation, what its seat could know just before."""
    for number, event in enumerate(game.table.events):
        if not isinstance(event, Accused):
            continue
        seen = game.table.seen_events(event.seat, number)
        belief = believe(game.table.seat_view(event.seat, 0), seen)
        known = [card for card in event.cards if belief.holder(card) == belief.case]
        why = [line for card in known for line in why_card(belief, card, game.names, belief.case)]
        yield {"seat": event.seat, "left": len(belief.case_files()), "why": why}


def _knew(game: Game) -> list[list[list[int]]]:
    return [
        [[change["at"], change["files"]] for change in notebook.changes if "files" in change]
        for _, notebook in notebooks_of(game, {})
    ]


def _rated(game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Yield the suggestions of a seat as long as it did not know the case file.

    Each with the planner's ``best`` one in the same room, and by how many expected turns it is
    ``worse``. Belief and alternatives are as for a hint.
    """
    model = FollowUpModel(game.table.board, game.table.rules)
    for moment, belief in game.believed(seat, asking=ASKING):
        event = moment.event
        if isinstance(event, Suggested) and event.seat == seat and belief.case_file() is None:
            left = in_same_room(model.outlook(belief, 0), event.cards)
            best = min(left, key=left.__getitem__)
            data = {"turn": event.turn, "before": moment.frame - 1, "cards": list(event.cards)}
            worse = round(left[event.cards] - left[best], 3)
            yield data | {"best": list(best), "worse": worse}
