"""Recorded decisions of earlier versions; triggers follow from the seat's knowledge."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from planner_clue.agents.gambles import Gamble
from planner_clue.belief import Belief
from planner_clue.game.cards import Card, CaseFile
from planner_clue.game.events import Event, Showed, Suggested
from planner_clue.game.record import read_record
from planner_clue.game.replay import Happened, ReplayedGame, replayed
from planner_clue.game.requests import AskMove, AskStart
from planner_clue.match import MatchConfig
from planner_clue.planner.decision import Replan, decision_from_json, read_decisions, read_replans
from planner_clue.planner.plan_tree import Answer, StepStatus, branches_of
from planner_clue.planner.triggers import MAY_KEEP_FOLLOW_UP, Trigger
from planner_clue.support.json_text import plain
from tests.shared import line_of

NOTE: dict[str, Any] = {
    "turn": 4, "replan": 1, "trigger": "new-fact", "observed_in": 1,
    "observation": "white shows plum", "also": [],
    "assumption": ["green", "knife", "conservatory"], "chance": 0.108333,
    "problem": "9ed241b3074fe6dc02f14935dd7b526ef2fd2d463e878c7a4747709cd535aafa",
    "plan": [
        {"action": "(take-passage lounge conservatory)", "to": "conservatory", "by": "passage"},
        {"action": "(suggest green knife conservatory s01 a01)",
         "asks": ["green", "knife", "conservatory"], "expects": "knife", "branches": [
             {"action": "(if-nobody-shows a01)", "answer": {}, "chance": 1.0, "cost": 0,
              "steps": []}]},
    ],
    "cost": 866, "alternatives": [{"action": "(travel lounge hall)", "cost": 922}],
    "unit": "thousandths of a turn", "expansions": 37,
}  # fmt: skip
"""A plan as version 0.8.0 noted it."""


def test_decisions_of_version_0_8_0_are_read() -> None:
    """A gamble was a decision with a mark, and no decision had a kind."""
    gamble = {"turn": 7, "assumption": ["green", "knife", "hall"], "chance": 0.75, "gamble": True}
    replan, made = read_decisions([NOTE, gamble])
    assert isinstance(replan, Replan)
    assert (replan.number, replan.trigger, replan.cost) == (1, Trigger.NEW_FACT, 866)
    assert branches_of(replan.steps)[0].answer == Answer()
    assert made == Gamble(
        turn=7, assumption=CaseFile(*map(Card, ("green", "knife", "hall"))), chance=0.75
    )
    assert read_decisions([plain(replan), plain(made)]) == [replan, made]


@pytest.mark.parametrize(
    ("place", "broken"),
    [
        *((("plan", 1, "action"), broken) for broken in ("suggest", None)),
        (("plan", 0), 3), (("plan",), None), (("plan", 1, "branches", 0, "chance"), 1.5),
        (("plan", 1, "branches", 0), {}), (("alternatives",), {"(take-passage lounge)": 866}),
        (("alternatives", 0, "cost"), "far"), (("trigger",), "hunch"), (("trigger",), None),
        (("assumption",), ["green", "knife"]), (("cost",), None), (("plan",), []),
    ],
)  # fmt: skip
def test_what_no_version_wrote_is_refused(place: tuple[Any, ...], broken: Any) -> None:
    note = deepcopy(NOTE)
    *outer, last = place
    at: Any = note
    for key in outer:
        at = at[key]
    at[last] = broken
    with pytest.raises((ValueError, LookupError)):
        decision_from_json(note)
    assert read_decisions([note, NOTE]) == read_decisions([NOTE])


MATCHES = [
    MatchConfig(("planner", other, other), 10_000, board=board, rules=rules)
    for board, rules in (("classic", "standard"), ("huji", "huji"))
    for other in ("exact", "random")
]


class Watched:
    """Notes what a seat could know in each of its turns, and the answers to its suggestions."""

    def __init__(self, game: ReplayedGame, seat: int) -> None:
        self.seat, self.table = seat, game.table
        self.possible: dict[int, set[CaseFile]] = {}
        """The case files of the deals that are possible, at the beginning of each turn."""
        self.answers: dict[int, Answer] = {}
        """The answers to the seat's suggestions, by turn."""

        self.belief = Belief(self.table.seat_view(seat, 0))
        for step in game.steps:
            if isinstance(step, Happened):
                self._hear(step.event)
            elif isinstance(step.request, AskStart | AskMove) and step.request.seat == seat:
                files = set(self.belief.case_files())
                self.possible.setdefault(step.request.options.turn, files)

    def _hear(self, event: Event) -> None:
        seen = self.table.seen_by(event, self.seat)
        if seen is None:
            return
        self.belief.observe(seen)
        if isinstance(seen, Suggested) and seen.seat == self.seat:
            self.answers[seen.turn] = Answer()
        elif isinstance(seen, Showed) and seen.to == self.seat and seen.card:
            self.answers[seen.turn] = Answer(self.belief.seat.tokens[seen.seat], seen.card)


class Replanned(NamedTuple):
    """A decision, the one before it, and what fired between them."""

    before: Replan
    after: Replan
    fired: tuple[Trigger, ...]
    seen: Watched


def replanned(config: MatchConfig, game: int) -> Iterator[Replanned]:
    """Yield the decisions of the planner in a game, from the second one on."""
    record = read_record(line_of(config, game))
    seat = [entry["agent"] for entry in record["seats"]].index("planner")
    watched = Watched(replayed(record), seat)
    for before, after in pairwise(read_replans(record["notes"][seat])):
        yield Replanned(before, after, tuple(f.trigger for f in after.triggers), watched)


GAMES = [range(3), pytest.param(range(3, 50), marks=pytest.mark.slow)]


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("config", MATCHES, ids=lambda c: f"{c.board}-{c.agents[1]}")
def test_triggers_fire_when_they_say_and_only_then(config: MatchConfig, games: range) -> None:
    counts = Counter[Trigger]()
    for game in games:
        for one in replanned(config, game):
            counts.update(one.fired)
            refuted = one.before.assumption not in one.seen.possible[one.after.turn]
            assert (Trigger.ASSUMPTION_REFUTED in one.fired) == refuted, one
            if Trigger.FOLLOW_UP in one.fired:
                assert set(one.fired[1:]) <= MAY_KEEP_FOLLOW_UP, one
            if one.before.turn < one.after.turn:
                assert_answer_is_reported(one)
    assert counts[Trigger.ASSUMPTION_REFUTED]
    assert counts[Trigger.FOLLOW_UP] or len(games) < 10


def assert_answer_is_reported(one: Replanned) -> None:
    """Check the triggers that name the plan's own suggestion, and of its answer."""
    branches = branches_of(one.before.steps)
    asked = next((step for step in one.before.steps if step.branches), None)
    made = asked is not None and asked.status is StepStatus.PLAYED
    came = one.seen.answers.get(asked.turn) if asked and made and asked.turn else None
    with_branch = [branch for branch in branches if branch.answer == came]
    lacking = came is not None and not with_branch
    assert (Trigger.UNEXPECTED_ANSWER in one.fired) == lacking, one
    going_on = {Trigger.FOLLOW_UP, Trigger.OUTDATED_FOLLOW_UP} & set(one.fired)
    if going_on and not one.before.is_follow_up:  # else that follow-up was checked once more
        assert with_branch, one
        assert with_branch[0].plays, one
        assert with_branch[0].plays.asks, one
    if Trigger.PLAN_FINISHED in one.fired:
        later = [branch.plays for branch in with_branch if branch.plays]
        steps = [step for step in one.before.steps if step.is_open(one.after.turn)]
        assert not any(step.asks for step in (*steps, *later)), one
