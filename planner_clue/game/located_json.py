"""JSON values that know where they stand in their text, for error messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from planner_clue.game.cards import Card, Deck
from planner_clue.support.errors import CardError, JsonError, SeenError, did_you_mean, shown
from planner_clue.support.json_text import parse_json


@dataclass(frozen=True)
class Located:
    """A value of a JSON text, and where it stands: ``observations[3].cards``."""

    value: Any
    path: str
    source: str

    def fail(self, expected: str) -> NoReturn:
        """Raise :class:`SeenError` with the place, the value, and what was ``expected``."""
        raise SeenError(f"{self.where}: {shown(self.value)}; {expected}")

    @property
    def where(self) -> str:
        """The source and the place in it."""
        return f"{self.source}: {self.path}" if self.path else self.source

    def fields(self, required: Sequence[str], optional: Sequence[str]) -> dict[str, "Located"]:
        """Return the fields of an object; refuse it if one is missing or unknown."""
        if not isinstance(self.value, dict):
            self.fail("expected a JSON object { }")
        known = (*required, *optional)
        prefix = f"{self.path}." if self.path else ""
        for key in self.value:
            if key not in known:
                hint = did_you_mean(key, known)
                what = f"{self.source}: {prefix}{shown(key)[1:-1]} is not a field here"
                raise SeenError(f"{what}; {hint}expected {', '.join(known)}")
        for key in required:
            if key not in self.value:
                what = f"{self.source}: {prefix}{key} is missing"
                raise SeenError(f"{what}; expected {', '.join(required)}")
        return {key: Located(v, f"{prefix}{key}", self.source) for key, v in self.value.items()}

    def items(self) -> list["Located"]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            self.fail("expected a list [ ]")
        items = enumerate(self.value)
        return [Located(item, f"{self.path}[{n}]", self.source) for n, item in items]

    def integer(self, low: int, high: int, what: str = "a whole number") -> int:
        """Return a whole number from ``low`` to ``high``; ``what`` names it in messages."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail(f"expected {what} from {low} to {high}")
        return int(self.value)

    def seat(self, players: int) -> int:
        """Return the number of a seat."""
        return self.integer(0, players - 1, "a seat")

    def text(self) -> str:
        """Return a text that is not empty."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.fail("expected a text")
        return str(self.value).strip()

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.fail("expected true or false")
        return bool(self.value)

    def card(self, deck: Deck) -> Card:
        """Return the card that a person means by a name."""
        if not isinstance(self.value, str) or len(self.value) > 100:
            self.fail("expected the name of a card")
        try:
            return deck.parse(self.value)
        except CardError as error:
            raise SeenError(f"{self.where}: {error}") from error

    def different_cards(self, deck: Deck) -> list[Card]:
        """Return a list of cards, none of them twice."""
        cards: list[Card] = []
        for item in self.items():
            card = item.card(deck)
            if card in cards:
                item.fail(f"{card} stands here twice; expected each card once")
            cards.append(card)
        return cards


def read_json(text: str, source: str) -> Located:
    """Return the value of a JSON text; raises :class:`SeenError` with line and column."""
    if not text.strip():
        raise SeenError(f"{source}: the file is empty; expected a JSON object {{ }}")
    try:
        value = parse_json(text, pairs=_without_twins)
    except JsonError as error:
        raise SeenError(f"{source}{error.place}: not JSON: {error.what}") from error
    return Located(value, "", source)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise JsonError(f"{shown(key)} stands twice in one object")
        found[key] = value
    return found
