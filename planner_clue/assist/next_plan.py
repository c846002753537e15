"""What the planner would do at this moment."""

from planner_clue.assist.insight import Insight
from planner_clue.deliberation.decision import Decision


def plan_at(insight: Insight, asking: int) -> Decision:
    """Return the planner's decision for this seat's next turn.

    It believes what others ask about as much as the notes do.
    """
    from planner_clue.agents.planner import PlannerAgent

    agent = PlannerAgent()
    agent.asking = asking
    return agent.plan_for(insight.seen)
