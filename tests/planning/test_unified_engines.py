"""Our engines as unified-planning's: any program that uses that library can name them."""

import os
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from unified_planning.engines import PlanGenerationResultStatus as Outcome
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.results import POSITIVE_OUTCOMES, LogLevel
from unified_planning.environment import Environment
from unified_planning.io import PDDLWriter
from unified_planning.model.metrics import MinimizeActionCosts
from unified_planning.test import TestCase as Example
from unified_planning.test.examples import get_example_problems

import planner_clue
from planner_clue.planner.formulations import domain_text
from planner_clue.planning.engines.registry import UNIFIED_ENGINES, up_ini
from planner_clue.planning.engines.unified_planners import WrittenProblem, _whole
from planner_clue.planning.engines.unified_task import to_unified
from planner_clue.support.data import data_folder

OURS = sorted(UNIFIED_ENGINES)


@pytest.fixture(scope="module")
def examples() -> dict[str, Example]:
    return dict(get_example_problems())


@pytest.fixture(scope="module")
def factory() -> Any:
    environment = Environment()
    environment.credits_stream = None
    planner_clue.register_engines(environment)
    return environment.factory


def solve(factory: Any, name: str, problem: Any, params: Any = None, **options: Any) -> Any:
    with factory.OneshotPlanner(name=name, params=params) as planner:
        return planner.solve(problem, **options)


@pytest.mark.parametrize(("name", "solved"), [*zip(OURS, (14, 21, 12), strict=True)])
def test_every_example_of_a_kind_it_takes_is_solved(
    name: str, solved: int, factory: Any, examples: dict[str, Example]
) -> None:
    """As unified-planning's report of all engines checks it: status, plan, optimum."""
    kind = factory.engine(name).supported_kind()
    taken = {key: one for key, one in examples.items() if one.problem.kind <= kind}
    assert len(taken) == solved
    for key, example in taken.items():
        result = solve(factory, name, example.problem, timeout=60)
        verdict = SequentialPlanValidator().validate(example.problem, result.plan)
        assert verdict, (key, verdict)
        optimal = result.status is Outcome.SOLVED_OPTIMALLY
        assert result.status in POSITIVE_OUTCOMES
        assert optimal == bool(example.problem.quality_metrics), key
        if example.optimum is not None:
            assert list(verdict.metric_evaluations.values()) == [example.optimum]


@pytest.mark.parametrize("name", OURS)
def test_without_a_plan_it_says_why(name: str, factory: Any, examples: dict[str, Example]) -> None:
    task = examples["robot_loader"].problem
    late = solve(factory, name, task, timeout=1e-9)
    assert (late.status, late.plan) == (Outcome.TIMEOUT, None)
    assert late.log_messages[-1].level is LogLevel.ERROR
    nowhere = task.clone()
    negated = nowhere.environment.expression_manager.Not
    for place in task.all_objects:
        nowhere.add_goal(negated(task.fluent("cargo_at")(place)))
    nowhere.add_goal(negated(task.fluent("cargo_mounted")()))
    result = solve(factory, name, nowhere)
    assert (result.status, result.plan) == (Outcome.UNSOLVABLE_PROVEN, None)
    assert "unsolvable" in result.log_messages[-1].message


def test_a_heuristic_of_somebody_else_proves_nothing_and_an_unknown_search_is_an_error(
    factory: Any, examples: dict[str, Example], tmp_path: Path
) -> None:
    task = examples["robot_loader"].problem
    (tmp_path / "mine.py").write_text("def gloomy(node, task):\n    return float('inf')\n")
    result = solve(factory, "clue-astar", task, {"heuristic": f"{tmp_path / 'mine.py'}:gloomy"})
    assert result.status is Outcome.UNSOLVABLE_INCOMPLETELY
    result = solve(factory, "clue-fast-downward", task, {"search": "astar(hocus())"})
    assert result.status is Outcome.INTERNAL_ERROR
    assert "hocus" in result.log_messages[-1].message


@pytest.mark.parametrize("name", OURS)
def test_costs_are_whole_numbers(name: str, factory: Any, examples: dict[str, Example]) -> None:
    task = examples["basic_with_costs"].problem.clone()

    def priced(cost: Fraction) -> Any:
        task.clear_quality_metrics()
        real = task.environment.expression_manager.Real(cost)
        task.add_quality_metric(MinimizeActionCosts(dict.fromkeys(task.actions, real)))
        return solve(factory, name, task)

    assert priced(Fraction(3)).status is Outcome.SOLVED_OPTIMALLY
    broken = priced(Fraction(1, 2))
    assert broken.status is Outcome.UNSUPPORTED_PROBLEM
    assert "number 0.5; expected whole numbers" in broken.log_messages[-1].message


def test_what_a_search_prints_is_logged(factory: Any, examples: dict[str, Example]) -> None:
    stream = StringIO()
    task = examples["robot_loader"].problem
    result = solve(factory, "clue-fast-downward", task, output_stream=stream)
    (log,) = result.log_messages
    assert (log.level, "Solution found!" in log.message) == (LogLevel.INFO, True)
    assert stream.getvalue() == log.message.rstrip("\n") + "\n"
    assert int(result.metrics["expansions"]) > 0
    assert float(result.metrics["engine_internal_time"]) > 0


PROGRAM = """
from unified_planning.shortcuts import OneshotPlanner, get_environment
from unified_planning.test.examples import get_example_problems
get_environment().credits_stream = None
with OneshotPlanner(name="clue-fast-downward") as planner:
    print(planner.solve(get_example_problems()["basic"].problem).status.name)
"""


def test_a_file_up_ini_makes_them_known_without_a_line(tmp_path: Path) -> None:
    (tmp_path / "up.ini").write_text(up_ini())
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, str(tmp_path / "program.py")]
    nobody = os.environ | {"HOME": str(tmp_path / "home")}
    printed = subprocess.check_output(command, text=True, cwd=tmp_path, env=nobody)
    assert printed == "SOLVED_SATISFICING\n"


def test_the_quick_way_to_write_a_problem_says_the_same(examples: dict[str, Example]) -> None:
    kind = Environment().factory.engine("fast-downward").supported_kind()
    taken = [one.problem for one in examples.values() if one.problem.kind <= kind]
    text = (data_folder("pddl") / "clue" / "end-game.pddl").read_text()
    for task in [*taken, to_unified(domain_text("clue"), text).problem]:
        quick = PDDLWriter(WrittenProblem.of(task.clone()))
        slow = PDDLWriter(task.clone())
        assert quick.get_domain() == slow.get_domain()
        assert sorted(quick.get_problem().split()) == sorted(slow.get_problem().split())


def test_whole_numbers_are_written_without_a_point() -> None:
    assert _whole("(increase (total-cost) 3.0)") == "(increase (total-cost) 3)"


def test_costs_by_functions_are_whole_numbers() -> None:
    domain = (
        "(define (domain d) (:predicates (on)) (:functions (total-cost) (price))"
        "(:action do :parameters () :effect (and (on) (increase (total-cost) (price)))))"
    )
    problem = "(define (problem p) (:domain d) (:init (= (price) 3)) (:goal (on))"
    kind = to_unified(domain, problem + " (:metric minimize (total-cost)))").problem.kind
    assert kind.has_int_numbers_in_actions_cost()
    assert not kind.has_real_numbers_in_actions_cost()
