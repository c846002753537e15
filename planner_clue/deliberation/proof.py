"""The model of domains for sequences, such as ``huji/`` and ``strips/``, at the planner's table.

As in :mod:`planner_clue.deliberation.formulations`, a plan proves the assumed case file completely.
Distances are expected turns under the dice here, because the planner compares them with those of
other rooms.
"""

from collections.abc import Mapping
from dataclasses import replace

from planner_clue.cards import Card
from planner_clue.deliberation.formulations import PENALTY, ProofPosition, huji_problem
from planner_clue.deliberation.model import TURN, DecisionContext, FormulatedProblem, Model
from planner_clue.planning.problem import Atom

_SQUARES_A_TURN = 7
"""The expected roll of two dice."""


def _thousandths(turns: Mapping[Card, float]) -> dict[Card, int]:
    return {room: round(TURN * expected) for room, expected in turns.items()}


class ProofModel(Model):
    """Makes problems of proving the assumed case file completely."""

    def formulate(self, context: DecisionContext) -> FormulatedProblem:
        """Return the problem of this decision."""
        in_a_room = isinstance(context.here, str)
        from_hallway = {} if in_a_room else self.from_the_hallway(context)
        position = ProofPosition.of(
            context,
            {start: _thousandths(out) for start, out in self.travel_costs.items()},
            _thousandths(from_hallway),
        )
        problem = huji_problem(position, penalty=round(TURN * PENALTY / _SQUARES_A_TURN))
        again: dict[Atom, int] = {
            ("travel-cost", room, room): round(TURN * out[room])
            for room, out in self.travel_costs.items()
        }
        unwritten = {**problem.unwritten, **self.for_heuristics(context)}
        init = problem.init | self.token(context)
        values = {**problem.values, **again}
        return FormulatedProblem(replace(problem, init=init, values=values, unwritten=unwritten))
