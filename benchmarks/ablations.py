"""The planner with one ingredient left out or changed, to play against: what is each worth?

As agents of ``planner-clue match``, such as ``benchmarks/ablations.py:NoAsking``. The rows stand
in ``benchmarks/strength.md``; ``benchmarks/follow_ups.py`` plays the variants of the search.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf

from planner_clue.agents.exact import ExactAgent
from planner_clue.belief import Belief
from planner_clue.belief.answer_tree import price_of_accusing
from planner_clue.belief.asking import ASKING
from planner_clue.game.board import Board, Place
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.rules import Rules
from planner_clue.planner.assumption import Assumption
from planner_clue.planner.clue_planner import CluePlanner, belief_of
from planner_clue.planner.domains import NewModel
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.mind import Mind
from planner_clue.planner.model import TURN, Model
from planner_clue.planner.outlook import Beginning, ForeseenAnswer, Outlook, Parameters
from planner_clue.planner.planner import Standing, drawn_for
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.planner.race import Race


class _WithoutAsking(CluePlanner):
    asking = 1


class NoAsking(PlannerAgent):
    """Suggestions of others are not evidence."""

    kind = _WithoutAsking


class _WithoutGambles(CluePlanner):
    base_threshold = 2.0

    def new_model(self, new_model: NewModel) -> Model:
        """Return a model whose plans do not gamble either."""
        del new_model
        return FollowUpModel(self.board, self.rules, Parameters(base_threshold=self.base_threshold))


class NoGamble(PlannerAgent):
    """Accuses only what is certain."""

    kind = _WithoutGambles


class _GamblingByTheRace(CluePlanner):
    def worth_accusing(self, mind: Mind) -> Assumption | None:
        """Return the most probable case file, if the race says so."""
        belief = belief_of(mind)
        best = belief.most_probable()[0]
        probability = belief.chance(best)
        if belief.case_file() is None:
            if not belief.transcript.opponents or probability < LEAST:
                return None
            turns = ranked(self, mind, Standing(mind.turn, belief.transcript.here))[0].turns
            pace = self.model.journey_to_a_near_room()
            if probability < Race(belief, turns, pace, rounds_before=1).forecast(turns).win:
                return None
        return Assumption(best, probability)


class RaceGamble(PlannerAgent):
    """Accuses where being right is more likely than winning by the best plan."""

    kind = _GamblingByTheRace


LEAST = 0.4
"""The least probability of an accusation of :class:`RaceGamble`."""


class _AssumingAny(CluePlanner):
    def assume(self, mind: Mind, at: Standing) -> Assumption:
        """Keep the assumption while it is possible, else draw one."""
        del at
        belief, current = belief_of(mind), mind.assumed
        if current is None or not belief.allows(current):
            current = drawn_for(self.seat, mind).choice(sorted(belief.case_files()))
        return Assumption(current, belief.chance(current))


class UniformAssumption(PlannerAgent):
    """Assumes any case file that is possible, all alike, until it is refuted."""

    kind = _AssumingAny


class _Replanning(CluePlanner):
    margin = -inf


class NoFollowing(PlannerAgent):
    """Plans again after every answer, even if its plan contains a branch for it."""

    kind = _Replanning


def ranked(planner: CluePlanner, mind: Mind, at: Standing) -> list[Beginning]:
    """Return the shortlisted suggestions of a position, the best first."""
    assert isinstance(planner.model, FollowUpModel)
    outlook = planner.model.outlook(belief_of(mind), planner.seat.seed)
    return outlook.ranked(planner.model.travel_costs_from(planner.context(mind, at)))


class _Greedy(CluePlanner):
    def start(self, mind: Mind, options: TurnOptions, at: Standing) -> tuple[Mind, Opening]:
        """Begin the turn in the way that costs least."""
        return mind, self.moves.opening(options, self._prices(mind, at))[0]

    def move(self, mind: Mind, options: MoveOptions, at: Standing) -> tuple[Mind, Place]:
        """Stop where the rest costs least."""
        stop = self.moves.stop(options, self._prices(mind, at))
        return mind, stop or self.simple_move(mind, options)

    def suggest(self, mind: Mind, room: Card, at: Standing) -> tuple[Mind, Suggestion | None]:
        """Make the best suggestion of the room."""
        del room
        best = ranked(self, mind, at)
        return mind, best[0].suggestion if best else None

    def _prices(self, mind: Mind, at: Standing) -> dict[Card, float]:
        return {one.suggestion.room: TURN * one.left for one in ranked(self, mind, at)}


class GreedyFirst(PlannerAgent):
    """No search: makes the suggestion with the least travel and turns left, without lookahead."""

    kind = _Greedy


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


class _PlanningTwoLevels(CluePlanner):
    def new_model(self, new_model: NewModel) -> Model:
        """Return a model with an outlook one level deeper."""
        del new_model
        return RevaluedModel(self.board, self.rules, TwoLevelOutlook)


class TwoLevels(PlannerAgent):
    """Plans with three follow-ups, each valued by the best suggestion after each of its answers."""

    kind = _PlanningTwoLevels


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
            if node.right >= self.threshold:
                best = min(best, price_of_accusing(node.right, self.parameters.survival))
            turns[answer][number] += node.probability / answers[answer].probability * best
        deeper = iter(turns)
        return [
            (tuple(replace(one, to_go=tuple(next(deeper)[: len(pool)])) for one in foreseen), pool)
            for foreseen, pool in found
        ]


class _ShowingAny(CluePlanner):
    def show(self, mind: Mind, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Leave it to chance."""
        del suggestion
        return drawn_for(self.seat, mind).choice(cards)


class MainLineOutlook(Outlook):
    """Charges only the main line of a plan, as if the assumption were certain."""

    def beginnings(self, costs: Mapping[Card, float], assumed: Collection[Card]) -> list[Beginning]:
        """Return the best suggestions, with all weight on the answer to expect."""

        def weighed(one: Beginning) -> Beginning:
            main, *others = one.answers
            none = (replace(other, probability=0.0) for other in others)
            return replace(one, answers=(replace(main, probability=1.0), *none))

        return [weighed(one) for one in super().beginnings(costs, assumed)]


class _PlanningTheMainLine(CluePlanner):
    def new_model(self, new_model: NewModel) -> Model:
        """Return a model with that outlook."""
        del new_model
        return RevaluedModel(self.board, self.rules, MainLineOutlook)


class MainLine(PlannerAgent):
    """Plans as if the assumption were certain: the cost of a plan is that of its main line."""

    kind = _PlanningTheMainLine


class ShowsAny(PlannerAgent):
    """Shows any card."""

    kind = _ShowingAny


class ExactAsking(ExactAgent):
    """No planner: ``exact`` with the planner's belief, to which suggestions are evidence."""

    def begin(self, seat: Seat) -> None:
        """Sit down with that belief."""
        super().begin(seat)
        self._belief = Belief(seat, asking=ASKING)
