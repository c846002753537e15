"""The numbers that people read of a plan, against values written down by hand."""

from msgspec.structs import replace

from planner_clue.agents.gambles import Gamble
from planner_clue.game.cards import Card, CaseFile, Suggestion
from planner_clue.game.events import Showed, Suggested
from planner_clue.game.requests import AskSuggest
from planner_clue.game.rules import parse_rules
from planner_clue.people.play.hint import DecisionPoint, _nudge
from planner_clue.planner.decision import THOUSANDTHS_OF_A_TURN, Alternative, Replan
from planner_clue.planner.plan_tree import Answer, PlanBranch, PlanStep
from planner_clue.planner.triggers import Trigger
from planner_clue.view.story import _decision_lines
from planner_clue.view.trace import TracedTurn, explain_plan
from tests.game.helpers import cards
from tests.planner.situations import DEAL, SEAT, about, held_by

PLUM, GREEN = (CaseFile(*cards(f"{suspect} rope hall")) for suspect in ("plum", "green"))
GO_ON = PlanStep(action="(go-on)", to=Card("study"), asks=Suggestion(*cards("plum rope study")))
GAMBLE = PlanStep(action="(gamble)", accuses=PLUM, is_gamble=True)
SHOWS, ALSO = Answer("mustard", Card("rope")), Answer("white", Card("plum"))
BRANCHES = (
    PlanBranch(action="(a)", answer=SHOWS, chance=0.7049, cost=1, steps=(GO_ON,)),
    PlanBranch(action="(b)", answer=ALSO, chance=0.2051, cost=1, assumes=GREEN, steps=(GO_ON,)),
    PlanBranch(action="(c)", answer=Answer(), chance=0.0041, cost=1, steps=(GAMBLE,)),
)
WAYS = (
    Alternative("(take-passage x kitchen)", 6104, Card("kitchen"), "passage", 0.6449),
    Alternative("(travel x hall)", 4936, Card("hall"), "dice", 0.7643),
    Alternative("(travel x study)", 5204, Card("study"), "dice", 0.7123),
)
MADE = Replan(
    turn=7,
    number=2,
    trigger=Trigger.NEW_FACT,
    observed_in=6,
    observation="rope is held by mustard",
    assumption=PLUM,
    chance=0.1249,
    cost=4936,
    unit=THOUSANDTHS_OF_A_TURN,
    expected_turns=3.36,
    win=0.7643,
    alternatives=WAYS,
    steps=(
        PlanStep(action="(travel x hall)", to=Card("hall"), by="dice"),
        PlanStep(action="(suggest)", asks=Suggestion(*PLUM), expects="rope", branches=BRANCHES),
    ),
)


def test_turns_probabilities_and_costs_of_a_plan() -> None:
    """The cost of a plan is in turns; answers with the same follow-up share a line."""
    assumed, plan, others, _, first, last = explain_plan(MADE, 7)
    assert assumed == "It assumed plum with the rope in the hall (12.5 %)."
    assert plan.startswith("The plan (3.4 own turns, 76 % to win; cost 4.94): go to hall; ask ")
    study, kitchen = "go to study (71.2 % to win, cost 5.20)", "take the passage to kitchen"
    assert others.endswith(f": {study}; {kitchen} (64.5 % to win, cost 6.10).")
    answers = "mustard shows rope (70 %) or white shows plum (21 %; then assume green, rope, hall)"
    assert first == f"  if {answers}: go on to study and ask about plum, rope, study"
    assert last == "  if nobody shows a card (<1 %): gamble on plum, rope, hall"
    later = [*explain_plan(replace(MADE, planned_in=3), 7)]
    assert later == [assumed, "The plan is from turn 3.", plan, others, _, first, last]


def test_the_probability_of_a_gamble_and_of_the_branch_that_came() -> None:
    gamble = Gamble(turn=7, assumption=PLUM, chance=0.6449)
    assert list(_decision_lines(gamble)) == ["* gambles: the accusation is right with 64 %"]
    turn = TracedTurn(7, decisions=(gamble,), accused="plum, rope, hall: right")
    assert turn.outcome == "accused plum, rope, hall: right (a gamble at 64 %)"
    chances = {str(branch.answer): branch.chance for branch in BRANCHES}
    came = TracedTurn(7, answer=BRANCHES[1].answer, branches=chances)
    assert came.outcome == "white showed plum (a branch at 21 %)"


def test_a_nudge_counts_own_located_and_other_cards() -> None:
    located, other = held_by(1), DEAL.case_file.suspect
    events = (Suggested(1, 0, about(located)), Showed(1, 1, 0, located))
    moment = DecisionPoint(SEAT, events, 4, (), None, parse_rules("standard"), None, SEAT.tokens)
    asked = Suggestion(other, located, DEAL.hands[0][0])
    hint = _nudge(moment, AskSuggest(0, Card("hall")), asked)
    assert hint.startswith("The planner names 1 of your own cards, 1 that you have located, and 1 ")
