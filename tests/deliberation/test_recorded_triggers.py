"""The triggers of recorded games, against what the seat could know by a belief of its own."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from planner_clue.belief import Belief
from planner_clue.cards import CaseFile
from planner_clue.deliberation.decision import Decision, read_decisions
from planner_clue.deliberation.plan_tree import Answer, StepStatus, branches_of
from planner_clue.deliberation.triggers import NEWS, Trigger
from planner_clue.match import MatchConfig
from planner_clue.table.events import Event, Showed, Suggested
from planner_clue.table.record import ReplayObserver, read_record, replay
from planner_clue.table.requests import AskMove, AskStart, Request
from planner_clue.table.table import Table
from tests.shared import line_of

MATCHES = [
    MatchConfig(("planner", other, other), 10_000, board=board, rules=rules)
    for board, rules in (("classic", "standard"), ("huji", "huji"))
    for other in ("exact", "random")
]


class Watcher(ReplayObserver):
    """Notes what a seat could know in each of its turns, and the answers to its suggestions."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.possible: dict[int, set[CaseFile]] = {}
        """The case files of the deals that are possible, at the beginning of each turn."""
        self.answers: dict[int, Answer] = {}
        """The answers to the seat's suggestions, by turn."""

    def begins(self, table: Table) -> None:
        self.table = table
        self.belief = Belief(table.seat_view(self.seat, 0))

    def decides(self, request: Request, answer: object) -> None:
        if isinstance(request, AskStart | AskMove) and request.seat == self.seat:
            self.possible.setdefault(request.options.turn, set(self.belief.case_files()))

    def happens(self, event: Event) -> None:
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

    before: Decision
    after: Decision
    fired: tuple[Trigger, ...]
    seen: Watcher


def replanned(config: MatchConfig, game: int) -> Iterator[Replanned]:
    """Yield the decisions of the planner in a game, from the second one on."""
    record = read_record(line_of(config, game))
    seat = [entry["agent"] for entry in record["seats"]].index("planner")
    watcher = Watcher(seat)
    replay(record, watcher)
    made = [one for one in read_decisions(record["notes"][seat]) if one.number is not None]
    for before, after in pairwise(made):
        yield Replanned(before, after, tuple(f.trigger for f in after.triggers), watcher)


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
                assert set(one.fired[1:]) <= set(NEWS), one
            if one.before.turn < one.after.turn:
                assert_answer_is_told(one)
    assert counts[Trigger.ASSUMPTION_REFUTED]
    assert counts[Trigger.FOLLOW_UP] or len(games) < 10


def assert_answer_is_told(one: Replanned) -> None:
    """Check the triggers that tell of the plan's own suggestion, and of its answer."""
    branches = branches_of(one.before.steps)
    asked = next((step for step in one.before.steps if step.branches), None)
    made = asked is not None and asked.status is StepStatus.PLAYED
    came = one.seen.answers.get(asked.turn) if asked and made and asked.turn else None
    with_branch = [branch for branch in branches if branch.answer == came]
    lacking = came is not None and not with_branch
    assert (Trigger.UNEXPECTED_ANSWER in one.fired) == lacking, one
    going_on = {Trigger.FOLLOW_UP, Trigger.OUTDATED_FOLLOW_UP} & set(one.fired)
    if going_on:
        assert with_branch, one
        assert with_branch[0].plays, one
        assert with_branch[0].plays.asks, one
    if Trigger.PLAN_FINISHED in one.fired:
        later = [branch.plays for branch in with_branch if branch.plays]
        steps = [step for step in one.before.steps if step.is_open(one.after.turn)]
        assert not any(step.asks for step in (*steps, *later)), one
