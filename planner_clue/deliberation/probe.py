"""A trial of an engine and a domain before a match."""

from random import Random

from planner_clue.belief import Belief
from planner_clue.deliberation.model import Model
from planner_clue.deliberation.situation import Situation
from planner_clue.deliberation.thought import Problem
from planner_clue.errors import EngineError, PlanningFailure
from planner_clue.planning.domain import Domain
from planner_clue.planning.engines import Engine
from planner_clue.planning.plan import Plan
from planner_clue.table.deal import draw_deal
from planner_clue.table.table import Table


def try_out(engine: Engine, domain: Domain, model: Model, players: int) -> Plan:
    """Return a plan for the start of some game, to show that the engine can use the domain.

    Raises :class:`EngineError`, which says why, if the engine gives no plan.
    """
    board, rules = model.board, model.rules
    deal = draw_deal(rules.deck(board), players, rules, Random(0))
    seat = Table(board, rules, deal).seat_view(0, seed=0)
    belief = Belief(seat)
    situation = Situation(
        belief,
        frozenset(seat.hand),
        belief.most_probable()[0],
        board.starts[seat.tokens[0]] if board else None,
    )
    problem = Problem.of(domain.restrict(model.pose(situation).problem))
    result = engine.solve(domain.text, problem.text, hints=problem.data.unwritten)
    try:
        return result.checked()
    except PlanningFailure as failure:
        raise EngineError(
            f"engine {engine.name} gives no plan in the domain {domain.name}: {failure}"
        ) from failure
