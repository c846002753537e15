"""Similarity of submissions: winnowing of token sequences (Schleimer, Wilkerson and Aiken 2003).

Names, layout and comments do not count, and neither does the order of functions or actions: of each
run of :data:`GRAM` tokens a hash is taken, and of each :data:`WINDOW` neighbouring hashes the
smallest is kept. What stands in the starting point of the exercise is left out. It is told to the
teacher, who decides what it means; no mark depends on it.
"""

import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from zlib import crc32

GRAM, WINDOW = 12, 8
"""Tokens per hash, and hashes of which one is kept: common runs of 19 tokens are always found."""
FEWEST = 6
"""Hashes that a file has at least, so that a share of them says something."""
_MOST_TOKENS = 50_000
_KEPT = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins)])
_PDDL_TOKEN = re.compile(r"[()]|[^\s()]+")
_WORD = re.compile(r"\w+|[^\w\s]")
_LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


@dataclass(frozen=True)
class Likeness:
    """Two submissions that have much in common."""

    one: str
    other: str
    file: str
    share: float
    """Of the hashes of the one that has fewer."""
    common: int
    """Hashes that both have."""
    of: int
    """Hashes of the one that has fewer."""


def fingerprints(name: str, content: bytes) -> frozenset[int]:
    """Return the kept hashes of a file; none of a file that is not text."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return frozenset()
    tokens = _tokens(name, text)[:_MOST_TOKENS]
    grams = [
        crc32("\x1f".join(tokens[start : start + GRAM]).encode())
        for start in range(len(tokens) - GRAM + 1)
    ]
    starts = range(max(1, len(grams) - WINDOW + 1)) if grams else ()
    return frozenset(min(grams[start : start + WINDOW]) for start in starts)


def _tokens(name: str, text: str) -> list[str]:
    if name.endswith(".py"):
        return [*_python_tokens(text)]
    if name.endswith(".pddl"):
        return [*_pddl_tokens(text)]
    return _WORD.findall(text)


def _python_tokens(text: str) -> Iterator[str]:
    """Yield tokens in which all names of one's own are alike; docstrings are left out."""
    begins = True
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in _LAYOUT:
                begins = begins or token.type == tokenize.NEWLINE
                continue
            if token.type == tokenize.STRING and begins:
                continue
            begins = token.string == ":"
            is_own = token.type == tokenize.NAME and token.string not in _KEPT
            yield "name" if is_own else token.string
    except (tokenize.TokenError, SyntaxError):  # what was read so far counts
        return


def _pddl_tokens(text: str) -> Iterator[str]:
    """Yield tokens in which all variables are alike."""
    for line in text.splitlines():
        for token in _PDDL_TOKEN.findall(line.partition(";")[0].lower()):
            yield "?" if token.startswith("?") else token


def likenesses(
    submissions: Mapping[str, Mapping[str, bytes]],
    published: Mapping[str, Mapping[str, bytes]],
    base: Mapping[str, bytes],
    least: float,
) -> list[Likeness]:
    """Return pairs that have at least a share of their hashes in common, the most alike first.

    Pairs are of two submissions, or of a submission and one of those ``published``; ``base`` is the
    starting point.
    """
    known = {file: fingerprints(file, content) for file, content in base.items()}
    prints: dict[str, dict[str, frozenset[int]]] = {
        name: {file: fingerprints(file, text) - known.get(file, set()) for file, text in of.items()}
        for name, of in [*submissions.items(), *published.items()]
    }
    pairs = [*combinations(sorted(submissions), 2)]
    pairs += [(name, other) for name in sorted(submissions) for other in sorted(published)]
    found = [
        like
        for one, other in pairs
        for like in _likenesses(one, other, prints)
        if like.share >= least
    ]
    return sorted(found, key=lambda like: (-like.share, like.one, like.other, like.file))


def _likenesses(
    one: str, other: str, prints: Mapping[str, Mapping[str, frozenset[int]]]
) -> Iterator[Likeness]:
    for file in sorted(prints[one].keys() & prints[other].keys()):
        first, second = prints[one][file], prints[other][file]
        fewest = min(len(first), len(second))
        if fewest >= FEWEST:
            common = len(first & second)
            yield Likeness(one, other, file, common / fewest, common, fewest)
