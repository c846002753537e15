"""Fast Downward without its driver: translate in process, run only the search binary.

The stock driver starts three processes for a search of a few milliseconds. The translator
is an importable package, so only the search is a process here. The translator keeps its
options in a global and prints to stdout: it runs under a lock with stdout set aside.
"""

import subprocess
import tempfile
import time
from contextlib import redirect_stdout
from importlib import resources
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.base import Engine, Plan, Step
from planner_clue.planning.engines.validate import validate
from planner_clue.planning.problem import PddlProblem

SEARCH_SECONDS = 5
"""A guard against faults: the default searches end by themselves in milliseconds."""
_SOLVED, _TIME_OUT, _UNSOLVABLE = (0, 1, 2, 3), (21, 23), (10, 11, 12)
_translator = Lock()


class FastDownward(Engine):
    """Fast Downward with one search configuration."""

    def __init__(self, name: str, search: str, description: str) -> None:
        self.name = name
        self.search = search
        self.description = description

    def missing(self) -> str | None:
        """See :meth:`Engine.missing`."""
        try:
            search_binary()
        except PlanningFailure as failure:
            return str(failure)
        return None

    def solve(self, domain: str, problem: PddlProblem) -> Plan:
        """See :meth:`Engine.solve`."""
        started = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="planner-clue-") as folder:
            work = Path(folder)
            task = _translate(domain, problem.to_text(), work)
            steps = self._search(work)
        cost = validate(task, steps)
        return Plan(steps, cost, time.perf_counter() - started)

    def _search(self, work: Path) -> tuple[Step, ...]:
        plan_file = work / "plan"
        command = [str(search_binary()), "--search", self.search]
        command += ["--internal-plan-file", str(plan_file)]
        with (work / "output.sas").open("rb") as task:
            try:
                done = subprocess.run(
                    command,
                    stdin=task,
                    capture_output=True,
                    check=False,  # the exit codes say why there is no plan
                    cwd=work,
                    timeout=SEARCH_SECONDS,
                )
            except subprocess.TimeoutExpired as error:
                raise PlanningFailure("time-out", f"no plan in {SEARCH_SECONDS} s") from error
            except OSError as error:
                raise PlanningFailure("engine-error", str(error)) from error
        if done.returncode in _TIME_OUT:
            raise PlanningFailure("time-out", f"no plan within the limits of {self.search}")
        if done.returncode in _UNSOLVABLE:
            raise PlanningFailure("unsolvable")
        if done.returncode not in _SOLVED or not plan_file.is_file():
            words = done.stderr.decode(errors="replace").strip().splitlines()
            said = words[-1] if words else "no message"
            raise PlanningFailure("engine-error", f"exit code {done.returncode}: {said}")
        lines = plan_file.read_text().splitlines()
        return tuple(Step.parse(line) for line in lines if not line.startswith(";"))


def search_binary() -> Path:
    """Return the search program that up-fast-downward installs."""
    try:
        package = resources.files("up_fast_downward")
    except ModuleNotFoundError as error:
        raise PlanningFailure("missing", "pip install up-fast-downward") from error
    builds = Path(str(package)) / "downward" / "builds" / "release" / "bin"
    for name in ("downward", "downward.exe"):
        if (builds / name).is_file():
            return builds / name
    raise PlanningFailure("missing", f"no search program in {builds}; reinstall up-fast-downward")


def _translate(domain: str, problem: str, work: Path) -> Any:
    """Write ``output.sas`` into ``work`` and return the translator's own task."""
    try:
        from fast_downward.translate import main, normalize, options, pddl_parser
    except ModuleNotFoundError as error:
        raise PlanningFailure("missing", "pip install up-fast-downward") from error

    (work / "domain.pddl").write_text(domain)
    (work / "problem.pddl").write_text(problem)
    files = [str(work / "domain.pddl"), str(work / "problem.pddl")]
    with _translator, redirect_stdout(StringIO()):
        try:
            options.set_options(files)
            task = pddl_parser.open(domain_filename=files[0], problem_filename=files[1])
            normalize.normalize(task)
            grounded = main.pddl_to_sas(task)
            with (work / "output.sas").open("w") as output:
                grounded.output(output)
        except (Exception, SystemExit) as error:
            # The translator reports a bad file by whatever its parser trips over.
            raise PlanningFailure("engine-error", f"translator: {error}") from error
    return grounded
