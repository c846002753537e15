"""Parser for one line of notes: a suggestion, an accusation, a token's place, a card that was seen.

The grammar, where ``/`` separates what may stand in one place and ``[ ]`` may be left out::

    suggestion   PLAYER [:] / asks [PLAYER]   THREE CARDS [, ANSWERS]
    accusation   PLAYER accuses  THREE CARDS [:] wrong / right
    place        SUSPECT at / in  ROOM / X,Y / start
    card         I saw CARD with PLAYER / PLAYER has CARD

:mod:`~planner_clue.people.assist.public_facts` reads what everybody learns, and
:mod:`~planner_clue.people.assist.answers` reads the answers; ``docs/assist.md`` has examples.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from planner_clue.game.board import Board, Place
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.people.assist.answers import AnswerParser, NotedSuggestion
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader, backtracks, word_set
from planner_clue.people.assist.players import Company, card_at
from planner_clue.people.assist.public_facts import NotedFact, public_fact
from planner_clue.support.errors import NotesError

_ASKS = word_set("asks asked ask suggests suggested suggest says said guesses guessed")
_ACCUSES = word_set("accuses accused accuse accusation")
_IS_AT = word_set("at in on is are am stands enters entered enter")
_GOES = word_set("goes went go moves moved move into to")
_RIGHT = word_set("right correct correctly rightly true yes wins won")
_WRONG = word_set("wrong incorrect incorrectly wrongly false no loses lost out")
_SAW = word_set("saw see seen spotted noticed glimpsed")
_HAS = word_set("has have holds hold")
_WITH = word_set("with at by in from of hand card cards")
_START = frozenset({"start", "home"})
_WHAT = "a player with three cards, a token with its place, or a card that you saw"


@dataclass(frozen=True)
class NotedAccusation:
    """An accusation."""

    accuser: int
    cards: Accusation
    correct: bool


@dataclass(frozen=True)
class NotedPlace:
    """A token's place."""

    token: Card
    place: Place


@dataclass(frozen=True)
class NotedCard:
    """A card of another player that was seen by accident."""

    holder: int
    card: Card


Noted: TypeAlias = NotedSuggestion | NotedAccusation | NotedPlace | NotedCard | NotedFact


def read_observation(
    text: str, company: Company, hand: tuple[Card, ...], board: Board | None
) -> Noted:
    """Return the content of a line; raises :class:`NotesError` if that is not possible."""
    words = Reader(text)
    if place := _place(words, company, board):
        return place
    if seen := _seen_card(words, company):
        if seen.card in hand:
            raise NotesError(f"you hold {seen.card} yourself; expected a card of another player")
        return seen
    if fact := public_fact(words, company, hand):
        return fact
    seat = company.must_be_player(words, f"{_WHAT}; the players are")
    words.skip(PAUSES)
    if words.take(_ACCUSES):
        words.skip(":")
        cards = Accusation(*company.triple(words))
        words.skip(PAUSES, ":=.-", FILLERS, {"is", "was", "that"})
        verdict = words.take(_RIGHT, _WRONG)
        if verdict is None:
            words.fail("right or wrong", _RIGHT | _WRONG)
        _end(words)
        return NotedAccusation(seat, cards, verdict in _RIGHT)
    asked = _player_asked(words, company, seat) if words.take(_ASKS) else None
    words.skip(":\u2013\u2014-", FILLERS, {"about", "for"})
    answers = AnswerParser(words, company, seat, company.triple(words), asked)
    return _checked(answers.read(), company, hand)


def _player_asked(words: Reader, company: Company, asker: int) -> int | None:
    """Return the player of "Ann asked Bob: ..."; a suspect alone is a card of the suggestion."""
    start = words.position
    card = company.card(words)
    words.position = start
    seat = company.player(words)
    if seat is None or (card is not None and words.plain not in {":", "about", "for"}):
        words.position = start
        return None
    if seat == asker:
        raise NotesError(f"{company.names[seat]} asked {company.names[seat]}; expected another")
    return seat


@backtracks
def _seen_card(words: Reader, company: Company) -> NotedCard | None:
    """Return a card that was seen; None, with nothing read, if the line is not about one."""
    holder = company.player(words)
    if holder is not None and holder != company.me and words.take(_HAS):
        words.skip(FILLERS)
        card = company.card(words)
        words.skip(PAUSES, ".!")
        return NotedCard(holder, card) if card is not None and not words else None
    if words.take(_SAW) and holder in (None, company.me):
        return _card_and_holder(words, company)
    return None


def _card_and_holder(words: Reader, company: Company) -> NotedCard:
    """Read "rope with Bob" or "Bob's rope"; a suspect before the card is its holder."""
    words.skip(FILLERS, {"that"})
    before = words.position
    holder = company.player(words)
    owns = words.words[words.position - 1].plain.endswith("'s") or words.take(_HAS)
    words.skip(FILLERS)
    card = company.card(words) if holder is not None and owns else None
    if card is None:
        words.position = before
        card = company.card(words)
        if card is None:
            words.fail("a card: I saw rope with ...", company.deck.cards)
        words.skip(FILLERS, _WITH)
        holder = company.must_be_player(words, "the player who holds it")
    words.skip(_WITH)
    _end(words)
    if holder is None or holder == company.me:
        raise NotesError(f"you saw {card}; expected the card of another player")
    return NotedCard(holder, card)


@backtracks
def _place(words: Reader, company: Company, board: Board | None) -> NotedPlace | None:
    seat = company.player(words)
    token = card_at(words, company.tokens) if seat is None else company.suspects[seat]
    words.skip(PAUSES)
    if token is None or not words.take(_IS_AT, _GOES):
        return None
    words.skip(_IS_AT, _GOES, FILLERS, ":")
    if words.take(_START):
        if not board or token not in board.starts:
            raise NotesError(f"{token} has no start here; expected a room")
        place: Place = board.starts[token]
    else:
        place = _room_or_square(words, company, board)
    _end(words)
    return NotedPlace(token, place)


def _room_or_square(words: Reader, company: Company, board: Board | None) -> Place:
    first, words_before = words.position, words.rest()
    card = company.card(words)
    if card is not None and card not in company.deck.rooms:
        raise NotesError(f"{card} is not a room; expected one of {', '.join(company.deck.rooms)}")
    if card is not None:
        return card
    numbers: list[int] = []
    while words and len(numbers) < 2:
        words.skip(PAUSES, "[:")
        if not (words.plain.isdecimal() and words.plain.isascii() and len(words.plain) < 4):
            break
        numbers.append(int(words.plain))
        words.position += 1
    if len(numbers) != 2:
        words.position = first
        words.fail("a room, or a hallway square as x,y", company.deck.rooms)
    words.skip("])")
    square = numbers[0], numbers[1]
    if not board or square not in board.graph:
        what = f"{words_before} is not a hallway square of this board"
        how = "x to the right, y down, from 0, as 'board' shows them"
        raise NotesError(f"{what}; expected x,y: {how}")
    return square


def _end(words: Reader) -> None:
    words.skip(PAUSES, ".!")
    if words:
        words.fail("the end of the line")


def _checked(noted: NotedSuggestion, company: Company, hand: tuple[Card, ...]) -> NotedSuggestion:
    """Return the suggestion, if it fits this seat's hand and what it can have seen."""
    me, seat, cards, names = company.me, noted.suggester, noted.cards, company.names
    shower, card = noted.shower, noted.card
    mine = [asked for asked in cards if asked in hand]
    order = [other for other in company.others_after(seat) if other not in noted.not_asked]
    passed = order if shower is None else order[: order.index(shower)]
    if me in passed and mine:
        end = "nobody" if shower is None else names[shower]
        what = f"by this line you passed, since {end} showed, but you hold {', '.join(mine)}"
        raise NotesError(f"{what}; expected '{names[me]} showed {mine[0]}', or other cards")
    if shower == me:
        card = _shown_by_me(card, mine, cards)
    elif card is not None and seat != me:
        what = f"{names[shower or 0]} showed {card} to {names[seat]}, not to you"
        raise NotesError(f"{what}; expected no card where you did not see it")
    elif seat == me and shower is not None:
        card = _shown_to_me(card, mine, cards, names[shower])
    return replace(noted, card=card)


def _shown_by_me(card: Card | None, mine: list[Card], cards: Suggestion) -> Card | None:
    if not mine:
        what = f"you showed, but hold none of {', '.join(cards)}"
        raise NotesError(f"{what}; expected another player")
    if card is not None and card not in mine:
        raise NotesError(f"you showed {card}; expected a card of your own hand: {', '.join(mine)}")
    return mine[0] if len(mine) == 1 else card


def _shown_to_me(card: Card | None, mine: list[Card], cards: Suggestion, shower: str) -> Card:
    others = [asked for asked in cards if asked not in mine]
    if card is None and len(others) == 1:
        return others[0]
    if card is None and not others:
        raise NotesError(f"{shower} showed you a card, but you hold all of {', '.join(cards)}")
    if card is None:
        say = f"'{shower} showed {others[0]}', say"
        raise NotesError(f"expected the card that {shower} showed you: {say}")
    if card in mine:
        raise NotesError(f"{shower} showed you {card}, but you hold {card} yourself")
    return card
