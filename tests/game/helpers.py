"""Tables set up by hand, a player of random legal moves, and a referee of its own.

Nothing here uses the code under test to decide what is right: the referee finds its way
by searching the drawn map, and remembers for itself who may suggest where.
"""

from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from planner_clue.game import events, requests
from planner_clue.game.board import Board, Place, load_board
from planner_clue.game.cards import SUSPECTS, Accusation, Card, CaseFile, Deck, Suggestion
from planner_clue.game.deal import Deal, draw_deal
from planner_clue.game.decisions import MoveOptions, Opening
from planner_clue.game.rules import Rules, parse_rules
from planner_clue.game.table import Table
from planner_clue.game.turn_order import End, PlayerStatus, Result
from tests.game.reference import Sheet, read_sheet, steps_to

SCARLETT, MUSTARD, WHITE, GREEN, _, _ = SUSPECTS
CLASSIC = load_board("classic")
HUJI = load_board("huji")
KNIFE = Deck().weapons[1]
KITCHEN, _, CONSERVATORY, _, _, LIBRARY, LOUNGE, HALL, STUDY = Deck().rooms
BOARDS: dict[str, Board | None] = {"classic": CLASSIC, "huji": HUJI, "none": None}
TABLES = [
    ("classic", "standard"), ("classic", "standard,dice=1,last_wins=yes"), ("classic", "huji"),
    ("classic", "huji-bn1"), ("huji", "huji"), ("huji", "huji-bn1"), ("huji", "standard"),
    ("none", "standard"), ("none", "huji-bn1,last_wins=yes"), ("none", "cpsc415"),
    ("classic", "standard,suggest_or_accuse=yes,secret_accusations=yes"),
]  # fmt: skip
"""Boards and rules at which random games are played, recorded, and watched by a belief."""


def cards(names: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names.split())


def suggestion(names: str) -> Suggestion:
    return Suggestion(*cards(names))


def accusation(names: str) -> Accusation:
    return Accusation(*cards(names))


def make_deal(
    hands: dict[int, str] | None = None,
    *,
    case: str = "plum rope study",
    players: int = 3,
    deck: Deck | None = None,
) -> Deal:
    """Return a deal in which these seats hold these cards; the rest fills up the hands."""
    deck = deck or Deck()
    chosen = {seat: list(cards((hands or {}).get(seat, ""))) for seat in range(players)}
    taken = {*cards(case), *(card for hand in chosen.values() for card in hand)}
    rest = [card for card in deck.cards if card not in taken]
    for seat, hand in chosen.items():
        size = (len(deck) - 3 + players - 1 - seat) // players
        assert len(hand) <= size
        while len(hand) < size:
            hand.append(rest.pop(0))
    assert not rest
    return Deal(deck, CaseFile(*cards(case)), tuple(map(tuple, chosen.values())))


def make_table(
    hands: dict[int, str] | None = None,
    *,
    case: str = "plum rope study",
    players: int = 3,
    board: str = "classic",
    rules: str = "standard",
    places: dict[Card, Place] | None = None,
) -> Table:
    chosen, parsed = BOARDS[board], parse_rules(rules)
    deck = parsed.deck(chosen)
    table = Table(chosen, parsed, make_deal(hands, case=case, players=players, deck=deck))
    table.places.update(places or {})
    return table


def deal_table(board: Board | None, rules: str, players: int, rng: Random) -> Table:
    """Return a table at which a game begins; some rules say themselves how many play."""
    parsed = parse_rules(rules)
    players = len(parsed.fixed_hands) or parsed.seats or players
    return Table(board, parsed, draw_deal(parsed.deck(board), players, parsed, rng))


def after_roll(board: Board, here: Place, *dice: int, open_rooms: bool = False) -> MoveOptions:
    """Return where a token may go that is alone on the board."""
    reach = board.reach(here, sum(dice), open_rooms=open_rooms)
    return MoveOptions(1, board, dice, here, rooms=reach.rooms, reach=reach.squares, tokens={})


def asked(table: Table) -> requests.Request:
    assert table.request is not None
    return table.request


def move_options(table: Table) -> MoveOptions:
    """Return where the token may go; the table must wait for a move."""
    request = asked(table)
    assert isinstance(request, requests.AskMove)
    return request.options


def showable(table: Table) -> tuple[Card, ...]:
    """Return the cards that can be shown; the table must wait for one of them."""
    request = asked(table)
    assert isinstance(request, requests.AskShow | requests.DrawShownCard)
    return request.cards


def begin(table: Table) -> requests.Request:
    assert isinstance(asked(table), requests.AskAccuse)
    table.submit(None)
    return asked(table)


def openings(table: Table) -> tuple[Opening, ...]:
    """Begin the turn; return how it may go on, where there is a choice."""
    request = begin(table)
    return request.options.openings if isinstance(request, requests.AskStart) else (Opening.ROLL,)


def roll(table: Table, *dice: int) -> MoveOptions:
    """Begin the turn by rolling these dice; return where the token may go."""
    if isinstance(asked(table), requests.AskAccuse):
        table.submit(None)
    if isinstance(asked(table), requests.AskStart):
        table.submit(Opening.ROLL)
    if isinstance(asked(table), requests.RollDice):
        table.submit(dice)
    return move_options(table)


def walk(table: Table, to: Place, *dice: int) -> None:
    roll(table, *dice)
    table.submit(to)


def suggest(table: Table, names: str) -> None:
    assert isinstance(asked(table), requests.AskSuggest)
    table.submit(suggestion(names))


def accuse(table: Table, names: str) -> None:
    assert isinstance(asked(table), requests.AskAccuse)
    table.submit(accusation(names))


def stay_put(table: Table) -> None:
    """Finish the turn: no accusation, no move, no suggestion; show the first card."""
    turn = table.turn
    while table.result is None and table.turn == turn:
        request = asked(table)
        if isinstance(request, requests.RollDice):
            table.submit((1, 1)[: request.count])
        elif isinstance(request, requests.AskStart):
            table.submit(Opening.ROLL)
        elif isinstance(request, requests.AskMove):
            here = request.options.here
            table.submit(request.options.rooms[0] if here is None else here)
        elif isinstance(request, requests.AskShow | requests.DrawShownCard):
            table.submit(request.cards[0])
        else:
            table.submit(None)


def in_hall(
    hands: dict[int, str] | None = None, names: str = "green knife hall", seat: int = 0, **more: Any
) -> Table:
    """Return a table at which a seat has entered the hall and suggested this, if anything."""
    table = make_table(hands, **more, places={SUSPECTS[seat]: (8, 4)})
    for _ in range(seat):
        stay_put(table)
    walk(table, HALL, 1, 1)
    if names:
        suggest(table, names)
    return table


def wait_for(table: Table, seat: int) -> None:
    stay_put(table)
    while table.seat != seat:
        stay_put(table)


@cache
def drawn(toml: str) -> Sheet:
    return read_sheet(toml)


def places_within(
    board: Board, rules: Rules, here: Place, pips: int, others: dict[Card, Place]
) -> set[Place]:
    """Return every place a token may end its move at, its own included (rule 5)."""
    tokens = others.values() if rules.tokens_block else ()
    blocked = [place for place in tokens if not isinstance(place, str)]
    steps = steps_to(drawn(board.map.toml), here, blocked, open_rooms=rules.open_rooms)
    return {place for place, needed in steps.items() if needed <= pips}.difference(rules.without)


def random_answer(table: Table, rng: Random, accusing: float) -> object:
    request, deck = asked(table), table.deal.deck
    if isinstance(request, requests.AskAccuse):
        if rng.random() >= accusing:
            return None
        return Accusation(*(rng.choice(cards) for cards in deck.categories))
    if isinstance(request, requests.AskStart):
        return rng.choice(request.options.openings)
    if isinstance(request, requests.RollDice):
        return tuple(rng.randint(1, 6) for _ in range(request.count))
    if isinstance(request, requests.AskMove):
        rooms = request.options.rooms
        if rooms and (table.board is None or rng.random() < 0.8):
            return rng.choice(rooms)
        return rng.choice([*request.options.squares, request.options.here])
    if isinstance(request, requests.AskSuggest):
        if rng.random() < 0.1:
            return None
        return Suggestion(rng.choice(deck.suspects), rng.choice(deck.weapons), request.room)
    return rng.choice(request.cards)


class Referee:
    """Follows a game by its events, and asserts that every one is allowed.

    It shares no code with the table. It concludes from earlier events who may suggest, show or
    move next.
    """

    def __init__(self, table: Table) -> None:
        self.table, self.rules, self.board = table, table.rules, table.board
        self.players = table.players
        self.hands = [set(hand) for hand in table.deal.hands]
        self.places: dict[Card, Place] = dict(self.board.starts) if self.board else {}
        self.out: set[int] = set()
        self.turn, self.seat = 1, 0
        self.heard = 0
        self.entered = [False] * self.players
        """Whether the seat's token came into its room and nothing was suggested for it yet."""
        self.rolled: tuple[int, ...] | None = None
        self.offered: set[Place] = set()
        self.moved = self.suggested = False
        self.asking: Suggestion | None = None
        self.next_asked = 0

    def listen(self) -> None:
        for event in self.table.events[self.heard :]:
            self.heard += 1
            self.follow(event)
            self.check_secrecy(event)
        self.check_table()

    def follow(self, event: events.Event) -> None:
        if event.turn != self.turn:
            self.next_turn(event)
        if isinstance(event, events.Forfeited):
            self.leave(event.seat)
            return
        if isinstance(event, events.Passed | events.Showed):
            self.follow_answer(event)
            return
        assert event.seat == self.seat, "only the player whose turn it is acts"
        assert self.asking is None, "nobody acts while cards are being shown"
        if isinstance(event, events.Rolled):
            assert self.rolled is None
            assert len(event.dice) == self.rules.dice
            assert set(event.dice) <= {1, 2, 3, 4, 5, 6}
            self.rolled, self.entered[self.seat] = event.dice, False
            self.check_offer()
        elif isinstance(event, events.Moved | events.TookPassage):
            self.follow_move(event)
        elif isinstance(event, events.Suggested):
            self.follow_suggestion(event)
        elif isinstance(event, events.Accused):
            assert self.seat not in self.out, "one accusation per game"
            either = self.rules.suggest_or_accuse
            assert not (either and (self.moved or self.suggested)), "suggest or accuse, not both"
            assert event.correct == (tuple(event.cards) == tuple(self.table.deal.case_file))
        elif isinstance(event, events.Eliminated):
            self.leave(event.seat)

    def check_offer(self) -> None:
        options, token = move_options(self.table), SUSPECTS[self.seat]
        assert self.board is not None
        assert self.rolled == options.dice
        here = self.places[token]
        others = {other: place for other, place in self.places.items() if other != token}
        self.offered = places_within(self.board, self.rules, here, sum(self.rolled), others)
        assert {*options.rooms, *options.squares, options.here} == self.offered | {here}

    def next_turn(self, event: events.Event) -> None:
        assert self.asking is None, "a suggestion was not asked to its end"
        while self.turn < event.turn:
            self.entered[self.seat] = False
            self.turn += 1
            seats = [(self.seat + step) % self.players for step in range(1, self.players + 1)]
            self.seat = next(seat for seat in seats if seat not in self.out)
            self.rolled, self.moved, self.suggested = None, False, False

    def leave(self, seat: int) -> None:
        self.out.add(seat)
        token = SUSPECTS[seat]
        if not isinstance(self.places.get(token), str):
            self.places.pop(token, None)

    def follow_move(self, event: events.Moved | events.TookPassage) -> None:
        assert not self.moved
        assert not self.suggested
        self.moved = True
        if self.board is None:
            assert isinstance(event.to, str)
            self.entered[self.seat] = True
            return
        token = SUSPECTS[self.seat]
        here = self.places[token]
        if isinstance(event, events.TookPassage):
            assert self.rolled is None, "a passage is taken instead of rolling"
            assert self.board.rooms[Card(str(here))].passage == event.to
        else:
            assert event.to in self.offered
        self.entered[self.seat] = isinstance(event.to, str) and event.to != here
        self.places[token] = event.to

    def follow_suggestion(self, event: events.Suggested) -> None:
        """One suggestion per entry, in the room the token is in (rules 1 to 3)."""
        staying = self.rules.may_stay and self.rolled is None and not self.moved
        assert self.entered[self.seat] or staying, "one suggestion per entry"
        assert not self.suggested
        self.entered[self.seat], self.suggested = False, True
        self.asking, self.next_asked = event.cards, (self.seat + 1) % self.players
        if self.board is None:
            return
        suspect, _, room = event.cards
        assert self.places[SUSPECTS[self.seat]] == room
        if self.places.get(suspect) != room:
            self.places[suspect] = room
            if suspect in SUSPECTS[: self.players]:
                self.entered[SUSPECTS.index(suspect)] = True

    def follow_answer(self, event: events.Passed | events.Showed) -> None:
        assert self.asking is not None
        assert event.seat == self.next_asked
        assert event.seat != self.seat
        could_show = self.hands[event.seat].intersection(self.asking)
        self.next_asked = (event.seat + 1) % self.players
        if isinstance(event, events.Passed):
            assert not could_show
        else:
            assert event.to == self.seat
            assert event.card in could_show
        if isinstance(event, events.Showed) or self.next_asked == self.seat:
            self.asking = None

    def check_secrecy(self, event: events.Event) -> None:
        """Who sees a shown card (rule 10), hears of an accusation (rule 8) or why one forfeits."""
        for seat in range(self.players):
            seen = self.table.seen_by(event, seat)
            secret = self.rules.secret_accusations and isinstance(
                event, events.Accused | events.Eliminated
            )
            if seen is None:
                assert secret
                assert seat != event.seat
            elif secret:
                assert (seen, seat) == (event, event.seat)
            elif isinstance(event, events.Showed) and seat not in (event.seat, event.to):
                assert seen == replace(event, card=None)
            elif isinstance(event, events.Forfeited):
                assert (type(seen), seen.seat) == (events.Forfeited, event.seat)
            else:
                assert seen == event

    def check_table(self) -> None:
        """The tokens, the standings, the turn and the result are as the events say."""
        table = self.table
        assert table.places == self.places
        assert table.turn <= self.rules.turn_limit
        out = {s for s, standing in enumerate(table.status) if standing is not PlayerStatus.PLAYING}
        assert out == self.out
        hallway = [place for place in table.places.values() if not isinstance(place, str)]
        if self.board:
            assert {SUSPECTS[s] for s in range(self.players) if s not in out} <= set(table.places)
            assert set(hallway) <= set(self.board.map.squares("."))
            rooms = {place for place in table.places.values() if isinstance(place, str)}
            assert rooms <= set(table.deal.deck.rooms)
        if self.rules.tokens_block:
            assert len(hallway) == len(set(hallway)), "two tokens on one square"
        assert (table.result is None) == (table.request is not None)
        if not isinstance(table.request, requests.AskShow | requests.DrawShownCard | None):
            assert table.request.seat == table.seat
            assert table.seat not in out, "somebody who is out takes turns"

    def check_result(self) -> None:
        result, last = self.table.result, self.table.events[-1]
        playing = [seat for seat in range(self.players) if seat not in self.out]
        assert result is not None
        if isinstance(last, events.Accused):
            assert last.correct
            assert result == Result(last.seat, "accusation")
        elif not playing:
            crashed = {e.seat for e in self.table.events if isinstance(e, events.Forfeited)}
            how: End = "forfeits" if len(crashed) == self.players else "all-out"
            assert result == Result(None, how)
        elif self.rules.last_wins and len(playing) == 1:
            assert result == Result(playing[0], "last-wins")
        else:
            assert result == Result(None, "turn-limit")
            assert self.table.turn == self.rules.turn_limit


def play_randomly(
    table: Table, rng: Random, *, accusing: float = 0.02, forfeiting: float = 0.0
) -> Referee:
    """Play a game to its end with random legal answers, a referee watching every step.

    No turn takes more than eight requests, so that a table that stalls is found out.
    """
    referee, turn, requests = Referee(table), 0, 0
    while table.request is not None:
        if rng.random() < forfeiting:
            table.forfeit(rng.randrange(table.players), "crash")
        else:
            turn, requests = (turn, requests + 1) if table.turn == turn else (table.turn, 1)
            assert requests <= 8, "the turn does not end"
            table.submit(random_answer(table, rng, accusing))  # type: ignore[arg-type]
        referee.listen()
    referee.check_result()
    return referee
