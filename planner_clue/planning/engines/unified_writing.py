"""Problems of unified-planning as PDDL texts, without asking for every value that is false.

Its writer asks the problem for the values of all ground fluents, most of which are false and not
written, and for the problem's kind again and again: nine tenths of a plan's time, in problems of
the size of ours. So it is handed a view of the problem that has worked out both already.
"""

from copy import copy
from typing import Any

from unified_planning.io import PDDLWriter
from unified_planning.model import Problem
from unified_planning.model.fluent import get_all_fluent_exp


class WrittenProblem(Problem):
    """A view of a problem: the same, but what is false at first is left out."""

    @classmethod
    def of(cls, problem: Any) -> Any:
        """Return the view; problems that are more than classical ones are returned as they are."""
        if type(problem) is not Problem:
            return problem
        view = copy(problem)
        view.__class__ = cls
        view.known_kind = problem.kind
        view.known_values = _values(problem)
        return view

    @property
    def kind(self) -> Any:
        """What the problem asks for."""
        return self.known_kind

    @property
    def initial_values(self) -> Any:
        """The values of ground fluents, but for most that are false."""
        return self.known_values


def writer_of(problem: Any) -> Any:
    """Return what writes a problem, and knows which of its items has which name in the texts."""
    return PDDLWriter(WrittenProblem.of(problem))


def _values(problem: Any) -> dict[Any, Any]:
    """Return the values that were set, and those that are not false by default."""
    values = dict(problem.explicit_initial_values)
    for fluent in problem.fluents:
        default = problem.fluents_defaults.get(fluent)
        if default is not None and not default.is_false():
            for ground in get_all_fluent_exp(problem, fluent):
                values.setdefault(ground, default)
    return values
