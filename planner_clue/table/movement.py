"""Movement, and one suggestion per entry of a room: rules 1, 2, 4, 5 and 6 of ``docs/rules.md``."""

from collections.abc import Mapping

from planner_clue.board import Board, Place
from planner_clue.cards import Card, Deck
from planner_clue.table.decisions import MoveOptions, Opening
from planner_clue.table.rules import Rules


class Movement:
    """Movement on one board under one set of rules."""

    def __init__(self, board: Board, rules: Rules, deck: Deck) -> None:
        self._board = board
        self._rules = rules
        self._rooms = deck.rooms

    def openings(self, here: Place, *, may_suggest: bool) -> tuple[Opening, ...]:
        """Return how a turn may begin: by rolling; by the passage (rule 4); by staying (rule 2)."""
        openings = [Opening.ROLL]
        if isinstance(here, str):
            if self._board.passages.get(here) in self._rooms:
                openings.append(Opening.PASSAGE)
            if may_suggest and here in self._rooms:
                openings.append(Opening.STAY)
        return tuple(openings)

    def options(
        self, turn: int, token: Card, dice: tuple[int, ...], places: Mapping[Card, Place]
    ) -> MoveOptions:
        """Return the places in reach (rule 5); where every way out is blocked, none (rule 6)."""
        here, rules = places[token], self._rules
        occupied = 0
        if rules.tokens_block:
            for other, place in places.items():
                if other != token and not isinstance(place, str):
                    occupied |= self._board.bit(place)
        reach = self._board.reach(here, sum(dice), occupied, open_rooms=rules.open_rooms)
        return MoveOptions(
            turn,
            self._board,
            dice,
            here,
            rooms=tuple([room for room in reach.rooms if room in self._rooms]),
            squares=reach.squares,
            tokens=dict(places),
        )


class OneSuggestionPerEntry:
    """Tells when a player may suggest: once for each time its token comes into a room.

    If another's suggestion brought it, on its next turn, without rolling (rule 2). Under
    ``may_stay`` again in the room that it stays in.
    """

    def __init__(self, players: int, *, may_stay: bool) -> None:
        self._may_stay = may_stay
        self._brought_in = [False] * players
        """For each seat, whether a suggestion moved its token since its last turn."""

    def bring_in(self, seat: int) -> None:
        """Note that a suggestion moved the token of ``seat`` into another room (rule 2)."""
        self._brought_in[seat] = True

    def may_suggest_before_moving(self, seat: int) -> bool:
        """Return whether ``seat`` may suggest where it is; called once, at its turn's start."""
        is_due = self.is_due(seat)
        self._brought_in[seat] = False
        return is_due

    def is_due(self, seat: int) -> bool:
        """Return the same as :meth:`may_suggest_before_moving`, without changing anything."""
        return self._brought_in[seat] or self._may_stay
