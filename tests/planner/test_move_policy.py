"""How journeys are carried out: the dice decide between plans of the engine."""

from dataclasses import replace

import pytest

from planner_clue.game.board import Place
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, TurnOptions
from planner_clue.game.events import Passed, Suggested
from planner_clue.game.rules import default_rules
from planner_clue.planner.assumption import Assumption
from planner_clue.planner.clue_planner import CluePlanner
from planner_clue.planner.decision import Replan
from planner_clue.planner.domains import model_for
from planner_clue.planner.engines import load_engine
from planner_clue.planner.examples import EXAMPLES
from planner_clue.planner.first_steps import FirstStepSearch, searched_for
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.mind import Mind
from planner_clue.planner.model import TURN
from planner_clue.planner.move_policy import MovePolicy
from planner_clue.planner.plan_tree import destination_of
from planner_clue.planner.planner import Standing
from planner_clue.planner.triggers import Trigger
from tests.game.helpers import CLASSIC, after_roll
from tests.planner.situations import PLANNED, SEAT, position


class Assuming(CluePlanner):
    """Assumes what a test says."""

    assumed: CaseFile

    def assume(self, mind: Mind, at: Standing) -> Assumption:
        return Assumption(self.assumed, mind.known.chance(self.assumed))


class Table:
    """A planner that has planned at ``here``, and its journey."""

    def __init__(
        self, here: Place, seed: int = 0, *, may_stay: bool = False, engine: str = "fast-downward"
    ) -> None:
        self.board, self.here = CLASSIC, here
        self.turns = default_rules(CLASSIC).turns(CLASSIC)
        new_model = model_for(PLANNED)
        at = replace(position(CLASSIC, 3, seed, shown=4), here=here, may_stay=may_stay)
        self.planner = Assuming(at.belief.seat, load_engine(engine), PLANNED, new_model)
        assert at.assumption
        self.planner.assumed = at.assumption
        mind = self.planner.begin(at.belief)
        self.mind = self.planner.replanned(mind, Standing(1, here, may_stay=may_stay))

    def roll(self, pips: int) -> MoveOptions:
        return after_roll(self.board, self.here, pips // 2, pips - pips // 2)

    def opening(self, *openings: Opening) -> Opening:
        passage = self.board.passages.get(self.here) if isinstance(self.here, str) else None
        options = TurnOptions(1, openings, self.here, passage, {})
        self.mind, opening = self.planner.start(self.mind, options, Standing(1, self.here))
        return opening

    def stop(self, options: MoveOptions) -> Place:
        self.mind, stop = self.planner.move(self.mind, options, Standing(1, self.here))
        return stop

    @property
    def prices(self) -> dict[Card, float]:
        """What the rest costs once a room is entered, as of the plans in hand."""
        return self.mind.plans.costs_to_go

    @property
    def replans(self) -> list[Replan]:
        return [logged.decision for logged in self.mind.log]


@pytest.mark.parametrize(
    ("seed", "pips", "plans"), [(0, 12, 2), (1, 7, 1), (2, 12, 1), (3, 2, 1), (11, 7, 2)]
)
def test_the_room_entered_is_the_cheapest_in_reach(seed: int, pips: int, plans: int) -> None:
    """By a plan of its own, if the plan has another."""
    table = Table((8, 7), seed)
    assert table.opening(Opening.ROLL) is Opening.ROLL
    rolled = table.roll(pips)
    stop = table.stop(rolled)
    assert stop is not None
    assert rolled.allows(stop)
    if isinstance(stop, str):
        in_reach = {room: cost for room, cost in table.prices.items() if room in rolled.rooms}
        assert in_reach[stop] == min(in_reach.values())
        assert table.mind.execution.plan[0].to == stop
    before, latest = table.replans[0], table.replans[-1]
    assert len(table.replans) == plans
    if plans == 2:
        assert latest.triggers[0].trigger is Trigger.MOVED
        assert latest.triggers[0].observation == f"a roll of {pips} reaches {stop}"
        assert latest.problem == before.problem
        assert latest.steps[0].action in {way.action for way in latest.alternatives}


def test_an_adopted_plan_is_noted_with_the_chance_of_its_assumption_now() -> None:
    """What was asked in between changed the probabilities, though no trigger has fired."""
    table = Table((8, 7), seed=3)
    before = table.replans[0]
    own = before.assumption._replace(suspect=SEAT.hand[0])
    table.mind.known.observe(Suggested(2, 2, Suggestion(*own)))
    table.mind.known.observe(Passed(2, 1))
    branch = next(way for way in table.mind.plans.branches if way != table.mind.plans.branches[0])
    table.mind = table.planner.switched(table.mind, branch, 5, "a roll of 6")
    latest = table.replans[-1]
    assert (latest.assumption, latest.planned_in) == (before.assumption, 1)
    assert latest.chance == round(table.mind.known.chance(before.assumption), 6)
    assert latest.chance != before.chance


def test_without_a_room_in_reach_it_stops_where_the_rest_costs_least() -> None:
    table = Table((16, 0), seed=1)
    rolled = table.roll(3)
    assert rolled.rooms == ()
    stop = table.stop(rolled)
    away = {room: table.turns.to_room(room) for room in table.prices}
    best = min(away, key=lambda room: table.prices[room] + TURN * away[room][16, 0])
    assert isinstance(stop, tuple)
    assert away[best][stop] <= away[best][16, 0]


def test_a_turn_may_begin_by_passage_or_by_staying_where_that_is_cheaper() -> None:
    chosen = set()
    for seed in range(6):
        table = Table(Card("study"), seed, may_stay=True)
        opening = table.opening(Opening.ROLL, Opening.PASSAGE, Opening.STAY)
        chosen.add(opening)
        costs = {branch.first: branch.plan.cost for branch in table.mind.plans.branches}
        if opening is Opening.PASSAGE:
            by_passage = [cost for step, cost in costs.items() if step.action == "take-passage"]
            assert by_passage == [min(costs.values())]
        if opening is not Opening.ROLL:
            assert table.mind.next_step
            assert table.mind.next_step.to is None, "the way is played"
        assert Table(Card("study"), seed, may_stay=True).opening(Opening.ROLL) is Opening.ROLL
    assert len(chosen) > 1


def test_without_a_board_it_goes_where_the_rest_costs_least() -> None:
    table = Table(Card("study"), seed=2)
    options = MoveOptions.without_board(1, tuple(table.board.rooms))
    stop = MovePolicy(None, {}).stop(options, table.prices)
    assert stop == min(table.prices, key=table.prices.__getitem__)


def test_an_engine_of_one_plan_decides_how_the_turn_begins() -> None:
    begun = set()
    for seed in range(6):
        table = Table(Card("study"), seed, may_stay=True, engine="clue-astar")
        step = table.mind.next_step
        assert step
        ways = {"passage": Opening.PASSAGE, "staying": Opening.STAY}
        expected = ways.get(step.by or "", Opening.ROLL)
        begun.add(expected)
        assert table.opening(Opening.ROLL, Opening.PASSAGE, Opening.STAY) is expected
    assert len(begun) > 1


def test_who_is_shut_in_a_room_by_other_tokens_stays() -> None:
    """No room and no square is within reach of any roll."""
    table = Table(Card("billiard-room"))
    tokens: dict[Card, Place] = {Card("mustard"): (1, 11), Card("green"): (6, 15)}
    shut_in = MoveOptions(1, table.board, (6, 6), table.here, rooms=(), reach=0, tokens=tokens)
    assert table.stop(shut_in) == table.here
    assert len(table.replans) == 1


def test_no_way_is_planned_to_a_room_without_a_suggestion() -> None:
    """A problem offers suggestions in four of nine rooms."""
    at = next(example for example in EXAMPLES if example.name == "start").context()
    problem = FollowUpModel(CLASSIC, default_rules(CLASSIC)).formulate(at).restricted_to(PLANNED)
    search = FirstStepSearch(load_engine("fast-downward"), PLANNED)
    plans, _ = search.search(problem, may_suggest=False)
    assert len(plans.branches) <= 3
    plans, _, _ = searched_for(plans, CLASSIC.rooms)
    offered = {of[1] for of in problem.pddl.init if of[0] == "WORTH-VISITING"}
    assert {way[0] for one in plans.branches if (way := destination_of(one.first))} == offered
    assert len(offered) == 4
