"""``tournament``, ``reproduce`` and ``stats`` as people run them: tables, files and refusals."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as changed

from planner_clue.game.record import record_line, to_line
from planner_clue.match import MatchConfig, runner
from planner_clue.match.statistics import AgentRow, Tally
from planner_clue.match.store import GameStore
from planner_clue.support.errors import InputError
from tests.cli.helpers import Program, agent_file, games_of, records, refusal
from tests.match.runs.helpers import EXCHANGED, OTHER_SEED, THREE, folder_of
from tests.shared import line_of

FOUR = ["random", "ladder-1", "ladder-2", "exact"]
SHORT = ["tournament", *FOUR, "--board", "none", "--games", 6, "--jobs", 1]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the folder and the words of a short tournament, played once for several tests."""
    folder = tmp_path_factory.mktemp("once")
    return folder / "out", Program(folder).call(*SHORT, "--out", folder / "out", code=0).stdout


def contents(out: Path) -> dict[str, bytes]:
    """Return what decides and states the result: every file but the summaries, which hold times."""
    files = (path for path in out.rglob("*") if path.is_file() and path.name != "summary.json")
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def result_of(out: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((out / "ratings.json").read_text())
    return result


def test_every_combination_is_an_ordinary_match(once: tuple[Path, str]) -> None:
    expected = {"ratings.json", "tournament.json"}
    for number, agents in enumerate(combinations(FOUR, 3), 1):
        folder = f"{number}-{'+'.join(agents)}"
        expected |= {f"{folder}/{name}" for name in ("games.jsonl", "match.json")}
        games = (once[0] / folder / "games.jsonl").read_text()
        assert games == games_of(MatchConfig(agents, 6, board="none"))
    assert set(contents(once[0])) == expected


def test_the_result_counts_what_the_records_say(once: tuple[Path, str]) -> None:
    out, output = once
    wins = dict.fromkeys(FOUR, 0)
    for games in out.rglob("games.jsonl"):
        for record in records(games):
            wins[record["seats"][record["result"]["winner"]]["agent"]] += 1
    result = result_of(out)
    assert {row["agent"]: row["wins"] for row in result["ratings"]} == wins
    assert {row["games"] for row in result["ratings"]} == {18}
    assert (result["games"], result["no_winner"], result["deals"]) == (24, 0, 1)
    for cell in result["cross_table"]:
        assert cell["games"] == 12
        assert cell["row_won"] + cell["column_won"] <= 12
    assert len(result["cross_table"]) == 12
    assert output.startswith(
        "24 games on none, rules standard, seed 1: 4 combinations of 3, 6 games"
    )
    for words in ("against average", "n = 12 for each pair", "Luce", "normal prior", "bootstrap"):
        assert words in output
    assert "few deals (1): below 20 the intervals are too narrow" in output
    won = {(cell["row"], cell["column"]): cell["row_won"] for cell in result["cross_table"]}
    for name in FOUR:
        others = [row["agent"] for row in result["ratings"] if row["agent"] != name]
        shares = [
            ":".join(f"{100 * won[pair] / 12:.0f}" for pair in ((name, other), (other, name)))
            for other in others
        ]
        found = re.findall(rf"^ +\d +{name} +(.*:.*)$", output, re.MULTILINE)
        assert [cell for cell in found[0].split() if cell != "-"] == shares
    (row,) = re.findall(r"^ +\d +random +(-[\d.]+) .*$", output, re.MULTILINE)
    (rated,) = (row for row in result["ratings"] if row["agent"] == "random")
    assert float(row) == round(rated["log_strength"], 2)


def test_the_same_command_plays_what_is_missing(once: tuple[Path, str], program: Program) -> None:
    """Nothing, or after a kill in the second match what was not written before."""
    out, output = once
    kept, copy = contents(out), program.here / "copy"
    shutil.copytree(out, copy)
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("games.jsonl")}
    done = program.call(*SHORT, "--out", copy)
    assert (done.returncode, done.stdout, contents(copy)) == (0, output, kept)
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("games.jsonl")} == before
    (copy / "ratings.json").unlink()
    second, *later = sorted(copy.glob("[2-9]-*"))
    (second / "summary.json").unlink()
    with (second / "games.jsonl").open("r+") as games:
        games.truncate(3_000)
    for folder in later:
        shutil.rmtree(folder)
    done = program.call(*SHORT, "--out", copy)
    assert (done.returncode, done.stdout, contents(copy)) == (0, output, kept)


def test_any_jobs_play_the_same(once: tuple[Path, str], tidy_program: Program) -> None:
    done = tidy_program.run(*SHORT[:-1], 2, "--json", "-", code=0)
    assert json.loads(done.stdout) == result_of(once[0])


def test_games_are_rounded_up_and_tables_may_be_larger(program: Program) -> None:
    """Five agents at tables of four: five combinations of four games a deal."""
    five = ["tournament", *FOUR, "rules", "--board", "none", "--games", 3, "--size", 4]
    done = program.call(*five, "--jobs", 1, "--json", "-")
    assert done.stderr == "3 games rounded up to 4: whole deals\n"
    result = json.loads(done.stdout)
    assert [len(row["agents"]) for row in result["combinations"]] == [4] * 5
    assert (result["games"], result["games_each"]) == (20, 4)


def test_forfeits_end_with_3_and_are_reported(program: Program, tmp_path: Path) -> None:
    bad = agent_file(tmp_path, "def accuse(self):\n    raise RuntimeError('broken')")
    output = ["tournament", bad, "random", "ladder-1", *SHORT[len(FOUR) + 1 :], "--seed", 1]
    done = program.call(*output, "--isolate", "none", "--out", "out")
    assert done.stderr.count("planner-clue: warning: --seed 1 is short") == 1
    assert done.returncode == 3
    assert f"{bad}: forfeits 6; the first failure, 1-" in done.stdout
    assert "game 0: crash: RuntimeError: broken" in done.stdout
    (row,) = (row for row in result_of(program.here / "out")["ratings"] if row["agent"] == bad)
    assert (row["wins"], row["forfeits"]) == (0, 6)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (["--games", 12], "games: 6 there, 12 now"),
        (["--board", "classic"], "board: none there, classic now"),
        (["--isolate", "none"], "isolate: files there, none now"),
        (["rules"], "agents"),
    ],
)
def test_another_tournament_in_the_folder_is_refused(
    once: tuple[Path, str], program: Program, changed: list[object], words: str
) -> None:
    out, _ = once
    before = contents(out)
    line = refusal(program.call(*SHORT, *changed, "--out", out))
    assert f"--out {out} holds another tournament ({words}" in line
    assert contents(out) == before


def test_a_setting_that_is_newer_than_a_tournament_is_its_default_there(
    once: tuple[Path, str], program: Program, tmp_path: Path
) -> None:
    older = json.loads((once[0] / "tournament.json").read_text())
    del older["tournament"]["follow_ups"]
    (tmp_path / "tournament.json").write_text(json.dumps(older))
    line = refusal(program.call(*SHORT, "--isolate", "none", "--out", tmp_path))
    assert "another tournament (isolate: files there, none now);" in line


def test_a_bad_folder_is_refused(once: tuple[Path, str], program: Program, tmp_path: Path) -> None:
    match = once[0] / "1-random+ladder-1+ladder-2"
    assert "is not empty" in refusal(program.call(*SHORT, "--out", match))
    file = tmp_path / "tournament.json"
    file.write_text("[]")
    assert "tournament.json is damaged" in refusal(program.call(*SHORT, "--out", tmp_path))
    assert "is a file; expected a folder" in refusal(program.call(*SHORT, "--out", file))


REPORT = ["reproduction.md", "reproduction.png", "reproduction.svg"]
QUICK = ["reproduce", "--games", 8, "--jobs", 1, "--tables"]


def report_of(out: Path) -> dict[str, bytes]:
    return {name: (out / name).read_bytes() for name in REPORT}


def test_a_second_run_plays_nothing_and_writes_the_same_report(program: Program) -> None:
    """Another one is refused, and leaves it alone."""
    program.call(*QUICK, "huji.bn2,huji.bn1")
    out = program.here / "reproduction"
    games = (out / "huji.bn2" / "summary.json").read_bytes()
    before = report_of(out)
    for name in REPORT:
        (out / name).unlink()
    program.run(*QUICK, "huji.bn2,huji.bn1", PYTHONHASHSEED="5", code=0)
    assert report_of(out) == before
    assert (out / "huji.bn2" / "summary.json").read_bytes() == games
    line = refusal(program.call("reproduce", "--games", 9, "--tables", "huji.bn1"))
    assert "--out reproduction holds another comparison (games: 8 there, 9 now)" in line
    assert report_of(out) == before


def test_the_report_in_json_and_as_a_page(program: Program) -> None:
    """A table in the published seats is played as many games as asked, others whole deals."""
    done = program.call(*QUICK, "huji.bn2,huji.bn2.fixed,huji.bn1", "--json", "report.json", code=0)
    assert "huji: published figures in the published seats: " in done.stdout
    output = json.loads((program.here / "report.json").read_text())
    assert (output["schema"], output["games"], output["seed"]) == (1, 8, 1)
    assert output["in_published_seats"]["figures"] == 2
    found = [(t["table"], t["rules"], t["games"], t["rotated"]) for t in output["tables"]]
    assert sorted(found) == [
        ("huji.bn1", "huji-bn1", 8, False),
        ("huji.bn2", "huji", 12, True),
        ("huji.bn2.fixed", "huji", 8, False),
    ]
    holds = {c["claim"]: c["holds"] for c in output["conclusions"] if c["board"] == "huji"}
    assert holds["planner-huji loses to bn1 and bn2, as published"] is None
    assert holds["bn1 and bn2 win at least 65 % against two random agents"] in (True, False)
    out = program.here / "reproduction"
    config = json.loads((out / "huji.bn2.fixed" / "match.json").read_text())["config"]
    assert (config["seats"], config["games"]) == ("fixed", 8)
    text = (out / "reproduction.md").read_text()
    for (row,) in ([t for t in output["tables"] if t["table"] == name] for name, *_ in found):
        bn = row["agents"][0]
        assert bn["inside"] is (bn["ci95"][0] <= bn["published"] <= bn["ci95"][1])
        published = f"{bn['name']} | {100 * bn['published']:g} % |"
        assert f"| `{row['table']}` | {row['games']} | {published}" in text


def test_forfeits_end_it_with_3(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forfeited(Tally):
        def row(self) -> AgentRow:
            return changed(super().row(), forfeits=2)

    monkeypatch.setattr(runner, "Tally", Forfeited)
    program.call(*QUICK, "huji.bn1", code=3)
    text = (program.here / "reproduction" / "reproduction.md").read_text()
    assert "2 forfeits of bn1, 4 forfeits of random" in text


GAMES = "games.jsonl"


@pytest.fixture
def filled(program: Program) -> Program:
    """Return the program with three matches: ``a``, ``a2`` of another seed, ``b``."""
    for name, config in {"a": THREE, "a2": OTHER_SEED, "b": EXCHANGED}.items():
        folder_of(program.here / name, config)
    return program


def test_runs_of_a_match_are_merged_and_others_stand_beside(filled: Program) -> None:
    done = filled.call("stats", "a", "b", "a2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == [
        "A: 18 games, 3 deals on none, rules standard, seeds 1, 2",
        "B: 18 games, 3 deals on none, rules standard, seed 1",
    ]
    (row,) = re.findall(r"^A: exact: own turns to win: (.*), median", done.stdout, re.MULTILINE)
    turns = list[int]()
    for record in (one for name in ("a", "a2") for one in records(filled.here / name / GAMES)):
        winner = record["result"]["winner"]
        if record["seats"][winner]["agent"] == "exact":
            own = (e for e in record["events"] if e["seat"] == winner)
            turns.append(len({e["turn"] for e in own if e["kind"] not in ("pass", "show")}))
    assert row == f"{min(turns)} to {max(turns)}"
    for words in ("win rate", "95 %", "seat 0", "seat 2", "exact", "random #1", "own turns to win"):
        assert words in done.stdout


def test_the_table_of_wins_is_printed_for_papers(filled: Program) -> None:
    marked, csv = (
        filled.call("stats", "a", "b", "--format", f).stdout for f in ("markdown", "csv")
    )
    head, _, *rows = marked.splitlines()
    assert head.startswith("| match | agent | wins | win rate |")
    assert [row[:5] for row in rows] == ["| A |"] * 3 + ["| B |"] * 3
    first = re.sub(r" %?\s*\| ?", ",", rows[0].removeprefix("| ")).replace(",-,", ",,")
    assert csv.splitlines()[1].split(",")[:5] == first.split(",")[:5]


def test_two_runs_are_compared_over_shared_deals(filled: Program) -> None:
    done = filled.call("stats", "a", "--against", "b", "--json", "stats.json")
    message = "slot 0, exact against random, over the 2 deals (12 games) that A and B share:"
    assert message in done.stdout
    data = json.loads((filled.here / "stats.json").read_text())
    comparison = data.pop("comparison")
    assert (comparison["shared_deals"], comparison["shared_games"]) == (2, 12)
    low, high = comparison["ci95"]
    assert low <= comparison["difference"] <= high
    assert f"{100 * comparison['difference']:+.1f} points" in done.stdout
    assert data == json.loads(filled.call("stats", "a", "b", "--json", "-").stdout)
    assert [match["games"] for match in data["matches"]] == [12, 18]
    assert [match["folders"] for match in data["matches"]] == [["a"], ["b"]]
    assert [row["name"] for row in data["matches"][0]["agents"]] == list(THREE.agents)


def test_the_share_of_right_gambles_is_of_the_gambles(filled: Program) -> None:
    """The first of three agents noted one in three games in which it had the first seat."""
    games, right = filled.here / "b" / GAMES, 0
    lines = games.read_text().splitlines(keepends=True)
    for number in (0, 1, 6):
        record = json.loads(lines[number])
        turn = record["events"][-1]["turn"]
        gamble = {"kind": "gamble", "turn": turn, "assumption": record["deal"]["case_file"]}
        record["notes"][0] = [gamble | {"chance": 0.5}]
        lines[number] = record_line(record)
        right += record["result"]["winner"] == 0
    games.write_text("".join(lines))
    output = filled.call("stats", "b").stdout
    assert f"random #0: gambles right: {100 * right / 3:.1f} %, 95 % " in output
    assert f" {right} of 3 right " in output
    assert right


def test_what_was_killed_is_counted_and_said(filled: Program) -> None:
    with GameStore(filled.here / "killed", THREE) as store:
        for game in (0, 1, 2, 7):
            store.add([(game, line_of(THREE, game))])
    done = filled.call("stats", "killed")
    assert done.stderr == "planner-clue: warning: killed is not finished: 4 of 12 games\n"
    assert "4 games, 2 deals" in done.stdout


def _summary_counts_all_games(filled: Program, games: Path, lines: list[str]) -> None:
    """A game is deleted; a summary has other wins; a summary is that of an older version."""
    verify, summary = ("stats", "a", "--verify"), games.with_name("summary.json")
    games.write_text("\n".join([*lines[:3], *lines[4:]]) + "\n")
    assert "a: no record of game 3; expected all of 0 to 11" in refusal(filled.call(*verify))
    games.write_text("\n".join(lines) + "\n")
    saved = json.loads(summary.read_text())
    summary.write_text(json.dumps(saved | {"games": 12, "no_winner": 12}))
    assert "no_winner 12; the records give " in refusal(filled.call(*verify))
    summary.write_text(json.dumps(saved | {"checksum": "0" * 64}))
    assert "a/summary.json: checksum mismatch" in refusal(filled.call(*verify))
    summary.write_text("{}")
    done = filled.call(*verify, code=3)
    assert "a: not checked: the records as a whole: summary.json has no checksum" in done.stderr
    summary.write_text(json.dumps(saved))


def test_verify_names_the_first_game_that_does_not_hold(filled: Program) -> None:
    """A modified line, a result that the events do not give, cards of another seed."""
    games = filled.here / "a" / "games.jsonl"
    lines = games.read_text().splitlines()
    done = filled.call("stats", "a", "--verify")
    assert (done.returncode, done.stderr) == (0, f"a: {len(lines)} games verified\n")
    _summary_counts_all_games(filled, games, lines)

    def refused(change: Callable[[dict[str, Any]], object], *, seal: bool | None) -> str:
        record = json.loads(lines[3])
        change(record)
        changed = record_line(record) if seal else to_line(record)
        if seal is None:  # as older versions wrote it
            changed = to_line({key: record[key] for key in record if key != "checksum"})
        games.write_text("\n".join([*lines[:3], changed.strip(), *lines[4:]]) + "\n")
        return refusal(filled.call("stats", "a", "--verify"))

    def other_winner(record: dict[str, Any]) -> None:
        record["result"]["winner"] = (record["result"]["winner"] + 1) % 3

    def other_cards(record: dict[str, Any]) -> None:
        record.update(json.loads(line_of(replace(THREE, seed=3), 3)) | {"seed": 1})

    place = "a/games.jsonl:4: "
    modified = f"{place}game 3 was modified: checksum mismatch"
    assert modified in refused(other_winner, seal=False)
    for seal in (True, None):
        message = refused(other_winner, seal=seal)
        assert f"{place}result: Result(winner=" in message
        assert "the rules give Result(winner=" in message
        assert "the events give Result(winner=" in refusal(filled.call("stats", "a"))
        assert f"{place}game 3: other cards than seed 1 deals" in refused(other_cards, seal=seal)
    other_winner(record := json.loads(lines[3]))
    games.write_text("\n".join([*lines[:3], to_line(record).strip(), *lines[4:]]) + "\n")
    assert modified in refusal(filled.call("stats", "a"))
    with pytest.raises(InputError, match="game 3 was modified"):
        GameStore(filled.here / "a", THREE)


def test_a_chart_of_three_and_six_seats_is_drawn_the_same_each_time(filled: Program) -> None:
    folder_of(filled.here / "six", MatchConfig(("random",) * 6, 6, seed=1, board="none"))
    charts = []
    for name in ("one.svg", "two.svg"):
        output = filled.call("stats", "a", "b", "six", "--chart", name, code=0).stdout
        head, *rows = output[output.rindex("\n", 0, output.index("seat 5")) + 1 :].splitlines()
        row = next(row for row in rows if "exact" in row)
        assert len(row.rstrip()) < head.index("seat 3"), "no seats 3 to 5"
        charts.append((filled.here / name).read_bytes())
    assert charts[0] == charts[1]
    filled.call("stats", "a", "--chart", "three.png", code=0)
    assert (filled.here / "three.png").read_bytes().startswith(b"\x89PNG")
    text = charts[0].decode()
    for words in ("A: exact", "B: random #2", "all games", "by seat", "seat 2"):
        assert f">{words}<" in text
    marks = sorted({round(float(y), 1) for y in re.findall(r'<use [^>]* y="([\d.]+)"', text)})
    assert len(marks) > 9 * 3
    assert min(low - high for high, low in pairwise(marks)) > 4, "points"
