"""The formulations: each opens in the tools people use, and says what it claims to."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import formulations
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.game.cards import Card
from planner_clue.game.record import read_record
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planner import engines, examples, plan_tree
from planner_clue.planner.formulations import FORMULATIONS, PENALTY, huji_problem
from planner_clue.planning.validation import validate_files
from tests.planner import shipped
from tests.planner.situations import problem


def slow_unless(name: str, paths: list[str]) -> list[Any]:
    """Return the names, all but one only for runs that take their time."""
    slow = pytest.mark.slow
    return [path if name in path else pytest.param(path, marks=slow) for path in paths]


def test_files_and_figures_are_what_the_generator_writes() -> None:
    written = formulations.files()
    assert len(written) > len(shipped.PROBLEMS)
    for path, text in written.items():
        assert path.read_text() == text, f"run python -m benchmarks.formulations: {path}"


@pytest.mark.parametrize("path", slow_unless("clue/end-game", shipped.PROBLEMS))
def test_the_best_known_cost_is_found_and_valid_for_others(path: str, tmp_path: Path) -> None:
    domain_text, text = shipped.texts(path)
    plan = shipped.solve(domain_text, text)
    assert plan.cost == shipped.best_known_cost(text)
    files = shipped.leave(tmp_path, domain=domain_text, problem=text, plan=plan.to_text())
    for verdict in validate_files(*files):
        assert verdict.valid, verdict
        if verdict.validator == "unified-planning" and ":metric" in text:
            assert verdict.message == f"cost {plan.cost}"


def test_a_planner_of_another_family_finds_a_valid_plan(tmp_path: Path) -> None:
    domain_text, text = shipped.texts("strips/mid-game.pddl")
    plan = engines.load_engine("pyperplan").solve(domain_text, text).checked()
    files = shipped.leave(tmp_path, domain=domain_text, problem=text, plan=plan.to_text())
    assert all(verdict.valid for verdict in validate_files(*files))


@pytest.mark.parametrize("example", examples.EXAMPLES, ids=lambda example: example.name)
def test_a_huji_plan_costs_what_the_published_heuristic_says(example: examples.Example) -> None:
    position = replace(example.position(), asked={Card("knife"): 2, Card("study"): 1})
    problem = huji_problem(position)
    plan = shipped.planned(shipped.domain("huji"), problem)
    at, cost, assumed = position.here, 0, position.assumed
    for asked in filter(None, (plan_tree.read_step(step).asks for step in plan.steps)):
        room = asked.room
        ways = position.distances[at] if at else position.hallway_distances
        cost += 0 if room == at else ways[room]
        cost += 0 if room == assumed.room else position.distances[room][assumed.room]
        cost += PENALTY * sum(position.asked.get(card, 0) for card in asked)
        at = room
    assert plan.cost == cost


@pytest.mark.parametrize("formulation", list(FORMULATIONS))
@pytest.mark.parametrize("example", examples.EXAMPLES, ids=lambda example: example.name)
def test_a_complete_proof_finds_every_rival_once_and_then_asks_the_assumed_three(
    formulation: str, example: examples.Example
) -> None:
    problem, position = example.problem(formulation), example.position()
    plan = shipped.planned(shipped.domain(formulation), problem)
    asked = [step for step in map(plan_tree.read_step, plan.steps) if step.asks]
    *expected, last = [step.expects for step in asked]
    assert sorted(filter(None, expected)) == sorted(position.rivals)
    assert last == plan_tree.NOBODY
    assert asked[-1].asks
    assert tuple(asked[-1].asks) == position.assumed


@pytest.mark.parametrize("formulation", slow_unless("strips", list(FORMULATIONS)))
def test_the_agent_plays_by_each_of_them(formulation: str) -> None:
    settings = AgentSettings(planning=PlanningSettings(domain=shipped.domain(formulation)))
    config = MatchConfig(("planner", "random", "random"), rules="huji-bn1", settings=settings)
    notes = read_record(play_one(config, 0).line)["notes"][0]
    assert notes
    assert all("failure" not in note for note in notes)


def test_lines_fit_eighty_columns_in_domains_and_a_hundred_in_problems() -> None:
    for path in shipped.FOLDER.glob("*/*.pddl"):
        most = 80 if path.stem == "domain" else 100
        assert max(map(len, path.read_text().splitlines())) <= most, path
    assert max(map(len, problem().to_text().splitlines())) <= 100


NEEDS = {
    ":typing": " - ",
    ":conditional-effects": "(when",
    ":action-costs": "(increase",
    ":universal-preconditions": "(forall",
    ":disjunctive-preconditions": "(or",
    ":existential-preconditions": "(exists",
    ":equality": "(= ",
}


@pytest.mark.parametrize("formulation", shipped.DOMAINS)
def test_requirements_name_what_is_used_and_nothing_else(formulation: str) -> None:
    text = re.sub(r";.*", "", shipped.domain(formulation))
    used = [requirement for requirement, sign in NEEDS.items() if sign in text]
    assert f"(:requirements {' '.join(used)})" in text
    preconditions = re.findall(r":precondition.*?:effect", text, re.DOTALL)
    assert preconditions
    assert not any("(not" in text for text in preconditions)
