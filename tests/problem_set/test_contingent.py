"""Planning with sensing: what is hidden are exactly the deals that fit, and answers are honest."""

import json
from pathlib import Path

import pytest

from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.problem_set import contingent
from planner_clue.problem_set.contingent import Hidden, player
from planner_clue.problem_set.positions import GamePosition, position_at
from tests.problem_set.sensing import SensingTask, World

MANY = 30


@pytest.fixture(scope="module")
def position() -> GamePosition:
    return position_at(0, MANY, 1)


@pytest.fixture(scope="module")
def task(position: GamePosition, tmp_path_factory: pytest.TempPathFactory) -> SensingTask:
    folder: Path = tmp_path_factory.mktemp("sensing")
    (folder / "domain.pddl").write_text(contingent.contingent_domain())
    (folder / "problem.pddl").write_text(contingent.contingent_problem(position, "tiny"))
    return SensingTask(folder / "domain.pddl", folder / "problem.pddl")


@pytest.fixture(scope="module")
def worlds(task: SensingTask) -> list[World]:
    return task.worlds()


def test_the_real_deal_is_one_of_them(position: GamePosition, worlds: list[World]) -> None:
    config = MatchConfig(("exact",) * position.seat.players, MANY, 1)
    deal = json.loads(play_one(config, position.game).line)["deal"]
    real: set[tuple[str, ...]] = {("in-case-file", card) for card in deal["case_file"]}
    for seat, hand in enumerate(deal["hands"]):
        real |= {("holds", player(seat), card) for card in hand}
    cards = [{atom for atom in world if atom[0] in ("holds", "in-case-file")} for world in worlds]
    assert sum(world <= real for world in cards) == 1


def test_whoever_holds_a_card_of_a_question_shows_and_nobody_else(
    position: GamePosition, task: SensingTask, worlds: list[World]
) -> None:
    hidden = Hidden(position)
    suggestions = hidden.suggestions(contingent.MOST_SUGGESTIONS)
    asked = {f"question-{n}": three for n, three in enumerate(suggestions, 1)}
    located = {card: position.belief.holder(card) for card in position.seat.deck.cards}
    for world in worlds:
        for name, three in asked.items():
            for seat in hidden.order:
                hers = {card for card in three if ("holds", player(seat), card) in world}
                able = any(card in hers or located[card] == seat for card in three)
                assert (("shows", player(seat), name) in world | task.start) == able
                assert (("passes", player(seat), name) in world | task.start) == (not able)


def test_a_strong_plan_finds_the_case_file(task: SensingTask, worlds: list[World]) -> None:
    assert 0 < task.depth_of_a_strong_plan(worlds) < 100


def test_a_position_without_a_card_to_ask_with_is_left_out() -> None:
    late, other = position_at(0, MANY, 1), position_at(3, MANY, 1)
    assert contingent.why_left_out(late) is None
    assert contingent.why_left_out(other) == "no card of one category that nobody else can show"
