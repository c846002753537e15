"""The model of domains for sequences, such as ``huji/`` and ``strips/``, at the planner's table.

As in :mod:`planner_clue.deliberation.formulations`, a plan proves the assumed case file completely.
Distances are expected turns under the dice here, because the planner compares them with those of
other rooms.
"""

from dataclasses import replace

from planner_clue.cards import Card
from planner_clue.deliberation.formulations import PENALTY, ProofPosition, huji_problem
from planner_clue.deliberation.model import TURN, DecisionContext, Model, PosedProblem
from planner_clue.planning.problem import Atom

_SQUARES_A_TURN = 7
"""The expected roll of two dice."""


class ProofModel(Model):
    """Makes problems of proving the assumed case file completely."""

    def pose(self, context: DecisionContext) -> PosedProblem:
        """Return the problem of this decision."""
        belief, here = context.belief, context.here
        assert context.assumption is not None
        murder = {card for card in belief.deck.cards if belief.holder(card) == belief.case}
        from_hallway = {} if isinstance(here, str) else self.from_the_hallway(context)
        position = ProofPosition(
            belief.deck,
            context.assumption,
            held=frozenset(set(belief.deck.cards) - murder - set(belief.unlocated())),
            murder=frozenset(murder),
            here=Card(here) if isinstance(here, str) else None,
            distances={
                start: {room: round(TURN * turns) for room, turns in out.items()}
                for start, out in self.ways.items()
            },
            hallway_distances={room: round(TURN * turns) for room, turns in from_hallway.items()},
            asked=context.asked or {},
        )
        problem = huji_problem(position, penalty=round(TURN * PENALTY / _SQUARES_A_TURN))
        again: dict[Atom, int] = {
            ("travel-cost", room, room): round(TURN * out[room]) for room, out in self.ways.items()
        }
        unwritten = {**problem.unwritten, **self.for_heuristics(context)}
        init = problem.init | self.token(context)
        values = {**problem.values, **again}
        return PosedProblem(replace(problem, init=init, values=values, unwritten=unwritten))
