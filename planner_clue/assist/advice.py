"""The best suggestion per room, the way to it, and the planner's plan."""

from planner_clue.assist.conclusions import Conclusions
from planner_clue.cards import Card
from planner_clue.deliberation.decision import Decision
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.deliberation.model import DecisionContext
from planner_clue.deliberation.outlook import Beginning
from planner_clue.table.events import Accused


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
    """Return whether this seat does not know the case file yet, and may suggest."""
    return conclusions.belief.case_file() is None and not why_not_to_suggest(conclusions)


def best_suggestions(
    conclusions: Conclusions, room: Card | None = None, each: int = 1
) -> list[Beginning]:
    """Return the best suggestions, at most ``each`` per room, as the planner values them."""
    belief, seen = conclusions.belief, conclusions.seen
    if not may_suggest(conclusions):
        return []
    model = FollowUpModel(seen.board, seen.rules)
    may_stay = seen.may_suggest_here and isinstance(seen.here, str)
    ways = model.ways_from(DecisionContext(belief, None, seen.here, may_stay=may_stay))
    ranked = model.outlook(belief, 0).ranked(ways, each)
    return [one for one in ranked if room in (None, one.suggestion.room)]


def plan_at(conclusions: Conclusions, asking: int) -> Decision:
    """Return the planner's decision for this seat's next turn, with the weight ``asking``."""
    from planner_clue.agents.planner import PlannerAgent

    agent = PlannerAgent()
    agent.asking = asking
    return agent.plan_for(conclusions.seen)
