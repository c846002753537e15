"""A folder that ``match --out`` wrote, read back, also one that is not finished; or one game."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from planner_clue import __version__
from planner_clue.agents.settings import with_defaults
from planner_clue.game import record as records
from planner_clue.game import record_files, replay, requests
from planner_clue.match import play, runner, store
from planner_clue.match.config import MatchConfig
from planner_clue.match.manifest import MANIFEST, check_record, read_manifest
from planner_clue.match.schedule import Schedule
from planner_clue.planning.plan import Status
from planner_clue.support import json_text
from planner_clue.support.errors import InputError, RecordError, shown

_MOST_NAMED = 5  # maximum number of missing games that a message names


@dataclass(frozen=True)
class SeatResult:
    """An agent in its seat in one game, and what it did there."""

    slot: int  # its place on the command line of the match, from 0
    agent: str
    token: str
    game: play.SeatGame


@dataclass(frozen=True)
class RecordedGame:
    """The counts of one recorded game."""

    seed: int
    number: int
    deal: int  # games of a run with the same number here share cards and dice
    winner: int | None  # the winner's seat
    how: str
    turns: int  # the turns of all players together
    seats: tuple[SeatResult, ...]
    cards: str  # the checksum of the dealt cards
    content: str  # the checksum of the whole record

    @property
    def winning_slot(self) -> int | None:
        """The winner's place on the command line."""
        return None if self.winner is None else self.seats[self.winner].slot


@dataclass(frozen=True)
class RecordedRun:
    """A match as its folder has it, or one game as its file has it."""

    folder: Path  # the folder or the file
    manifest: Mapping[str, Any]  # the known content of match.json
    games: tuple[RecordedGame, ...]  # in the order of their numbers
    expected: int  # number of games of the match if it is played to its upper bound
    finished: bool

    @property
    def config(self) -> Mapping[str, Any]:
        """The configuration of the match."""
        return dict(self.manifest["config"])


def read_run(folder: Path) -> RecordedRun:
    """Read a match's folder, without a torn last line; raises :class:`InputError`."""
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise InputError(f"{folder} {what}; expected a folder that match --out wrote")
    if not (folder / MANIFEST).is_file():
        inside = sorted(path.parent.name for path in folder.glob(f"*/{MANIFEST}"))
        hint = f"; it has such folders inside: {', '.join(inside)}" if inside else ""
        what = f"{folder} has no {MANIFEST}"
        raise InputError(f"{what}; expected a folder that match --out wrote{hint}")
    manifest, match = read_manifest(folder / MANIFEST)
    games: dict[int, RecordedGame] = {}
    for path, number, line in store.whole_lines(folder):
        place = f"{path}:{number}"
        try:
            game = _recorded(records.read_record(line.decode()), line, manifest, match)
        except (RecordError, UnicodeDecodeError) as error:
            raise RecordError(f"{place}: {error}") from error
        if games.setdefault(game.number, game) != game:
            raise RecordError(f"{place}: game {game.number} is there twice, and differs")
    if not games:
        raise InputError(f"{folder} holds no finished game; expected at least one")
    return RecordedRun(
        folder,
        manifest,
        tuple(games[number] for number in sorted(games)),
        match.total,
        finished=len(games) == match.total or store.saved_summary(folder) is not None,
    )


def read_game_file(file: Path) -> RecordedRun:
    """Read a record such as ``play`` leaves, as a match; raises :class:`InputError`."""
    found = [*record_files.read_records(file)]
    if len(found) != 1:
        what = f"{file} has the records of {len(found)} games"
        raise InputError(f"{what}; expected a file with one, or the folder that match --out wrote")
    (record,) = found
    try:
        replay.replay(record)
        manifest = _manifest_of(record)
        match = MatchConfig.from_json(manifest["config"])
        game = _recorded(record, records.to_line(record).encode(), manifest, match)
    except (InputError, ValueError) as error:
        raise RecordError(f"{file}: {error}") from error
    return RecordedRun(file, manifest, (game,), expected=1, finished=True)


def _manifest_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``match.json`` of a match of this game alone, from the record."""
    board = record["board"]
    config = {
        "agents": [seat["agent"] for seat in record["seats"]],
        "games": 1,
        "seed": record["seed"],
        "board": board if isinstance(board, str) else board["name"],
        "rules": record["rules"],
        "seats": "fixed",
        **with_defaults(record["settings"]),
    }
    if isinstance(board, str):
        return {"schema": records.SCHEMA, "config": config, "files": {}}
    sums = {board["name"]: _sum(board["toml"].encode())}
    return {"schema": records.SCHEMA, "config": config, "files": {board["name"]: sums}}


def _recorded(
    data: Mapping[str, Any], line: bytes, manifest: Mapping[str, Any], match: MatchConfig
) -> RecordedGame:
    record = records.finished_record(data)
    number, winner = record.game, record.result.winner
    at = match.schedule.game(number)
    check_record(record, manifest, match)
    if winner not in (None, *range(len(match.agents))):
        raise RecordError(f"winner {winner}; expected a seat or null")
    games = play.seat_games(record.events, record.notes, winner)
    late = any(
        Status.TIME_OUT in game.failures or (game.forfeit and game.forfeit.kind == "timeout")
        for game in games
    )
    if record.checksum and record.marks != (marks := ["time-out"] if late else []):
        raise RecordError(f"marks: {record.marks}; forfeits and notes give {marks}")
    return RecordedGame(
        seed=match.seed,
        number=number,
        deal=at.deal,
        winner=winner,
        how=record.result.how,
        turns=max((event.turn for event in record.events), default=0),
        seats=tuple(
            SeatResult(slot, seat.agent, seat.token, game)
            for slot, seat, game in zip(at.slots, record.seats, games, strict=True)
        ),
        cards=_sum(json.dumps(data["deal"]).encode()),
        content=_sum(line),
    )


def _sum(content: bytes) -> str:
    return sha256(content).hexdigest()


@dataclass(frozen=True)
class Verification:
    """The games of a match that were verified, and the parts that could not be."""

    games: int
    unchecked: tuple[str, ...]


def verify_run(folder: Path, on_game: Callable[[int], None] = lambda count: None) -> Verification:
    """Replay every game that a match has kept in a folder; ``on_game`` gets the number so far.

    Raises :class:`RecordError` at the first game that does not hold, or is missing; cards and dice
    are compared with the seed's if this version has played it.
    """
    data, note = read_manifest(folder / MANIFEST)
    version = data.get("versions", {}).get("planner-clue")
    numbers, sealed, counts = list[int](), 0, runner.Counts(note)
    for count, (path, number, line) in enumerate(store.whole_lines(folder), 1):
        try:
            record = records.read_record(line.decode())
            replayed = replay.replayed(record)
            if version == __version__:
                _check_chance(replayed, int(record.get("game") or 0), note.schedule)
            game = _recorded(record, line, data, note)
            counts.add(play.Played.read(game.number, line.decode()))
        except (RecordError, UnicodeDecodeError) as error:
            raise RecordError(f"{path}:{number}: {error}") from error
        numbers.append(game.number)
        sealed += "checksum" in record
        on_game(count)
    summary = store.saved_summary(folder)
    if summary is not None:
        _check_whole(folder, numbers, summary.get("games", note.total))
        _check_summary(folder, summary, json_text.plain(counts.summary(0)))
    missing = {
        f"cards and dice of all games: planner-clue {version} played them": version != __version__,
        f"checksums: {len(numbers) - sealed} records have none": sealed < len(numbers),
        f"{len(numbers)} of {note.total} games: the match is not finished": summary is None,
        "the records as a whole: summary.json has no checksum": "checksum" not in (summary or data),
    }
    return Verification(len(numbers), tuple(what for what, holds in missing.items() if holds))


_NOT_IN_RECORDS = ("seconds", "stopped", "checksum", "plan_ms", "failures", "printed")
"""Fields of a summary about times and output, or that are compared separately."""


def _check_whole(folder: Path, numbers: list[int], expected: int) -> None:
    """Raise :class:`RecordError` if games are missing, or are there twice."""
    if missing := sorted({*range(expected)} - {*numbers}):
        listed = ", ".join(map(str, missing[:_MOST_NAMED])) + ", ..." * (len(missing) > _MOST_NAMED)
        what = f"{folder}: no record of game {listed}"
        raise RecordError(f"{what}; expected all of 0 to {expected - 1}")
    if len(numbers) != expected:
        raise RecordError(f"{folder}: {len(numbers)} records; expected {expected}, one per game")


def _check_summary(folder: Path, summary: dict[str, Any], counted: dict[str, Any]) -> None:
    """Raise :class:`RecordError` if a summary has other numbers than the records give."""
    place = folder / "summary.json"
    if "checksum" in summary and summary["checksum"] != store.checksum_of(folder / "games.jsonl"):
        raise RecordError(f"{place}: checksum mismatch; expected that of games.jsonl")
    rows = zip(summary.get("agents", []), counted["agents"], strict=False)
    pairs = [("", summary, counted), *((f"agent {row['slot']}: ", ours, row) for ours, row in rows)]
    for where, kept, ours in pairs:
        for name in ours.keys() - {*_NOT_IN_RECORDS, "agents"}:
            if name in kept and kept[name] != ours[name]:
                what = f"{place}: {where}{name} {shown(kept[name])}"
                raise RecordError(f"{what}; the records give {ours[name]}")


def _check_chance(game: replay.ReplayedGame, number: int, schedule: Schedule) -> None:
    """Raise :class:`RecordError` if cards, dice or draws of a game do not come from its seed."""
    table, at = game.table, schedule.game(number)
    fresh, _, chance = play.set_up(table.board, table.rules, schedule.seed, at)
    if fresh.deal != table.deal:
        raise RecordError(f"game {number}: other cards than seed {schedule.seed} deals")
    for step in game.steps:
        if not isinstance(step, replay.Decided):
            continue
        if isinstance(step.request, requests.RollDice | requests.DrawShownCard):
            drawn = chance.draw(step.request)
            if drawn != step.answer:
                what = "dice" if isinstance(step.request, requests.RollDice) else "card shown"
                found = f"game {number}: {what} {step.answer}"
                raise RecordError(f"{found}; seed {schedule.seed} gives {drawn}")
