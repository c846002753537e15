"""The table of gambles and the figures of depth come out of games that were played."""

from pathlib import Path

import pytest

from benchmarks import calibration, depth
from planner_clue.match import MatchConfig, run_match


def test_gambles_are_counted_by_what_they_claimed(tmp_path: Path) -> None:
    config = MatchConfig(("planner", "random", "random"), 12, seed=1)
    summary = run_match(config, out=tmp_path / "out")
    gambles = list(calibration.gambles_of(tmp_path / "out"))
    assert len(gambles) == sum(agent["gambles"] for agent in summary["agents"]) > 0
    wrong = sum(agent["wrong_accusations"] for agent in summary["agents"])
    assert sum(not right for _, right in gambles) == wrong
    assert all(0.6 <= chance < 1 for chance, _ in gambles)
    *ranges, total = calibration.rows(tmp_path / "out")
    assert total.startswith("| random, random; classic | 0.6-1.0 | ")
    counts = [int(row.split("|")[3]) for row in (*ranges, total)]
    assert sum(counts[:-1]) == counts[-1] == len(gambles)


def test_plans_are_compared_with_plans_of_one_visit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["depth", "1"])
    depth.main()
    said = capsys.readouterr().out
    assert said.startswith("1 games, ")
    assert "rooms that an early plan visits: median" in said
