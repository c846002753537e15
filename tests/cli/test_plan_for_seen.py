"""``planner-clue plan --seen``: a plan for a real table."""

import json
from pathlib import Path
from typing import Any

from planner_clue.deliberation.formulations import domain_text
from tests.cli.helpers import Program
from tests.table.test_observations import example


def write(program: Program, **more: Any) -> Path:
    path = program.here / "seen.json"
    path.write_text(json.dumps({**example(), **more}))
    return path


def plan(program: Program, *arguments: object, **more: Any) -> dict[str, str]:
    """Return the files of a plan for the example."""
    seen = write(program, **more)
    done = program.call("plan", "--seen", seen, "--out", program.here / "out", *arguments)
    assert done.returncode == 0, done.stderr
    return {path.name: path.read_text() for path in (program.here / "out").iterdir()}


def test_it_leaves_the_four_files_and_they_are_valid(program: Program) -> None:
    files = plan(program)
    assert set(files) == {"domain.pddl", "problem.pddl", "plan", "why.json"}
    assert files["domain.pddl"].endswith(domain_text("conditional"))
    out = program.here / "out"
    done = program.call(
        "validate", *(out / name for name in ("domain.pddl", "problem.pddl", "plan"))
    )
    assert done.returncode == 0, done.stderr
    why = json.loads(files["why.json"])
    assert why["trigger"] == "new-fact"
    assert "knife" in why["assumption"]


def test_what_was_seen_is_in_the_problem(program: Program) -> None:
    problem = plan(program)["problem.pddl"]
    for fact in ("(held green)", "(murder knife)", "(held plum)", "(unlocated mustard)"):
        assert fact in problem


def test_a_case_file_that_is_certain_is_accused_at_once(program: Program) -> None:
    alone = {"suggester": 0, "cards": ["mustard", "knife", "study"], "passed": [1, 2]}
    own = example()["hand"]
    history = [{**alone, "shown_by": None}]
    files = plan(program, observations=history)
    assert not set(own) & {"mustard", "knife", "study"}
    assert files["plan"].splitlines()[0] == "(accuse mustard knife study now no-more)"
