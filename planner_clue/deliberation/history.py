"""Every planning of one game, and what has happened since that calls for the next."""

from planner_clue.cards import CaseFile
from planner_clue.deliberation.replan import Replan
from planner_clue.deliberation.triggers import Firing, Trigger
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Engine
from planner_clue.planning.engines.engine import NO_LIMITS
from planner_clue.planning.result import Limits


class History:
    """The replans of one game, in order, and the triggers that have fired since the last."""

    def __init__(self, engine: Engine, domain: Domain, limits: Limits = NO_LIMITS) -> None:
        self.engine = engine
        self.domain = domain
        self.limits = limits
        self.replans: list[Replan] = []
        self._failed_in = 0
        """The turn of the last failure; the next attempt waits for another turn."""
        self._fired: list[Firing] = [Firing(Trigger.FIRST_PLAN, "the game begins")]

    @property
    def assumption(self) -> CaseFile | None:
        """The case file that the current plan assumes."""
        return self.replans[-1].assumption if self.replans else None

    def fire(self, trigger: Trigger, observation: str) -> None:
        """Say that the plan no longer fits what was observed; an assumption falls once."""
        refuted = Trigger.ASSUMPTION_REFUTED
        if trigger is not refuted or all(firing.trigger is not refuted for firing in self._fired):
            self._fired.append(Firing(trigger, observation))

    @property
    def must_replan(self) -> bool:
        """Whether a trigger has fired since the last plan."""
        return bool(self._fired)

    def may_try(self, turn: int) -> bool:
        """Tell whether no planning has failed in this turn yet."""
        return turn != self._failed_in
