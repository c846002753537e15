"""The rules as a state machine.

The table waits for its :attr:`Table.request`: a decision of a player, or an outcome of chance.
:meth:`Table.submit` takes a legal answer, writes events, and moves on to the next request, until
there is a :attr:`Table.result`. It knows no agent and draws no random number.
"""

from typing import Any

from planner_clue.game import decisions, events, requests
from planner_clue.game.board import Board, Position
from planner_clue.game.cards import Card
from planner_clue.game.deal import Deal
from planner_clue.game.decisions import Answer, MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.movement import Movement
from planner_clue.game.requests import Request
from planner_clue.game.rules import Rules
from planner_clue.game.turn_order import PlayerStatus, Result, TurnOrder, others_after
from planner_clue.support.errors import IllegalDecision, shown


class Table:
    """One game, from the deal to the result."""

    def __init__(self, board: Board | None, rules: Rules, deal: Deal) -> None:
        self.board = board
        self.rules = rules
        self.deal = deal
        self.players = len(deal.hands)
        rules.check(board, self.players)
        self.tokens = deal.deck.suspects[: self.players]
        self.events: list[events.Event] = []
        self.result: Result | None = None
        self.turn = 0  # the number of the turn, all players' together, from 1
        self.seat = self.players - 1
        self._turns = TurnOrder(self.players, rules)
        self.status = self._turns.status
        self.always_asked = frozenset[int]()  # seats that are asked even with one card only
        self._hands = [frozenset(hand) for hand in deal.hands]
        self._movement = Movement(board or None, rules, deal.deck, self.tokens)
        self.places = self._movement.places
        self._suggested_this_turn = False
        self._openings: tuple[Opening, ...] = ()
        self._reachable: MoveOptions
        self.request = self._next_turn()

    @property
    def position(self) -> Position | None:
        """The board with the tokens as they stand now, or None without a board."""
        return Position(self.board, self.places) if self.board else None

    def seat_view(self, seat: int, seed: int) -> Seat:
        """Return the view of the player of ``seat`` before the first turn."""
        hands, kinds = self.deal.hands, self.deal.deck.categories
        toml = self.board.map.toml if self.board else None
        sizes = tuple(map(len, hands))
        rules, face_up = str(self.rules), self.deal.face_up
        return Seat(seat, hands[seat], sizes, self.tokens, *kinds, rules, toml, seed, face_up)

    def seen_by(self, event: events.Event, seat: int) -> events.Event | None:
        """Return ``event`` as ``seat`` may see it, or None if it does not notice it."""
        if self.rules.secret_accusations and not events.is_heard_where_secret(event, seat):
            return None
        return events.as_seen_by(event, seat)

    def seen_events(self, seat: int, count: int | None = None) -> list[events.Event]:
        """Return the first ``count`` events, by default all, as ``seat`` may see them."""
        seen = (self.seen_by(event, seat) for event in self.events[:count])
        return [event for event in seen if event is not None]

    @property
    def is_before_the_dice(self) -> bool:
        """Whether the player whose turn it is was asked only whether to accuse before it."""
        return isinstance(self.request, requests.AskAccuse) and not self._suggested_this_turn

    def coming_openings(self) -> tuple[Opening, ...]:
        """Return how a turn before the dice may begin; nothing at a table without a board."""
        here, may_suggest = self._movement.here(self.seat), self._movement.is_due(self.seat)
        return self._movement.openings(here, may_suggest=may_suggest)

    def turn_options(self, openings: tuple[Opening, ...]) -> TurnOptions:
        """Return what the player whose turn it is may choose from, at a table with a board."""
        assert self.board is not None
        here = self.places[self.tokens[self.seat]]
        passage = None
        if isinstance(here, str) and Opening.PASSAGE in openings:
            passage = self.board.passages[here]
        return TurnOptions(self.turn, openings, here, passage, dict(self.places))

    def submit(self, answer: Answer) -> None:
        """Take the answer to :attr:`request`; an :class:`IllegalDecision` changes nothing."""
        match self.request:
            case requests.AskAccuse():
                self.request = self._accuse(answer)
            case requests.RollDice(count=count):
                dice = decisions.legal_roll(answer, count)
                self.events.append(events.Rolled(self.turn, self.seat, dice))
                self.request = self._ask_to_move(dice)
            case requests.AskMove():
                self.request = self._move(answer)
            case requests.AskSuggest(room=room):
                self.request = self._suggest(answer, room)
            case requests.AskShow() | requests.DrawShownCard() as asked:
                others = set(self.deal.deck.cards) - self._hands[asked.seat]
                card = decisions.legal_shown_card(answer, asked.cards, others)
                self.request = self._show(asked.seat, card)
            case requests.AskStart():
                self.request = self._start(answer)
            case None:
                after = f"{shown(answer)} after the end of the game"
                raise IllegalDecision(f"{after}; expected no answer")

    def forfeit(self, seat: int, kind: str, detail: str = "") -> None:
        """Take ``seat`` out of the game; the table goes on showing its cards (rule 8)."""
        if self.status[seat] is PlayerStatus.FORFEITED or self.result:
            return
        self.events.append(events.Forfeited(self.turn, seat, kind, detail))
        if self._turns.take_out(seat, PlayerStatus.FORFEITED):
            self._movement.leave_hallway(seat)
            if self._turns.result(turns=0):
                self.request = self._next_turn()
                return
        match self.request:
            case requests.AskShow(seat=asked, suggestion=suggestion, cards=cards) if asked == seat:
                self.request = requests.DrawShownCard(seat, suggestion, cards)
            case requests.AskShow() | requests.DrawShownCard():
                pass  # the suggestion is answered first
            case _ if self.seat == seat:
                self.request = self._next_turn()

    def _next_turn(self) -> Request | None:
        """Ask the next player, unless that was the last turn (rule 11)."""
        self.result = self._turns.result(self.turn)
        if self.result:
            return None
        self.turn += 1
        self.seat = self._turns.seat_after(self.seat)
        self._suggested_this_turn = False
        return requests.AskAccuse(self.seat)

    def _accuse(self, answer: Any) -> Request | None:
        """Win or drop out by an accusation, before the turn or after a suggestion (rule 8)."""
        if answer is None:
            return self._next_turn() if self._suggested_this_turn else self._start_turn()
        accusation = decisions.legal_accusation(answer, self.deal.deck)
        correct = tuple(accusation) == tuple(self.deal.case_file)
        self.events.append(events.Accused(self.turn, self.seat, accusation, correct))
        if correct:
            self.result = Result(self.seat, "accusation")
            return None
        self.events.append(events.Eliminated(self.turn, self.seat))
        self._turns.take_out(self.seat, PlayerStatus.ELIMINATED)
        self._movement.leave_hallway(self.seat)
        return self._next_turn()

    def _start_turn(self) -> Request:
        """Offer what rules 2 and 4 allow before the dice; without a choice, roll."""
        here, may_suggest = self._movement.here(self.seat), self._movement.begin_turn(self.seat)
        self._openings = self._movement.openings(here, may_suggest=may_suggest)
        if not self._openings:
            return self._ask_to_move(())
        if len(self._openings) > 1:
            return requests.AskStart(self.seat, self.turn_options(self._openings))
        return requests.RollDice(self.seat, self.rules.dice)

    def _start(self, answer: Any) -> Request:
        here = self.places[self.tokens[self.seat]]
        opening = decisions.legal_opening(answer, self._openings, here)
        if opening is Opening.ROLL:
            return requests.RollDice(self.seat, self.rules.dice)
        assert self.board is not None
        assert isinstance(here, str)
        if opening is Opening.STAY:
            return requests.AskSuggest(self.seat, here)
        end = self.board.passages[here]
        self.events.append(events.TookPassage(self.turn, self.seat, end))
        return self._enter(end)

    def _ask_to_move(self, dice: tuple[int, ...]) -> Request:
        self._reachable = self._movement.options(self.turn, self.seat, dice)
        return requests.AskMove(self.seat, self._reachable)

    def _move(self, answer: Any) -> Request | None:
        place = decisions.legal_move(answer, self._reachable)
        self.events.append(events.Moved(self.turn, self.seat, place))
        if isinstance(place, str) and place != self._reachable.here:  # staying is not an entry
            return self._enter(place)
        self._movement.move(self.seat, place)
        return self._next_turn()

    def _enter(self, room: Card) -> Request:
        """Put the token into a room it came into: one suggestion is due (rule 1)."""
        self._movement.move(self.seat, room)
        return requests.AskSuggest(self.seat, room)

    def _suggest(self, answer: Any, room: Card) -> Request | None:
        if answer is None:
            return self._next_turn()
        barred = () if self.rules.own_cards else self._hands[self.seat]
        suggestion = decisions.legal_suggestion(answer, room, self.deal.deck, barred)
        self._suggested_this_turn = True
        self.events.append(events.Suggested(self.turn, self.seat, suggestion))
        self._movement.summon(suggestion)
        # Own cards may be suggested (rule 9), so it may be that nobody can show one (rule 10).
        for seat in others_after(self.seat, self.players):
            hand = self._hands[seat]
            if cards := tuple([card for card in suggestion if card in hand]):
                by_chance = self.rules.random_show or self.status[seat] is PlayerStatus.FORFEITED
                if len(cards) == 1 and (by_chance or seat not in self.always_asked):
                    return self._show(seat, cards[0])
                if by_chance:
                    return requests.DrawShownCard(seat, suggestion, cards)
                return requests.AskShow(seat, suggestion, cards)
            self.events.append(events.Passed(self.turn, seat))
        return self._after_suggestion()

    def _show(self, seat: int, card: Card) -> Request | None:
        self.events.append(events.Showed(self.turn, seat, self.seat, card))
        return self._after_suggestion()

    def _after_suggestion(self) -> Request | None:
        """Let the suggester accuse at once (rule 8), if the rules do and it is still there."""
        if self.rules.suggest_or_accuse or self.status[self.seat] is not PlayerStatus.PLAYING:
            return self._next_turn()
        return requests.AskAccuse(self.seat)
