"""Which command refuses which change to the folder of a match, as the table of docs/records.md.

    python -m benchmarks.forgeries

plays a match, and changes its files in every way of :data:`CHANGES`. Changes of a record are tried
twice: as somebody edits it, and as somebody forges it who also writes the checksums of record and
summary anew. The match is then gone on with in a copy.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

from benchmarks.fuzz import Reader, alarm, end_of_command
from planner_clue.game.record import record_line, to_line
from planner_clue.match import MatchConfig, run_match

_AGENTS, _GAME, _SEED = ("planner", "random", "random"), 2, 7
_MATCH = "match {agents} --board none --games 6 --seed {seed} --jobs 1 --out run"
COMMANDS = {
    "`replay`": "replay run --game 2",
    "`stats`": "stats run",
    "`stats --verify`": "stats run --verify",
    "`match`": _MATCH.format(agents=" ".join(_AGENTS), seed=_SEED),
}
"""The columns of the table: how each command is called."""
_SHOWN = {"taken": "takes", "refused": "refuses", "other": "says so"}


def _event(record: Any, kind: str) -> Any:
    return next(event for event in record["events"] if event["kind"] == kind)


def _exchange(things: Any, one: Any, other: Any) -> None:
    things[one], things[other] = things[other], things[one]


def _other_case(record: Any) -> None:
    deal = record["deal"]
    room = deal["hands"][0][-1]
    deal["hands"][0][-1], deal["case_file"][2] = deal["case_file"][2], room


RECORD: dict[str, Callable[[Any], Any]] = {
    "another winner": lambda r: r["result"].update(winner=(r["result"]["winner"] + 1) % 3),
    "another end": lambda r: r["result"].update(how="turn-limit"),
    "a card of a suggestion": lambda r: _event(r, "suggest")["cards"].__setitem__(1, "dagger"),
    "the card that was shown": lambda r: _event(r, "show").update(card=r["deal"]["case_file"][0]),
    "the seat that showed it": lambda r: _event(r, "show").update(seat=_event(r, "show")["to"]),
    "the turn of an event": lambda r: _event(r, "show").update(turn=99),
    "whether an accusation was right": lambda r: _event(r, "accuse").update(correct=False),
    "an event left out": lambda r: r["events"].pop(3),
    "an event twice": lambda r: r["events"].insert(3, r["events"][3]),
    "two events exchanged": lambda r: _exchange(r["events"], 1, 4),
    "the last event left out": lambda r: r["events"].pop(),
    "two hands exchanged": lambda r: _exchange(r["deal"]["hands"], 0, 1),
    "another case file": _other_case,
    "two agents exchanged": lambda r: _exchange(r["seats"], 0, 1),
    "another name of an agent": lambda r: r["seats"][0].update(agent="exact"),
    "another token": lambda r: r["seats"][0].update(token="plum"),
    "another seed": lambda r: r.update(seed=_SEED + 1),
    "other rules": lambda r: r.update(rules="cpsc415"),
    "another board": lambda r: r.update(board="classic"),
    "another engine": lambda r: r["settings"].update(engine="clue-astar"),
    "the number of the game": lambda r: r.update(game=4),
    "the notes of an agent left out": lambda r: r["notes"].__setitem__(_planner(r), []),
    "the cost of a plan": lambda r: _plan(r).update(cost=_plan(r)["cost"] + 1),
    "`NaN` as the cost of a plan": lambda r: _plan(r).update(cost=float("nan")),
    "an invented failure": lambda r: r["failures"].append(
        {"seat": 0, "turn": 1, "decision": "move", "kind": "crash", "detail": "", "trace": []}
    ),
    "a mark": lambda r: r["marks"].append("time-out"),
    "a field that no record has": lambda r: r.update(more=1),
    "no `settings`": lambda r: r.pop("settings"),
}
"""Changes of one record."""


def _planner(record: Any) -> int:
    return next(n for n, seat in enumerate(record["seats"]) if seat["agent"] == "planner")


def _plan(record: Any) -> Any:
    return next(note for note in record["notes"][_planner(record)] if "cost" in note)


def _lines(change: Callable[[list[bytes]], object]) -> Callable[[Path], None]:
    def changed(folder: Path) -> None:
        file = folder / "games.jsonl"
        lines = file.read_bytes().splitlines(keepends=True)
        change(lines)
        file.write_bytes(b"".join(lines))

    return changed


def _json(name: str, change: Callable[[Any], object]) -> Callable[[Path], None]:
    def changed(folder: Path) -> None:
        data = json.loads((folder / name).read_text())
        change(data)
        (folder / name).write_text(json.dumps(data))

    return changed


def _other_match(lines: list[bytes]) -> None:
    run_match(MatchConfig(_AGENTS, 6, _SEED + 1, board="none"), out=Path("other"))
    lines[_GAME] = Path("other/games.jsonl").read_bytes().splitlines(keepends=True)[_GAME]
    shutil.rmtree("other")


FOLDER: dict[str, Callable[[Path], object]] = {
    "the last record torn": _lines(lambda of: of.__setitem__(-1, of[-1][:1000])),
    "the last record left out": _lines(lambda of: of.pop()),
    "a record in the middle left out": _lines(lambda of: of.pop(3)),
    "a record twice": _lines(lambda of: of.insert(3, of[3])),
    "two records exchanged": _lines(lambda of: _exchange(of, 1, 3)),
    "a record of another match": _lines(_other_match),
    "an empty line between records": _lines(lambda of: of.insert(2, b"\n")),
    "a record that is not UTF-8": _lines(lambda of: of.__setitem__(_GAME, b"\xff" + of[_GAME])),
    "no records": _lines(lambda of: of.clear()),
    "`summary.json`: one more win": _json(
        "summary.json", lambda of: of["agents"][0].update(wins=of["agents"][0]["wins"] + 1)
    ),
    "`summary.json`: no checksum": _json("summary.json", lambda of: of.pop("checksum")),
    "`summary.json` left out": lambda folder: (folder / "summary.json").unlink(),
    "`match.json`: another seed": _json("match.json", lambda of: of["config"].update(seed=8)),
    "`match.json`: fewer games": _json("match.json", lambda of: of["config"].update(games=3)),
    "`match.json`: another agent": _json(
        "match.json", lambda of: of["config"]["agents"].__setitem__(0, "exact")
    ),
    "`match.json`: another version": _json(
        "match.json", lambda of: of["versions"].update({"planner-clue": "0.0.1"})
    ),
    "`match.json` left out": lambda folder: (folder / "match.json").unlink(),
}
"""Changes of other files, or of several records."""


def edited(change: Callable[[Any], object], *, forged: bool) -> Callable[[Path], None]:
    """Return the change of a folder that changes a record; ``forged`` with new checksums."""

    def changed(folder: Path) -> None:
        file = folder / "games.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        record = json.loads(lines[_GAME])
        change(record)
        lines[_GAME] = record_line(record) if forged else to_line(record)
        file.write_text("".join(lines))
        if forged:
            total = hashlib.sha256(file.read_bytes()).hexdigest()
            _json("summary.json", lambda of: of.update(checksum=total))(folder)

    return changed


def rows(names: Collection[str] = (*RECORD, *FOLDER)) -> Iterator[str]:
    """Play the match in the current folder; yield a row of the table for each change."""
    run_match(MatchConfig(_AGENTS, 6, _SEED, board="none"), out=Path("whole"))
    changes = dict[str, list[Callable[[Path], object]]]()
    for name, of_record in RECORD.items():
        changes[name] = [edited(of_record, forged=forged) for forged in (False, True)]
    changes |= {name: [how] for name, how in FOLDER.items()}
    for name, ways in changes.items():
        if name not in names:
            continue
        cells = [name]
        for command in COMMANDS.values():
            ends = []
            for change in ways:
                shutil.copytree("whole", "run")
                change(Path("run"))
                end = end_of_command(command.split(), Reader("", (), (0, 1, 2, 3)))
                ends.append(_SHOWN.get(end.how, f"WRONG: {end.fault}"))
                shutil.rmtree("run")
            cells.append(ends[0] if len({*ends}) == 1 else " / ".join(ends))
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    print(f"| change | {' | '.join(COMMANDS)} |")
    print("|---|" + "---|" * len(COMMANDS))
    with tempfile.TemporaryDirectory() as folder, chdir(folder), alarm():
        for row in rows():
            print(row, flush=True)


if __name__ == "__main__":
    main()
