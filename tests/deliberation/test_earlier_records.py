"""Decisions of records before 0.3.0 are read in today's form, or refused."""

from copy import deepcopy
from typing import Any

import pytest

from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.decision import Decision, read_decisions
from planner_clue.deliberation.earlier_records import converted
from planner_clue.deliberation.plan_tree import Answer, StepStatus, branches_of
from planner_clue.deliberation.triggers import Trigger

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
