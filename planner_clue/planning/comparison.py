"""Several engines and heuristics on the same problems: what each finds, and what it takes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from planner_clue.errors import DomainError, PlanningFailure
from planner_clue.planning.engines import Engine
from planner_clue.planning.problem import PddlProblem
from planner_clue.planning.reader import read_problem


@dataclass(frozen=True)
class Position:
    """A problem to solve, and the domain it is for."""

    name: str
    domain: str
    """The PDDL text."""
    problem: PddlProblem


@dataclass(frozen=True)
class Attempt:
    """What one engine made of one position."""

    position: str
    solver: str
    """The engine, or the heuristic of ``clue-astar``."""
    expansions: int | None
    """None where the engine does not tell, or has found no plan."""
    seconds: float
    length: int | None
    cost: int | None
    failure: str | None = None
    """Why there is no plan."""


def read_position(file: Path, domain: Path | None = None) -> Position:
    """Return the problem of ``file``; its domain is the ``domain.pddl`` beside it unless given.

    Raises :class:`DomainError` naming the file that cannot be read.
    """
    domain_file = domain or file.parent / "domain.pddl"
    folder = file.resolve().parent.name
    name = folder if file.stem == "problem" else f"{folder}/{file.stem}"
    return Position(name, _read(domain_file), read_problem(_read(file), str(file)))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise DomainError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DomainError(f"{file}:1:1: not UTF-8 text: {error.reason}") from error


def compare(
    positions: Sequence[Position], solvers: Iterable[tuple[str, Engine]]
) -> Iterator[Attempt]:
    """Yield what each solver makes of each position, position by position."""
    solvers = list(solvers)
    for position in positions:
        for name, engine in solvers:
            yield _attempt(position, name, engine)


def _attempt(position: Position, name: str, engine: Engine) -> Attempt:
    try:
        plan = engine.solve(position.domain, position.problem)
    except PlanningFailure as failure:
        return Attempt(position.name, name, None, 0.0, None, None, str(failure))
    return Attempt(
        position.name, name, plan.expansions, plan.total_seconds, len(plan.steps), plan.cost
    )
