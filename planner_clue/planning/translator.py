"""Fast Downward's translator: two PDDL texts, grounded.

It is an importable package, so no process is started for it. It keeps its options in a global
and prints to stdout: it runs under a lock with stdout set aside.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from threading import Lock
from typing import Any

from planner_clue.errors import PlanningFailure
from planner_clue.planning.result import Status

_translator = Lock()


def translate(domain: str, problem: str) -> Any:
    """Return the grounded ``SASTask`` of two PDDL texts.

    Raises :class:`PlanningFailure` with reason ``engine-error`` where the translator cannot
    read or ground them, ``missing`` where it is not installed.
    """
    try:
        from fast_downward.translate import main, normalize, options
        from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions
    except ModuleNotFoundError as error:
        raise PlanningFailure(Status.MISSING, "pip install up-fast-downward") from error
    with _translator, redirect_stdout(StringIO()), without_collections():
        try:
            options.set_options(["domain", "problem"])  # only their defaults matter
            parsed = [lisp_parser.parse_nested_list(t.splitlines()) for t in (domain, problem)]
            task = parsing_functions.parse_task(*parsed)
            normalize.normalize(task)
            return main.pddl_to_sas(task)
        except (Exception, SystemExit) as error:
            # The translator reports a bad file by whatever its parser trips over.
            said = "; ".join(map(str.strip, str(error).strip().splitlines()))
            what = said or f"these are not two PDDL texts ({type(error).__name__})"
            raise PlanningFailure(Status.FAILED, f"translator: {what}") from error


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
