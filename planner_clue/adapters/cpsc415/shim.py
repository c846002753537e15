"""The module that a player file imports as ``clue``: the tournament's interface without engine."""

from abc import ABC, abstractmethod
from collections import namedtuple
from typing import Any

Card = namedtuple("Card", ["name", "category"])


def _cards(category: str, names: str) -> tuple[Card, ...]:
    return tuple(Card(name, category) for name in names.split())


suspects = _cards("SUSPECT", "mustard plum green scarlet white peacock")
weapons = _cards("WEAPON", "knife revolver rope candlestick wrench leadpipe")
rooms = _cards(
    "ROOM", "diningroom ballroom billiardroom study conservatory kitchen hall lounge library"
)


class CluePlayer(ABC):
    """A player of the tournament; every game makes a new object."""

    def __init__(self, player_num: int, player_name: str) -> None:
        self.player_num = player_num
        self.player_name = player_name
        self.dqd = False

    @abstractmethod
    def ready_to_accuse(self) -> Any:
        """Return, at the start of each own turn, whether to accuse now."""

    @abstractmethod
    def get_accusation(self) -> Any:
        """Return (suspect, weapon, room); called right after a true answer."""

    @abstractmethod
    def get_suggestion(self) -> Any:
        """Return (suspect, weapon, room); called in every other turn."""

    @abstractmethod
    def handle_suggestion(self, suggesting_player_num: int, suggestion: Any) -> Any:
        """Return a held card of the three, or None."""

    @abstractmethod
    def publicly_observe(
        self,
        suggesting_player_num: int,
        suggestion: Any,
        responding_player_num: int,
        revealed_a_card: bool,
    ) -> Any:
        """Learn whether a player who was asked could show a card."""

    @abstractmethod
    def secretly_observe(self, responding_player_num: int, card: Any) -> Any:
        """Learn the card that was shown to this player."""
