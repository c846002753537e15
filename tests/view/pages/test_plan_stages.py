"""What a plan is at each frame, against the events of a game that show it."""

from typing import Any

import pytest

from planner_clue.match import MatchConfig
from planner_clue.view.pages.frames import ALL
from planner_clue.view.pages.replay_page import page_data
from tests.view.pages.games import game

SEAT = 1


def branch(card: str, status: str, share: float, then: dict[str, Any]) -> dict[str, Any]:
    answer = {"suspect": "white", "card": card} if card else {}
    named = {"action": f"(if-shown {card or 'nobody'})", "answer": answer, "chance": share}
    return named | {"cost": 1, "status": status, "steps": [then]}


def shown_plan(trigger: str) -> tuple[dict[str, Any], int, int]:
    """Return a plan whose first answer refutes or is one of its branches, and both frames."""
    record = game(0, MatchConfig(("random",) * 3, 4, board="none"))
    events = list(enumerate(record["events"], 1))
    own = [(at, e) for at, e in events if (e["kind"], e["seat"]) == ("suggest", SEAT)]
    asked, event, answered, shown = next(
        (at, event, later, show)
        for at, event in own
        for later, show in events
        if (show["kind"], show["turn"]) == ("show", event["turn"])
    )
    came, turn = trigger != "unexpected-answer", event["turn"]
    fate, left_out = {"status": "played", "turn": turn}, {"status": "left-out", "turn": turn}
    go_on = {"action": "(go-on)", "to": "hall", "asks": ["plum", "rope", "hall"], "expects": "rope"}
    accuse = {"action": "(accuse)", "accuses": ["plum", "rope", "hall"]}
    kinds = ("left-out", "played" if came else "left-out", "left-out")
    answers = (("knife", 0.75, go_on), (shown["card"], 0.2, go_on), ("", 0.05, accuse))
    branches = [
        branch(card, kind, share, then) | {"turn": turn}
        for (card, share, then), kind in zip(answers, kinds, strict=True)
    ]
    step = {"action": "(suggest)", "asks": event["cards"], "expects": "knife"} | fate
    begin = {"action": "(assume)", "status": "reckoning"}
    made = {"kind": "replan", "turn": 1, "replan": 0, "trigger": "first-plan", "observed_in": 0}
    made |= {"assumption": ["plum", "rope", "hall"], "chance": 0.5, "cost": 1}
    plan = made | {"plan": [begin, step | {"branches": branches}]}
    after = made | {"replan": 1, "turn": turn + 3, "trigger": trigger, "observed_in": turn}
    record["notes"][SEAT] = [plan, after | {"plan": [accuse | left_out]}]
    data, _ = page_data(record, ALL)
    return data["plans"][str(SEAT)]["decisions"][0], asked, answered


@pytest.mark.parametrize(
    ("trigger", "state", "rows", "is_left"),
    [
        ("assumption-refuted", "done", ["came dropped", "left-out"], True),
        ("outdated-follow-up", "done", ["came dropped", "left-out"], False),
        ("unexpected-answer", "refuted", ["left-out", "left-out"], False),
    ],
)
def test_a_plan_changes_when_it_is_played_answered_and_broken(
    trigger: str, state: str, rows: list[str], is_left: bool
) -> None:
    """Answers to one follow-up share a row; of its answers only the one that came is bold."""
    plan, asked, answered = shown_plan(trigger)
    stages = {stage["at"]: stage for stage in plan["stages"]}
    begin, played, after = stages[plan["at"]], stages[asked], stages[answered]
    assert (begin["stops"], begin["rows"], begin["says"]) == (["next"], ["", ""], [("", "")])
    assert begin["actions"] == ["reckoning", *["open"] * 7]
    assert (played["stops"], played["rows"], played["broken"]) == (["done"], ["", ""], False)
    assert (after["stops"], plan["stages"][-1]["rows"]) == ([state], rows)
    assert [len(row["answers"]) for row in plan["rows"]] == [2, 1]
    assert after["came"] == [[False, trigger != "unexpected-answer"], [False]]
    assert begin["came"] == played["came"] == [[False, False], [False]]
    assert (plan["broken"]["left"], plan["stages"][-1]["broken"]) == (is_left, True)
    refuted = trigger == "unexpected-answer"
    assert after["says"][0][0].startswith("Expected to be shown knife." if refuted else "")
    assert after["says"][0][1].startswith("Instead, " if refuted else "")
    assert after["chosen"] == (1 if refuted else begin["chosen"] + 2)
