"""Parser for facts that everybody at the table learns, in one line of notes.

The grammar, as in :mod:`planner_clue.people.assist.observations`::

    nobody has CARDS / CARDS are in no hand                   also after "clue:", "all know:"
    PLAYER has no CARDS
    PLAYER shows CARDS to all / reveals CARDS / drops CARDS
    PLAYER's hand: CARDS / PLAYER lays the hand open: CARDS
"""

from dataclasses import dataclass

from planner_clue.game.cards import Card
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader, backtracks, word_set
from planner_clue.people.assist.players import Company
from planner_clue.support.errors import NotesError

_HAS = word_set("has have holds hold had held got gets owns")
_IS = word_set("is are was were isn't aren't lies lie")
_NOT = word_set("not no none neither nor isn't aren't don't doesn't without never hasn't lacks")
_AUXILIARY = word_set("do does did can could")
_NOBODY = word_set("nobody noone no-one none nobody's no-one's")
_ONE = word_set("one body one's player players player's hand hands of us them you anybody's")
_ALL = word_set("all everybody everyone table")
_REVEALS = word_set("reveals revealed drops dropped exposes exposed discards discarded flashed")
_SHOWS = word_set("shows showed show shown showing")
_LAYS = word_set("lays laid lay puts put opens opened turns turned")
_HAND = word_set("hand hands cards")
_BETWEEN = FILLERS | word_set("or nor neither either any his her their its my your card on to also")
_OPENLY = word_set("open openly down up face on table over out")
_LEARN = word_set("clue card knows know learns learned learn hears heard sees saw extra public")


@dataclass(frozen=True)
class NotedFact:
    """Cards that everybody knows some seats to hold, or not to hold."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    holds: bool


@backtracks
def public_fact(words: Reader, company: Company, hand: tuple[Card, ...]) -> NotedFact | None:
    """Return a fact that everybody learns; None, with nothing read, if the line has none."""
    words.skip(_LEARN, _ALL, FILLERS, PAUSES, ":", {"it", "that", "we"})
    found = _of_nobody(words, company) or _in_no_hand(words, company) or _of_player(words, company)
    if found is None:
        return None
    mine = found.seats == (company.me,)
    own, others = [c for c in found.cards if c in hand], [c for c in found.cards if c not in hand]
    if mine and found.holds and others:
        raise NotesError(f"you do not hold {others[0]}; expected a card of your hand")
    if own and not (mine and found.holds) and (found.holds or mine or len(found.seats) > 1):
        raise NotesError(f"you hold {own[0]} yourself; expected a card of another player")
    return found


@backtracks
def _of_nobody(words: Reader, company: Company) -> NotedFact | None:
    """Read "nobody has the hall", "no one holds hall", "none of us have the hall"."""
    if not _nobody(words) or not (words.take(_HAS) or words.take(_SHOWS)):
        return None
    return _fact(words, company, _others(company), holds=False)


def _others(company: Company) -> tuple[int, ...]:
    return tuple(sorted(company.others_after(company.me)))


def _nobody(words: Reader) -> bool:
    found = words.take(_NOBODY) or (words.take({"no"}) and words.take(_ONE))
    words.skip(_ONE, FILLERS - {"has", "have"}, _AUXILIARY)
    return bool(found)


@backtracks
def _in_no_hand(words: Reader, company: Company) -> NotedFact | None:
    """Read "the hall is in nobody's hand", "hall is with no one", "hall: nobody"."""
    cards = _cards(words, company)
    words.skip(_IS, FILLERS, {":", "with", "at", "by"})
    if not cards or not _nobody(words):
        return None
    words.skip(_ONE, _HAS, FILLERS, {"it"}, ".!")
    return None if words else NotedFact(_others(company), tuple(cards), holds=False)


@backtracks
def _of_player(words: Reader, company: Company) -> NotedFact | None:
    holder = company.player(words)
    if holder is None:
        return None
    words.skip(PAUSES)
    if words.take(_HAND) or _lays_open(words):
        words.skip(_IS, {":"}, FILLERS)
        return _fact(words, company, (holder,), holds=True, whole=company.hand_sizes[holder])
    if words.take(_REVEALS):
        return _fact(words, company, (holder,), holds=True)
    if words.take(_SHOWS):
        return _shown_to_all(words, company, holder)
    words.skip(_AUXILIARY)
    is_not = words.take(_NOT - _HAS)
    if not words.take(_HAS) and is_not not in {"hasn't", "lacks"}:
        return None
    words.skip(FILLERS)
    is_not = words.take(_NOT) or is_not
    return _fact(words, company, (holder,), holds=not is_not)


@backtracks
def _lays_open(words: Reader) -> bool:
    """Read "lays his hand open", "shows his cards"."""
    shows = words.take(_LAYS) or words.take(_SHOWS)
    words.skip(_BETWEEN, _ALL)
    found = shows and words.take(_HAND)
    words.skip(_OPENLY, FILLERS, _ALL, {"to"})
    return bool(found)


@backtracks
def _shown_to_all(words: Reader, company: Company, holder: int) -> NotedFact | None:
    words.skip({"to"})
    before = words.take(_ALL)
    words.skip({"of", "us", "them"})
    fact = _fact(words, company, (holder,), holds=True)
    is_public = before or words.words[-1].plain.rstrip("!") in _ALL
    return fact if is_public else None


def _fact(
    words: Reader, company: Company, seats: tuple[int, ...], *, holds: bool, whole: int = 0
) -> NotedFact | None:
    """Read cards up to the end of the line, a ``whole`` hand of so many; None if there is more."""
    words.skip(_BETWEEN, PAUSES)
    cards = _cards(words, company)
    words.skip(PAUSES, FILLERS, ".!", _ALL, _LEARN, _OPENLY, {"to", "it"})
    if words or not cards:
        return None
    if whole and len(cards) != whole:
        name = company.names[seats[0]]
        raise NotesError(f"{len(cards)} cards in the hand of {name}; expected all {whole}")
    return NotedFact(seats, tuple(cards), holds)


def _cards(words: Reader, company: Company) -> list[Card]:
    cards: list[Card] = []
    words.skip(FILLERS, PAUSES)
    while (card := company.card(words)) is not None:
        cards.append(card)
        words.skip(_BETWEEN, PAUSES)
    return cards
