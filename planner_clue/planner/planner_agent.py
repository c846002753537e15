"""``planner``: assumes a case file, plans to test it, monitors the plan, and replans."""

from planner_clue.belief import Belief
from planner_clue.belief.asking import ASKING
from planner_clue.game.board import Place
from planner_clue.game.decisions import Seat
from planner_clue.game.observations import SeatObservations
from planner_clue.planner.clue_planner import CluePlanner
from planner_clue.planner.decision import Replan
from planner_clue.planner.domains import domain_of, model_for
from planner_clue.planner.engines import load_engine
from planner_clue.planner.mind import observed
from planner_clue.planner.outlook import Parameters
from planner_clue.planner.planner import Standing
from planner_clue.planner.planning_agent import PlanningAgent
from planner_clue.planning.engines import DEFAULT_ENGINE


class PlannerAgent(PlanningAgent):
    """A classical planner that plays Clue: :class:`CluePlanner`."""

    kind: type[CluePlanner] = CluePlanner
    """The planner that decides."""
    planner: CluePlanner

    def __init__(
        self,
        *,
        engine: str | None = None,
        search: str | None = None,
        heuristic: str | None = None,
        domain: str | None = None,
        follow_ups: int = Parameters.follow_ups,
    ) -> None:
        """Plan with ``engine`` in a PDDL ``domain``, given as text; default: the shipped domain.

        ``follow_ups`` is the maximum number of different follow-ups in a plan.
        """
        self._engine = load_engine(engine or DEFAULT_ENGINE, search, heuristic)
        self._domain = domain_of(domain)
        self._new_model = model_for(self._domain, follow_ups)

    def new_planner(self, seat: Seat) -> CluePlanner:
        """Return the planner for a game."""
        return self.kind(seat, self._engine, self._domain, self._new_model)

    def plan_for(self, seen: SeatObservations, asking: int = ASKING) -> Replan:
        """Plan from observations at a table; may raise :class:`ContradictionError`.

        ``asking`` is as for :class:`Belief`.
        """
        self.seat, self.planner = seen.seat, self.new_planner(seen.seat)
        self.mind = self.planner.begin(Belief(seen.seat, asking=asking))
        for event in seen.events:
            self.mind = observed(self.mind, event)
        stays = seen.may_suggest_here and isinstance(seen.here, str)
        return self._planned(Standing(len(seen.observations) + 1, seen.here, may_stay=stays))

    def plan_from(self, belief: Belief, here: Place | None, *, may_suggest: bool = False) -> Replan:
        """Plan from a belief with the token at ``here``, like :meth:`plan_for`."""
        self.seat, self.planner = belief.seat, self.new_planner(belief.seat)
        self.mind = self.planner.begin(belief)
        turn = belief.transcript.turn + (not may_suggest)
        return self._planned(Standing(turn, here, may_suggest and isinstance(here, str)))

    def _planned(self, at: Standing) -> Replan:
        self.mind = self.planner.replanned(self.mind, at)
        return self.mind.log[-1].decision
