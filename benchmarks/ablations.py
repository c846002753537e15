"""The planner with one ingredient left out, to play against: what is each worth?

As agents of ``planner-clue match``, such as ``benchmarks/ablations.py:NoAsking``. The rows stand
in ``docs/strength-history.md``.
"""

from collections.abc import Sequence
from dataclasses import replace

from planner_clue.agents.exact import ExactAgent
from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.belief.drawn_deals import Doubt, SmallNumbers
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.identification import IdentificationModel
from planner_clue.deliberation.model import Model, PosedProblem, Situation
from planner_clue.deliberation.priced import Costs, PricedModel
from planner_clue.table.decisions import Seat


class NoAsking(PlannerAgent):
    """Suggestions of others are not evidence."""

    asking = 1


class NoGamble(PlannerAgent):
    """Accuses only what is certain."""

    gamble = 2.0


class UniformAssumption(PlannerAgent):
    """Assumes any case file that is possible, all alike, until it is refuted."""

    def assume(self) -> Assumption:
        """Keep the assumption while it is possible, else draw one."""
        current = self.deliberation.assumption
        if current is None or not self._belief.allows(current):
            current = self._rng.choice(sorted(self._belief.case_files()))
        return Assumption(current, self._belief.chance(current))


class OneQuestionModel(IdentificationModel):
    """Makes problems that any one suggestion solves, so that plans settle nothing."""

    def doubts(self, pairs: Sequence[tuple[int, int]], answers: SmallNumbers) -> list[Doubt]:
        """Return one doubt, which every suggestion settles."""
        return [Doubt(0, 0, frozenset(range(len(answers))))]


class OneQuestionAndOnModel(OneQuestionModel):
    """The same, where a suggestion also costs the way on to the next room worth asking in."""

    def time_left(self, values: SuggestionValues, suggestions: Sequence[Suggestion]) -> list[float]:
        """Return the time with that way."""
        per_guess = self.time_of_guesses(self.scope)
        return values.time_left(suggestions, per_guess, self.scope.enough, self.ways)


class OneQuestion(PlannerAgent):
    """Cuts its plans to one visit: the suggestion that costs least with the way to it."""

    def __init__(self) -> None:
        super().__init__(model="identification")

    def new_model(self) -> Model:
        """Return a model whose plans settle nothing."""
        return OneQuestionModel(self._board, self._rules)


class OneQuestionAndOn(OneQuestion):
    """The same, where a suggestion also costs the way on to the next room worth asking in."""

    def new_model(self) -> Model:
        """Return a model whose plans settle nothing, with that cost."""
        return OneQuestionAndOnModel(self._board, self._rules)


class Priced(PlannerAgent):
    """Plans in the model ``priced``: one visit ahead, by the cost of each suggestion."""

    costs = Costs()

    def __init__(self) -> None:
        super().__init__(model="priced")

    def new_model(self) -> Model:
        """Return the model with the costs of this agent."""
        return PricedModel(self._board, self._rules, self.costs)


class ThreeVisits(Priced):
    """The same, three rooms ahead."""

    costs = Costs(visits=3)


class OneWay(Priced):
    """The same; before the dice it knows the best plan and those that need none."""

    costs = Costs(ways=0)


class NoOwnRooms(Priced):
    """The same without rooms as fillers: asks in none of its own hand until the room is known."""

    def new_model(self) -> Model:
        """Return a model that leaves out those suggestions."""
        return _UnknownRooms(self._board, self._rules, self.costs)


class _UnknownRooms(PricedModel):
    def pose(self, situation: Situation) -> PosedProblem:
        posed = super().pose(situation)
        if len(situation.belief.candidates()[-1]) == 1:
            return posed
        init = posed.pddl.init
        left_out = {
            atom
            for atom in init
            if atom[0].endswith("-EXPECTED") and atom[-1] in situation.belief.seat.hand
        }
        return replace(posed, pddl=replace(posed.pddl, init=init - left_out))


class ShowsAny(PlannerAgent):
    """Shows any card."""

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Leave it to chance."""
        return self._rng.choice(cards)


class ExactAsking(ExactAgent):
    """No planner: ``exact`` with the planner's belief, to which suggestions are evidence."""

    def begin(self, seat: Seat) -> None:
        """Sit down with that belief."""
        super().begin(seat)
        self._belief = Belief(seat, asking=PlannerAgent.asking)
