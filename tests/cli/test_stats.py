"""``planner-clue stats`` as people run it: tables, files and refusals."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from planner_clue.errors import InputError
from planner_clue.match import MatchConfig
from planner_clue.match.store import GameStore
from planner_clue.table.record import record_line, to_line
from tests.cli.helpers import Program, refusal
from tests.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of
from tests.shared import line_of


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Return the program in a folder beside three matches: ``a``, ``a2`` of another seed, ``b``."""
    program = Program(tmp_path)
    for name, config in {"a": THREE, "a2": OTHER_SEED, "b": EXCHANGED}.items():
        folder_of(program.here / name, config)
    return program


def test_runs_of_a_match_are_merged_and_others_stand_beside(program: Program) -> None:
    done = program.call("stats", "a", "b", "a2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == [
        "A: 18 games, 3 deals on none, rules standard, seeds 1, 2",
        "B: 18 games, 3 deals on none, rules standard, seed 1",
    ]
    for words in ("win rate", "95 %", "seat 0", "seat 2", "exact", "random #1", "own turns to win"):
        assert words in done.stdout


def test_two_runs_are_compared_over_shared_deals(program: Program) -> None:
    done = program.call("stats", "a", "--against", "b", "--json", "stats.json")
    said = "slot 0, exact against random, over the 2 deals (12 games) that A and B share:"
    assert said in done.stdout
    data = json.loads((program.here / "stats.json").read_text())
    comparison = data.pop("comparison")
    assert (comparison["shared_deals"], comparison["shared_games"]) == (2, 12)
    low, high = comparison["ci95"]
    assert low <= comparison["difference"] <= high
    assert f"{100 * comparison['difference']:+.1f} points" in done.stdout
    assert data == json.loads(program.call("stats", "a", "b", "--json", "-").stdout)
    assert [match["games"] for match in data["matches"]] == [12, 18]
    assert [match["folders"] for match in data["matches"]] == [["a"], ["b"]]
    assert [row["name"] for row in data["matches"][0]["agents"]] == list(THREE.agents)


def test_what_was_killed_is_counted_and_said(program: Program) -> None:
    with GameStore(program.here / "killed", THREE) as store:
        for game in (0, 1, 2, 7):
            store.add(game, line_of(THREE, game))
    done = program.call("stats", "killed")
    assert done.stderr == "planner-clue: warning: killed is not finished: 4 of 12 games\n"
    assert "4 games, 2 deals" in done.stdout


def _summary_tells_of_all_games(program: Program, games: Path, lines: list[str]) -> None:
    """A game is deleted; a summary has other wins; a summary is that of an older version."""
    verify, summary = ("stats", "a", "--verify"), games.with_name("summary.json")
    games.write_text("\n".join([*lines[:3], *lines[4:]]) + "\n")
    assert "a: no record of game 3; expected all of 0 to 11" in refusal(program.call(*verify))
    games.write_text("\n".join(lines) + "\n")
    saved = json.loads(summary.read_text())
    summary.write_text(json.dumps(saved | {"games": 12, "no_winner": 12}))
    assert "no_winner 12; the records give " in refusal(program.call(*verify))
    summary.write_text(json.dumps(saved | {"checksum": "0" * 64}))
    assert "a/summary.json: checksum mismatch" in refusal(program.call(*verify))
    summary.write_text("{}")
    done = program.call(*verify, code=3)
    assert "a: not checked: the records as a whole: summary.json has no checksum" in done.stderr
    summary.write_text(json.dumps(saved))


def test_verify_names_the_first_game_that_does_not_hold(program: Program) -> None:
    """A modified line, a result that the events do not give, cards of another seed."""
    games = program.here / "a" / "games.jsonl"
    lines = games.read_text().splitlines()
    done = program.call("stats", "a", "--verify")
    assert (done.returncode, done.stderr) == (0, f"a: {len(lines)} games hold\n")
    _summary_tells_of_all_games(program, games, lines)

    def refused(change: Callable[[dict[str, Any]], object], *, seal: bool | None) -> str:
        record = json.loads(lines[3])
        change(record)
        changed = record_line(record) if seal else to_line(record)
        if seal is None:  # as older versions wrote it
            changed = to_line({key: record[key] for key in record if key != "checksum"})
        games.write_text("\n".join([*lines[:3], changed.strip(), *lines[4:]]) + "\n")
        return refusal(program.call("stats", "a", "--verify"))

    def other_winner(record: dict[str, Any]) -> None:
        record["result"]["winner"] = (record["result"]["winner"] + 1) % 3

    def other_cards(record: dict[str, Any]) -> None:
        record.update(json.loads(line_of(replace(THREE, seed=3), 3)) | {"seed": 1})

    place = "a/games.jsonl:4: "
    modified = f"{place}game 3 was modified: checksum mismatch"
    assert modified in refused(other_winner, seal=False)
    for seal in (True, None):
        said = refused(other_winner, seal=seal)
        assert f"{place}result: Result(winner=" in said
        assert "the rules give Result(winner=" in said
        assert "the events give Result(winner=" in refusal(program.call("stats", "a"))
        assert f"{place}game 3: other cards than seed 1 deals" in refused(other_cards, seal=seal)
    other_winner(record := json.loads(lines[3]))
    games.write_text("\n".join([*lines[:3], to_line(record).strip(), *lines[4:]]) + "\n")
    assert modified in refusal(program.call("stats", "a"))
    with pytest.raises(InputError, match="game 3 was modified"):
        GameStore(program.here / "a", THREE)


def test_a_chart_of_three_and_six_seats_is_drawn_the_same_each_time(program: Program) -> None:
    folder_of(program.here / "six", MatchConfig(("random",) * 6, 6, seed=1, board="none"))
    charts = []
    for name in ("one.svg", "two.svg", "three.png"):
        assert "seat 5" in program.call("stats", "a", "b", "six", "--chart", name, code=0).stdout
        charts.append((program.here / name).read_bytes())
    assert charts[0] == charts[1]
    assert charts[2].startswith(b"\x89PNG")
    text = charts[0].decode()
    for words in ("A: exact", "B: random #2", "all games", "by seat", "seat 2"):
        assert f">{words}<" in text
    marks = sorted({round(float(y), 1) for y in re.findall(r'<use [^>]* y="([\d.]+)"', text)})
    assert len(marks) > 9 * 3
    assert min(low - high for high, low in pairwise(marks)) > 4, "points"
