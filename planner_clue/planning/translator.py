"""Fast Downward's translator: two PDDL texts, grounded.

It is an importable package, so no program is started for it. It may take any time and memory,
prints to stdout and keeps its options in a global: it runs in a child process of its own, or under
a lock with stdout set aside where the texts are too small to take long.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from math import prod
from threading import Lock
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning import guards
from planner_clue.planning.limited import in_child
from planner_clue.planning.result import Limits, Status
from planner_clue.planning.size import (
    check_ground_actions,
    check_groundings,
    is_small,
    largest_action,
)

_translator = Lock()


def translate(domain: str, problem: str, limits: Limits | None = None) -> Any:
    """Return the grounded ``SASTask`` of two PDDL texts.

    Raises :class:`PlanningFailure` with reason ``engine-error`` where the translator cannot
    read or ground them, ``too-large``, ``time-out`` or ``memory-out`` at a limit, and ``missing``
    where it is not installed. A process that may start no other translates by itself, within the
    limits that it has.
    """
    limits = (limits or Limits()).after(0)
    given = guards.GROUND_SECONDS if limits.seconds is None else limits.seconds
    seconds = min(given, guards.GROUND_SECONDS)
    if is_small(domain, problem):
        return translate_here(domain, problem)
    work = _translation(domain, problem)
    try:
        with without_collections():
            return in_child(work, "translator", seconds, limits.memory_mb)
    except PermissionError:  # from fork(2): we are in a box
        return translate_here(domain, problem)
    except PlanningFailure as failure:
        if failure.reason in (Status.TIME_OUT, Status.MEMORY_OUT):
            failure = PlanningFailure(
                failure.reason, failure.detail + largest_action(domain, problem)
            )
        raise failure from None


def translate_here(domain: str, problem: str) -> Any:
    """Return the grounded ``SASTask`` of two PDDL texts, translated in this process.

    Nothing ends it: it is for texts that are known to be harmless. Raises as :func:`translate`.
    """
    work = _translation(domain, problem)
    with _translator, redirect_stdout(StringIO()), without_collections():
        return work()


def _translation(domain: str, problem: str) -> Callable[[], Any]:
    """Return what translates two texts, with all that it imports imported."""
    try:
        from fast_downward.translate import main, normalize, options
        from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions
    except ModuleNotFoundError as error:
        raise PlanningFailure(Status.MISSING, "pip install up-fast-downward") from error

    def work() -> Any:
        try:
            options.set_options(["domain", "problem"])  # only their defaults matter
            parsed = [lisp_parser.parse_nested_list(t.splitlines()) for t in (domain, problem)]
            task = parsing_functions.parse_task(*parsed)
            normalize.normalize(task)
            _check_groundings(task)
            grounded = main.pddl_to_sas(task)
            check_ground_actions(len(grounded.operators))
            return grounded
        except (PlanningFailure, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            # The translator reports a bad file by whatever its parser trips over.
            said = "; ".join(map(str.strip, str(error).strip().splitlines()))
            what = said or f"these are not two PDDL texts ({type(error).__name__})"
            raise PlanningFailure(Status.FAILED, f"translator: {what}") from error

    return work


def _check_groundings(task: Any) -> None:
    """Refuse a task of the translator in which parameters that nothing binds are too free.

    What no condition asks about is any object of its type.
    """
    above = {kind.name: kind.basetype_name for kind in task.types}
    objects: dict[str | None, int] = {}
    for thing in task.objects:
        kind = thing.type_name
        while kind is not None:
            objects[kind] = objects.get(kind, 0) + 1
            kind = above[kind]
    for action in task.actions:
        bound = action.precondition.free_variables()
        free = [one.type_name for one in action.parameters if one.name not in bound]
        groundings = prod(objects.get(kind, 0) for kind in free)
        check_groundings(action.name, len(action.parameters), groundings)


def sas_text(task: Any) -> str:
    """Return a task as the search reads it."""
    written = StringIO()
    task.output(written)
    return written.getvalue()


@contextmanager
def without_collections() -> Iterator[None]:
    """Leave the cyclic garbage for later: looking for it takes a third of a translation."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
