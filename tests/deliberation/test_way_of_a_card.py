"""How far a shown card has to go until the next question is asked.

Who wants to understand the loop follows one card. It is counted through how many modules of the
planner's side the card goes: in how many a function is handed its event, evidence that holds this,
or its name. A room is also a place on the board, so that it comes by more of them.
"""

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import planner_clue
from planner_clue.agents.planner import PlannerAgent
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.table.events import Event, Showed

ROOT = str(Path(planner_clue.__file__).parent)
MOST = 15


class Follower:
    """Follows the cards that a planner is shown, one after the other."""

    def __init__(self) -> None:
        self.ways: list[set[str]] = []
        self.shown: Showed | None = None

    def begin(self, shown: Showed) -> None:
        self.shown = shown
        self.ways.append(set())
        sys.setprofile(self._called)

    def end(self) -> None:
        self.shown = None
        sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(ROOT):
            return
        arguments = code.co_varnames[: code.co_argcount]
        if any(self._is_it(frame.f_locals.get(name)) for name in arguments):
            self.ways[-1].add(code.co_filename.removeprefix(ROOT))

    def _is_it(self, value: Any) -> bool:
        assert self.shown is not None
        by_name = isinstance(value, str) and value == self.shown.card
        return by_name or value is self.shown or getattr(value, "event", None) is self.shown


@pytest.fixture
def follower(monkeypatch: pytest.MonkeyPatch) -> Follower:
    follower = Follower()
    observe, suggest = PlannerAgent.observe, PlannerAgent.suggest

    def watched(agent: PlannerAgent, event: Event) -> None:
        if isinstance(event, Showed) and event.to == agent.seat.index and not follower.shown:
            follower.begin(event)
        observe(agent, event)

    def asks(agent: PlannerAgent, room: Any) -> Any:
        asked = suggest(agent, room)
        follower.end()
        return asked

    monkeypatch.setattr(PlannerAgent, "observe", watched)
    monkeypatch.setattr(PlannerAgent, "suggest", asks)
    return follower


def test_a_shown_card_passes_through_few_modules(follower: Follower) -> None:
    for game in range(3):
        play_one(MatchConfig(("planner", "random", "random")), game)
        follower.end()
    assert len(follower.ways) > 5
    of_others = ("/table/", "/match/", "/agents/random.py")
    for way in follower.ways:
        own = sorted(module for module in way if not module.startswith(of_others))
        assert 5 < len(own) <= MOST, own
