"""Fast Downward's translator: grounds any domain and problem.

It prints to stdout, keeps its options in a global, and may take any time and memory: so it runs in
a child process, or, for small problems, under a lock.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import lru_cache
from io import StringIO
from math import prod
from threading import Lock
from typing import Any

from planner_clue.planning import default_limits
from planner_clue.planning.domain import Domain, read_domain
from planner_clue.planning.instantiation import check_groundings
from planner_clue.planning.plan import Limits, Status
from planner_clue.planning.problem import PddlProblem, data_of, text_of
from planner_clue.planning.processes import in_child
from planner_clue.planning.syntax_tree import Group, parse
from planner_clue.support.errors import DomainError, PlanningFailure

_translator = Lock()
_FEW = 20_000  # instances of actions that are looked at in less than a second
_EXPANDED = {":derived", "either", "exists", "forall", "imply", "or"}
"""Words of which the translator makes several actions or axioms."""


def translate(domain: str, problem: str | PddlProblem, limits: Limits | None = None) -> Any:
    """Return the grounded ``SASTask`` of a domain and a problem.

    Raises :class:`PlanningFailure`: ``engine-error`` for a bad text, ``too-large``, ``time-out`` or
    ``memory-out`` at a limit, ``missing`` where it is not installed.
    """
    limits = (limits or Limits()).after(0)
    given = default_limits.GROUND_SECONDS if limits.seconds is None else limits.seconds
    seconds = min(given, default_limits.GROUND_SECONDS)
    if _is_small(domain, problem):
        return translate_here(domain, problem)
    work = _translation(domain, problem)
    try:
        with without_collections():
            megabytes = limits.memory_mb or default_limits.MEMORY_MB
            return in_child(work, "translator", seconds, megabytes)
    except PermissionError:  # from fork(2): we are in a box
        return translate_here(domain, problem)
    except PlanningFailure as failure:
        if failure.reason in (Status.TIME_OUT, Status.MEMORY_OUT):
            detail = failure.detail + _largest_action(domain, problem)
            failure = PlanningFailure(failure.reason, detail)
        raise failure from None


def translate_here(domain: str, problem: str | PddlProblem) -> Any:
    """Translate in this process, which nothing ends: for texts known to be harmless."""
    work = _translation(domain, problem)
    with _translator, without_collections():
        return work()


def _translation(domain: str, problem: str | PddlProblem) -> Callable[[], Any]:
    try:
        from fast_downward.translate import main, normalize, options
        from fast_downward.translate.pddl_parser import parsing_functions
    except ModuleNotFoundError as error:
        raise PlanningFailure(Status.MISSING, "pip install up-fast-downward") from error

    def work() -> Any:
        try:
            options.set_options(["domain", "problem"])  # only their defaults matter
            trees = parse(domain, "domain"), parse(text_of(problem), "problem")
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                task = parsing_functions.parse_task(*map(_lists, trees))
                normalize.normalize(task)
                _check_groundings(task)
                grounded = main.pddl_to_sas(task)
            count, most = len(grounded.operators), default_limits.GROUND_ACTIONS
            if count > most:
                detail = f"the problem has {count} ground actions; at most {most}"
                raise PlanningFailure(Status.TOO_LARGE, detail)
            return grounded
        except (PlanningFailure, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            # The translator's parser may raise anything for a bad file.
            detail = "; ".join(map(str.strip, str(error).strip().splitlines()))
            what = detail or f"these are not two PDDL texts ({type(error).__name__})"
            raise PlanningFailure(Status.FAILED, f"translator: {what}") from error

    return work


def _lists(tree: Group) -> list[Any]:
    return [_lists(item) if isinstance(item, Group) else item.text for item in tree.items]


def _check_groundings(task: Any) -> None:
    above = {kind.name: kind.supertype_names for kind in task.types}
    objects = Counter[str]()
    for thing in task.objects:
        objects.update({thing.type_name, *above[thing.type_name]})
    for action in task.actions:
        bound = action.precondition.free_variables()
        free = [one.type_name for one in action.parameters if one.name not in bound]
        groundings = prod(objects[kind] for kind in free)
        check_groundings(action.name, len(action.parameters), groundings)


def sas_text(task: Any) -> str:
    """Return a task as the search reads it."""
    written = StringIO()
    task.output(written)
    return written.getvalue()


@contextmanager
def without_collections() -> Iterator[None]:
    """Suspend the cyclic garbage collector, which takes a third of a translation."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _is_small(domain: str, problem: str | PddlProblem) -> bool:
    """Return whether no grounder can take long: few instances of actions, nothing quantified."""
    with suppress(DomainError):
        data = data_of(problem)
        goals = (one.head for goal in data.more_goals for one in goal.all_groups())
        if _EXPANDED.isdisjoint(goals) and not _is_expanded(domain):
            return sum(_instances(read_domain(domain), data)) <= _FEW
    return False


@lru_cache(maxsize=32)
def _is_expanded(domain: str) -> bool:
    read = read_domain(domain)
    heads = (group.head for group in read.tree.all_groups())
    return bool(read.constants) or not _EXPANDED.isdisjoint(heads)


def _instances(domain: Domain, problem: PddlProblem) -> Iterator[int]:
    """Yield the number of instances of each action, by the objects of each type."""
    counts = {kind.lower(): len(names) for kind, names in problem.objects.items()}
    fitting = lru_cache(lambda kind: sum(c for own, c in counts.items() if domain.is_a(own, kind)))
    for action in domain.actions.values():
        yield prod(map(fitting, action.types))


def _largest_action(domain: str, problem: str | PddlProblem) -> str:
    """Return ``; the action NAME ... may have N groundings`` for a large action, or nothing."""
    with suppress(DomainError):
        read = read_domain(domain)
        data = data_of(problem)
        count, name = max(zip(_instances(read, data), read.actions, strict=True), default=(0, ""))
        if count > _FEW and not read.constants:
            has = f"the action {name} with {len(read.actions[name].types)} parameters"
            return f"; {has} may have {count} groundings"
    return ""
