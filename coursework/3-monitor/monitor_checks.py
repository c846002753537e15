"""Checks of an execution monitor: which observation breaks which plan."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from planner_clue.support.errors import CourseworkError, SubmissionError, shown
from planner_clue.support.json_text import parse_json
from planner_clue.teaching.checks import Case, Feedback, File, Score, Sketch, Whole
from planner_clue.teaching.submission import Submission
from planner_clue.teaching.worker import Worker, open_worker

MONITOR = "monitor.py"
_TOLD = 3
"""Maximum number of wrong answers that are shown."""
_MEANS = {
    True: "The monitor does not notice this event.",
    False: "The monitor gives another answer than it should.",
}
"""Meaning of a wrong answer, by whether the situation calls for the answer of the case."""


@dataclass(frozen=True, eq=False)
class _Situation:
    """A plan and an observation, which are sent to the worker, and the accepted answer."""

    given: Mapping[str, Any]
    accepted: Any
    group: str = ""
    """Situations that one mistake gets wrong have a group of their own."""

    def lines(self) -> Iterator[str]:
        given, asked = self.given, self.given["asked"]
        assumed = ", ".join(given["assumed"])
        yield f"you are seat {given['me']} ({given['token']}); assumed: {assumed}"
        for number, step in enumerate(given["plan"]):
            yield f"  step {number}: {_step(step)}"
        who = f"seat {asked['by']}" if asked["by"] != given["me"] else "you"
        answer = f"seat {asked['shown_by']} showed {asked['card'] or 'a card that you did not see'}"
        answer = "nobody showed a card" if asked["shown_by"] is None else answer
        yield f"{who} asked about {', '.join(asked['cards'])}: {answer}"
        for name in ("place", "located", "possible"):
            before, after = given["before"][name], given["after"][name]
            if before != after:
                yield f"{name}: {_change(before, after)}"

    def sketch(self, found: str) -> Sketch:
        """Return the situation for a page, with an answer that is not accepted."""
        given = self.given
        rooms = [place for when in ("before", "after") if (place := given[when]["place"])]
        return Sketch(
            tuple(map(_step, given["plan"])),
            first=0,
            at=self.accepted if type(self.accepted) is int else None,
            way=tuple(rooms),
            seen=tuple(line for line in self.lines() if line[0] != " "),
            expected=repr(self.accepted),
            found=found,
        )


def _step(step: Mapping[str, Any]) -> str:
    if step["do"] == "go":
        return f"go to {step['to']}"
    cards = ", ".join(step["cards"])
    if step["do"] == "ask":
        return f"ask {cards}; expects {step['expects'] or 'nobody to show'}"
    return f"accuse {cards}"


def _change(before: Any, after: Any) -> str:
    if isinstance(before, dict):
        return "; ".join(f"{card}: {who}" for card, who in after.items() if card not in before)
    if isinstance(before, list):
        return f"no longer {', '.join(card for card in before if card not in after)}"
    return f"{before} before, {after} after"


class _Monitor(Case, tag="monitor", kw_only=True):
    """Answers in situations that call for one, and in others.

    The lowest share of all groups counts, so that no constant answer and no mistake earns points.
    """

    checks: str = "the monitor's answers in situations that call for one, and in others"
    file: str = MONITOR
    function: str
    trigger: str = ""
    """The answer that situations call for; by default any but none."""
    situations: File
    answer_seconds: Whole = 5

    def __post_init__(self) -> None:
        try:
            listed = parse_json(self.situations)  # in an order that says nothing of the answers
            listed.sort(key=lambda one: sha256(json.dumps(one["situation"]).encode()).digest())
            situations = [
                _Situation(one["situation"], one["accepted"][self.function], one.get("group", ""))
                for one in listed
            ]
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise CourseworkError(f"situations: {error}; expected a list of situations") from error
        self.calls = {
            one: one.accepted == self.trigger if self.trigger else one.accepted is not None
            for one in situations
        }
        if len({*self.calls.values()}) < len(_MEANS):
            expected = "some that call for the answer, and some that do not"
            raise CourseworkError(f"situations: {self.situations.name}; expected {expected}")

    def story(self) -> str:
        called = sum(self.calls.values())
        others = f"{len(self.calls) - called} others"
        return f"{self.situations.name}: {called} situations that call for it, {others}"

    def trial(self, submission: Submission) -> Score:
        worker = open_worker(submission, self.file, seconds=self.answer_seconds)
        groups, feedback = defaultdict[str | bool, list[bool]](list), list[Feedback]()
        for one, call in self.calls.items():
            failure = _fault(worker, self, one, _MEANS[call])
            feedback += [failure] if failure else []
            for group in {one.group, call} - {""}:
                groups[group].append(failure is None)
        right = [f"{sum(groups[call])} of {len(groups[call])}" for call in (True, False)]
        says = f"right in {right[0]} situations that call for it, and in {right[1]} others"
        share = min(sum(group) / len(group) for group in groups.values())
        return Score(share, tuple(feedback[:_TOLD]), says)


def _fault(worker: Worker, case: _Monitor, one: _Situation, means: str) -> Feedback | None:
    """Return the fault of the answer in a situation; None if it is right."""
    try:
        answer = worker.call(case.file, case.function, one.given)
    except SubmissionError as error:
        if not worker.is_open:
            raise
        return Feedback("\n".join([str(error), *one.lines()]), error.means, one.sketch(str(error)))
    if answer == one.accepted and not isinstance(answer, bool):  # 2.0 is a number too
        return None
    what = f"{case.function} answered {shown(answer)}; expected {one.accepted!r}"
    sketch = one.sketch(shown(answer))
    return Feedback("\n".join([what, *(f"  {line}" for line in one.lines())]), means, sketch)
