"""Decisions of records before 0.3.0, converted into today's form.

There, a plan with branches was one sequence of actions, in which ``(if-shown ...)`` began a branch;
alternatives were an object of actions and costs; costs were hundredths of a turn.
"""

from typing import Any

from msgspec import Struct, convert

from planner_clue.cards import Card
from planner_clue.deliberation.plan_tree import ActionText, Answer, StepStatus, read_step
from planner_clue.json_text import plain
from planner_clue.planning.plan import Step
from planner_clue.table.events import Number

_GONE = ("question_costs", "rules_out", "alternatives", "plan")
_FOLLOW_UP = "suggest-and-replan"
"""The action of a suggestion after which the planner planned again."""


class _Step(Struct):
    action: ActionText
    became: StepStatus


class _Earlier(Struct):
    """The parts of a decision that are converted."""

    plan: list[_Step] = []
    alternatives: dict[str, Number] | None = None


def converted(data: Any) -> Any:
    """Return a decision in today's form; ``ValueError`` or ``LookupError`` for no version's."""
    if not isinstance(data, dict):
        return data
    steps = data.get("plan", [])
    has_fates = isinstance(steps, list) and any("became" in s for s in steps if isinstance(s, dict))
    if not (has_fates or isinstance(data.get("alternatives"), dict)):
        return data
    convert(data, _Earlier)
    found = {name: value for name, value in data.items() if name not in _GONE}
    found["plan"] = _nested(data.get("plan", []))
    found["alternatives"] = [
        {**_read(action), "cost": cost} for action, cost in (data.get("alternatives") or {}).items()
    ]
    if data.get("trigger") == "branch-taken":
        found["trigger"] = "follow-up"
    if data.get("replan") is not None:
        found.setdefault("unit", "hundredths of a turn")
    return found


def _nested(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a sequence of steps as a tree; branches of branches are left out."""
    plan: list[dict[str, Any]] = []
    into, tag = plan, ""
    for step in steps:
        name, arguments = Step.parse(step["action"])
        if name not in ("if-shown", "if-nobody-shows"):
            into.append(_with_fate(step))
        elif tag and arguments[-1].startswith(f"{tag}-"):
            into = []
        else:
            tag, shown = arguments[-1], name == "if-shown"
            player = arguments[0].removeprefix("player-")
            answer = Answer(player, Card(arguments[1])) if shown else Answer()
            branch = {"chance": 0.0, "cost": 0, **_with_fate(step), "answer": plain(answer)}
            branch["steps"] = into = []
            plan[-1].setdefault("branches", []).append(branch)
    return plan


def _with_fate(step: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in step.items() if name != "became"}
    return {**_read(step["action"]), **kept, "status": step["became"]}


def _read(action: str) -> dict[str, Any]:
    step = Step.parse(action)
    if step.action == _FOLLOW_UP:
        step = step._replace(action="suggest")
    data = {**plain(read_step(step)), "action": action}
    data.pop("status", None)
    return data
