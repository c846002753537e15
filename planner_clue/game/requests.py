"""Requests of the table: one class per decision of a player and per chance event."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.decisions import MoveOptions, TurnOptions


@dataclass(frozen=True, slots=True)
class AskAccuse:
    """The player's accusation, or None."""

    decision: ClassVar[str] = "accuse"  # the method of an agent that takes the decision
    seat: int


@dataclass(frozen=True, slots=True)
class AskStart:
    """The opening of the turn, one of the openings in ``options``."""

    decision: ClassVar[str] = "start"
    seat: int
    options: TurnOptions


@dataclass(frozen=True, slots=True)
class AskMove:
    """The end of the player's move: a place that ``options`` allow."""

    decision: ClassVar[str] = "move"
    seat: int
    options: MoveOptions


@dataclass(frozen=True, slots=True)
class AskSuggest:
    """The suggestion in the room that the player entered, or None."""

    decision: ClassVar[str] = "suggest"
    seat: int
    room: Card


@dataclass(frozen=True, slots=True)
class AskShow:
    """The card that the player shows: one of its two or three of the suggestion."""

    decision: ClassVar[str] = "show"
    seat: int
    suggestion: Suggestion
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RollDice:
    """A chance event: the roll, a tuple of ``count`` numbers from 1 to 6."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawShownCard:
    """A chance event: the card of the suggestion that ``seat`` shows."""

    seat: int
    suggestion: Suggestion
    cards: tuple[Card, ...]


PlayerRequest: TypeAlias = AskAccuse | AskStart | AskMove | AskSuggest | AskShow
ChanceRequest: TypeAlias = RollDice | DrawShownCard
Request: TypeAlias = PlayerRequest | ChanceRequest
