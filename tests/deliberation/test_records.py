"""Recorded decisions: those before 0.3.0 in today's form; triggers by what the seat could know."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from planner_clue.belief import Belief
from planner_clue.cards import Card, CaseFile, Suggestion
from planner_clue.deliberation.decision import Decision, read_decisions
from planner_clue.deliberation.earlier_records import converted
from planner_clue.deliberation.plan_tree import Answer, StepStatus, branches_of
from planner_clue.deliberation.triggers import NEWS, Trigger
from planner_clue.match import MatchConfig
from planner_clue.table.events import Event, Showed, Suggested
from planner_clue.table.record import ReplayObserver, read_record, replay
from planner_clue.table.requests import AskMove, AskStart, Request
from planner_clue.table.table import Table
from tests.shared import line_of

NOT_YET = "not-reached"
PLAN: list[tuple[str, dict[str, Any]]] = [
    ("(take-passage lounge conservatory)", {"became": "played", "turn": 4}),
    ("(suggest green knife conservatory suggestion-conservatory now answer-conservatory-1)",
     {"expects": "knife", "became": "played", "turn": 4}),
    ("(if-shown player-mustard knife answer-conservatory-1)",
     {"chance": 0.62, "cost": 749, "became": "played", "turn": 4}),
    ("(travel conservatory library answer-conservatory-1)", {"became": "played", "turn": 7}),
    ("(suggest-and-replan plum rope library after-1-library answer-conservatory-1 no-more)",
     {"became": "dropped", "turn": 10, "dropped_for": "branch-taken"}),
    ("(if-nobody-shows answer-conservatory-2)",
     {"chance": 0.38, "cost": 24, "became": "left-out", "turn": 4}),
    ("(gamble green knife conservatory answer-conservatory-2 no-more)", {"became": NOT_YET}),
]  # fmt: skip
"""A plan as version 0.2.0 noted it: one sequence, in which some steps begin branches."""
NOTE: dict[str, Any] = {
    "turn": 4, "replan": 1, "trigger": "branch-taken", "observed_in": 1,
    "observation": "white shows plum", "also": [],
    "assumption": ["green", "knife", "conservatory"], "chance": 0.108333,
    "problem": "9ed241b3074fe6dc02f14935dd7b526ef2fd2d463e878c7a4747709cd535aafa",
    "plan": [{"action": action, **fate} for action, fate in PLAN],
    "cost": 866, "question_costs": [],
    "alternatives": {"(take-passage lounge conservatory)": 866, "(travel lounge hall)": 922},
    "unit": "hundredths of a turn", "expansions": 37,
}  # fmt: skip


def test_a_sequence_with_branches_is_read_as_a_tree_with_its_fates() -> None:
    (read,) = read_decisions([NOTE])
    assert read.actions == tuple(action for action, _ in PLAN)
    assert read.trigger is Trigger.FOLLOW_UP
    way, asking = read.steps
    assert (way.to, way.by, way.status, way.turn) == (
        "conservatory", "passage", StepStatus.PLAYED, 4,
    )  # fmt: skip
    assert asking.asks == Suggestion(Card("green"), Card("knife"), Card("conservatory"))
    assert read.asked_in(4) == asking
    came, other = branches_of(read.steps)
    assert (came.answer, came.chance) == (Answer("mustard", Card("knife")), 0.62)
    assert (came.status, came.turn) == (StepStatus.PLAYED, 4)
    assert came.steps[0].to == "library"
    assert came.steps[1].asks
    assert came.steps[1].dropped_for == "branch-taken"
    assert (other.answer, other.status) == (Answer(), StepStatus.LEFT_OUT)
    assert other.plays
    assert other.plays.is_gamble
    assert [(one.to, one.cost) for one in read.alternatives] == [
        ("conservatory", 866), ("hall", 922),
    ]  # fmt: skip
    assert Decision.from_json(read.to_json()) == read
    assert converted(read.to_json()) == read.to_json(), "today's form stays as it is"


@pytest.mark.parametrize(
    ("place", "broken"),
    [
        *((("plan", 1, "action"), broken) for broken in ("(suggest green)", "suggest", None)),
        (("plan", 2, "action"), "(if-shown player-mustard)"), (("plan", 0, "became"), "lost"),
        (("plan", 0), {"became": "played"}), (("plan", 0), 3), (("plan",), None),
        (("plan", 2, "chance"), 1.5),
        (("plan",), [{"action": "(if-nobody-shows answer-1)", "became": NOT_YET}]),
        (("alternatives",), {"(take-passage lounge)": 866}),
        (("alternatives",), {"(travel lounge hall)": "far"}), (("trigger",), "hunch"),
        (("assumption",), ["green", "knife"]), (("cost",), None),
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
        Decision.from_json(note)
    assert read_decisions([note, NOTE]) == read_decisions([NOTE])


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
