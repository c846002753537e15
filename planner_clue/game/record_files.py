"""The record of a game in the folder of a match, in a file of many or of one; its seats by name."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from planner_clue.game.cards import Card, Deck
from planner_clue.game.record import read_record
from planner_clue.support.errors import InputError, RecordError, did_you_mean

GAMES = "games.jsonl"
_WAITING = "journal.jsonl"  # where games of an unfinished match wait for earlier ones
_NUMBER = re.compile(r'\{"schema":\d+,"game":(\d+),')  # finds the game without parsing the line
_MOST_RANGES = 10


def find_record(path: Path, game: int | None = None) -> dict[str, Any]:
    """Return the record of ``game``, or the first, in a match's folder or a file of records.

    Raises :class:`InputError`, which names the games that there are.
    """
    numbers: list[int] = []
    for place, line in _lines(path):
        begins = _NUMBER.match(line)
        if begins and game not in (None, number := int(begins[1])):
            numbers.append(number)
            continue
        record = _read(place, line)
        if game is None or record.get("game") == game:
            return record
        numbers.append(record["game"] if isinstance(record.get("game"), int) else -1)
    if not numbers:
        raise RecordError(f"{path}: no record in this {'folder' if path.is_dir() else 'file'}")
    raise RecordError(f"--game {game} is not in {path}; expected one of {in_ranges(numbers)}")


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield every record of a match's folder or of a file; raises as :func:`find_record`."""
    for place, line in _lines(path):
        yield _read(place, line)


def _read(place: str, line: str) -> dict[str, Any]:
    try:
        return read_record(line)
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from error


def in_ranges(numbers: Sequence[int]) -> str:
    """Return whole numbers in few words.

    >>> in_ranges([0, 1, 2, 5, 7, 8])
    '0 to 2, 5, 7, 8'
    """
    ranges: list[list[int]] = []
    for number in sorted(set(numbers)):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    texts = [
        f"{of[0]} to {of[-1]}" if len(of) > 2 else ", ".join(map(str, of))
        for of in ranges[:_MOST_RANGES]
    ]
    return ", ".join(texts) + ", ..." * (len(ranges) > _MOST_RANGES)


def seat_named(text: str, tokens: Sequence[str], agents: Sequence[str] = ()) -> int:
    """Return the seat of ``--seat``: a number, a token, or the name of an agent with one seat."""
    alone = [agent for agent in agents if agents.count(agent) == 1]
    seats = {agent: agents.index(agent) for agent in alone}
    for seat, token in enumerate(tokens):
        seats |= {token: seat, str(seat): seat}
    name = text.strip()
    played = Deck(suspects=tuple(map(Card, tokens)), weapons=(), rooms=())
    found = name if name in seats else played.find(name)
    if found in seats:
        return seats[found]
    names = dict.fromkeys([*tokens, *alone])
    hint = did_you_mean(name.lower(), names)
    top = len(tokens) - 1
    raise InputError(f"--seat {text}; {hint}expected a seat from 0 to {top}, or {', '.join(names)}")


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    folder = [path / name for name in (GAMES, _WAITING) if (path / name).is_file()]
    if path.is_dir() and not folder:
        raise InputError(f"record {path} is a folder without {GAMES}; expected one of match --out")
    for file in folder or [path]:
        try:
            with file.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    if number == 1 and line.strip() in {"{", "["}:  # one record over many lines
                        yield str(file), line + lines.read()
                        return
                    yield f"{file}:{number}", line
        except OSError as error:
            raise InputError(f"record {file} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise InputError(f"record {file} is not UTF-8 text: {error.reason}") from error
