"""Rule sets: the ways in which the rules of games can differ."""

from dataclasses import dataclass, fields, replace
from typing import Any

from planner_clue.game.board import Board, ExpectedTurns, expected_turns
from planner_clue.game.cards import Card, Deck
from planner_clue.support.errors import RulesError, nearest

MIN_PLAYERS, MAX_PLAYERS = 3, 6


@dataclass(frozen=True)
class Rules:
    """One set of rules; the defaults are the rules of the official game.

    As text: ``standard``, or with options that differ: ``standard,dice=1,last_wins=yes``.
    """

    name: str = "standard"
    dice: int = 2  # number of six-sided dice of a roll (rule 12)
    tokens_block: bool = True  # whether occupied squares can be neither entered nor passed (rule 5)
    open_rooms: bool = False  # whether rooms are entered from any side and walked through
    may_stay: bool = False  # whether a player may stay in a room and suggest there again
    random_show: bool = False  # whether the table's dice choose which card is shown
    last_wins: bool = False  # whether the last player left wins at once (rule 11)
    suggest_or_accuse: bool = False  # whether a turn has only one of the two (rule 8)
    secret_accusations: bool = False  # whether only the accuser learns of an accusation (rule 8)
    turn_limit: int = 1000  # turns, all players' together, after which nobody wins
    without: tuple[Card, ...] = ()  # room cards left out; these rooms are walked over
    fixed_hands: tuple[tuple[int, int, int], ...] = ()  # suspects, weapons, rooms per seat
    seats: int = 0  # the only number of players these rules are for; 0: any
    boardless: bool = False  # whether these rules are for a table without a board only

    def __str__(self) -> str:
        named = RULES[self.name]
        ours = ((field.name, getattr(self, field.name)) for field in fields(self))
        changed = ((name, value) for name, value in ours if value != getattr(named, name))
        options = ((at, ("no", "yes")[on] if isinstance(on, bool) else on) for at, on in changed)
        return ",".join([self.name, *(f"{name}={value}" for name, value in options)])

    def deck(self, board: Board | None) -> Deck:
        """Return the cards in play; without a board, the cards of the classic mansion."""
        deck = board.deck if board else Deck()
        return replace(deck, rooms=tuple(room for room in deck.rooms if room not in self.without))

    def turns(self, board: Board) -> ExpectedTurns:
        """Return the expected turns between places under these rules' movement."""
        return expected_turns(board, self.dice, open_rooms=self.open_rooms, may_stay=self.may_stay)

    def check(self, board: Board | None, players: int) -> None:
        """Raise :class:`RulesError` for a table that these rules do not fit."""
        named = f"--rules {self.name}"
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise RulesError(f"{players} players; expected {MIN_PLAYERS} to {MAX_PLAYERS}")
        if (expected := len(self.fixed_hands) or self.seats) and players != expected:
            raise RulesError(f"{players} players under {named}; expected {expected}")
        if self.boardless and board:
            raise RulesError(f"board {board.name} under {named}; expected no board: --board none")
        rooms = board.deck.rooms if board else Deck().rooms
        for room in self.without:
            if room not in rooms:
                raise RulesError(f"{named} takes out '{room}', not a room of this board")
        if self.fixed_hands:
            dealt = [sum(hand) for hand in zip(*self.fixed_hands, strict=True)]
            sizes = [len(cards) for cards in self.deck(board).categories]
            if dealt != [size - 1 for size in sizes]:
                what = f"{named} deals {dealt} suspects, weapons and rooms"
                raise RulesError(f"{what}; the deck has {sizes}")


_HUJI = Rules("huji", tokens_block=False, open_rooms=True, may_stay=True, random_show=True)
_BY_TYPE = (2, 1, 3), (2, 2, 2), (1, 2, 2)
_BN1 = replace(_HUJI, name="huji-bn1", without=(Card("library"),), fixed_hands=_BY_TYPE)
_CPSC = Rules("cpsc415", suggest_or_accuse=True, secret_accusations=True, seats=3, boardless=True)
RULES = {rules.name: rules for rules in (Rules(), _HUJI, _BN1, _CPSC)}


def default_rules(board: Board | None) -> Rules:
    """Return the rules a board is played under when none are named."""
    return RULES["huji" if board and board.name == "huji" else "standard"]


_YES_NO: dict[str, Any] = {"yes": True, "no": False}
_OPTIONS: dict[str, dict[str, Any]] = {
    "dice": {"1": 1, "2": 2},
    **dict.fromkeys(("last_wins", "suggest_or_accuse", "secret_accusations"), _YES_NO),
    "turn_limit": {},
}
"""The values of each option; none: any number from 1 to :data:`_HIGHEST`."""
_HIGHEST = 1_000_000
OPTIONS = [f"{name}={'|'.join(values) or 'N'}" for name, values in _OPTIONS.items()]
"""The options with their values, as the help and ``docs/rules.md`` write them."""


def parse_rules(text: str) -> Rules:
    """Return the rules of ``NAME`` or ``NAME,option=value,...``, with :data:`OPTIONS`.

    >>> str(parse_rules("standard,dice=1"))
    'standard,dice=1'
    """
    name, *options = (part.strip() for part in text.lower().split(","))
    if "=" in name:
        after = ",".join(["standard", name, *options])
        raise RulesError(f"no rules '{name}'; expected a rule set before the options: {after}")
    if name not in RULES:
        raise RulesError(f"no rules '{name}'; {nearest(name, RULES)}")
    changes: dict[str, Any] = {}
    for option in options:
        key, _, value = option.partition("=")
        key = key.replace("-", "_")
        if key not in _OPTIONS:
            raise RulesError(f"no rule option '{key}'; {nearest(key, _OPTIONS)}")
        values = _OPTIONS[key]
        digits = value.isdecimal() and value.isascii() and len(value) <= len(str(_HIGHEST))
        if value in values:
            changes[key] = values[value]
        elif not values and digits and 1 <= int(value) <= _HIGHEST:
            changes[key] = int(value)
        else:
            expected = " or ".join(values) or f"1 to {_HIGHEST}"
            raise RulesError(f"rule option {key}={value}; expected {expected}")
    return replace(RULES[name], **changes)
