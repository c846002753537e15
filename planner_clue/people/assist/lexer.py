"""Lexer for notes: the words of a line, and a reader with one position."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from typing import Any, NoReturn, TypeVar, cast

from planner_clue.support.errors import NotesError, did_you_mean

_F = TypeVar("_F", bound=Callable[..., Any])
_WORD = re.compile(r"[^\W_]\w*(?:[-'\u2019.][^\W_]\w*)*\.?|\S")  # a word, or any other character
PAUSES = frozenset(",;&()")  # optional separators between the parts of a line


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())


FILLERS = word_set("and with the in a an of has have that then")  # words without meaning


@dataclass(frozen=True)
class NoteWord:
    """A word of a line, and its position."""

    text: str
    start: int  # the column of its first letter, from 0

    @property
    def plain(self) -> str:
        """The word in lower case, without a full stop."""
        return self.text.lower().rstrip(".").replace("\u2019", "'")


def words_of(text: str) -> list[NoteWord]:
    """Return the words of a line; everything after ``#`` is a comment.

    >>> [word.text for word in words_of("Mrs. White: lead-pipe, hall # loud")]
    ['Mrs.', 'White', ':', 'lead-pipe', ',', 'hall']
    """
    code = text.split("#", maxsplit=1)[0]
    return [NoteWord(found[0], found.start()) for found in _WORD.finditer(code)]


class Reader:
    """Reads the words of a line from left to right."""

    def __init__(self, text: str) -> None:
        self.words = words_of(text)
        self._text = text
        self.position = 0  # the number of the next word

    def __bool__(self) -> bool:
        return self.position < len(self.words)

    @property
    def plain(self) -> str:
        """The next word in lower case; empty at the end."""
        return self.words[self.position].plain if self else ""

    def take(self, *sets: Collection[str]) -> str | None:
        """Go past the next word if it is one of these, and return it; else None."""
        plain = self.plain
        if plain and any(plain in words for words in sets):
            self.position += 1
            return plain
        return None

    def skip(self, *sets: Collection[str]) -> None:
        """Go past all words that are one of these."""
        while self.take(*sets):
            pass

    def phrases(self, longest: int) -> list[tuple[int, str]]:
        """Return the next words as phrases, with their numbers of words, the longest first."""
        ahead = self.words[self.position : self.position + longest]
        counts = range(len(ahead), 0, -1)
        return [(count, " ".join(word.text for word in ahead[:count])) for count in counts]

    def rest(self) -> str:
        """Return the rest of the line, as it is written."""
        if not self:
            return ""
        return self._text.split("#", maxsplit=1)[0][self.words[self.position].start :].strip()

    def fail(self, expected: str, known: Collection[str] = ()) -> NoReturn:
        """Raise :class:`NotesError` about the next word, with the nearest of the ``known`` ones."""
        if not self:
            raise NotesError(f"the line ends too early; expected {expected}")
        word = self.words[self.position]
        hint = did_you_mean(word.plain, known)
        message = f"'{word.text}' is not understood here; {hint}expected {expected}"
        raise NotesError(message, start=word.start, end=word.start + len(word.text))


def backtracks(read: _F) -> _F:
    """Let a function with a reader, or ``words``, read nothing where its result is false."""

    @wraps(read)
    def reading(first: Any, *others: Any) -> Any:
        words = first if isinstance(first, Reader) else first.words
        start = words.position
        found = read(first, *others)
        if not found:
            words.position = start
        return found

    return cast("_F", reading)
