"""Rule sets: the ways in which the rules of games can differ."""

from dataclasses import dataclass, fields, replace
from typing import Any

from planner_clue.game.board import Board, ExpectedTurns, expected_turns
from planner_clue.game.cards import Card, Deck
from planner_clue.support.errors import RulesError, nearest

MIN_PLAYERS, MAX_PLAYERS = 2, 6
_MOST_OPEN = 22  # cards that a seat does not see; counting deals takes 2 ** 22 numbers per seat
EVEN = -1
"""As the number of cards face up: as few as make all hands equally large."""


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
    called: bool = True  # whether being called lets a player suggest without rolling (rule 2)
    whole_roll: bool = False  # whether a move in the hallway takes all steps of the roll (rule 5)
    own_cards: bool = True  # whether own suspects and weapons may be suggested (rule 9)
    random_show: bool = False  # whether the table's dice choose which card is shown
    last_wins: bool = False  # whether the last player left wins at once (rule 11)
    suggest_or_accuse: bool = False  # whether a turn has only one of the two (rule 8)
    secret_accusations: bool = False  # whether only the accuser learns of an accusation (rule 8)
    turn_limit: int = 1000  # turns, all players' together, after which nobody wins
    face_up: int = 0  # cards that all see and nobody holds, or EVEN (rule 7)
    pile: int = 0  # cards that nobody sees and nobody holds (rule 7)
    without: tuple[Card, ...] = ()  # room cards left out; these rooms are walked over
    fixed_hands: tuple[tuple[int, int, int], ...] = ()  # suspects, weapons, rooms per seat
    seats: int = 0  # the only number of players these rules are for; 0: any
    boardless: bool = False  # whether these rules are for a table without a board only

    def __str__(self) -> str:
        named = RULES[self.name]
        ours = ((field.name, getattr(self, field.name)) for field in fields(self))
        changed = ((name, value) for name, value in ours if value != getattr(named, name))
        texts = {name: {on: text for text, on in _OPTIONS[name].items()} for name in _OPTIONS}
        options = (f"{name}={texts.get(name, {}).get(on, on)}" for name, on in changed)
        return ",".join([self.name, *options])

    def deck(self, board: Board | None) -> Deck:
        """Return the cards in play; without a board or an edition, the cards of the classic box."""
        deck = Deck() if board is None else board.deck
        return replace(deck, rooms=tuple(room for room in deck.rooms if room not in self.without))

    def set_aside(self, deck: Deck, players: int) -> tuple[int, int]:
        """Return how many cards of the deck lie face up, and how many in a pile (rule 7)."""
        even = (len(deck) - 3 - self.pile) % players
        return even if self.face_up == EVEN else self.face_up, self.pile

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
        deck = self.deck(board)
        self._check_aside(deck, players)
        if self.boardless and board:
            raise RulesError(f"board {board.name} under {named}; expected no board: --board none")
        rooms = (Deck() if board is None else board.deck).rooms
        for room in self.without:
            if room not in rooms:
                raise RulesError(f"{named} takes out '{room}', not a room of this board")
        if self.fixed_hands:
            dealt = [sum(hand) for hand in zip(*self.fixed_hands, strict=True)]
            sizes = [len(category) for category in deck.categories]
            if dealt != [size - 1 for size in sizes]:
                what = f"{named} deals {dealt} suspects, weapons and rooms"
                raise RulesError(f"{what}; the deck has {sizes}")

    def _check_aside(self, deck: Deck, players: int) -> None:
        """Refuse too many cards set aside; none for two players; too many that are open."""
        face_up, pile = self.set_aside(deck, players)
        dealt = len(deck) - 3 - face_up - pile
        if players == MIN_PLAYERS and not face_up + pile:
            what = f"2 players under --rules {self}; expected 3 to {MAX_PLAYERS}"
            raise RulesError(f"{what}, or for two such as --rules {self},pile=4")
        if face_up + pile and (self.fixed_hands or dealt < players):
            what = f"{face_up + pile} of {len(deck) - 3} cards set aside under --rules {self}"
            raise RulesError(f"{what}; expected a card or more for each player, dealt one by one")
        if (left := len(deck) - dealt // players - face_up) > _MOST_OPEN:
            what = f"{len(deck)} cards for {players} players: each looks for {left}"
            raise RulesError(f"{what}; expected at most {_MOST_OPEN}, as with face_up=N")


_HUJI = Rules("huji", tokens_block=False, open_rooms=True, may_stay=True, random_show=True)
_BY_TYPE = (2, 1, 3), (2, 2, 2), (1, 2, 2)
_BN1 = replace(_HUJI, name="huji-bn1", without=(Card("library"),), fixed_hands=_BY_TYPE)
_CPSC = Rules("cpsc415", suggest_or_accuse=True, secret_accusations=True, seats=3, boardless=True)
RULES = {rules.name: rules for rules in (Rules(), _HUJI, _BN1, _CPSC)}


def default_rules(board: Board | None) -> Rules:
    """Return the rules a board is played under when none are named."""
    return RULES["huji" if board and board.name.rpartition("@")[2] == "huji" else "standard"]


_YES_NO: dict[str, Any] = {"yes": True, "no": False}
_OPTIONS: dict[str, dict[str, Any]] = {
    "dice": {"1": 1, "2": 2},
    **dict.fromkeys(("last_wins", "suggest_or_accuse", "secret_accusations", "may_stay"), _YES_NO),
    **dict.fromkeys(("called", "whole_roll", "own_cards"), _YES_NO),
    "face_up": {"even": EVEN},
    "pile": {},
    "turn_limit": {},
}
"""The values of each option by name; options of :data:`_NUMBERS` take numbers from 1 too."""
_NUMBERS = ("face_up", "pile", "turn_limit")
_HIGHEST = 1_000_000
OPTIONS = [
    f"{name}={'|'.join([*values, *(['N'] if name in _NUMBERS else [])])}"
    for name, values in _OPTIONS.items()
]
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
        elif key in _NUMBERS and digits and 1 <= int(value) <= _HIGHEST:
            changes[key] = int(value)
        else:
            expected = " or ".join([*values, *[f"1 to {_HIGHEST}"] * (key in _NUMBERS)])
            raise RulesError(f"rule option {key}={value}; expected {expected}")
    return replace(RULES[name], **changes)
