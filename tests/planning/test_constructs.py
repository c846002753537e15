"""Constructs of PDDL: one reading for all commands, which is that of the installed translator."""

import re
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from fast_downward.translate import main, normalize, options
from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions

import planner_clue as clue
from benchmarks.constructs import CASES, DOMAIN, PLAN, PROBLEM, Case, refusal
from planner_clue.cli.pddl import validate
from planner_clue.planning.domain import Text
from planner_clue.planning.engines import load_engine
from planner_clue.planning.plan import Limits, Status, read_plan
from planner_clue.planning.validation import validate_files
from planner_clue.support.errors import DomainError
from tests.planner.shipped import leave

_FORBIDDEN = {"an action twice"}
"""What PDDL forbids and the translator takes, with a warning or in a reading of its own."""


def _name(case: Case) -> str:
    return case.construct


def _translated(domain: Path, problem: Path) -> bool:
    """Return whether the translator takes two files, which it reads itself."""
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()), ExitStack() as stack:
            options.set_options([str(domain), str(problem)])
            files = [stack.enter_context(one.open(encoding="latin-1")) for one in (domain, problem)]
            task: Any = parsing_functions.parse_task(*map(lisp_parser.parse_nested_list, files))
            normalize.normalize(task)
            main.pddl_to_sas(task)
    except (Exception, SystemExit):
        return False
    return True


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_what_the_translator_takes_is_taken_and_all_else_is_refused_with_its_place(
    case: Case, tmp_path: Path
) -> None:
    domain, problem = case.texts
    message = refusal(Text(domain, "domain"), Text(problem, "problem"))
    files = leave(tmp_path, domain=domain, problem=problem)
    assert _translated(*files) == (message is None or case.construct in _FORBIDDEN)
    if isinstance(case.answer, str):
        assert message is not None
        assert message.removeprefix("domain").removeprefix("problem").startswith(case.answer)
        assert "\n" not in message
        with pytest.raises(DomainError):
            clue.solve(domain, problem)
    else:
        assert message is None


_TAKEN = [case for case in CASES if not isinstance(case.answer, str)]


@pytest.mark.parametrize("case", _TAKEN, ids=_name)
def test_engines_find_the_same_cost_or_say_why_not(case: Case) -> None:
    for name in ("fast-downward", "clue-astar"):
        result = load_engine(name).solve(*case.texts, Limits(seconds=30))
        if result.plan:
            assert result.plan.cost == case.answer, name
        elif case.answer is None:
            assert result.status is Status.UNSOLVABLE
        else:
            assert result.status is Status.UNSUPPORTED
            assert result.detail


@pytest.mark.parametrize("case", _TAKEN, ids=_name)
def test_unified_planning_confirms_the_verdict_where_it_can(case: Case, tmp_path: Path) -> None:
    domain, problem = case.texts
    engine = "fast-downward" if "(:derived" in domain or "(forall" in problem else "clue-astar"
    best = load_engine(engine).solve(domain, problem).plan
    plan = best.to_text() if best else PLAN
    ours, unified = validate_files(*leave(tmp_path, domain=domain, problem=problem, plan=plan))
    assert ours.valid is (best is not None)
    if unified.valid is None:
        assert "derived predicates" in unified.message or "two supertypes" in unified.message
    else:
        assert unified.valid is ours.valid


@pytest.mark.parametrize(
    "construct",
    [
        "one name for type, object and action", "digits and signs as names",
        "a supertype that is not declared", "an action without effects",
        "a cost without a value",
    ],
)  # fmt: skip
def test_the_stock_engine_plans_with_unique_names(construct: str) -> None:
    case = next(case for case in CASES if case.construct == construct)
    result = load_engine("fast-downward-up").solve(*case.texts)
    assert (result.plan.cost if result.plan else None) == case.answer


def test_costs_without_a_metric_are_nothing_that_an_engine_has_to_know() -> None:
    case = next(case for case in CASES if case.construct == "action costs without a metric")
    assert load_engine("pyperplan").solve(*case.texts).checked().cost == 2


@pytest.mark.parametrize(
    "plan",
    [
        "0: (go inn mill) [1]\n1: (go mill town) [1]\n",
        "0.001:   (GO INN MILL) [D:1.0; C:1.0]\n1.001:   (GO MILL TOWN) [D:1.0; C:1.0]\n",
        "2.0: (go mill town)\n1.0: (go inn mill)\n",
        "step    0: GO INN MILL\n        1: GO MILL TOWN\n",
        "SequentialPlan:\n    go(inn, mill)\n    go(mill, town)\n",
        "[go(inn, mill), go(mill, town)]\n",
        "(go inn mill) (go mill town)\n; cost = 2 (unit cost)\n",
        "go inn mill (1)\ngo mill town (1)\n",
        "\ufeff( go inn\tmill )\r\n\r\n(go mill town)",
    ],
)
def test_plans_are_read_as_planners_write_them(plan: str) -> None:
    assert [str(one.step) for one in read_plan(plan, "plan")] == PLAN.splitlines()
    assert clue.validate(DOMAIN, PROBLEM, plan).message.startswith("cost 2")


@pytest.mark.parametrize("line", ["go inn mill", "(go inn", "no plan found.", "()", "0: ()", "1:"])
def test_other_lines_are_no_steps(line: str) -> None:
    with pytest.raises(DomainError, match=r"^plan:2:3: '.*'; expected \(ACTION ARGUMENT \.\.\.\)"):
        read_plan(f"(go inn mill)\n  {line}\n", "plan")


FALSE_VAL = "#!/bin/sh\necho usage: validate FILE\n"
TRUE_VAL = "#!/bin/sh\necho 'Checking plan: plan'; echo Plan {}; echo 'Final value: 2'\n"


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        (FALSE_VAL, []),
        (TRUE_VAL.format("valid"), ["VAL: valid: Final value: 2"]),
        (
            TRUE_VAL.format("failed to execute"),
            ["VAL: not valid: Final value: 2", "VAL disagrees; the exit code is planner-clue's"],
        ),
    ],
    ids=["another program", "agrees", "disagrees"],
)
def test_val_is_recognised_by_its_answer(
    program: str,
    verdict: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    val = tmp_path / "bin" / "validate"
    val.parent.mkdir()
    val.write_text(program)
    val.chmod(0o755)
    monkeypatch.setenv("PATH", f"{val.parent}:/usr/bin:/bin")
    code = validate(*leave(tmp_path, domain=DOMAIN, problem=PROBLEM, plan=PLAN))
    lines = capsys.readouterr().out.splitlines()
    assert (code, lines[2:]) == (0, verdict)
    assert lines[0].startswith("planner-clue: valid: cost 2")
    assert lines[1].startswith("unified-planning: valid")


def test_a_plan_that_is_not_valid_is_code_1_and_bad_input_is_refused(tmp_path: Path) -> None:
    domain, problem, plan = leave(tmp_path, domain=DOMAIN, problem=PROBLEM, plan=PLAN)
    assert validate(domain, problem, plan) == 0
    plan.write_text("(go inn mill)\n")
    assert validate(domain, problem, plan) == 1
    plan.write_text("(fly inn mill)\n")
    with pytest.raises(DomainError, match=r"plan:1:1: \(fly inn mill\): unknown action 'fly'"):
        validate(domain, problem, plan)


def test_latin_1_is_taken_in_comments_and_refused_elsewhere_at_its_place(tmp_path: Path) -> None:
    files = leave(tmp_path, domain=DOMAIN, problem=PROBLEM, plan=PLAN)
    files[0].write_bytes(DOMAIN.replace("(:types", "; gr\xfcn\n (:types").encode("latin-1"))
    assert validate(*files) == 0
    files[0].write_bytes(DOMAIN.replace("(road ", "(stra\xdfe ").encode("latin-1"))
    where = re.escape(f"{files[0]}:3:37: character '\\xdf'; expected ASCII outside comments")
    with pytest.raises(DomainError, match=where):
        validate(*files)
