"""The best question in each room, and which room to go to."""

from collections.abc import Sequence
from dataclasses import dataclass

from planner_clue.assist.insight import Insight
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.board import Place
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.identification import IdentificationModel, worth_asking
from planner_clue.deliberation.model import TURN
from planner_clue.table.events import Accused

_DRAWN = 1000
"""The number of deals drawn from the belief to value questions."""


@dataclass(frozen=True)
class Advice:
    """A question that is worth asking, and how long it takes."""

    question: Suggestion
    way: float
    """The expected number of turns until it is asked, this one included."""
    left: float
    """The expected number of turns from then until the case file is found: an estimate, good to
    compare questions."""

    @property
    def total(self) -> float:
        """The expected number of turns in all."""
        return self.way + self.left


@dataclass(frozen=True)
class OwnPlace:
    """Where this seat's token is."""

    place: Place | None
    """None at a table without a board."""
    is_told: bool
    """Whether the notes say so; else the token is taken to be on its start."""


def why_not_to_ask(insight: Insight) -> str:
    """Return why this seat has nothing to ask any more, in a sentence; empty if it has."""
    accused = [event for event in insight.seen.events if isinstance(event, Accused)]
    right = [event.seat for event in accused if event.correct]
    if right:
        return f"The game is over: {insight.names[right[0]]} accused rightly."
    if any(event.seat == insight.belief.me for event in accused):
        return "You accused wrongly: you ask no more, and go on showing cards."
    return ""


def has_to_ask(insight: Insight) -> bool:
    """Tell whether this seat still has to find something out, and may."""
    return insight.belief.case_file() is None and not why_not_to_ask(insight)


def where_i_am(insight: Insight) -> OwnPlace:
    """Return where this seat's token is by the notes."""
    seen = insight.seen
    token = seen.seat.tokens[seen.seat.index]
    if seen.board is None:
        return OwnPlace(None, is_told=True)
    if seen.tokens and token in seen.tokens:
        return OwnPlace(seen.tokens[token], is_told=True)
    return OwnPlace(seen.board.starts.get(token), is_told=False)


def best_questions(insight: Insight, room: Card | None = None, each: int = 1) -> list[Advice]:
    """Return the best questions, the best first: so many in ``each`` room, or in one ``room``.

    The same questions are considered as by the planner, and valued by the same guesses; the way on
    from a question, which a plan shows, is an estimate here. There are none where there is nothing
    to ask.
    """
    belief, seen = insight.belief, insight.seen
    if not has_to_ask(insight):
        return []
    model = IdentificationModel(seen.board, seen.rules)
    scope = model.scope
    considered = dict.fromkeys([*worth_asking(belief, 1), *worth_asking(belief, each)])
    asked = [question for question in considered if room in (None, question.room)]
    drawn = SuggestionValues(belief, _DRAWN, seen.seat.seed)
    per_guess = model.time_of_guesses(scope.guess, scope.room_guess)
    left = drawn.time_left(asked, per_guess, scope.enough, model.ways)
    ways = _ways(insight, model, [question.room for question in asked])
    advice = [
        Advice(question, way, time / TURN)
        for question, way, time in zip(asked, ways, left, strict=True)
    ]
    return sorted(advice, key=lambda each: each.total)


def _ways(insight: Insight, model: IdentificationModel, rooms: Sequence[Card]) -> list[float]:
    """Return the expected turns until a question is asked in each room."""
    here, seen = where_i_am(insight).place, insight.seen
    if seen.board is None or here is None:
        return [1.0] * len(rooms)
    if isinstance(here, str):
        return [
            1.0 if room == here and seen.may_suggest_here else model.ways[here][room] / TURN
            for room in rooms
        ]
    turns = seen.rules.turns(seen.board)
    return [turns.to_room(room)[here] for room in rooms]
