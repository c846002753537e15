"""A folder that ``match --out`` wrote, read back, also one that is not finished; or one game."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from planner_clue.errors import InputError, RecordError, described, shown
from planner_clue.json_text import parse_json
from planner_clue.match.schedule import rounded_up, seating
from planner_clue.match.seat_game import SeatGame, seat_game
from planner_clue.match.store import saved_summary
from planner_clue.table.record import SCHEMA, read_record, replay, to_line
from planner_clue.table.record_files import read_records
from planner_clue.table.rules import Rules, parse_rules

_FILES = ("games.jsonl", "journal.jsonl")


@dataclass(frozen=True)
class SeatedAgent:
    """An agent in its seat in one game, and what it did there."""

    slot: int
    """Its place on the command line of the match, from 0."""
    agent: str
    token: str
    game: SeatGame


@dataclass(frozen=True)
class RecordedGame:
    """What is counted of one recorded game."""

    seed: int
    number: int
    deal: int
    """Games of a run with the same number here share cards and dice."""
    winner: int | None
    """The winner's seat."""
    how: str
    """How the game ended."""
    turns: int
    """The turns of all players together."""
    seats: tuple[SeatedAgent, ...]
    cards: str
    """A sum of the dealt cards: equal where these are."""
    content: str
    """A sum of the whole record."""

    @property
    def winning_slot(self) -> int | None:
        """The winner's place on the command line."""
        return None if self.winner is None else self.seats[self.winner].slot


@dataclass(frozen=True)
class RecordedRun:
    """A match as its folder has it, or one game as its file has it."""

    folder: Path
    """The folder or the file."""
    about: Mapping[str, Any]
    """What ``match.json`` says, or what the record of the one game says of that."""
    games: tuple[RecordedGame, ...]
    """In the order of their numbers."""
    expected: int
    """How many games the match has if it is played to its upper bound."""
    finished: bool

    @property
    def config(self) -> Mapping[str, Any]:
        """What decides the games."""
        config: Mapping[str, Any] = self.about["config"]
        return config


def read_run(folder: Path) -> RecordedRun:
    """Read the folder of a match.

    A last line that is torn, because the run was killed, is left out, as the match itself does.
    Raises :class:`InputError` for anything else, and for a folder without a whole game.
    """
    about, schedule = _read_about(folder)
    games: dict[int, RecordedGame] = {}
    for place, line in _lines(folder):
        game = _read_game(line, place, schedule)
        if games.setdefault(game.number, game) != game:
            raise RecordError(f"{place}: game {game.number} is there twice, and differs")
    if not games:
        raise InputError(f"{folder} holds no finished game; expected at least one")
    return RecordedRun(
        folder,
        about,
        tuple(games[number] for number in sorted(games)),
        schedule.expected,
        finished=len(games) == schedule.expected or saved_summary(folder) is not None,
    )


def read_game_file(file: Path) -> RecordedRun:
    """Read a file with the record of one game, such as ``play`` leaves: a match of that game.

    Its seats are fixed, so the agents are in their order. Raises :class:`InputError` for anything
    else.
    """
    records = [*read_records(file)]
    if len(records) != 1:
        raise InputError(
            f"{file} has the records of {len(records)} games; expected a file with one, "
            "or the folder that match --out wrote"
        )
    (record,) = records
    try:
        replay(record)
        about = _about_game(record)
        agents, seed = tuple(about["config"]["agents"]), about["config"]["seed"]
        schedule = _Schedule(agents, 1, seed, parse_rules(record["rules"]), rotate=False)
        game = _recorded(record, to_line(record).encode(), schedule)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"{file}: not a game record: {described(error)}") from error
    return RecordedRun(file, about, (game,), expected=1, finished=True)


def _about_game(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``match.json`` would say of a match of this game, as far as the record tells."""
    board = record["board"]
    config = {
        "agents": [seat["agent"] for seat in record["seats"]],
        "games": 1,
        "seed": record["seed"],
        "board": board if isinstance(board, str) else board["name"],
        "rules": record["rules"],
        "seats": "fixed",
        **record["settings"],
    }
    files = {} if isinstance(board, str) else {board["name"]: _sum(board["toml"].encode())}
    return {"schema": SCHEMA, "config": config, "files": files}


@dataclass(frozen=True)
class _Schedule:
    """What ``match.json`` says of who sits where."""

    agents: tuple[str, ...]
    games: int
    seed: int
    rules: Rules
    rotate: bool

    @property
    def expected(self) -> int:
        return rounded_up(self.games, len(self.agents), self.rules, rotate=self.rotate)


def _read_about(folder: Path) -> tuple[dict[str, Any], _Schedule]:
    file = folder / "match.json"
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise InputError(f"{folder} {what}; expected a folder that match --out wrote")
    if not file.is_file():
        inside = sorted(path.parent.name for path in folder.glob("*/match.json"))
        hint = f"; it has such folders inside: {', '.join(inside)}" if inside else ""
        raise InputError(
            f"{folder} has no match.json; expected a folder that match --out wrote{hint}"
        )
    try:
        about = parse_json(file.read_text(encoding="utf-8"))
        config = about["config"]
        agents, games, seed = config["agents"], config["games"], config["seed"]
        rules = parse_rules(config["rules"])
        named = isinstance(agents, list) and all(isinstance(agent, str) for agent in agents)
        if not named or not 3 <= len(agents) <= 6:
            raise TypeError(f"agents {shown(agents)}; expected 3 to 6 names")
        if not isinstance(config["board"], str):
            raise TypeError(f"board {shown(config['board'])}; expected a name")
        if type(games) is not int or type(seed) is not int:
            raise TypeError("expected whole numbers of games and seed")
    except (InputError, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"{file} is damaged: {described(error)}") from error
    rotate = config.get("seats") != "fixed"
    return about, _Schedule(tuple(agents), games, seed, rules, rotate)


def _lines(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the whole lines of a run's records, each with its place."""
    for name in _FILES:
        file = folder / name
        try:
            with file.open("rb") as lines:
                for number, line in enumerate(lines, 1):
                    if line.endswith(b"\n"):
                        yield f"{file}:{number}", line
        except FileNotFoundError:
            continue
        except OSError as error:
            raise InputError(f"{file} cannot be read: {error.strerror}") from error


def _read_game(line: bytes, place: str, schedule: _Schedule) -> RecordedGame:
    try:
        record = read_record(line.decode())
        if record.get("schema") != SCHEMA:
            raise RecordError(f"record of schema {record.get('schema')!r}; expected {SCHEMA}")
        return _recorded(record, line, schedule)
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"{place}: not a game record: {described(error)}") from error


def _recorded(record: Mapping[str, Any], line: bytes, schedule: _Schedule) -> RecordedGame:
    number, result = record["game"], record["result"]
    if type(number) is not int or number < 0:
        raise RecordError(f"game {shown(number)}; expected a number from 0")
    players = len(schedule.agents)
    at = seating(number, schedule.seed, players, schedule.rules, rotate=schedule.rotate)
    names = [schedule.agents[slot] for slot in at.slots]
    found = [seat["agent"] for seat in record["seats"]]
    if record["seed"] != schedule.seed or found != names:
        raise RecordError(
            f"game {number} of seed {shown(record['seed'])} with {', '.join(map(str, found))}; "
            f"match.json has seed {schedule.seed} and there {', '.join(names)}"
        )
    if result["winner"] not in (None, *range(players)):
        raise RecordError(f"winner {shown(result['winner'])}; expected a seat or null")
    return RecordedGame(
        seed=schedule.seed,
        number=number,
        deal=at.deal,
        winner=result["winner"],
        how=str(result["how"]),
        turns=max((event["turn"] for event in record["events"]), default=0),
        seats=tuple(
            SeatedAgent(slot, names[seat], record["seats"][seat]["token"], seat_game(record, seat))
            for seat, slot in enumerate(at.slots)
        ),
        cards=_sum(json.dumps(record["deal"]).encode()),
        content=_sum(line),
    )


def _sum(content: bytes) -> str:
    return sha256(content).hexdigest()
