"""The formulations: each opens in the tools people use, and says what it claims to."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from unified_planning.io import PDDLReader, PDDLWriter

from benchmarks import formulations
from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.cards import Card
from planner_clue.deliberation.contract import load_agent_domain
from planner_clue.deliberation.examples import EXAMPLES, Example
from planner_clue.deliberation.formulations import (
    FORMULATIONS,
    PENALTY,
    huji_problem,
)
from planner_clue.deliberation.plan_steps import planned_suggestion
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planning.translator import translate
from planner_clue.planning.validation import validate_files
from planner_clue.table.record import read_record
from tests.deliberation.other_planner import solve_by_pyperplan
from tests.deliberation.shipped import (
    DOMAINS,
    FOLDER,
    PROBLEMS,
    best_known_cost,
    domain,
    leave,
    planned,
    solve,
)

START, MID_GAME, END_GAME = EXAMPLES


def texts(path: str) -> tuple[str, str]:
    """Return the domain and the problem of a shipped problem."""
    return domain(Path(path).parent.name), (FOLDER / path).read_text()


def slow_unless(name: str, paths: list[str]) -> list[Any]:
    """Return the problems, those of other positions only for runs that take their time."""
    slow = pytest.mark.slow
    return [path if name in path else pytest.param(path, marks=slow) for path in paths]


# -- what is shipped --------------------------------------------------------------------


def test_files_and_figures_are_what_the_generator_writes() -> None:
    written = formulations.files()
    assert len(written) > len(PROBLEMS)
    for path, text in written.items():
        assert path.read_text() == text, f"run python -m benchmarks.formulations: {path}"


@pytest.mark.parametrize("formulation", DOMAINS)
def test_every_domain_keeps_the_contract(formulation: str) -> None:
    assert load_agent_domain(str(FOLDER / formulation / "domain.pddl")).text == domain(formulation)


# -- in other tools ---------------------------------------------------------------------


@pytest.mark.parametrize("path", slow_unless("conditional/end-game", PROBLEMS))
def test_the_best_known_cost_is_found_and_valid_for_unified_planning(
    path: str, tmp_path: Path
) -> None:
    domain_text, text = texts(path)
    plan = solve(domain_text, text)
    assert plan.cost == best_known_cost(text)
    files = leave(tmp_path, domain=domain_text, problem=text, plan=plan.to_text())
    for verdict in validate_files(*files):
        assert verdict.valid, verdict
        if verdict.validator == "unified-planning" and ":metric" in text:
            assert verdict.message == f"cost {plan.cost}"


@pytest.mark.parametrize(
    "path", slow_unless("strips", [path for path in PROBLEMS if "mid-game" in path])
)
def test_a_planner_of_another_family_finds_a_valid_plan(path: str, tmp_path: Path) -> None:
    domain_text, text = texts(path)
    plan = solve_by_pyperplan(domain_text, text)
    files = leave(tmp_path, domain=domain_text, problem=text, plan=plan)
    for verdict in validate_files(*files):
        assert verdict.valid, verdict
        if verdict.message.startswith("cost "):
            assert int(verdict.message.removeprefix("cost ")) >= best_known_cost(text)


@pytest.mark.slow
def test_unified_planning_reads_writes_and_reads_the_same() -> None:
    path = "huji/end-game.pddl"
    domain_text, text = texts(path)
    read = PDDLReader().parse_problem_string(domain_text, text)
    writer = PDDLWriter(read)
    written = writer.get_domain(), writer.get_problem()
    again = PDDLReader().parse_problem_string(*written)
    assert set(map(str, again.all_objects)) == set(map(str, read.all_objects))
    assert {str(k): str(v) for k, v in again.initial_values.items()} == {
        str(k): str(v) for k, v in read.initial_values.items()
    }
    assert list(map(str, again.goals)) == list(map(str, read.goals))
    assert solve(*written).cost == best_known_cost(text)


# -- what they mean ---------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_huji_plan_costs_what_the_published_heuristic_says(example: Example) -> None:
    position = replace(example.position(), asked={Card("knife"): 2, Card("study"): 1})
    problem = huji_problem(position)
    plan = planned(domain("huji"), problem)
    at, cost, assumed = position.here, 0, position.assumed
    for asked in filter(None, map(planned_suggestion, plan.steps)):
        room = asked.suggestion.room
        ways = position.distances[at] if at else position.hallway_distances
        cost += 0 if room == at else ways[room]
        cost += 0 if room == assumed.room else position.distances[room][assumed.room]
        cost += PENALTY * sum(position.asked.get(card, 0) for card in asked.suggestion)
        at = room
    assert plan.cost == cost


@pytest.mark.parametrize("formulation", list(FORMULATIONS))
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_complete_proof_finds_every_rival_once_and_then_asks_the_assumed_three(
    formulation: str, example: Example
) -> None:
    problem, position = example.problem(formulation), example.position()
    plan = planned(domain(formulation), problem)
    asked = [asks for asks in map(planned_suggestion, plan.steps) if asks]
    expected = [asks.expected for asks in asked]
    assert sorted(filter(None, expected)) == sorted(position.rivals)
    assert expected[-1] is None
    assert tuple(asked[-1].suggestion) == tuple(position.assumed)


def test_the_published_start_has_three_actions_for_each_combination() -> None:
    position = START.position()
    assert len(position.open_suggestions()) == 4 * 4 * 7
    task = translate(domain("huji"), huji_problem(position).to_text())
    shown = [o.name for o in task.operators if "-shown " in o.name and "none" not in o.name]
    # A card that is assumed is not expected to be shown: 3 of 4, 3 of 4 and 6 of 7 are left.
    assert len(shown) == 3 * 4 * 7 + 4 * 3 * 7 + 4 * 4 * 6
    assert len([o for o in task.operators if o.name.startswith("(suggest-none")]) == 1


def test_a_question_costs_more_each_time_its_cards_were_asked_about() -> None:
    position = MID_GAME.position()
    key = ("question-cost", *position.assumed)
    fresh = huji_problem(replace(position, asked={})).values[key]
    asked = {position.assumed.suspect: 2, position.assumed.room: 1}
    again = huji_problem(replace(position, asked=asked), penalty=7).values[key]
    assert (fresh, again) == (0, 3 * 7)


# -- with the agent ---------------------------------------------------------------------


@pytest.mark.parametrize("formulation", slow_unless("strips", list(FORMULATIONS)))
def test_the_agent_plays_by_each_of_them(formulation: str) -> None:
    settings = AgentSettings(planning=PlanningSettings(domain=domain(formulation)))
    config = MatchConfig(("planner", "random", "random"), rules="huji-bn1", settings=settings)
    record = read_record(play_one(config, 0).line)
    assert record["notes"][0]
    assert all("failure" not in note for note in record["notes"][0])
