"""What runs in the box for exercises whose submission is a function of plain data."""

from collections.abc import Callable
from typing import Any

from planner_clue.errors import AgentFailure, CourseworkError
from planner_clue.plugins import from_file


class FunctionHost:
    """Loads functions from the files that were handed in, and calls them."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, str], Callable[..., Any]] = {}

    def load(self, file: str, function: str) -> Callable[..., Any]:
        """Return a function of a file; :class:`AgentFailure` says why it cannot be had."""
        key = file, function
        if key not in self._loaded:
            try:
                found = from_file(f"{file}:{function}", "submission", "function", CourseworkError)
            except CourseworkError as error:
                raise AgentFailure("crash", str(error)) from error
            if not callable(found):
                raise AgentFailure("crash", f"{function} in {file} is no function")
            self._loaded[key] = found
        return self._loaded[key]

    def call(self, file: str, function: str, argument: Any) -> Any:
        """Return what the function answers; what it raises is raised."""
        return self.load(file, function)(argument)

    def call_each(self, file: str, function: str, arguments: list[Any]) -> list[Any]:
        """Return what the function answers to each of some arguments, in their order."""
        return [self.call(file, function, argument) for argument in arguments]
