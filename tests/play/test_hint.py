"""Hints: plans that begin by staying, and failures."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner_clue.cards import Card
from planner_clue.deliberation.plan_tree import PlanStep
from planner_clue.play import hint
from planner_clue.play.hint import Adviser, decision_point
from planner_clue.play.played_game import new_game
from tests.play.helpers import config


def test_a_plan_that_begins_by_staying_has_no_route_and_a_failure_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(config(), tmp_path / "game.json")
    game.go_on()
    here = replace(decision_point(game), place=Card("hall"))
    stay = PlanStep(action="(stay hall)", to=Card("hall"), by="staying")
    assert hint._route(here, [stay]) == ()
    go = PlanStep(action="(travel hall study)", to=Card("study"), by="dice")
    assert hint._route(here, [stay, go])

    def fails(*arguments: Any) -> None:
        raise IndexError("no stop")

    monkeypatch.setattr(hint, "_explained", fails)
    adviser = Adviser()
    said = adviser.hint(decision_point(game))
    adviser.close()
    game.close()
    assert (said.choice, said.sentences) == ({}, ("There is no hint: IndexError: no stop.",))
