"""Plain data read field by field, where anybody may have written it."""

from collections.abc import Callable, Mapping
from math import inf, isfinite
from typing import Any, TypeVar

from planner_clue.cards import Card
from planner_clue.planning.plan import Step

T = TypeVar("T")


class Fields:
    """The fields of one object of plain data.

    Each method returns a field of one type, or ``None`` where the field is missing. They raise
    :class:`ValueError` naming a field that has another type.
    """

    def __init__(self, data: Any) -> None:
        if not isinstance(data, Mapping):
            raise ValueError(f"expected an object, got {type(data).__name__}")
        self._data = data

    def __contains__(self, name: str) -> bool:
        return self._data.get(name) is not None

    def whole(self, name: str) -> int | None:
        """Return a whole number."""
        return self._typed(name, int, "a whole number")

    def text(self, name: str) -> str | None:
        """Return a text."""
        return self._typed(name, str, "a text")

    def number(self, name: str) -> float:
        """Return a finite number; the field must be there."""
        value = self._data.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ValueError(f"{name}: expected a number")
        try:
            number = float(value)
        except OverflowError:
            number = inf
        if not isfinite(number):
            raise ValueError(f"{name}: expected a finite number")
        return number

    def each(self, name: str, read: Callable[[Any], T]) -> tuple[T, ...]:
        """Return what ``read`` makes of each item of a list; nothing if the list is missing."""
        items = self._typed(name, list, "a list")
        return tuple(map(read, items or ()))

    def _typed(self, name: str, kind: type[T], wanted: str) -> T | None:
        value = self._data.get(name)
        if value is not None and type(value) is not kind:
            raise ValueError(f"{name}: expected {wanted}")
        return value


def required(value: T | None, name: str) -> T:
    """Return a field that must be there."""
    if value is None:
        raise ValueError(f"{name} is missing")
    return value


def three_cards(fields: Fields, name: str) -> tuple[Card, Card, Card]:
    """Return a field with a suspect, a weapon and a room."""
    suspect, weapon, room = fields.each(name, _card)
    return suspect, weapon, room


def plan_step(text: str | None) -> Step:
    """Return the step of a plan that a text says."""
    return Step.parse(required(text, "action"))


def _card(value: Any) -> Card:
    if not isinstance(value, str):
        raise ValueError("expected the name of a card")
    return Card(value)
