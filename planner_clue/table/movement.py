"""Where a token may go in a turn: rules 4, 5 and 6 of ``docs/rules.md``."""

from collections.abc import Mapping

from planner_clue.board import Board, Place, Squares
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
        """Return how a turn may begin, rolling always among it.

        From a room with a secret passage also by taking that (rule 4), and where the player
        ``may_suggest`` in the room that it is in also by staying (rule 2).
        """
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
        """Return what ``token`` reaches with a roll (rule 5).

        If every way out is blocked, that is nothing, and the token stays (rule 6).
        """
        here, rules = places[token], self._rules
        occupied = self._occupied(token, places) if rules.tokens_block else 0
        reach = self._board.reach(here, sum(dice), occupied, open_rooms=rules.open_rooms)
        rooms = reach.rooms
        if rules.without:
            rooms = tuple(room for room in rooms if room not in rules.without)
        return MoveOptions(
            turn,
            self._board,
            dice,
            here,
            rooms=rooms,
            squares=reach.squares,
            tokens=dict(places),
        )

    def _occupied(self, token: Card, places: Mapping[Card, Place]) -> Squares:
        """Return the hallway squares that other tokens stand on."""
        occupied = 0
        for other, place in places.items():
            if other != token and not isinstance(place, str):
                occupied |= self._board.bit(place)
        return occupied
