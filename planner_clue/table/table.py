"""The rules as a state machine.

The table always waits for one thing, its :attr:`Table.request`: a decision of a player or
the outcome of a chance. :meth:`Table.submit` takes the answer, refuses what the rules do
not allow, writes down what happened as events, and moves on to the next request, until
there is a :attr:`Table.result`. It knows no agent and draws no random number.

A turn runs: accuse? - begin (roll, passage, stay) - roll - move - suggest - show -
accuse? The last falls away where a turn is either a suggestion or an accusation. The
numbers of rules in comments are those of ``docs/rules.md``.
"""

from typing import Any

from planner_clue.board import Board, Place
from planner_clue.cards import SUSPECTS, Accusation, Card, Suggestion
from planner_clue.errors import IllegalDecision, shown
from planner_clue.table.deal import Deal
from planner_clue.table.decisions import Answer, MoveOptions, Opening, Seat, TurnOptions
from planner_clue.table.events import (
    Accused,
    Eliminated,
    Event,
    Forfeited,
    Moved,
    Passed,
    Rolled,
    Showed,
    Suggested,
    TookPassage,
    as_seen_by,
    is_heard_by,
)
from planner_clue.table.requests import Ask, Request, Result, Standing
from planner_clue.table.rules import Rules


class Table:
    """One game, from the deal to the result."""

    def __init__(self, board: Board | None, rules: Rules, deal: Deal) -> None:
        self.board = board
        self.rules = rules
        self.deal = deal
        self.players = len(deal.hands)
        rules.check(board, self.players)
        self.tokens = SUSPECTS[: self.players]
        """The suspect each seat plays."""
        self.places: dict[Card, Place] = dict(board.starts) if board else {}
        """Where the tokens are; those of players who are out leave the hallway."""
        self.standing = [Standing.PLAYING] * self.players
        self.events: list[Event] = []
        self.result: Result | None = None
        self.turn = 0
        self.seat = self.players - 1
        self._playing = self.players
        self._hands = [frozenset(hand) for hand in deal.hands]
        self._summoned = [False] * self.players
        """Whether somebody's suggestion moved this seat's token since its last turn."""
        self._suggestion: Suggestion | None = None
        self._suggested_this_turn = False
        self._openings: tuple[Opening, ...] = ()
        self._reachable: MoveOptions
        self._handlers = {
            Ask.ACCUSE: self._on_accuse,
            Ask.START: self._on_start,
            Ask.ROLL: self._on_roll,
            Ask.MOVE: self._on_move,
            Ask.SUGGEST: self._on_suggest,
            Ask.SHOW: self._on_show,
            Ask.SHOW_ANY: self._on_show,
        }
        self.request = self._next_turn()

    # -- the outside ----------------------------------------------------------------

    def seat_view(self, seat: int, seed: int) -> Seat:
        """Return what the player of ``seat`` is told before the first turn."""
        deck = self.deal.deck
        return Seat(
            index=seat,
            hand=self.deal.hands[seat],
            hand_sizes=tuple(map(len, self.deal.hands)),
            tokens=self.tokens,
            suspects=deck.suspects,
            weapons=deck.weapons,
            rooms=deck.rooms,
            rules=str(self.rules),
            board=self.board.map.toml if self.board else None,
            seed=seed,
        )

    def seen_by(self, event: Event, seat: int) -> Event | None:
        """Return what ``seat`` may see of ``event``; None if it does not notice it."""
        secret = self.rules.secret_accusations
        if not is_heard_by(event, seat, secret_accusations=secret):
            return None
        return as_seen_by(event, seat)

    def submit(self, answer: Answer) -> None:
        """Take the answer to :attr:`request`.

        Raises :class:`IllegalDecision`, with the table unchanged, if the rules do not allow
        it. The table then still waits: for a legal answer, or for :meth:`forfeit`.
        """
        if self.request is None:
            raise IllegalDecision(f"{shown(answer)} after the end of the game; expected no answer")
        self.request = self._handlers[self.request.ask](answer, self.request)

    def forfeit(self, seat: int, reason: str) -> None:
        """Take ``seat`` out of the game; the table goes on showing its cards (rule 8)."""
        if self.standing[seat] is Standing.FORFEITED or self.result:
            return
        self.events.append(Forfeited(self.turn, seat, reason))
        was_playing = self.standing[seat] is Standing.PLAYING
        self.standing[seat] = Standing.FORFEITED
        if was_playing:
            self._leave(seat)
        request = self.request
        if request and was_playing and self._playing == 0:
            self.request = self._everyone_is_out()
        elif request and was_playing and self._last_one_wins():
            self.request = self._next_turn()
        elif request and request.seat == seat:
            if request.ask in (Ask.SHOW, Ask.SHOW_ANY):
                self.request = request._replace(ask=Ask.SHOW_ANY)
            else:
                self.request = self._next_turn()

    # -- turns ----------------------------------------------------------------------

    def _next_turn(self) -> Request | None:
        """Pass to the next player who still takes turns (rule 11)."""
        if self._last_one_wins():
            return self._end(self.standing.index(Standing.PLAYING), "last-wins")
        if self.turn >= self.rules.turn_limit:
            return self._end(None, "turn-limit")
        self.turn += 1
        self.seat = (self.seat + 1) % self.players
        while self.standing[self.seat] is not Standing.PLAYING:
            self.seat = (self.seat + 1) % self.players
        self._suggested_this_turn = False
        return Request(Ask.ACCUSE, self.seat, None)

    def _last_one_wins(self) -> bool:
        return self.rules.last_wins and self._playing == 1

    def _end(self, winner: int | None, how: str) -> Request | None:
        """Write down the result; there is no next request."""
        self.result = Result(winner, how)
        return None

    def _everyone_is_out(self) -> Request | None:
        forfeits = all(standing is Standing.FORFEITED for standing in self.standing)
        return self._end(None, "forfeits" if forfeits else "all-out")

    def _leave(self, seat: int) -> None:
        """Take a player's token out of the hallway, so that it blocks nobody (rule 8)."""
        self._playing -= 1
        if not isinstance(self.places.get(self.tokens[seat]), str):
            self.places.pop(self.tokens[seat], None)

    # -- accusing -------------------------------------------------------------------

    def _on_accuse(self, answer: Any, request: Request) -> Request | None:
        seat = self.seat
        if answer is None:
            return self._next_turn() if self._suggested_this_turn else self._begin_turn()
        if not _is_three(answer) or not self.deal.deck.is_triple(*answer):
            raise IllegalDecision(
                f"accusation {shown(answer)}; expected a suspect, a weapon and a room in play"
            )
        accusation = Accusation(*answer)
        correct = tuple(accusation) == tuple(self.deal.case_file)
        self.events.append(Accused(self.turn, seat, accusation, correct))
        if correct:
            return self._end(seat, "accusation")
        self.events.append(Eliminated(self.turn, seat))
        self.standing[seat] = Standing.ELIMINATED
        self._leave(seat)
        return self._next_turn() if self._playing else self._everyone_is_out()

    # -- moving ---------------------------------------------------------------------

    def _begin_turn(self) -> Request | None:
        """Offer what rules 2 and 4 allow before the dice; without a choice, roll."""
        seat = self.seat
        summoned, self._summoned[seat] = self._summoned[seat], False
        if self.board is None:
            rooms = self.deal.deck.rooms
            return self._ask_to_move(MoveOptions(self.turn, None, (), None, rooms, 0, {}))
        here = self.places[self.tokens[seat]]
        if isinstance(here, str):
            passage = self.board.passages.get(here)
            openings = [Opening.ROLL]
            if passage in self.deal.deck.rooms:
                openings.append(Opening.PASSAGE)
            if (summoned or self.rules.may_stay) and here in self.deal.deck.rooms:
                openings.append(Opening.STAY)
            if len(openings) > 1:
                self._openings = tuple(openings)
                options = TurnOptions(self.turn, self._openings, here, passage, dict(self.places))
                return Request(Ask.START, seat, options)
        return Request(Ask.ROLL, seat, self.rules.dice)

    def _on_start(self, answer: Any, request: Request) -> Request | None:
        here = self.places[self.tokens[self.seat]]
        if type(answer) not in (Opening, str) or answer not in self._openings:
            expected = ", ".join(self._openings)
            raise IllegalDecision(f"opening {shown(answer)} in {here}; expected one of {expected}")
        if answer == Opening.ROLL:
            return Request(Ask.ROLL, self.seat, self.rules.dice)
        if answer == Opening.STAY:
            return Request(Ask.SUGGEST, self.seat, here)
        assert self.board is not None
        assert isinstance(here, str)
        end = self.board.passages[here]
        self.events.append(TookPassage(self.turn, self.seat, end))
        return self._enter(end)

    def _on_roll(self, answer: Any, request: Request) -> Request | None:
        dice = self.rules.dice
        if type(answer) is not tuple or len(answer) != dice or not all(map(_is_die, answer)):
            raise IllegalDecision(f"roll {shown(answer)}; expected {dice} dice from 1 to 6")
        self.events.append(Rolled(self.turn, self.seat, answer))
        return self._ask_to_move(self._move_options(answer))

    def _ask_to_move(self, options: MoveOptions) -> Request:
        """Offer these moves; the table keeps its own copy, whatever the player does to theirs."""
        self._reachable = options
        return Request(Ask.MOVE, self.seat, options.copy())

    def _move_options(self, dice: tuple[int, ...]) -> MoveOptions:
        """Return what is within the roll (rule 5); where every way is blocked, nothing."""
        board, token = self.board, self.tokens[self.seat]
        assert board is not None
        here = self.places[token]
        occupied = 0
        if self.rules.tokens_block:
            for other, place in self.places.items():
                if other != token and not isinstance(place, str):
                    occupied |= board.bit(place)
        reach = board.reach(here, sum(dice), occupied, open_rooms=self.rules.open_rooms)
        rooms = reach.rooms
        if self.rules.without:
            rooms = tuple(room for room in rooms if room not in self.rules.without)
        return MoveOptions(self.turn, board, dice, here, rooms, reach.squares, dict(self.places))

    def _on_move(self, answer: Any, request: Request) -> Request | None:
        options = self._reachable
        if not options.allows(answer):
            raise IllegalDecision(
                f"move to {shown(answer)} from {options.here} with a roll of {sum(options.dice)}; "
                f"expected a place within reach (rooms: {', '.join(options.rooms) or 'none'})"
            )
        place: Place = answer
        self.events.append(Moved(self.turn, self.seat, place))
        if isinstance(place, str) and (place != options.here or self.board is None):
            return self._enter(place)
        if self.board is not None:
            self.places[self.tokens[self.seat]] = place
        return self._next_turn()

    def _enter(self, room: Card) -> Request | None:
        """Put the token into a room it came into: one suggestion is due (rule 1)."""
        if self.board is not None:
            self.places[self.tokens[self.seat]] = room
        return Request(Ask.SUGGEST, self.seat, room)

    # -- suggesting and showing -----------------------------------------------------

    def _on_suggest(self, answer: Any, request: Request) -> Request | None:
        room: Card = request.options
        if answer is None:
            return self._next_turn()
        if not _is_three(answer) or not self.deal.deck.is_triple(*answer) or answer[2] != room:
            raise IllegalDecision(
                f"suggestion {shown(answer)} in {room}; expected a suspect, a weapon and {room}"
            )
        suggestion = Suggestion(*answer)
        self._suggestion = suggestion
        self._suggested_this_turn = True
        self.events.append(Suggested(self.turn, self.seat, suggestion))
        self._summon(suggestion)
        return self._ask_to_show((self.seat + 1) % self.players)

    def _summon(self, suggestion: Suggestion) -> None:
        """Move the suggested suspect's token into the room, whoever plays it (rule 3)."""
        token, room = suggestion.suspect, suggestion.room
        if self.board is None or self.places.get(token) == room:
            return
        if token in self.tokens:
            self._summoned[self.tokens.index(token)] = True
        self.places[token] = room

    def _ask_to_show(self, seat: int) -> Request | None:
        """Ask clockwise until somebody can show, or everybody has passed (rule 10)."""
        suggestion = self._suggestion
        assert suggestion is not None
        while seat != self.seat:
            hand = self._hands[seat]
            cards = tuple([card for card in suggestion if card in hand])
            if len(cards) == 1:
                return self._show(seat, cards[0])
            if cards:
                by_chance = self.rules.random_show or self.standing[seat] is Standing.FORFEITED
                ask = Ask.SHOW_ANY if by_chance else Ask.SHOW
                return Request(ask, seat, (suggestion, cards))
            self.events.append(Passed(self.turn, seat))
            seat = (seat + 1) % self.players
        return self._after_suggestion()

    def _on_show(self, answer: Any, request: Request) -> Request | None:
        cards = request.options[1]
        if type(answer) is not str or answer not in cards:
            raise IllegalDecision(f"shows {shown(answer)}; expected one of {', '.join(cards)}")
        return self._show(request.seat, Card(answer))

    def _show(self, seat: int, card: Card) -> Request | None:
        self.events.append(Showed(self.turn, seat, self.seat, card))
        return self._after_suggestion()

    def _after_suggestion(self) -> Request | None:
        """Let the suggester accuse at once (rule 8), if the rules do and it is still there."""
        if self.rules.suggest_or_accuse or self.standing[self.seat] is not Standing.PLAYING:
            return self._next_turn()
        return Request(Ask.ACCUSE, self.seat, None)


def _is_die(value: Any) -> bool:
    return type(value) is int and 1 <= value <= 6


def _is_three(answer: Any) -> bool:
    return isinstance(answer, tuple) and [type(part) for part in answer] == [str, str, str]
