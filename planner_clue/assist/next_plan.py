"""What the planner would do at this moment."""

from planner_clue.assist.moment import Moment
from planner_clue.deliberation.decision import Decision


def plan_at(moment: Moment, asking: int) -> Decision:
    """Return the planner's decision for this seat's next turn.

    It believes what others ask about as much as the notes do.
    """
    from planner_clue.agents.planner import PlannerAgent

    agent = PlannerAgent()
    agent.asking = asking
    return agent.plan_for(moment.seen)
