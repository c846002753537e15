"""The folder of a match: complete, in order, and safe if the run is stopped."""

import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings, Isolate, IsolationSettings, PlanningSettings
from planner_clue.game.board import Place
from planner_clue.game.decisions import MoveOptions
from planner_clue.match import MatchConfig, play, run_match, store
from planner_clue.match.loaded_agents import _last
from planner_clue.match.store import GameStore
from planner_clue.planning.processes import forget_interrupts, interrupt
from planner_clue.support.errors import InputError
from tests.agents.zoo.test_zoo import needs_namespaces
from tests.cli.helpers import HANG, Program, agent_file, command, games_of, records, wait_until
from tests.shared import HERE

RANDOM = MatchConfig(("random",) * 3, 12, seed=2)
OTHER_ENGINE = AgentSettings(planning=PlanningSettings(engine="fast-downward-opt"))
FIXED = "huji-bn1"
WAITING = """\
begun = 0

def begin(self, seat):
    super().begin(seat)
    Mine.begun += 1
    hurdle = os.path.join(os.path.dirname(__file__), "hurdle")
    while Mine.begun > 1 and os.path.exists(hurdle):
        time.sleep(0.01)
"""
"""Waits in the second game of each process for as long as there is a hurdle."""


class Stopped(Exception):
    """Something ended the run."""


def stop_after(games: int) -> Callable[[int, play.Played], None]:
    def on_game(count: int, played: play.Played) -> None:
        if count >= games:
            raise Stopped

    return on_game


class Counting(ThreadPoolExecutor):
    """Remembers which games it was given, and plays the first of them last."""

    def __init__(self, *, hold_first: bool = False) -> None:
        super().__init__(1)
        self.games: list[int] = []
        self.hold_first = hold_first

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        _, games = arguments
        is_first = not self.games
        self.games += [game for game in games if game not in self.games]
        if self.hold_first and is_first:
            return Future()
        return super().submit(fn, *arguments, **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def finished(out: Path, config: MatchConfig) -> bool:
    left = contents(out)
    names = ["games.jsonl", "match.json", "summary.json"]
    return sorted(left) == names and left["games.jsonl"] == games_of(config).encode()


def whole_lines(out: Path) -> int:
    games = out / "games.jsonl"
    return games.read_bytes().count(b"\n") if games.exists() else 0


def test_a_match_leaves_three_files_and_is_not_played_again(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    summary = run_match(RANDOM, out=out)
    assert finished(out, RANDOM)
    assert json.loads((out / "summary.json").read_text(encoding="utf-8")) == summary
    about = json.loads((out / "match.json").read_text(encoding="utf-8"))
    config = about["config"]
    assert (config["agents"], config["seed"], config["rules"]) == (["random"] * 3, 2, "standard")
    assert {"planner-clue", "up-fast-downward", "unified-planning"} <= set(about["versions"])
    with Counting() as executor:
        again = run_match(RANDOM, out=out, executor=executor)
    assert executor.games == []
    assert finished(out, RANDOM)
    assert again["agents"] == summary["agents"]


@pytest.mark.parametrize("games", [1, 12])
def test_a_stopped_run_goes_on_where_it_ended(tmp_path: Path, games: int) -> None:
    with pytest.raises(Stopped):
        run_match(RANDOM, out=tmp_path, on_game=stop_after(games))
    assert whole_lines(tmp_path) == games
    assert not (tmp_path / "summary.json").exists()
    with Counting() as executor:
        summary = run_match(RANDOM, out=tmp_path, executor=executor)
    assert executor.games == list(range(games, 12))
    assert summary["games"] == 12
    assert finished(tmp_path, RANDOM)


def test_games_that_finish_early_wait_in_a_journal_and_are_not_lost(tmp_path: Path) -> None:
    reported: list[int] = []

    def on_game(count: int, played: play.Played) -> None:
        reported.append(played.game)
        stop_after(3)(count, played)

    with Counting(hold_first=True) as executor, pytest.raises(Stopped):
        run_match(RANDOM, out=tmp_path, on_game=on_game, executor=executor)
    assert whole_lines(tmp_path) == 0
    assert len(reported) == 3
    kept = {record["game"] for record in records(tmp_path / "journal.jsonl")}
    assert kept >= {*reported}  # the others of the last batch are not lost either
    with Counting() as executor:
        run_match(RANDOM, out=tmp_path, executor=executor)
    assert executor.games == [game for game in range(12) if game not in kept]
    assert executor.games[0] == 0
    assert finished(tmp_path, RANDOM)


@pytest.mark.parametrize(
    ("file", "cut"), [("games.jsonl", 1), ("games.jsonl", 5000), ("journal.jsonl", 100)]
)
def test_a_torn_last_line_is_played_again(tmp_path: Path, file: str, cut: int) -> None:
    with Counting(hold_first=(file == "journal.jsonl")) as executor, pytest.raises(Stopped):
        run_match(RANDOM, out=tmp_path, on_game=stop_after(3), executor=executor)
    torn = tmp_path / file
    torn.write_bytes(torn.read_bytes()[:-cut])
    run_match(RANDOM, out=tmp_path)
    assert finished(tmp_path, RANDOM)


def test_records_are_ascii_and_only_a_newline_ends_one(tmp_path: Path) -> None:
    """With any names and notes, a torn line is never torn inside a character."""
    body = "def notes(self):\n    return [{'said': '\\u2028 \\x85 \\r \\x1c'}]"
    agents = (agent_file(tmp_path, body, "zoé.py"), "random", "random")
    config = MatchConfig(agents, 3, seats="fixed", board="none", settings=HERE)
    out = tmp_path / "out"
    with pytest.raises(Stopped):
        run_match(config, out=out, on_game=stop_after(2))
    run_match(config, out=out)
    assert finished(out, config)
    assert (out / "games.jsonl").read_bytes().isascii()


def test_games_that_wait_are_in_the_journal_and_not_in_memory(tmp_path: Path) -> None:
    """The first game is held; 2,000 later ones finish meanwhile, each of 10 kB."""
    line = json.dumps({"game": 0, "padding": "x" * 10_000}) + "\n"
    with GameStore(tmp_path, MatchConfig(("random",) * 3, 3000)) as kept:
        tracemalloc.start()  # the places of 2,000 records take 0.5 MB, the records 20 MB
        for game in range(1, 2000):
            kept.add([(game, line)])
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
        tracemalloc.stop()
        assert whole_lines(tmp_path) == 0
        kept.add([(0, line)])
        assert whole_lines(tmp_path) == 2000


def test_a_journal_is_written_anew_before_it_fills_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games of each pair finish in the wrong order, so half of them go through the journal."""
    monkeypatch.setattr(store, "_SPARE_BYTES", 30_000)
    lines = [json.dumps({"game": game, "padding": "x" * 10_000}) + "\n" for game in range(40)]
    with GameStore(tmp_path, MatchConfig(("random",) * 3, 3000)) as kept:
        for game in range(0, 40, 2):
            kept.add([(game + 1, lines[game + 1])])
            kept.add([(game, lines[game])])
            assert (tmp_path / "journal.jsonl").stat().st_size < 60_000
    assert (tmp_path / "games.jsonl").read_text() == "".join(lines)


def test_a_killed_match_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    """Everything is killed at once in the middle of a game, and the command is given again."""
    hurdle = tmp_path / "hurdle"
    hurdle.touch()
    agents = ("exact", agent_file(tmp_path, WAITING), "random")
    config = MatchConfig(agents, 3, rules=FIXED, settings=HERE)
    program, out = Program(tmp_path), tmp_path / "out"
    arguments = [*command(config), "--isolate", "none", "--out", out, "--jobs", 2]
    with program.running(*arguments) as process:
        assert wait_until(lambda: whole_lines(out) >= 1)
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait(HANG) == -signal.SIGKILL
    assert not (out / "summary.json").exists()
    hurdle.unlink()
    program.call(*arguments[:-1], 1, code=0)
    assert finished(out, config)


def test_a_signal_that_python_swallows_ends_the_match_at_the_next_decision() -> None:
    """As it does with one that comes while a finalizer runs."""

    class Careless(RandomAgent):
        def move(self, options: MoveOptions) -> Place:
            with suppress(BaseException):
                interrupt(KeyboardInterrupt())
            return super().move(options)

    settings = AgentSettings(classes=(Careless,))
    config = MatchConfig(("Careless", "random", "random"), 6, settings=settings)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_match(config)
    finally:
        forget_interrupts()


@pytest.mark.parametrize(
    ("agent", "jobs", "number"),
    [
        ("random", 1, signal.SIGINT),
        pytest.param("planner", 2, signal.SIGINT, marks=pytest.mark.slow),
        pytest.param("random", 1, signal.SIGHUP, marks=pytest.mark.slow),
        ("exact", 2, signal.SIGKILL),
    ],
)
def test_every_signal_ends_a_match_soon_and_keeps_what_is_finished(
    tidy_program: Program, tmp_path: Path, agent: str, jobs: int, number: signal.Signals
) -> None:
    """A Ctrl-C hits the whole group; else only the parent, and its workers notice."""
    out = tmp_path / "out"
    many = ["match", agent, "random", "random", "--games", 99_999, "--jobs", jobs, "--out", out]
    with tidy_program.running(*many) as process:
        assert wait_until(lambda: whole_lines(out) >= 3)
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        assert process.wait(HANG) in (130, -number, -signal.SIGINT)
        assert wait_until(lambda: tidy_program.processes() == [], HANG / 4), "it left processes"
    assert [record["game"] for record in records(out / "games.jsonl")][:3] == [0, 1, 2]


def test_a_folder_with_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("years of work", encoding="utf-8")
    with pytest.raises(InputError, match="is not empty; expected a new folder"):
        run_match(RANDOM, out=tmp_path / "other")
    assert contents(tmp_path / "other") == {"thesis.tex": b"years of work"}
    out = tmp_path / "out"
    run_match(RANDOM, out=out)
    before = contents(out)
    for other, message in [
        (replace(RANDOM, seed=3), r"\(config, seed: 2 there, 3 now\)"),
        (replace(RANDOM, rules="huji"), "rules"),
        (replace(RANDOM, settings=OTHER_ENGINE), "engine"),
        (replace(RANDOM, seats="fixed"), ""),
    ]:
        with pytest.raises(InputError, match=f"holds another match .*{message}"):
            run_match(other, out=out)
        assert contents(out) == before


def test_more_games_extend_a_match_and_fewer_are_refused(tmp_path: Path) -> None:
    """The games are the same as in one longer run."""
    run_match(RANDOM, out=tmp_path / "parts")
    run_match(replace(RANDOM, games=18), out=tmp_path / "parts")
    run_match(replace(RANDOM, games=18), out=tmp_path / "whole")
    parts, whole = contents(tmp_path / "parts"), contents(tmp_path / "whole")
    assert parts.keys() == whole.keys()
    assert all(parts[name] == whole[name] for name in ("match.json", "games.jsonl"))
    with pytest.raises(InputError, match="holds a match of 18 games; expected --games 18 or more"):
        run_match(RANDOM, out=tmp_path / "parts")
    assert contents(tmp_path / "parts") == parts


@pytest.mark.parametrize(("changed", "isolate"), [("weights.txt", "files"), ("helper.py", "none")])
def test_a_changed_file_makes_another_match(tmp_path: Path, changed: str, isolate: Isolate) -> None:
    for name, text in (("helper.py", "ODDS = 3\n"), ("weights.txt", "1 2 3")):
        (tmp_path / name).write_text(text)
    agent = agent_file(tmp_path, "import helper\nweights = open('weights.txt').read()")
    if isolate == "none":
        path = f"sys.path.insert(0, {str(tmp_path)!r})"
        agent = agent_file(tmp_path, f"{path}\nimport helper")
    settings = AgentSettings(isolation=IsolationSettings(isolate=isolate))
    config = MatchConfig((agent, "random", "random"), 1, settings=settings, seats="fixed")
    run_match(config, out=tmp_path / "out")
    before = contents(tmp_path / "out")
    with (tmp_path / changed).open("a") as file:
        file.write("\n")
    _last.clear()
    with pytest.raises(InputError, match=f"{changed} was changed"):
        run_match(config, out=tmp_path / "out")
    assert contents(tmp_path / "out") == before
    sys.modules.pop("helper", None)


def test_two_programs_on_one_folder_are_one_too_many(tmp_path: Path) -> None:
    with GameStore(tmp_path, RANDOM), pytest.raises(InputError, match="by another program"):
        run_match(RANDOM, out=tmp_path)
    assert run_match(RANDOM, out=tmp_path)["games"] == 12


MOUNT = 'mount -t tmpfs -o size=1000k none "$0" && cd "$0" && head -c 940k /dev/zero > filler && '
MOUNT += '{ "$@"; code=$?; rm filler; "$@" >&2; cat out/games.jsonl; exit $code; }'
SMALL_DISKS = {
    "a limit": ["sh", "-c", 'ulimit -f 40; cd "$0"; exec "$@"'],  # blocks of 512 bytes
    "a mount": ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT],
}
"""Ways to run a command in a folder on a full disk; in a mount it runs once more with space."""


@pytest.mark.parametrize("disk", ["a limit", pytest.param("a mount", marks=needs_namespaces)])
def test_a_disk_that_takes_no_more_is_reported_in_one_line_and_loses_nothing(
    tmp_path: Path, disk: str
) -> None:
    """To a program, files that may not grow look like files on a full disk."""
    python = [sys.executable, "-B"]  # bytecode of others must not be cut short
    command = [*python, "-m", "planner_clue", "match", "random", "random", "random"]
    command += ["--games", "12", "--seed", "2", "--jobs", "1", "--out", "out"]
    full = [*SMALL_DISKS[disk], str(tmp_path), *command]
    done = subprocess.run(full, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("planner-clue")]
    error = {"a limit": "File too large", "a mount": "No space left on device"}[disk]
    kept = "finished games are kept, and the same command continues"
    assert line == f"planner-clue: {error} (out/games.jsonl): {kept}"
    assert "Traceback" not in done.stderr
    if disk == "a limit":
        run_match(RANDOM, out=tmp_path / "out")
        assert finished(tmp_path / "out", RANDOM)
    else:
        assert done.stdout.endswith(games_of(RANDOM))


def test_a_damaged_record_is_refused_and_the_file_named(tmp_path: Path) -> None:
    """Only a torn last line is the work of a kill; anything else somebody has edited."""
    run_match(RANDOM, out=tmp_path)
    games = tmp_path / "games.jsonl"
    first, rest = games.read_text(encoding="utf-8").split("\n", maxsplit=1)
    for damage in ("\n", "{broken}\n", '{"game": "x"}\n'):
        games.write_text(f"{first}\n{damage}{rest}", encoding="utf-8")
        before = contents(tmp_path)
        with pytest.raises(InputError, match=r"games\.jsonl:2: "):
            run_match(RANDOM, out=tmp_path)
        assert contents(tmp_path) == before
