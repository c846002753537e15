"""The header of notes: players, hand, hand sizes, board and rules; see ``docs/assist.md``."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from planner_clue.game.board import Board, board_or_none, of_edition
from planner_clue.game.cards import SUSPECTS, Card, Deck
from planner_clue.game.deal import hand_sizes
from planner_clue.game.decisions import Seat
from planner_clue.game.rules import EVEN, MIN_PLAYERS, Rules, default_rules, parse_rules
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader
from planner_clue.people.assist.players import Company, card_at, read_me, read_players, refuse_twins
from planner_clue.support.errors import InputError, NotesError

FIELDS = ("edition", "board", "players", "me", "rules", "face up", "pile", "hands", "hand")
"""Each depends only on earlier ones."""
EXPECTED = {
    "players": "the players clockwise, such as 'players: scarlett Ann, mustard Bob, white me'",
    "me": "your own seat, such as 'me: white'",
    "hand": "your cards, such as 'hand: plum, rope, lead pipe, library, kitchen, study'",
    "hands": "the number of cards of each player, such as 'hands: 6 6 6'",
    "edition": "an edition, such as 'edition: 2016', or a file",
    "board": "a board, such as 'board: classic'",
    "face up": "the cards that lie open for all, such as 'face up: rope, hall'",
    "pile": "how many cards nobody sees, such as 'pile: 4'; or 'face up:' with open ones",
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
    "box": "edition",
    **dict.fromkeys(("face-up", "open cards", "open", "left over", "on the table"), "face up"),
    **dict.fromkeys(("hidden", "hidden cards", "face down"), "pile"),
}
_QUESTIONS = {
    "players": "Who plays? List the suspects clockwise, with names if you like,\n"
    "for example: scarlett Ann, mustard Bob, white me",
    "me": "Which of them are you?",
    "face up": "Which cards lie face up?",
    "pile": "Two players: how many cards lie in a pile that nobody sees?\n"
    "If cards lie face up, write these instead, for example: face up: rope, hall, study, green",
    "hand": "Which cards do you hold?",
}
_LONGEST_ME = 3  # words of one's own player; more are a suggestion
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
    face_up: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()  # empty in a header that is not complete

    @cached_property
    def seat(self) -> Seat:
        """This seat at the table."""
        me, kinds, tokens = self.company.me, self.company.deck.categories, self.company.suspects
        toml = self.board.map.toml if self.board else None
        rules, face_up = str(self.rules), self.face_up
        return Seat(me, self.hand, self.hand_sizes, tokens, *kinds, rules, toml, 0, face_up)


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
    is_suggestion = cards > 1 or (field == "me" and len(words.words) > _LONGEST_ME)
    return None if is_suggestion else (field, value.strip())


def read_table(written: Written) -> Header:
    """Return a header without this seat's hand; raises as :func:`read_header` does."""
    with _field("edition"):
        name = of_edition(written.get("edition"), None)
        board = board_or_none(name)
    with _field("board"):
        if written.get("board"):
            name = of_edition(written.get("edition"), written["board"])
            board = board_or_none(name)
        deck = Deck() if board is None else board.deck
    with _field("players"):
        players = read_players(_required(written, "players"), deck)
    with _field("me"):
        me = read_me(written.get("me"), players, deck)
    with _field("rules"):
        rules = parse_rules(written["rules"]) if "rules" in written else default_rules(board)
    company, count = Company(players, me, rules.deck(board)), len(players)
    with _field("face up"):
        wanted, _ = rules.set_aside(company.deck, count)
        text = _required(written, "face up") if wanted else written.get("face up")
        face_up = tuple(read_cards(text, company)) if text else ()
        if wanted and len(face_up) != wanted:
            raise NotesError(f"{len(face_up)} cards face up; expected {wanted}, by the rules")
    with _field("pile"):
        pile = _number(_required(written, "pile"), company) if "pile" in written else rules.pile
        if count == MIN_PLAYERS and not (face_up or pile):
            raise NotesError(f"2 players; expected {EXPECTED['pile']}")
        if rules.face_up != EVEN:
            rules = replace(rules, face_up=len(face_up))
        rules = replace(rules, pile=pile)
    with _field("rules" if "rules" in written else "pile"):
        rules.check(board, count)
    with _field("hands"):
        sizes = read_sizes(written.get("hands"), company, rules, len(face_up) + pile)
    return Header(replace(company, hand_sizes=sizes), sizes, board, rules, name, face_up)


def _number(text: str, company: Company) -> int:
    words = text.split()
    if len(words) != 1 or not words[0].isdecimal() or not 0 < int(text) < len(company.deck) - 3:
        raise NotesError(f"'{text}'; expected {EXPECTED['pile']}")
    return int(text)


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


def read_sizes(value: str | None, company: Company, rules: Rules, aside: int) -> tuple[int, ...]:
    """Return the hand size per seat; without a ``value``, as they are dealt clockwise."""
    dealt, players = len(company.deck) - 3 - aside, len(company.players)
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
        but = f"the three of the case file{f' and {aside} set aside' if aside else ''}"
        expected = f"{dealt}: all {len(company.deck)} but {but}"
        if sum(sizes) < dealt:
            expected += ". If cards are left over, add 'face up: ' and these cards, or, if nobody "
            expected += f"sees them, 'pile: {dealt - sum(sizes)}'"
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
    if both := [card for card in cards if card in table.face_up]:
        raise NotesError(f"{both[0]} in your hand and face up; expected it in one of them")
    for category, all_of_it in company.deck.by_category():
        if set(all_of_it) <= {*cards, *table.face_up}:
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


def deck_of(written: Written) -> Deck:
    """Return the cards of the edition that a header names, or else of the classic box."""
    with suppress(InputError):
        board = board_or_none(of_edition(written.get("edition"), None))
        return Deck() if board is None else board.deck
    return Deck()


def question_for(field: str, written: Written) -> str:
    """Return the question for a missing ``field``; for the hand, it states the hand sizes."""
    prompt = _QUESTIONS[field]
    if field == "players":  # with names of this edition
        for usual, suspect in zip(SUSPECTS, deck_of(written).suspects, strict=False):
            prompt = prompt.replace(usual, suspect)
    if field != "hand":
        return prompt
    table = read_table(written)
    company, sizes = table.company, table.hand_sizes
    if len(set(sizes)) == 1:
        return f"Everybody holds {sizes[0]} cards. {prompt}"
    dealt = ", ".join(f"{name} {size}" for name, size in zip(company.names, sizes, strict=True))
    if "hands" in written:
        return f"The hands: {dealt}. {prompt}"
    return (
        f"The hands are uneven. Dealt clockwise from {company.names[0]}: {dealt}.\n"
        "If somebody else has more, write that first, in this order, for example:\n"
        f"hands: {' '.join(map(str, (*sizes[1:], sizes[0])))}\n{prompt}"
    )


def check_answer(field: str, value: str, written: Written) -> None:
    """Refuse a wrong answer to the question for ``field``; raises :class:`NotesError`."""
    try:
        read_header({**written, field: value})
    except NotesError as error:
        if FIELDS.index(error.field) <= FIELDS.index(field):
            raise


def with_edition(text: str, edition: str | None) -> str:
    """Return notes with a last line that names their edition, if there is one to be named."""
    if edition is None:
        return text
    return f"{text}{'' if text.endswith(chr(10)) or not text else chr(10)}edition: {edition}\n"


def lines_for(field: str, value: str, *, edition: bool) -> str:
    """Return the lines that an answer adds: with the first comes the board, if no edition has."""
    line = f"{field}: {value}\n"
    return line + f"board: {DEFAULT_BOARD}\n" if field == "players" and not edition else line
