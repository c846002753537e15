"""Comparison of engines and heuristics on the same problems: plans, expansions, times."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from planner_clue.planning.domain import Text
from planner_clue.planning.engines import Engine
from planner_clue.planning.plan import Limits, Status
from planner_clue.planning.task import read_task

_ANSWERS = "solved", "solved-optimally", "unsolvable", "expansions-out", "unsupported"
"""The statuses of a solver that works, also where it does not solve a problem."""


@dataclass(frozen=True)
class Instance:
    """A problem to solve, and the domain it is for: two PDDL texts."""

    name: str
    domain: str
    problem: str


@dataclass(frozen=True)
class Attempt:
    """One engine's run on one instance."""

    position: str
    solver: str  # the engine, or the heuristic of clue-astar
    expansions: int | None  # None where the engine does not report them, or has found no plan
    seconds: float
    length: int | None
    cost: int | None
    status: Status
    failure: str | None = None

    @property
    def went_wrong(self) -> bool:
        """Whether the solver itself failed, or reached a default limit."""
        return self.status not in _ANSWERS


def read_instance(file: Path, domain: Path | None = None) -> Instance:
    """Return the problem of ``file``; its domain is by default the ``domain.pddl`` beside it."""
    folder = file.resolve().parent.name
    name = folder if file.stem == "problem" else f"{folder}/{file.stem}"
    domain_file = domain or file.parent / "domain.pddl"
    domain_text, problem = Text.of(domain_file), Text.of(file)
    read_task(domain_text, problem)
    return Instance(name, domain_text.content, problem.content)


def compare(
    instances: Sequence[Instance],
    solvers: Iterable[tuple[str, Engine]],
    limits: Limits | None = None,
) -> Iterator[Attempt]:
    """Run each solver on each instance within the limits, instance by instance."""
    solvers, limits = list(solvers), limits or Limits()
    for instance in instances:
        for name, engine in solvers:
            result = engine.solve(instance.domain, instance.problem, limits)
            plan, status = result.plan, result.status
            if plan is None:
                why = f"{status}: {result.detail}" if result.detail else status.value
                yield Attempt(instance.name, name, None, 0.0, None, None, status, why)
            else:
                found = result.total_seconds, len(plan.steps), plan.cost, status
                yield Attempt(instance.name, name, result.expansions, *found)
