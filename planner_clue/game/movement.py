"""Where the tokens are and may go, and when they allow a suggestion: rules 1 to 6."""

from collections.abc import Sequence

from planner_clue.game.board import Board, Place
from planner_clue.game.cards import Card, Deck, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening
from planner_clue.game.rules import Rules


class Movement:
    """The tokens on one board under one set of rules; at a table without a board none stands."""

    def __init__(
        self, board: Board | None, rules: Rules, deck: Deck, tokens: Sequence[Card]
    ) -> None:
        self._board, self._rules, self._rooms, self._tokens = board, rules, deck.rooms, tokens
        self.places: dict[Card, Place] = dict(board.starts) if board else {}
        """Where the tokens are; tokens of players who are out leave the hallway."""
        self._brought_in = [False] * len(tokens)  # by a suggestion, since the seat's last turn

    def here(self, seat: int) -> Place | None:
        """Return where the token of a seat is, or None if it is not on the board."""
        return self.places.get(self._tokens[seat])

    def is_due(self, seat: int) -> bool:
        """Return whether ``seat`` may suggest where it is, without rolling (rule 2)."""
        return (self._brought_in[seat] and self._rules.called) or self._rules.may_stay

    def begin_turn(self, seat: int) -> bool:
        """Return what :meth:`is_due` does; from then on the token was not brought there."""
        is_due = self.is_due(seat)
        self._brought_in[seat] = False
        return is_due

    def openings(self, here: Place | None, *, may_suggest: bool) -> tuple[Opening, ...]:
        """Return how a turn may begin: by rolling; by the passage (rule 4); by staying (rule 2)."""
        openings = [Opening.ROLL] if self._board else []
        if self._board and isinstance(here, str):
            if self._board.passages.get(here) in self._rooms:
                openings.append(Opening.PASSAGE)
            if may_suggest and here in self._rooms:
                openings.append(Opening.STAY)
        return tuple(openings)

    def options(self, turn: int, seat: int, dice: tuple[int, ...]) -> MoveOptions:
        """Return the places in reach (rule 5); where every way out is blocked, none (rule 6)."""
        if self._board is None:
            return MoveOptions.without_board(turn, self._rooms)
        here = self.places[self._tokens[seat]]
        occupied = 0
        if self._rules.tokens_block:
            for other, place in self.places.items():
                if other != self._tokens[seat] and not isinstance(place, str):
                    occupied |= self._board.bit(place)
        ways = {"open_rooms": self._rules.open_rooms, "whole_roll": self._rules.whole_roll}
        reach = self._board.reach(here, sum(dice), occupied, **ways)
        rooms = tuple([room for room in reach.rooms if room in self._rooms])
        return MoveOptions(turn, self._board, dice, here, rooms, reach.squares, {**self.places})

    def move(self, seat: int, place: Place) -> None:
        """Move the token of a seat."""
        if self._board:
            self.places[self._tokens[seat]] = place

    def summon(self, suggestion: Suggestion) -> None:
        """Move the suggested suspect's token into the room, even if nobody plays it (rule 3)."""
        token, room = suggestion.suspect, suggestion.room
        if self._board is None or self.places.get(token) == room:
            return
        if token in self._tokens:
            self._brought_in[self._tokens.index(token)] = True
        self.places[token] = room

    def leave_hallway(self, seat: int) -> None:
        """Take the token of a player who is out off the hallway: it blocks nobody (rule 8)."""
        if not isinstance(self.here(seat), str):
            self.places.pop(self._tokens[seat], None)
