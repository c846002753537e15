"""Any domain and problem: solved with any engine, and plans for them checked."""

from pathlib import Path
from typing import Protocol

from planner_clue.planner.contract import agent_domain
from planner_clue.planner.engines import ClueTask, load_engine
from planner_clue.planning.astar import Heuristic
from planner_clue.planning.astar.heuristics import check_signature
from planner_clue.planning.domain import Domain, TextOrPath, text_from
from planner_clue.planning.engines import DEFAULT_ENGINE, Engine, clue_astar, registry
from planner_clue.planning.engines.engine import NO_LIMITS
from planner_clue.planning.plan import Limits, Plan, PlanningResult
from planner_clue.planning.task import read_task
from planner_clue.planning.validation import Verdict, validate_texts
from planner_clue.support.errors import EngineError, HeuristicError, shown


class HasText(Protocol):
    """A plan with its text, such as a :class:`planner_clue.TurnPlan`."""

    @property
    def text(self) -> str:
        """The plan as an IPC plan file."""


def solve(
    domain: TextOrPath,
    problem: TextOrPath,
    *,
    engine: str | None = None,
    search: str | None = None,
    heuristic: str | Heuristic | None = None,
    limits: Limits = NO_LIMITS,
) -> PlanningResult:
    """Plan for any PDDL domain and problem, each a text or a path.

    ``engine`` is one of :func:`engine_names`; by default Fast Downward, or ``clue-astar`` if a
    ``heuristic`` is given. ``search`` is the engine's search algorithm as a text, such as
    ``astar(lmcut())`` or, for ``clue-astar``, ``wastar=2``. A heuristic is a name,
    ``path/to/file.py:function``, or a function ``(node, task) -> number``. If there is no plan, the
    result's status gives the reason.

    Raises :class:`planner_clue.errors.DomainError` with file, line and column if a text is invalid.
    Raises :class:`planner_clue.errors.EngineError` or :class:`planner_clue.errors.HeuristicError`
    if the engine or the heuristic is unknown or cannot be used.

    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))"
    >>> problem = "(define (problem night) (:domain lamp) (:init) (:goal (on)))"
    >>> clue.solve(domain, problem).plan
    Plan(steps=(Step(action='press', arguments=()),), cost=1)
    """
    solver = _engine(engine, search, heuristic)
    texts = text_from(domain, "domain"), text_from(problem, "problem")
    read_task(*texts)
    return solver.solve(texts[0].content, texts[1].content, limits)


def check_domain(domain: TextOrPath) -> Domain:
    """Check that ``planner`` can plan in a domain, and return the domain.

    Raises :class:`planner_clue.errors.DomainError` with the place of the first fault.

    >>> clue.check_domain("(define (domain lamp) (:predicates (on)))")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    planner_clue.support.errors.DomainError: domain:1:1: type suspect is missing; ...
    """
    return agent_domain(*text_from(domain, "domain"))


def validate(
    domain: TextOrPath, problem: TextOrPath, plan: TextOrPath | Plan | PlanningResult | HasText
) -> Verdict:
    """Return whether a plan is valid; if not, with the step and the condition that fails.

    Each argument is a text or a path; a plan may also be an object with its steps.

    Raises :class:`planner_clue.errors.DomainError` if a text cannot be read, and
    :class:`planner_clue.errors.PlanningFailure` for a result without a plan.

    >>> domain = "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))"
    >>> problem = "(define (problem night) (:domain lamp) (:init) (:goal (on)))"
    >>> clue.validate(domain, problem, "(press)").valid
    True
    """
    if isinstance(plan, PlanningResult):
        plan = plan.checked()
    if isinstance(plan, Plan):
        plan = plan.to_text()
    given = plan if isinstance(plan, str | Path) else plan.text
    texts = text_from(domain, "domain"), text_from(problem, "problem")
    return validate_texts(*texts, text_from(given, "plan"))


def _engine(name: str | None, search: str | None, heuristic: str | Heuristic | None) -> Engine:
    default = DEFAULT_ENGINE if heuristic is None else registry.CLUE_ASTAR
    if heuristic is None or isinstance(heuristic, str):
        return load_engine(name or default, search, heuristic)
    if name not in (None, registry.CLUE_ASTAR):
        raise EngineError(f"heuristic with engine {name}; expected engine {registry.CLUE_ASTAR}")
    if not callable(heuristic):
        raise HeuristicError(f"heuristic {shown(heuristic)}; expected a function (node, task)")
    called = getattr(heuristic, "__name__", type(heuristic).__name__)
    check_signature(heuristic, called)
    return clue_astar.ClueAstar(search, heuristic, f"{called}()", ClueTask)
