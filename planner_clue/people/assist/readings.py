"""What a line of notes may mean that is not understood: a few readings to choose from."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import product

from planner_clue.game.cards import Card
from planner_clue.people.assist.header import Header
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader, word_set, words_of
from planner_clue.people.assist.observations import Noted, read_observation
from planner_clue.support.errors import NotesError, closest

MOST, _LONGEST = 3, 200  # readings, and characters of a line that has some
_KNOWN = PAUSES | FILLERS | word_set(
    "passed showed shows nobody asked accuses suggests saw nothing wrong right to all at me i : - +"
)  # fmt: skip


@lru_cache(maxsize=256)  # notes are read anew after each change
def readings(text: str, header: Header) -> tuple[str, ...]:
    """Return up to three lines, each understood otherwise, that may be meant by a wrong one."""
    found: dict[Noted, str] = {}
    for line in _candidates(text, header) if len(text) <= _LONGEST else ():
        with suppress(NotesError):
            noted = read_observation(line, header.company, header.hand, header.board)
            found.setdefault(noted, line)
        if len(found) == MOST:
            break
    return tuple(found.values())


def _candidates(text: str, header: Header) -> Iterator[str]:
    company, deck = header.company, header.company.deck
    names = [*company.names, *deck.cards, *(alias for alias, _ in deck.aliases), *_KNOWN]
    spelled, unknown = list[str](), set[str]()
    for word in words_of(text):
        read = Reader(word.text)
        if word.plain in _KNOWN or company.card(read) or company.player(read) is not None:
            spelled.append(word.text)
        else:
            spelled.append(closest(word.plain, names, cutoff=0.7) or word.text)
            unknown.add(spelled[-1])
    yield " ".join(spelled)
    yield " ".join(word for word in spelled if word not in unknown)
    words, cards, seats = Reader(" ".join(spelled)), list[Card](), list[int]()
    while words:
        start = words.position
        card = company.card(words)
        after = words.position
        words.position = start
        seat = company.player(words)
        if card and (seats or seat is None):  # a suspect, once a player was named
            cards.append(card)
            words.position = after
        elif seat is not None:
            seats.append(seat)
        else:
            words.position = start + 1
    nobody = any(word in ("nobody", "none", "noone", "no-one") for word in spelled)
    yield from _templates(header, [*dict.fromkeys(cards)], [*dict.fromkeys(seats)], nobody=nobody)


def _templates(
    header: Header, cards: list[Card], seats: list[int], *, nobody: bool
) -> Iterator[str]:
    """Yield lines about these cards and players, the most usual ones first."""
    company = header.company
    names = ["me" if n == company.me else name for n, name in enumerate(company.names)]
    three = [[c for c in cards if c in kind][:1] for kind in company.deck.categories]
    asker, *others = seats or [company.me]
    for asked in product(*three):
        suggestion = f"{names[asker]}: {', '.join(asked)}"
        none, shows = [f"{suggestion}, nobody showed"], list[str]()
        for other in others or company.others_after(asker):
            shows += [f"{suggestion}, {names[other]} showed"]
            shows += [f"{suggestion}, {names[other]} showed {card}" for card in asked]
        yield from (none + shows if nobody else shows + none)
        yield f"{names[asker]} accuses {', '.join(asked)}: wrong"
    for card in cards[:2]:
        about = [f"{names[seat]} at {card}" for seat in seats]
        about += [f"I saw {card} with {names[seat]}" for seat in seats]
        about += [f"{names[seat]} shows {card} to all" for seat in seats]
        yield from ([f"nobody has {card}", *about] if nobody else [*about, f"nobody has {card}"])
