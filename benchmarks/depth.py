"""``python -m benchmarks.depth [GAMES]``: does the depth of the planner's plans decide anything?

Plays games of the planner against two ``exact`` on ``classic``, and plans each of its problems
again: cut to one visit, and without a heuristic. A replan counts as early while the assumption is
less probable than a quarter.
"""

import sys
from statistics import median
from typing import NamedTuple

from benchmarks.ablations import OneQuestionModel
from planner_clue.agents.planner import PlannerAgent
from planner_clue.agents.settings import AgentSettings, IsolationSettings
from planner_clue.board import Board
from planner_clue.deliberation.engines import load_engine
from planner_clue.deliberation.identification import IdentificationModel
from planner_clue.deliberation.model import Model, PosedProblem, Situation
from planner_clue.deliberation.plan_steps import destination
from planner_clue.match.agent_replay import replayed_agent
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planning.engines import DEFAULT_ENGINE
from planner_clue.planning.plan import Plan
from planner_clue.table.record import read_record
from planner_clue.table.rules import Rules

_HERE = AgentSettings(isolation=IsolationSettings(isolate="none"))
"""The agents sit in this process, so that they can be asked what they saw."""

NEARLY_KNOWN = 0.25


class Compared(NamedTuple):
    """A plan that begins with a way to a room, beside others for the same situation."""

    is_early: bool
    questions: int
    expansions: int
    """The number of states that the search expanded."""
    blind: int | None
    """The same without a heuristic."""
    goes_elsewhere: bool
    """Whether its first room is another than that of the plan of one visit."""


class _Cut(IdentificationModel):
    """Also keeps every problem, whole and cut to one visit."""

    def __init__(self, board: Board | None, rules: Rules) -> None:
        super().__init__(board, rules)
        self._cut = OneQuestionModel(board, rules)
        self.posed: list[tuple[PosedProblem, PosedProblem]] = []

    def pose(self, situation: Situation) -> PosedProblem:
        whole = super().pose(situation)
        self.posed.append((whole, self._cut.pose(situation)))
        return whole


class Observed(PlannerAgent):
    """The planner with routes of several visits; compares them with plans of one visit."""

    def __init__(self) -> None:
        super().__init__(model="identification")

    def new_model(self) -> Model:
        """Return the planner's model, which keeps more."""
        return _Cut(self._board, self._rules)

    def compared(self) -> list[Compared]:
        """Return what became of each plan; those that begin with a suggestion are left out."""
        model, engine = self._model, load_engine(DEFAULT_ENGINE)
        blind = load_engine(DEFAULT_ENGINE, "astar(blind())")
        assert isinstance(model, _Cut)
        made = [logged for logged in self.deliberation.log if logged.decision.planned_in is None]
        found = []
        for logged, posed in zip(made, model.posed, strict=False):
            decision = logged.decision
            first = next((step.action for step in decision.steps), None)
            expanded = decision.expansions
            if first is None or destination(first) is None or not isinstance(expanded, int):
                continue
            whole, cut = (self.domain.restrict(p.pddl).to_text(brief=True) for p in posed)
            short = engine.solve(self.domain.text, cut).checked()
            found.append(
                Compared(
                    decision.chance < NEARLY_KNOWN,
                    len(decision.expected_answers),
                    expanded,
                    blind.solve(self.domain.text, whole).expansions,
                    _room(short) != destination(first),
                )
            )
        return found


def _room(plan: Plan) -> str | None:
    return next(filter(None, map(destination, plan.steps)), None)


def main() -> None:
    """Print what came of it."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    config = MatchConfig((f"{__file__}:Observed", "exact", "exact"), games, settings=_HERE)
    found: list[Compared] = []
    for game in range(games):
        record = read_record(play_one(config, game).line)
        seat = [entry["agent"] for entry in record["seats"]].index(config.agents[0])
        agent = replayed_agent(record, seat)
        found += agent.compared()  # type: ignore[attr-defined]
    early = [plan for plan in found if plan.is_early]
    deep = [plan for plan in early if plan.questions >= 2]
    blind = median(plan.blind for plan in deep if plan.blind is not None)
    print(f"{games} games, {len(found)} replans before a move, {len(early)} of them early")
    print(f"rooms that an early plan visits: median {median(plan.questions for plan in early):g}")
    print(f"early plans of two visits and more: {len(deep) / len(early):.0%}")
    print(f"states expanded for those: median {median(plan.expansions for plan in deep):g}")
    print(f"the same without a heuristic: median {blind:g}")
    elsewhere = sum(plan.goes_elsewhere for plan in found) / len(found)
    print(f"first room not that of one visit: {elsewhere:.0%}")


if __name__ == "__main__":
    main()
