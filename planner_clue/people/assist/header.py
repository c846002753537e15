"""The header of notes: players, hand, hand sizes, board and rules; see ``docs/assist.md``."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from planner_clue.game.board import Board, board_or_none
from planner_clue.game.cards import Card, Deck
from planner_clue.game.deal import hand_sizes
from planner_clue.game.decisions import Seat
from planner_clue.game.rules import Rules, default_rules, parse_rules
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader
from planner_clue.people.assist.players import Company, card_at, read_me, read_players, refuse_twins
from planner_clue.support.errors import InputError, NotesError

FIELDS = ("players", "me", "board", "rules", "hands", "hand")  # each depends only on earlier ones
EXPECTED = {
    "players": "the players clockwise, such as 'players: scarlett Ann, mustard Bob, white me'",
    "me": "your own seat, such as 'me: white'",
    "hand": "your cards, such as 'hand: plum, rope, lead pipe, library, kitchen, study'",
    "hands": "the number of cards of each player, such as 'hands: 6 6 6'",
    "board": "a board, such as 'board: classic'",
    "rules": "a rule set, such as 'rules: standard'",
}
_ALIASES = {
    "cards": "hand",
    "my cards": "hand",
    "my hand": "hand",
    "seat": "me",
    "i am": "me",
    "player": "players",
    "hand sizes": "hands",
}
_QUESTIONS = {
    "players": "Who plays? Clockwise, each with the suspect, and with a name where you like,\n"
    "for example: scarlett Ann, mustard Bob, white me",
    "me": "Which of them are you?",
    "hand": "Which cards do you hold?",
}
DEFAULT_BOARD = "classic"

Written: TypeAlias = Mapping[str, str]  # the text of each line of the header, by field


@dataclass(frozen=True)
class Header:
    """The table at which notes are taken, and this seat's hand."""

    company: Company
    hand_sizes: tuple[int, ...]
    board: Board | None
    rules: Rules
    board_name: str
    hand: tuple[Card, ...] = ()  # empty in a header that is not complete

    @cached_property
    def seat(self) -> Seat:
        """This seat at the table."""
        me, kinds, tokens = self.company.me, self.company.deck.categories, self.company.suspects
        toml = self.board.map.toml if self.board else None
        return Seat(me, self.hand, self.hand_sizes, tokens, *kinds, str(self.rules), toml, seed=0)


def field_of(text: str) -> tuple[str, str] | None:
    """Return field and value of a line of the header; ``me:`` before cards is none."""
    key, colon, value = text.split("#", maxsplit=1)[0].partition(":")
    name = " ".join(key.lower().split())
    field = _ALIASES.get(name, name)
    if not colon or field not in FIELDS:
        return None
    words, deck, cards = Reader(value), Deck(), 0
    while field == "me" and words:
        cards += card_at(words, deck) is not None
        words.position += 1
    return None if cards > 1 else (field, value.strip())


def read_table(written: Written) -> Header:
    """Return a header without this seat's hand; raises as :func:`read_header` does."""
    with _field("players"):
        players = read_players(_required(written, "players"))
    with _field("me"):
        me = read_me(written.get("me"), players)
    with _field("board"):
        name = written.get("board") or DEFAULT_BOARD
        board = board_or_none(name)
    with _field("rules"):
        rules = parse_rules(written["rules"]) if "rules" in written else default_rules(board)
        rules.check(board, len(players))
    company = Company(players, me, rules.deck(board))
    with _field("hands"):
        sizes = read_sizes(written.get("hands"), company, rules)
    return Header(company, sizes, board, rules, name)


def read_header(written: Written) -> Header:
    """Return a header; raises :class:`NotesError`, with the first missing or wrong ``field``."""
    table = read_table(written)
    with _field("hand"):
        hand = read_hand(_required(written, "hand"), table, given="hands" in written)
    return replace(table, hand=hand)


@contextmanager
def _field(field: str) -> Iterator[None]:
    """Give errors in this block the field that they are about."""
    try:
        yield
    except NotesError as error:
        error.field = field
        raise
    except InputError as error:
        raise NotesError(str(error), field=field) from error


def _required(written: Written, field: str) -> str:
    if not written.get(field):
        raise NotesError(f"'{field}:' is missing; expected {EXPECTED[field]}")
    return written[field]


def read_sizes(value: str | None, company: Company, rules: Rules) -> tuple[int, ...]:
    """Return the hand size per seat; without a ``value``, as they are dealt clockwise."""
    dealt, players = len(company.deck) - 3, len(company.players)
    if value is None:
        return tuple(hand_sizes(company.deck, players, rules))
    words = Reader(value)
    words.skip(PAUSES, FILLERS)
    sizes: list[int] = []
    while words:
        company.player(words)
        words.skip({":", "="})
        if not (words.plain.isdecimal() and words.plain.isascii() and len(words.plain) < 3):
            words.fail(f"a number of cards for each of {players} players")
        sizes.append(int(words.plain))
        words.position += 1
        words.skip(PAUSES, FILLERS)
    if len(sizes) != players or min(sizes) < 1:
        expected = f"the number of cards of each of {players} players"
        order = f"in the order {', '.join(company.names)}"
        raise NotesError(f"{len(sizes)} hand sizes; expected {expected}, {order}")
    if sum(sizes) != dealt:
        expected = f"{dealt}: all {len(company.deck)} but the three of the case file"
        raise NotesError(f"{sum(sizes)} cards in all hands; expected {expected}")
    return tuple(sizes)


def read_hand(value: str, table: Header, *, given: bool) -> tuple[Card, ...]:
    """Return this seat's hand; ``given`` is whether the notes contain the hand sizes."""
    company, sizes = table.company, table.hand_sizes
    cards = read_cards(value, company)
    expected = sizes[company.me]
    if len(cards) != expected:
        listed = " ".join(map(str, sizes))
        turned = [sizes[step:] + sizes[:step] for step in range(len(sizes))]
        fitting = next((other for other in turned if other[company.me] == len(cards)), sizes)
        why = (
            f"as 'hands: {listed}' says"
            if given
            else f"dealt clockwise from {company.names[0]} the hands are {listed}. If somebody "
            f"else was dealt first, add a line such as 'hands: {' '.join(map(str, fitting))}'"
        )
        raise NotesError(f"{len(cards)} cards in your hand; expected {expected}: {why}")
    for category, all_of_it in company.deck.by_category():
        if set(all_of_it) <= set(cards):
            raise NotesError(f"your hand has every {category}; expected one in the case file")
    return tuple(sorted(cards, key=company.deck.position))


def read_cards(value: str, company: Company) -> list[Card]:
    """Return a list of cards, each once."""
    words = Reader(value)
    words.skip(PAUSES, FILLERS, ".")
    cards: list[Card] = []
    while words:
        card = company.card(words)
        if card is None:
            words.fail("a card", company.deck.cards)
        cards.append(card)
        words.skip(PAUSES, FILLERS, ".")
    refuse_twins(map(str, cards), "card")
    return cards


def question_for(field: str, written: Written) -> str:
    """Return the question for a missing ``field``; for the hand, it states the hand sizes."""
    question = _QUESTIONS[field]
    if field != "hand":
        return question
    table = read_table(written)
    company, sizes = table.company, table.hand_sizes
    if len(set(sizes)) == 1:
        return f"Everybody holds {sizes[0]} cards. {question}"
    dealt = ", ".join(f"{name} {size}" for name, size in zip(company.names, sizes, strict=True))
    if "hands" in written:
        return f"The hands: {dealt}. {question}"
    return (
        f"The hands are uneven. Dealt clockwise from {company.names[0]}: {dealt}.\n"
        "If somebody else has more, write that first, in this order, for example:\n"
        f"hands: {' '.join(map(str, (*sizes[1:], sizes[0])))}\n{question}"
    )


def check_answer(field: str, value: str, written: Written) -> None:
    """Refuse a wrong answer to the question for ``field``; raises :class:`NotesError`."""
    try:
        read_header({**written, field: value})
    except NotesError as error:
        if FIELDS.index(error.field) <= FIELDS.index(field):
            raise


def lines_for(field: str, value: str) -> str:
    """Return the lines that an answer adds to the notes: with the first comes the board."""
    line = f"{field}: {value}\n"
    return line + f"board: {DEFAULT_BOARD}\n" if field == "players" else line
