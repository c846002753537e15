"""A game in the background: clicks are answered at once, tabs agree; hints and their failures."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner_clue.agents.registry import load_isolated
from planner_clue.cards import Card
from planner_clue.deliberation.plan_tree import PlanStep
from planner_clue.play import hint
from planner_clue.play.choices import options
from planner_clue.play.hint import Adviser, decision_point
from planner_clue.play.live_game import LiveGame
from planner_clue.play.played_game import PlayedGame, new_game, resumed_game
from planner_clue.serving.server import StaleError
from tests.cli.helpers import wait_until
from tests.play.helpers import chosen, config


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveGame]:
    game = LiveGame(new_game(config("exact,random"), tmp_path / "game.json"), lambda: None, 0, 0)
    game.start()
    yield game
    game.close()


def persons_turn(live: LiveGame) -> bool:
    assert wait_until(lambda: live.look(lambda game: game.course.is_the_persons or game.is_over))
    return bool(live.look(lambda game: game.course.is_the_persons))


def choice(game: PlayedGame) -> tuple[int, dict[str, Any]]:
    return game.course.number, chosen(options(game.course), game, game.course.number)


def test_a_game_goes_on_by_itself_to_its_end_and_refuses_late_clicks(live: LiveGame) -> None:
    assert persons_turn(live)
    live.choose(0, 0, {"opening": "roll"})
    for number in (0, 5, None, "1"):
        with pytest.raises(StaleError, match="was taken already, here or in another tab"):
            live.choose(0, number, {"opening": "roll"})
        with pytest.raises(StaleError):
            live.undo(0, number)
    while persons_turn(live):
        live.choose(0, *live.look(choice))
    assert live.trouble == ""
    assert live.game.record


def test_a_hint_is_thought_about_while_clicks_are_answered(live: LiveGame) -> None:
    for number in range(2):
        assert persons_turn(live)
        assert live.hint(0) is None
        live.ask_hint(0, number)
        assert wait_until(lambda: not (live.hint(0) or {"thinking": True})["thinking"])
        hint = live.hint(0)
        assert hint
        if not number:
            assert hint["sentences"][0].startswith("planner would roll the dice, on the way to ")
        live.choose(0, number, hint["choice"])


def test_closing_ends_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("opponents", "hint"):
        monkeypatch.setattr(f"planner_clue.play.{module}.load_isolated", load_isolated)
    live = LiveGame(new_game(config("exact,random"), tmp_path / "game.json"), lambda: None, 0, 0)
    live.start()
    assert persons_turn(live)
    live.ask_hint(0, 0)
    live.close()
    resumed_game(tmp_path / "game.json").close()


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
