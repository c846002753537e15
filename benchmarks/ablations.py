"""The planner with one ingredient left out or changed, to play against: what is each worth?

As agents of ``planner-clue match``, such as ``benchmarks/ablations.py:NoAsking``. The rows stand
in ``docs/strength.md``; ``benchmarks/follow_ups.py`` plays those of the search.
"""

from collections.abc import Sequence
from dataclasses import replace

from planner_clue.agents.exact import ExactAgent
from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import price_of_accusing
from planner_clue.board import Board, Place
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.assumption import Assumption
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.deliberation.model import TURN, Model
from planner_clue.deliberation.outlook import ForeseenAnswer, Outlook, Parameters
from planner_clue.deliberation.planning_run import MOST_FAILURES
from planner_clue.deliberation.race import Race
from planner_clue.table.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.rules import Rules


class NoAsking(PlannerAgent):
    """Suggestions of others are not evidence."""

    asking = 1


class NoGamble(PlannerAgent):
    """Accuses only what is certain."""

    acceptance = 2.0

    def new_model(self) -> Model:
        """Return a model whose plans do not gamble either."""
        return FollowUpModel(self._board, self._rules, Parameters(acceptance=self.acceptance))


class RaceGamble(PlannerAgent):
    """Accuses where being right is likelier than winning by the best plan."""

    def claim(self) -> Assumption | None:
        """Return the most probable case file, if the race says so."""
        belief = self._belief
        best = belief.most_probable()[0]
        chance = belief.chance(best)
        if belief.case_file() is None:
            if not belief.transcript.opponents or chance < LEAST:
                return None
            model = self._model
            assert isinstance(model, FollowUpModel)
            ways = model.travel_costs_from(self._context(None, belief.transcript.here))
            turns = model.outlook(belief, self.seat.seed).ranked(ways)[0].turns
            pace = model.journey_to_a_near_room()
            if chance < Race(belief, turns, pace, rounds_before=1).forecast(turns).win:
                return None
        return Assumption(best, chance)


LEAST = 0.4
"""The least probability of an accusation of :class:`RaceGamble`."""


class UniformAssumption(PlannerAgent):
    """Assumes any case file that is possible, all alike, until it is refuted."""

    def assume(self) -> Assumption:
        """Keep the assumption while it is possible, else draw one."""
        log = self.deliberation.log
        current = log[-1].decision.assumption if log else None
        if current is None or not self._belief.allows(current):
            current = self._rng.choice(sorted(self._belief.case_files()))
        return Assumption(current, self._belief.chance(current))


class GreedyFirst(PlannerAgent):
    """No search: goes for the suggestion with the least way and turns left, whatever follows."""

    def _begin_with(self, belief: Belief) -> None:
        super()._begin_with(belief)
        self.deliberation._failures = MOST_FAILURES  # noqa: SLF001 - it asks no engine

    def start(self, options: TurnOptions) -> Opening:
        """Begin the turn in the way that costs least."""
        self._turn = options.turn
        self._rank(options.here, may_stay=self._stays_by_a_call(options))
        return self._moves.opening(options)

    def move(self, options: MoveOptions) -> Place:
        """Stop where the rest costs least."""
        self._rank(options.here)
        return self._moves.stop(options) or self._simple_move(options)

    def suggest(self, room: Card) -> Suggestion | None:
        """Make the best suggestion of the room."""
        return self._rank(room, may_suggest=True)

    def _rank(
        self, here: Place | None, *, may_suggest: bool = False, may_stay: bool = False
    ) -> Suggestion | None:
        """Set the price of each room; return the best suggestion."""
        model = self._model
        assert isinstance(model, FollowUpModel)
        context = self._context(None, here, may_suggest=may_suggest, may_stay=may_stay)
        best = model.outlook(self._belief, self.seat.seed).ranked(model.travel_costs_from(context))
        self.deliberation.prices = {one.suggestion.room: TURN * one.left for one in best}
        return best[0].suggestion if best else None


class OneFollowUp(PlannerAgent):
    """Plans with one follow-up for all answers."""

    def __init__(self) -> None:
        super().__init__(follow_ups=1)


class TwoFollowUps(PlannerAgent):
    """Plans with at most two follow-ups."""

    def __init__(self) -> None:
        super().__init__(follow_ups=2)


class EightFollowUps(PlannerAgent):
    """Plans with a follow-up for each answer, more than any suggestion has."""

    def __init__(self) -> None:
        super().__init__(follow_ups=8)


class TwoLevels(PlannerAgent):
    """Plans with three follow-ups, each valued by the best suggestion after each of its answers."""

    def new_model(self) -> Model:
        """Return a model with an outlook one level deeper."""
        return RevaluedModel(self._board, self._rules, TwoLevelOutlook)


class RevaluedModel(FollowUpModel):
    """Makes problems with another outlook."""

    def __init__(self, board: Board | None, rules: Rules, outlook: type[Outlook]) -> None:
        super().__init__(board, rules)
        self._outlook = outlook

    def outlook(self, belief: Belief, seed: int) -> Outlook:
        """Return the other valuation."""
        one = super().outlook(belief, seed)
        return self._outlook(
            belief, one.travel_costs, one.per_guess, one.per_uncertainty, one.parameters, seed
        )


class TwoLevelOutlook(Outlook):
    """Values a follow-up by what may follow it in turn, any suggestion after each answer."""

    def _foreseen(
        self, first: Sequence[Suggestion]
    ) -> list[tuple[tuple[ForeseenAnswer, ...], tuple[Suggestion, ...]]]:
        found = super()._foreseen(first)
        answers, after = self.root.answered([first])
        size = max(len(pool) for _, pool in found)
        pools = [[*pool, *pool[:1] * (size - len(pool))] for _, pool in found]
        asked = [pools[node.suggestion] for node in answers]
        nodes, later = after.answered(asked)
        third = [
            [Suggestion(*pair, room) for room in self.travel_costs] for pair in later.likely_pairs()
        ]
        left, _ = self._evaluate(later, third)
        turns = [
            [self.travel_costs[first[node.suggestion].room][each.room] for each in of_node]
            for node, of_node in zip(answers, asked, strict=True)
        ]
        for node, of_node in zip(nodes, left, strict=True):
            answer, number = divmod(node.suggestion, size)
            ways = self.travel_costs[asked[answer][number].room].values()
            best = min(way + time for way, time in zip(ways, of_node, strict=True))
            if node.right >= self.acceptance:
                best = min(best, price_of_accusing(node.right, self.parameters.survival))
            turns[answer][number] += node.chance / answers[answer].chance * best
        deeper = iter(turns)
        return [
            (tuple(replace(one, to_go=tuple(next(deeper)[: len(pool)])) for one in told), pool)
            for told, pool in found
        ]


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
