"""The best suggestion per room, the way to it, and the planner's plan."""

from collections.abc import Sequence
from dataclasses import dataclass

from planner_clue.assist.conclusions import Conclusions
from planner_clue.belief import Belief
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.identification import IdentificationModel, worth_asking
from planner_clue.deliberation.model import TURN
from planner_clue.table.events import Accused


@dataclass(frozen=True)
class Advice:
    """A suggestion, and its expected number of turns."""

    suggestion: Suggestion
    way: float
    """The expected number of turns until it is made, this one included."""
    left: float
    """The expected number of turns from then until the case file is found: an estimate, to
    compare suggestions."""

    @property
    def total(self) -> float:
        """The expected number of turns in all."""
        return self.way + self.left


def why_not_to_suggest(conclusions: Conclusions) -> str:
    """Return why this seat makes no more suggestions, in a sentence; empty if it may."""
    accused = [event for event in conclusions.seen.events if isinstance(event, Accused)]
    right = [event.seat for event in accused if event.correct]
    if right:
        return f"The game is over: {conclusions.names[right[0]]} accused rightly."
    if any(event.seat == conclusions.belief.me for event in accused):
        return "You accused wrongly: you make no more suggestions, and go on showing cards."
    return ""


def may_suggest(conclusions: Conclusions) -> bool:
    """Tell whether this seat does not know the case file yet, and may suggest."""
    return conclusions.belief.case_file() is None and not why_not_to_suggest(conclusions)


def best_suggestions(
    conclusions: Conclusions, room: Card | None = None, each: int = 1
) -> list[Advice]:
    """Return the best suggestions, the best first: at most ``each`` per room, or in one ``room``.

    They are the planner's candidates, valued by the same guesses; the turns after a suggestion,
    which a plan shows, are an estimate here. Empty where there is nothing to find out.
    """
    belief, seen = conclusions.belief, conclusions.seen
    if not may_suggest(conclusions):
        return []
    model = IdentificationModel(seen.board, seen.rules)
    considered = dict.fromkeys([*worth_asking(belief, 1), *worth_asking(belief, each)])
    suggestions = [made for made in considered if room in (None, made.room)]
    left = turns_left(belief, model, suggestions)
    ways = _ways(conclusions, model, [made.room for made in suggestions])
    advice = [
        Advice(made, way, time) for made, way, time in zip(suggestions, ways, left, strict=True)
    ]
    return sorted(advice, key=lambda each: each.total)


def turns_left(
    belief: Belief, model: IdentificationModel, suggestions: Sequence[Suggestion]
) -> list[float]:
    """Return the expected number of turns from each suggestion until the case file is found.

    It is the planner's estimate, to compare suggestions.
    """
    scope = model.scope
    per_guess = model.time_of_guesses(scope)
    drawn = SuggestionValues(belief, scope.drawn, 0)
    left = drawn.time_left(suggestions, per_guess, scope.enough, model.ways)
    return [time / TURN for time in left]


def _ways(
    conclusions: Conclusions, model: IdentificationModel, rooms: Sequence[Card]
) -> list[float]:
    here, seen = conclusions.seen.here, conclusions.seen
    if seen.board is None or here is None:
        return [1.0] * len(rooms)
    if isinstance(here, str):
        return [
            1.0 if room == here and seen.may_suggest_here else model.ways[here][room] / TURN
            for room in rooms
        ]
    turns = seen.rules.turns(seen.board)
    return [turns.to_room(room)[here] for room in rooms]


def plan_at(conclusions: Conclusions, asking: int) -> Decision:
    """Return the planner's decision for this seat's next turn.

    ``asking`` is the weight of suggestions as evidence, as for the notes.
    """
    from planner_clue.agents.planner import PlannerAgent

    agent = PlannerAgent()
    agent.asking = asking
    return agent.plan_for(conclusions.seen)
