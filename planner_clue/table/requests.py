"""What the table waits for: one class for each decision of a player and for each chance."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from planner_clue.cards import Card, Suggestion
from planner_clue.table.decisions import MoveOptions, TurnOptions


@dataclass(frozen=True, slots=True)
class AskAccuse:
    """Whether the player accuses: an accusation, or None."""

    decision: ClassVar[str] = "accuse"
    """The decision in a word: the method of an agent that takes it."""
    seat: int
    """Who is asked."""


@dataclass(frozen=True, slots=True)
class AskStart:
    """How the player begins the turn: one of the openings of ``options``."""

    decision: ClassVar[str] = "start"
    seat: int
    options: TurnOptions


@dataclass(frozen=True, slots=True)
class AskMove:
    """Where the player moves to: a place that ``options`` allow."""

    decision: ClassVar[str] = "move"
    seat: int
    options: MoveOptions


@dataclass(frozen=True, slots=True)
class AskSuggest:
    """What the player suggests in the room it came into: a suggestion, or None."""

    decision: ClassVar[str] = "suggest"
    seat: int
    room: Card


@dataclass(frozen=True, slots=True)
class AskShow:
    """Which of its cards the player shows: one of the two or three that were asked about."""

    decision: ClassVar[str] = "show"
    seat: int
    suggestion: Suggestion
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RollDice:
    """A chance: what the dice show, as a tuple of ``count`` numbers from 1 to 6."""

    seat: int
    """Who rolls."""
    count: int


@dataclass(frozen=True, slots=True)
class DrawShownCard:
    """A chance: which of the cards that ``seat`` holds and was asked about is shown."""

    seat: int
    suggestion: Suggestion
    cards: tuple[Card, ...]


PlayerRequest: TypeAlias = AskAccuse | AskStart | AskMove | AskSuggest | AskShow
"""What a player answers."""
ChanceRequest: TypeAlias = RollDice | DrawShownCard
"""What is drawn at random."""
Request: TypeAlias = PlayerRequest | ChanceRequest
"""Whatever the table can wait for."""
