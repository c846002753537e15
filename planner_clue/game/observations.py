"""Files of a seat's observations, in the format of ``docs/observations.md``."""

from dataclasses import dataclass
from typing import Any

from planner_clue.game.board import NO_BOARD, Board, Place, board_or_none
from planner_clue.game.board.map import MAX_SIDE
from planner_clue.game.cards import Accusation, Card, Deck, Suggestion
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Accused, Event, Passed, Revealed, Showed, Suggested
from planner_clue.game.located_json import Located, read_json
from planner_clue.game.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, default_rules, parse_rules
from planner_clue.game.turn_order import others_after
from planner_clue.support.errors import BoardError, RulesError, SeenError

_REQUIRED = ("schema", "hand_sizes", "seat", "hand", "observations")
_OPTIONAL = ("face_up", "pile", "board", "rules", "tokens", "seat_tokens", "may_suggest_here")


@dataclass(frozen=True)
class SeatObservations:
    """The observations of a seat, each checked by itself and not against the others."""

    seat: Seat  # hand, hand sizes, deck, board and rules; its seed is 0
    observations: tuple[tuple[Event, ...], ...]
    """Suggestions with answers, accusations, cards seen by accident and public facts, as events.

    The turn of an event is its observation's number, counted from 1.
    """
    names: tuple[str, ...]  # per seat: its number, and its suspect where the file gives it
    board: Board | None
    rules: Rules
    tokens: dict[Card, Place] | None  # places in the file, or None without any
    may_suggest_here: bool
    where: tuple[str, ...]  # where each observation stands: observations[0], or line 7 in notes

    @property
    def events(self) -> list[Event]:
        """All events in order."""
        return [event for observation in self.observations for event in observation]

    @property
    def noted_place(self) -> Place | None:
        """Where this seat's token was noted to be, or None if nowhere, or without a board."""
        if not (self.board and self.tokens):
            return None
        return self.tokens.get(self.seat.tokens[self.seat.index])

    @property
    def here(self) -> Place | None:
        """Where this seat's token is: where it was noted, else on its start."""
        start = self.board.starts.get(self.seat.tokens[self.seat.index]) if self.board else None
        return self.noted_place or start


def parse_seen(
    text: str, source: str = "seen", default_board: str | None = None
) -> SeatObservations:
    """Return the observations in a JSON text; ``source`` names it in errors."""
    data = read_json(text, source).fields(_REQUIRED, _OPTIONAL)
    if type(data["schema"].value) is not int or data["schema"].value != 1:
        data["schema"].fail("expected 1, the only schema there is")
    board, rules = _board_and_rules(data, default_board)
    deck = rules.deck(board)
    face_up = tuple(data["face_up"].different_cards(deck)) if "face_up" in data else ()
    pile = data["pile"].integer(0, len(deck) - 4) if "pile" in data else 0
    sizes = _hand_sizes(data["hand_sizes"], deck, len(face_up) + pile)
    me = data["seat"].seat(len(sizes))
    hand = _hand(data["hand"], deck, sizes[me], face_up)
    played = _seat_tokens(data.get("seat_tokens"), len(sizes), deck)
    toml = board.map.toml if board else None
    seat = Seat(me, hand, sizes, played, *deck.categories, str(rules), toml, 0, face_up)
    numbered = enumerate(data["observations"].items(), 1)
    observations = tuple(_read_observation(observed, seat, turn) for turn, observed in numbered)
    tokens = _tokens(data["tokens"], deck, board) if "tokens" in data else None
    here = data["may_suggest_here"].boolean() if "may_suggest_here" in data else False
    names = tuple(f"seat {number}" for number in range(len(sizes)))
    if "seat_tokens" in data:
        names = tuple(f"{name} ({token})" for name, token in zip(names, seat.tokens, strict=True))
    where = tuple(f"observations[{number}]" for number in range(len(observations)))
    return SeatObservations(seat, observations, names, board, rules, tokens, here, where)


def _board_and_rules(
    data: dict[str, Located], default_board: str | None
) -> tuple[Board | None, Rules]:
    name = data["board"].text() if "board" in data else default_board
    try:
        board = board_or_none(NO_BOARD if name is None else name)
    except BoardError as error:
        where = f"{data['board'].where}: " if "board" in data else ""
        raise SeenError(f"{where}{error}") from error
    if "rules" not in data:
        return board, default_rules(board)
    try:
        return board, parse_rules(data["rules"].text())
    except RulesError as error:
        raise SeenError(f"{data['rules'].where}: {error}") from error


def _hand_sizes(field: Located, deck: Deck, aside: int) -> tuple[int, ...]:
    items = field.items()
    if not MIN_PLAYERS <= len(items) <= MAX_PLAYERS:
        field.fail(f"expected a number of cards for each of {MIN_PLAYERS} to {MAX_PLAYERS} seats")
    dealt = len(deck) - 3 - aside
    sizes = tuple(item.integer(1, max(dealt, 1)) for item in items)
    if sum(sizes) != dealt:
        field.fail(
            f"these are {sum(sizes)} cards; expected {dealt}, "
            f"all {len(deck)} but the three of the case file"
            + (f" and {aside} set aside" if aside else "")
        )
    if len(sizes) == MIN_PLAYERS and not aside:
        field.fail("expected the cards of two players with others in 'face_up' or a 'pile'")
    return sizes


def _hand(field: Located, deck: Deck, size: int, face_up: tuple[Card, ...]) -> tuple[Card, ...]:
    cards = field.different_cards(deck)
    if len(cards) != size:
        field.fail(f"these are {len(cards)} cards; expected {size}, as hand_sizes says")
    if both := [card for card in cards if card in face_up]:
        field.fail(f"{both[0]} lies face up too; expected it in one of them")
    for category, all_of_it in deck.by_category():
        if set(all_of_it) <= {*cards, *face_up}:
            field.fail(f"no {category} is left for the case file; expected one at least")
    return tuple(sorted(cards, key=deck.position))


def _seat_tokens(field: Located | None, players: int, deck: Deck) -> tuple[Card, ...]:
    if field is None:
        return deck.suspects[:players]
    tokens = field.different_cards(deck)
    if len(tokens) != players or not set(tokens) <= set(deck.suspects):
        field.fail(f"expected the suspects that the {players} seats play, each once")
    return tuple(tokens)


def _tokens(field: Located, deck: Deck, board: Board | None) -> dict[Card, Place]:
    """Return where the tokens are: rooms by name, hallway squares as [x, y]."""
    if not isinstance(field.value, dict):
        field.fail("expected an object { } from suspects to rooms or [x, y]")
    places: dict[Card, Place] = {}
    for key, value in field.value.items():
        suspect = Located(key, field.path, field.source).card(deck)
        place = Located(value, f"{field.path}.{suspect}", field.source)
        if suspect not in deck.suspects:
            place.fail(f"{suspect} is not a suspect; expected one of {', '.join(deck.suspects)}")
        if suspect in places:
            place.fail(f"{suspect} stands here twice; expected each token once")
        places[suspect] = _place(place, deck, board)
    taken = [place for place in places.values() if not isinstance(place, str)]
    if board and len(set(taken)) < len(taken):
        field.fail("two tokens stand on one square; expected one token a square")
    return places


def _place(field: Located, deck: Deck, board: Board | None) -> Place:
    if isinstance(field.value, str):
        room = field.card(deck)
        if room not in deck.rooms:
            field.fail(f"expected a room or a square [x, y]; rooms: {', '.join(deck.rooms)}")
        return room
    items = field.items() if isinstance(field.value, list) else []
    if len(items) != 2:
        field.fail("expected a room by name or a hallway square [x, y]")
    x, y = (item.integer(0, MAX_SIDE - 1) for item in items)
    if board and (x, y) not in board.graph:
        field.fail("expected a hallway square [x, y] of the board: x to the right, y down")
    return x, y


def _read_observation(observed: Located, seat: Seat, turn: int) -> tuple[Event, ...]:
    """Return the events of one observation; raises :class:`SeenError` where it breaks a rule."""
    if isinstance(observed.value, dict) and "accuser" in observed.value:
        fields = observed.fields(("accuser", "cards", "correct"), ())
        accuser = fields["accuser"].seat(seat.players)
        cards = Accusation(*_triple(fields["cards"], seat.deck))
        return (Accused(turn, accuser, cards, fields["correct"].boolean()),)
    if isinstance(observed.value, dict) and "seen_with" in observed.value:
        fields = observed.fields(("seen_with", "card"), ())
        holder, card = fields["seen_with"].seat(seat.players), fields["card"].card(seat.deck)
        if holder == seat.index:
            fields["seen_with"].fail("expected another seat than the one that saw the card")
        if card in seat.hand:
            own = f"{card} is in this seat's own hand"
            fields["card"].fail(f"{own}; expected a card of seat {holder}")
        return (Showed(turn, holder, seat.index, card),)
    if isinstance(observed.value, dict) and "revealed_by" in observed.value:
        fields = observed.fields(("revealed_by", "cards"), ("holds",))
        by, cards_seen = fields["revealed_by"], fields["cards"].different_cards(seat.deck)
        holds = fields["holds"].boolean() if "holds" in fields else True
        seats = [each.seat(seat.players) for each in by.items()]
        if holds and len(seats) != 1:
            by.fail("expected the one seat that holds the cards")
        return tuple(Revealed(turn, each, tuple(cards_seen), holds) for each in seats)
    return _ObservedSuggestion(observed, seat).events(turn)


def _triple(cards: Located, deck: Deck) -> tuple[Card, Card, Card]:
    triple = deck.triple(cards.different_cards(deck))
    if triple is None:
        cards.fail("expected a suspect, a weapon and a room")
    return triple


class _ObservedSuggestion:
    """A suggestion and the answers to it, as ``seat`` saw them."""

    def __init__(self, observed: Located, seat: Seat) -> None:
        self._observed, self._seat, self._me = observed, seat, seat.index
        required, optional = ("suggester", "cards", "passed", "shown_by"), ("card", "not_asked")
        self._fields = observed.fields(required, optional)
        self._suggester = self._fields["suggester"].seat(seat.players)
        self._suggestion = Suggestion(*_triple(self._fields["cards"], seat.deck))
        self._held = [card for card in self._suggestion if card in seat.hand]
        """Which of the three this seat holds."""
        skipped = self._seats("not_asked") if "not_asked" in self._fields else []
        if self._suggester in skipped or len(set(skipped)) < len(skipped):
            self._fields["not_asked"].fail("expected other seats than the suggester, each once")
        order = others_after(self._suggester, seat.players)
        self._order = [other for other in order if other not in skipped]  # who is asked, in order

    def _seats(self, field: str) -> list[int]:
        return [item.seat(self._seat.players) for item in self._fields[field].items()]

    def events(self, turn: int) -> tuple[Event, ...]:
        passed = self._passed()
        shower = self._shower(passed)
        card = self._card(shower)
        suggested = Suggested(turn, self._suggester, self._suggestion)
        shown = [] if shower is None else [Showed(turn, shower, self._suggester, card)]
        return suggested, *(Passed(turn, other) for other in passed), *shown

    def _passed(self) -> list[int]:
        """Return who passed: clockwise from the suggester, nobody left out."""
        field, order, passed = self._fields["passed"], self._order, self._seats("passed")
        if passed != order[: len(passed)]:
            field.fail(
                f"expected seats clockwise from the suggester {self._suggester}: {order}, "
                "or its beginning"
            )
        if self._me in passed and self._held:
            field.fail(f"seat {self._me} holds {', '.join(self._held)} and cannot pass")
        return passed

    def _shower(self, passed: list[int]) -> int | None:
        """Return who showed: the next one who was asked; nobody only if all passed."""
        field, order = self._fields["shown_by"], self._order
        if field.value is None:
            if passed != order:
                self._fields["passed"].fail(f"expected {order}: nobody showed, so all passed")
            return None
        shower = field.seat(self._seat.players)
        if len(passed) == len(order):
            field.fail("expected null: all others passed")
        if shower != (expected := order[len(passed)]):
            field.fail(f"expected {expected}, the next seat after the suggester and who passed")
        if shower == self._me and not self._held:
            cards = ", ".join(self._suggestion)
            field.fail(f"seat {self._me} holds none of {cards} and cannot show")
        return shower

    def _card(self, shower: int | None) -> Card | None:
        """Return the card that was shown, where this seat saw or showed it."""
        field, me = self._fields.get("card"), self._me
        is_shown = self._suggester == me and shower is not None
        if field is None or field.value is None:
            if is_shown:
                where = Located(None, f"{self._observed.path}.card", self._observed.source)
                where.fail(f"expected the card that seat {shower} showed to this seat")
            return None
        card = field.card(self._seat.deck)
        if shower is None:
            field.fail("expected no card: nobody showed one")
        if me not in (self._suggester, shower):
            field.fail(f"expected no card: seat {me} did not see what was shown")
        if card not in self._suggestion:
            field.fail(f"expected one of {', '.join(self._suggestion)}")
        if shower == me and card not in self._held:
            field.fail(f"expected a card of seat {me}'s own hand: {', '.join(self._held)}")
        if is_shown and card in self._held:
            field.fail(f"{card} is in this seat's own hand; expected a card of seat {shower}")
        return card


def seen_to_json(seen: SeatObservations, board: str | None = None) -> dict[str, Any]:
    """Return observations as plain data; ``board`` is a board's name or file, if not its own."""
    named = board or (seen.board.name if seen.board else NO_BOARD)
    data: dict[str, Any] = {
        "schema": 1,
        "board": named,
        "rules": str(seen.rules),
        "hand_sizes": list(seen.seat.hand_sizes),
        **({"face_up": list(seen.seat.face_up)} if seen.seat.face_up else {}),
        **({"pile": seen.seat.pile} if seen.seat.pile else {}),
        "seat": seen.seat.index,
        "seat_tokens": list(seen.seat.tokens),
        "hand": list(seen.seat.hand),
        "observations": [_observation(events, seen.seat.players) for events in seen.observations],
        "may_suggest_here": seen.may_suggest_here,
    }
    if seen.tokens is not None:
        data["tokens"] = {
            token: place if isinstance(place, str) else list(place)
            for token, place in seen.tokens.items()
        }
    return data


def _observation(events: tuple[Event, ...], players: int) -> dict[str, Any]:
    """Return an accusation, a card seen by accident, or a suggestion with its answers."""
    first, *answers = events
    if isinstance(first, Accused):
        return {"accuser": first.seat, "cards": list(first.cards), "correct": first.correct}
    if isinstance(first, Showed):
        return {"seen_with": first.seat, "card": first.card}
    if isinstance(first, Revealed):
        seats = {"revealed_by": [event.seat for event in events], "cards": list(first.cards)}
        return seats if first.holds else {**seats, "holds": False}
    assert isinstance(first, Suggested)
    answered = {first.seat, *(event.seat for event in answers)}
    shown = [event for event in answers if isinstance(event, Showed)]
    data: dict[str, Any] = {
        "suggester": first.seat,
        "cards": list(first.cards),
        "passed": [event.seat for event in answers if isinstance(event, Passed)],
        "shown_by": shown[0].seat if shown else None,
    }
    if shown and shown[0].card:
        data["card"] = shown[0].card
    order = others_after(first.seat, players)
    asked = order[: order.index(shown[0].seat)] if shown else order
    if skipped := [seat for seat in asked if seat not in answered]:
        data["not_asked"] = skipped
    return data
