"""Fast Downward without its driver: translate in process, run only the search binary.

The stock driver starts three processes for a search of a few milliseconds. The translator
is an importable package, so only the search is a process here. The translator keeps its
options in a global and prints to stdout: it runs under a lock with stdout set aside.
"""

import re
import subprocess
import tempfile
from contextlib import redirect_stdout
from importlib import resources
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning.engines.base import Engine, Plan, Step, Stopwatch
from planner_clue.planning.engines.validate import validate
from planner_clue.planning.problem import PddlProblem

SEARCH_SECONDS = 5
"""A guard against faults: the default searches end by themselves in milliseconds."""
_SOLVED, _TIME_OUT, _UNSOLVABLE = (0, 1, 2, 3), (21, 23), (10, 11, 12)
_EXPANDED = re.compile(rb"Expanded (\d+) state")
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
        clock = Stopwatch()
        text = problem.to_text()
        clock.lap("write")
        task = translate(domain, text)
        clock.lap("translate")
        steps, said = self._search(task)
        clock.lap("search")
        cost = validate(task, steps)
        clock.lap("check")
        expanded = _EXPANDED.findall(said)
        return Plan(steps, cost, clock.laps, int(expanded[-1]) if expanded else None)

    def _search(self, task: Any) -> tuple[tuple[Step, ...], bytes]:
        written = StringIO()
        task.output(written)
        with tempfile.TemporaryDirectory(prefix="planner-clue-") as folder:
            return self._run(written.getvalue().encode(), Path(folder))

    def _run(self, task: bytes, work: Path) -> tuple[tuple[Step, ...], bytes]:
        """Return the steps of the plan, and what the search said."""
        plan_file = work / "plan"
        command = [str(search_binary()), "--search", self.search]
        command += ["--internal-plan-file", str(plan_file)]
        try:
            done = subprocess.run(
                command,
                input=task,
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
        steps = tuple(Step.parse(line) for line in lines if not line.startswith(";"))
        return steps, done.stdout


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


def translate(domain: str, problem: str) -> Any:
    """Return the grounded ``SASTask`` of two PDDL texts.

    Raises :class:`PlanningFailure` with reason ``engine-error`` where the translator cannot
    read or ground them.
    """
    try:
        from fast_downward.translate import main, normalize, options
        from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions
    except ModuleNotFoundError as error:
        raise PlanningFailure("missing", "pip install up-fast-downward") from error
    with _translator, redirect_stdout(StringIO()):
        try:
            options.set_options(["domain", "problem"])  # only their defaults matter
            parsed = [lisp_parser.parse_nested_list(t.splitlines()) for t in (domain, problem)]
            task = parsing_functions.parse_task(*parsed)
            normalize.normalize(task)
            return main.pddl_to_sas(task)
        except (Exception, SystemExit) as error:
            # The translator reports a bad file by whatever its parser trips over.
            raise PlanningFailure("engine-error", f"translator: {error}") from error
