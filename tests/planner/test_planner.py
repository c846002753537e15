"""The planners at the table: ``planner`` plays its plans, and on without them; ``planner-huji``."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from planner_clue.agents.rule_based import NoteSheet
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Accused, Event, Moved, Passed, Showed, Suggested
from planner_clue.game.record import read_record
from planner_clue.game.rules import parse_rules
from planner_clue.match import MatchConfig, run_match
from planner_clue.match.play import Played, play_one
from planner_clue.planner.assumption import any_possible
from planner_clue.planner.decision import read_replans
from planner_clue.planner.plan_tree import NOBODY, PlanStep
from planner_clue.planner.planner_agent import PlannerAgent
from planner_clue.planner.planner_huji import LIMITS, PlannerHujiAgent
from planner_clue.planning.engines.fast_downward import FastDownward
from planner_clue.planning.plan import Limits, Step
from planner_clue.planning.plan_check import PlanCheck
from planner_clue.planning.translator import translate
from planner_clue.support.errors import PlanningFailure
from tests.agents.networks.tables import small_seat
from tests.game.helpers import HUJI, after_roll, make_table
from tests.planner.situations import DEAL, SEAT, about
from tests.shared import line_of

TABLE = ("planner", "random", "random")
SHORT = MatchConfig(TABLE, games=2, rules="huji-bn1")
"""Two quick games, with the planner at seat 0."""


def played(config: MatchConfig) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    games: list[Played] = []
    summary = run_match(config, on_game=lambda _, game: games.append(game))
    return summary, [read_record(game.line) for game in games]


@pytest.mark.parametrize("board", ["classic", "huji", "none"])
def test_every_suggestion_is_a_step_of_the_latest_plan(board: str) -> None:
    record = read_record(line_of(MatchConfig(TABLE, board=board), 0))
    asked = [e for e in record["events"] if e["kind"] == "suggest" and e["seat"] == 0]
    assert asked
    plans = [made for made in read_replans(record["notes"][0]) if made.steps]
    for event in asked:
        latest = [made for made in plans if made.turn <= event["turn"]][-1]
        assert event["cards"] in [list(step.asks) for step in latest.steps if step.asks]


@pytest.mark.parametrize("reason", ["time-out", "missing"])
def test_without_plans_it_says_so_and_plays_on(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: FastDownward, text: str, limits: Limits) -> str:
        raise PlanningFailure(reason, "as asked")

    monkeypatch.setattr(FastDownward, "run_search", fail)
    summary, records = played(SHORT)
    planner = summary["agents"][0]
    assert planner["forfeits"] == 0
    assert summary["no_winner"] == 0
    failures = planner["planner_failures"]
    assert set(failures) == {reason}
    assert failures[reason] == pytest.approx(planner["replans_per_game"] * 2, abs=0.1)
    marks = [record["marks"] for record in records]
    assert marks == [["time-out"] if reason == "time-out" else []] * 2


def test_a_planner_that_fails_now_and_then_plans_again(monkeypatch: pytest.MonkeyPatch) -> None:
    search, calls = FastDownward.run_search, []

    def sometimes(self: FastDownward, text: str, limits: Limits) -> str:
        calls.append(text)
        if len(calls) % 7 == 1:
            raise PlanningFailure("engine-error", "now and then")
        return search(self, text, limits)

    monkeypatch.setattr(FastDownward, "run_search", sometimes)
    notes = read_record(play_one(MatchConfig(TABLE), 0).line)["notes"][0]
    assert any("failure" in note for note in notes)
    assert any("plan" in note for note in notes)
    turns = [note["turn"] for note in notes if "failure" in note]
    assert len(turns) == len(set(turns)), "one failed attempt a turn is enough"


def gambler(seat: Seat) -> PlannerAgent:
    """Return a planner that gambles on anything, in a game that begins."""
    agent = PlannerAgent()
    agent.begin(seat)
    agent.planner.base_threshold = 0.0
    return agent


def test_without_a_board_it_suggests_before_it_gambles() -> None:
    agent = gambler(small_seat())
    assert agent.accuse() is None
    agent.observe(Suggested(1, 0, cards("mustard rope study")))
    agent.observe(Showed(1, 1, 0, Card("mustard")))
    assert agent.accuse() is not None
    agent.observe(Suggested(2, 1, cards("mustard rope study")))
    agent.observe(Showed(2, 2, 1, None))
    assert agent.accuse() is None


def test_on_a_board_it_gambles_first_where_it_cannot_expect_to_suggest() -> None:
    agent = gambler(make_table().seat_view(0, seed=3))
    agent.observe(Moved(1, 0, (16, 0)))
    assert agent.accuse() is not None
    agent.observe(Moved(4, 0, Card("hall")))
    assert agent.accuse() is None, "the study is near"


def test_an_accusation_that_is_certain_is_no_gamble() -> None:
    agent = PlannerAgent()
    agent.begin(SEAT)
    for holder in (1, 2):
        for card in DEAL.hands[holder]:
            agent.observe(Suggested(1, 0, about(card)))
            agent.observe(Showed(1, holder, 0, card))
    accusation = agent.accuse()
    assert accusation == Accusation(*DEAL.case_file)
    agent.observe(Accused(1, 0, accusation, True))
    assert agent.notes() == []


PUBLISHED = ("planner-huji", "random", "random")


def cards(names: str) -> Suggestion:
    return Suggestion(*map(Card, names.split()))


def seated(seat: Seat | None = None) -> PlannerHujiAgent:
    agent = PlannerHujiAgent()
    agent.begin(seat or small_seat())
    return agent


def hear(agent: PlannerHujiAgent, *events: Event) -> None:
    for event in events:
        agent.observe(event)


def at(agent: PlannerHujiAgent, turn: int = 1) -> list[PlanStep]:
    """Return the suggestions that wait once the agent has been asked where to go."""
    agent.move(MoveOptions.without_board(turn, agent.seat.rooms))
    return waiting(agent)


def waiting(agent: PlannerHujiAgent) -> list[PlanStep]:
    return agent.mind.execution.steps


def triggers(agent: PlannerHujiAgent) -> list[str]:
    return [made.decision.trigger.value for made in agent.mind.log]


def reach(start: Any, roll: int) -> MoveOptions:
    return after_roll(HUJI, start, roll - 1, 1, open_rooms=True)


@pytest.fixture(scope="module")
def on_huji() -> PlannerHujiAgent:
    """Return an agent with a plan on the board huji, which no test changes by its decisions."""
    hands, case = {0: "scarlett mustard knife rope library billiard-room"}, "plum wrench study"
    agent = seated(make_table(hands, case=case, board="huji", rules="huji").seat_view(0, seed=3))
    agent.move(reach((5, 15), 2))
    return agent


def test_the_assumption_is_drawn_uniformly_among_what_may_be_in_the_case_file() -> None:
    """Three suspects, three weapons and three rooms are open: 27 case files, one as likely."""
    sheet, rng = NoteSheet(small_seat()), Random(3)
    assumed = [any_possible(sheet.candidates(), None, rng) for _ in range(2700)]
    assert {assumption.probability for assumption in assumed} == {1 / 27}
    drawn = Counter(assumption.case_file for assumption in assumed)
    assert len(drawn) == 27
    assert not {"scarlett", "hall"} & {card for case_file in drawn for card in case_file}
    # Chi-squared with 26 degrees of freedom passes 55 in fewer than one case of a thousand.
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 55


def test_a_problem_has_three_actions_for_each_combination_and_its_plan_finds_every_card() -> None:
    """Each of the three may be shown, unless it is assumed; and one proves the assumption."""
    agent = seated()
    left = at(agent)
    (logged,), domain = agent.mind.log, agent.planner.domain.text
    replan, problem = logged.decision, logged.problem.pddl.to_text()
    names = [tuple(op.name.strip("()").split()) for op in translate(domain, problem).operators]
    assumed, proof = set(replan.assumption), ("suggest-none-shown", *replan.assumption)
    expected = {
        (f"suggest-{kind}-shown", s, w, r)
        for s in ("mustard", "white", "green")
        for w in ("knife", "rope", "wrench")
        for r in ("lounge", "study", "kitchen")
        for kind, card in (("suspect", s), ("weapon", w), ("room", r))
        if card not in assumed
    }
    assert {name for name in names if name[0].startswith("suggest-")} == expected | {proof}
    assert [name[0] for name in names].count("found-all") == 1
    assert PlanCheck.of(domain, problem).validated(map(Step.parse, replan.actions)) >= 0
    rivals = set(agent.seat.deck.cards) - set(agent.seat.hand) - assumed
    assert {step.expects for step in left} == rivals | {NOBODY}
    assert left[-1].asks == Suggestion(*replan.assumption)


def test_it_goes_to_the_first_suggestion_whose_room_it_can_reach(on_huji: PlannerHujiAgent) -> None:
    """Not to the first suggestion of the plan, if that is out of reach."""
    rooms = list(dict.fromkeys(q.asks.room for q in waiting(on_huji) if q.asks))
    assert len(rooms) > 2
    for reached in ([rooms[2]], [rooms[2], rooms[1]], [rooms[1], rooms[2], rooms[0]]):
        offered = tuple(map(Card, ["library", *reached]))
        some = MoveOptions(1, HUJI, (6, 6), (8, 15), rooms=offered, reach=0, tokens={})
        assert on_huji.move(some) == min(reached, key=rooms.index)


def test_in_rooms_of_its_own_hand_it_does_not_ask(on_huji: PlannerHujiAgent) -> None:
    """Nor does it go there, with no suggestion in reach."""
    options = reach((4, 17), 2)
    assert options.rooms == ("billiard-room",)
    assert on_huji.move(options) in set(options.squares)
    left = waiting(on_huji)
    assert on_huji.suggest(Card("billiard-room")) is None
    assert waiting(on_huji) == left


def test_else_it_walks_towards_the_nearest_suggestion(on_huji: PlannerHujiAgent) -> None:
    start = (20, 20)
    options = reach(start, 3)
    assert not options.rooms
    stop = on_huji.move(options)
    turns = parse_rules("huji").turns(HUJI)
    to_rooms = [turns.to_room(q.asks.room) for q in waiting(on_huji) if q.asks]
    away = min(to_rooms, key=lambda to_room: to_room[start])
    assert away[stop] == min(away[square] for square in options.squares) < away[start]


def test_before_the_dice_it_stays_for_any_suggestion_of_the_plan(on_huji: PlannerHujiAgent) -> None:
    """Also for a later one, although the dice may bring the first into reach."""
    roll, passage, stay = Opening.ROLL, Opening.PASSAGE, Opening.STAY
    first, *later = dict.fromkeys(q.asks.room for q in waiting(on_huji) if q.asks)
    for room in (first, *later, *map(Card, ("library", "billiard-room"))):
        opening = stay if room in (first, *later) else roll
        assert on_huji.start(TurnOptions(4, (roll, stay), room, None, {})) is opening
    every = (roll, stay, passage)
    assert on_huji.start(TurnOptions(4, every, later[0], first, {})) is passage
    assert on_huji.start(TurnOptions(4, every, first, later[0], {})) is stay


def asked_by_itself(agent: PlannerHujiAgent, turn: int) -> PlanStep:
    first = at(agent, turn)[0]
    assert first.asks
    asked = agent.suggest(first.asks.room)
    assert asked == first.asks
    hear(agent, Suggested(turn, 0, asked))
    return first


def test_an_expected_answer_lets_the_plan_go_on_and_another_makes_it_plan_again() -> None:
    agent = seated()
    first = asked_by_itself(agent, 1)
    assert first.expects
    hear(agent, Showed(1, 1, 0, Card(first.expects)))
    assert agent.accuse() is None
    assert first not in at(agent, 4)
    assert triggers(agent) == ["first-plan"]
    second = asked_by_itself(agent, 4)
    assumed = agent.decisions[0].assumption
    other = next(c for c in second.asks or () if c not in (second.expects, *assumed))
    hear(agent, Showed(4, 1, 0, other))
    at(agent, 7)
    assert triggers(agent) == ["first-plan", "unexpected-answer"]
    assert agent.decisions[1].assumption == assumed


def test_a_contradicted_assumption_makes_it_draw_anew() -> None:
    agent = seated()
    at(agent)
    assumed = agent.decisions[0].assumption
    hear(agent, Suggested(2, 0, cards(f"scarlett {assumed.weapon} hall")))
    hear(agent, Passed(2, 1), Showed(2, 2, 0, assumed.weapon))
    at(agent, 5)
    assert triggers(agent) == ["first-plan", "assumption-refuted"]
    assert agent.decisions[1].assumption.weapon != assumed.weapon


def test_a_certain_fact_from_others_suggestions_makes_it_plan_again() -> None:
    """Seat 1 has neither white nor the rope; then it shows one of white, rope and a room."""
    agent = seated()
    at(agent)
    hear(agent, Suggested(1, 0, cards("white rope hall")), Passed(1, 1))
    at(agent, 3)
    assert triggers(agent) == ["first-plan"], "that is not certain of any card"
    rooms = {"study", "lounge", "kitchen"} - {*agent.decisions[0].assumption}
    room = min(rooms)
    hear(agent, Suggested(3, 2, cards(f"white rope {room}")), Passed(3, 0), Showed(3, 1, 2, None))
    at(agent, 4)
    assert triggers(agent) == ["first-plan", "new-fact"]
    assert agent.mind.log[1].decision.observation == f"{room} is held by mustard"


def test_it_is_blind_to_the_sizes_of_hands() -> None:
    """The same events, other hand sizes: the same suggestions and the same notes."""
    seen = []
    for sizes in ((2, 3, 3), (2, 1, 5), (2, 6, 0)):
        agent = seated(small_seat(sizes=sizes))
        at(agent)
        hear(agent, Suggested(2, 2, cards("white rope hall")), Passed(2, 0), Showed(2, 1, 2, None))
        hear(agent, Suggested(3, 1, cards("green knife study")), Showed(3, 2, 1, None))
        hear(agent, Suggested(4, 0, cards("white wrench study")), Showed(4, 1, 0, Card("white")))
        seen.append((at(agent, 4), agent.notes()))
    assert seen[0] == seen[1] == seen[2]


def test_it_accuses_when_one_card_of_each_category_is_left() -> None:
    agent = seated()
    shown = ["mustard", "white", "knife", "rope", "lounge", "study"]
    for turn, card in enumerate(map(Card, shown)):
        assert agent.accuse() is None
        asked = [card if card in of else of[0] for of in agent.seat.deck.categories]
        hear(agent, Suggested(turn, 0, Suggestion(*asked)), Showed(turn, 1, 0, card))
    assert agent.accuse() == Accusation(Card("green"), Card("wrench"), Card("kitchen"))


def test_a_search_that_gives_up_costs_plans_and_not_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a limit too low for the start it notes failures, is counted, and plays on."""
    limits = Limits(expansions=4_000, seconds=LIMITS.seconds)
    monkeypatch.setattr("planner_clue.planner.planner_huji.LIMITS", limits)
    summary, records = played(MatchConfig(PUBLISHED, games=2, board="huji", rules="huji-bn1"))
    agent = summary["agents"][0]
    assert agent["forfeits"] == 0
    assert set(agent["planner_failures"]) == {"expansions-out"}
    notes = [note for note in records[0]["notes"][0] if "trigger" in note]
    assert notes[0]["failure"] == "expansions-out"
    assert any("plan" in note for note in notes), "with fewer cards it plans"
    turns = [note["turn"] for note in notes]
    assert len(turns) == len(set(turns)), "one attempt a turn is enough"
