"""What is concluded, the report and the chart: what the results say, the same bytes every time."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.reproduction import BEGIN, END, main
from planner_clue.match.intervals import independent_difference
from planner_clue.match.study.conclusions import Conclusion, draw_conclusions, in_published_seats
from planner_clue.match.study.reproduction import StudyResult, study_result, study_tables
from planner_clue.view.study_report import draw_win_rates, report_in_markdown


def summary_of(seats: tuple[str, ...], wins: tuple[int, ...], games: int) -> dict[str, Any]:
    nothing = {"forfeits": 0, "wrong_accusations": 0, "gambles": 0, "planner_failures": {}}
    rows = [
        nothing | {"name": name, "slot": slot, "seats": games, "wins": won}
        for slot, (name, won) in enumerate(zip(seats, wins, strict=True))
    ]
    return {"games": games, "no_winner": games - sum(wins), "agents": rows}


def result(name: str, *wins: int, games: int = 1000) -> StudyResult:
    table = next(table for table in study_tables() if table.name == name)
    return study_result(table, games, summary_of(table.seats, wins, games))


RESULTS = [
    result("huji.bn1", 740, 160, 100),
    result("huji.bn2+planner", 250, 650, 90),
    result("classic.bn1+bn2+planner", 210, 220, 570),
]


def text_of(results: list[StudyResult]) -> str:
    drawn = draw_conclusions(results)
    return report_in_markdown(results, drawn, games=1000, seed=1, chart="chart.svg")


def rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_a_row_has_published_ours_interval_and_whether_they_agree() -> None:
    found = [row for row in rows(text_of(RESULTS)) if row[0] == "`huji.bn1`"]
    assert found == [["`huji.bn1`", "1000", "bn1", "72 %", "74.0 %", "71.2-76.6", "yes"]]
    (near,) = (row for row in rows(text_of([result("huji.bn1", 760, 140, 100)])) if row[2] == "bn1")
    assert near[4:] == ["76.0 %", "73.3-78.5", "yes"]  # 72 % are of 200 games


def test_tables_in_the_published_seats_have_rows_of_their_own_and_a_count() -> None:
    both = [result(f"huji.bn2+planner-huji{end}", 610, 260, 130) for end in (".fixed", "")]
    text = text_of(both)
    named = [row[0] for row in rows(text) if row[0].startswith("`")]
    assert named == ["`huji.bn2+planner-huji.fixed`", "`huji.bn2+planner-huji`"]
    boards = re.findall(r"^## (Board .*)$", text, re.MULTILINE)
    title = "Board huji, with the published agents"
    assert boards == [f"{title}{at}" for at in (", in the published seats", "")]
    assert "agree with ours in these seats:\n**2 of 2 agree**.\n" in text
    assert "agree with ours in these seats:\n**not played**.\n" in text_of(both[1:])


def test_conclusions_stand_with_their_answers_and_what_was_not_played_says_so() -> None:
    text = text_of(RESULTS)
    assert "- planner wins at least 50 % with bn1 and bn2: **yes**. planner 57.0 % (53.9-60" in text
    assert "- planner-huji loses to bn1 and bn2, as published: **not played**\n" in text


def test_games_that_went_wrong_are_listed_and_else_that_none_did() -> None:
    assert "`huji.bn2+planner`: 10 games without a winner." in text_of(RESULTS)
    assert "None: every game had a winner" in text_of(RESULTS[:1])
    summary = summary_of(RESULTS[0].table.seats, (740, 160, 100), 1000)
    summary["agents"][2] |= {"forfeits": 4, "wrong_accusations": 2}
    summary["agents"][0] |= {"planner_failures": {"time-out": 3, "no-plan": 1}}
    text = text_of([study_result(RESULTS[0].table, 1000, summary)])
    wrong = "4 planner failures of bn1, 4 forfeits of random, 2 wrong accusations of random"
    assert f"- `huji.bn1`: {wrong}.\n" in text


def test_every_set_of_rules_that_was_played_is_named() -> None:
    text = text_of(RESULTS)
    described = {m[1]: m[0] for m in re.finditer(r"^- Rules `(\S+)`: .*$", text, re.MULTILINE)}
    assert set(described) == {"huji-bn1", "huji", "standard"}
    assert "2-1-3, 2-2-2, 1-2-2" in described["huji-bn1"]
    for words in ("tokens block squares", "one suggestion for each entry"):
        assert words in described["standard"]
        assert words not in described["huji"]
    assert "secret passages" in text
    assert "secret passages" not in text_of(RESULTS[:2])


def test_a_report_becomes_a_document_and_what_is_written_by_hand_stays(tmp_path: Path) -> None:
    run, docs = tmp_path / "run", tmp_path / "docs"
    for folder in (run, docs):
        folder.mkdir()
    (docs / "reproduction.md").write_text(f"before\n{BEGIN}old\n{END}\nby hand\n")
    for kind in ("png", "svg"):
        (run / f"reproduction.{kind}").write_bytes(kind.encode())
    (run / "reproduction.md").write_text(text_of(RESULTS))
    main(run, docs)
    written = (docs / "reproduction.md").read_text()
    assert written == f"before\n{BEGIN}{text_of(RESULTS)}{END}\nby hand\n"
    assert (docs / "reproduction.svg").read_bytes() == b"svg"


def test_the_chart_names_boards_rules_agents_and_what_is_published() -> None:
    words = re.findall(r"<text[^>]*>([^<]*)</text>", draw_win_rates(RESULTS, "svg").decode())
    boards = {"board huji, rules huji and huji-bn1", "board classic, rules standard"}
    assert {*boards, "2 random", "bn2", "planner", "hollow: published (board huji)"} <= {*words}


Change = Callable[[dict[str, Any]], object]
AS_PUBLISHED = [
    result("huji.planner-huji", 580, 220, 200),
    result("huji.bn1", 720, 140, 140),
    result("huji.bn2", 760, 120, 120),
    result("huji.bn1+planner-huji", 580, 360, 60),
    result("huji.bn2+planner-huji", 610, 260, 130),
    result("huji.bn1+bn2+planner-huji", 400, 430, 170),
]
OVERTURNED = [
    result("huji.planner", 800, 100, 100),
    result("huji.bn1+planner", 250, 650, 100),
    result("huji.bn2+planner", 250, 650, 100),
    result("huji.bn1+bn2+planner", 210, 220, 570),
]
HARD = "planner wins at least 50 % with bn1 and bn2"
CLEAR = "With bn1 and bn2, planner is clearly ahead of both"
AHEAD = "planner is ahead of bn2 by at least 20 points, with a random agent"
LOSES = "planner-huji loses to bn1 and bn2, as published"
NETWORKS = "bn1 and bn2 win at least 65 % against two random agents"
BEHIND = "Against two random agents planner-huji wins less than bn1 and bn2, as published"
BETWEEN = "planner-huji wins 45 to 70 % against two random agents"


def say(results: list[StudyResult], claim: str, board: str = "huji") -> Conclusion:
    (found,) = [c for c in draw_conclusions(results) if (c.board, c.claim) == (board, claim)]
    return found


def answers(results: list[StudyResult], board: str = "huji") -> set[str]:
    return {c.answer for c in draw_conclusions(results) if c.board == board}


def test_what_was_not_played_is_not_concluded() -> None:
    assert answers(AS_PUBLISHED + OVERTURNED) == {"yes"}
    assert answers([]) == {"not played"}
    assert answers(AS_PUBLISHED + OVERTURNED, board="classic") == {"not played"}
    some = [one for one in AS_PUBLISHED if one.table.name != "huji.bn2+planner-huji"]
    assert say(some, LOSES).holds is None
    assert say(some, BETWEEN).answer == "yes"


@pytest.mark.parametrize(
    ("claim", "table", "wins", "answer"),
    [
        # At 1000 games the interval is some three points wide on either side.
        (HARD, "bn1+bn2+planner", (200, 200, 600), "yes"),
        (HARD, "bn1+bn2+planner", (250, 250, 500), "yes, not settled"),
        (HARD, "bn1+bn2+planner", (250, 251, 499), "no, not settled"),
        # Ahead of bn2 by one game in a hundred is not clear, and no doubt is left about that.
        (CLEAR, "bn1+bn2+planner", (200, 220, 580), "yes"),
        (CLEAR, "bn1+bn2+planner", (300, 345, 355), "no"),
        (CLEAR, "bn1+bn2+planner", (400, 200, 400), "no"),
        (AHEAD, "bn2+planner", (300, 500, 200), "yes, not settled"),
        (AHEAD, "bn2+planner", (301, 500, 199), "no, not settled"),
        (BETWEEN, "planner-huji", (460, 540, 0), "yes, not settled"),
        (BETWEEN, "planner-huji", (440, 560, 0), "no, not settled"),
        (BETWEEN, "planner-huji", (695, 305, 0), "yes, not settled"),
        (BETWEEN, "planner-huji", (800, 200, 0), "no"),
    ],
)
def test_a_claim_has_bounds(claim: str, table: str, wins: tuple[int, ...], answer: str) -> None:
    assert say([result(f"huji.{table}", *wins)], claim).answer == answer


def test_one_figure_that_is_settled_settles_that_a_claim_fails() -> None:
    """Of 65 % and more, bn1's 60 % are clearly less, and bn2's 64 % are not."""
    both = [result("huji.bn1", 600, 200, 200), result("huji.bn2", 640, 180, 180)]
    assert say(both, NETWORKS).answer == "no"
    unclear = [result("huji.bn1", 640, 180, 180), both[1]]
    assert say(unclear, NETWORKS).answer == "no, not settled"


def test_tables_with_other_numbers_of_games_are_compared() -> None:
    few = [result("huji.bn1", 360, 70, 70, games=500), result("huji.bn2", 760, 120, 120)]
    first, second = say([AS_PUBLISHED[0], *few], BEHIND).margins
    assert first.value == pytest.approx(0.72 - 0.58)
    assert (first.low, first.high) == independent_difference(360, 500, 580, 1000)
    assert (second.low, second.high) == independent_difference(760, 1000, 580, 1000)


def test_random_agents_are_published_with_what_all_others_left() -> None:
    """Of 100 games, bn2 won 61 and planner-huji 26."""
    assert AS_PUBLISHED[4].share("random").published == 13


def test_a_conclusion_names_the_figures_it_rests_on() -> None:
    margins = [str(margin) for margin in say(AS_PUBLISHED, NETWORKS).margins]
    assert margins[0].startswith("bn1 72.0 % (69.")
    (ahead,) = map(str, say(OVERTURNED, AHEAD).margins)
    assert ahead.startswith("planner over bn2 (with random) +40.0 (+3")
    described = say(OVERTURNED, AHEAD).to_json()
    assert (described["holds"], described["settled"]) == (True, True)
    assert described["because"][0]["value"] == 0.4


def test_figures_of_named_agents_are_counted_where_they_sit_as_published() -> None:
    """Not at the rotated table, nor with our planner, nor on the other board."""
    in_seats = [AS_PUBLISHED[1], result("huji.bn2+planner-huji.fixed", 600, 277, 123)]
    elsewhere = [AS_PUBLISHED[4], OVERTURNED[1], result("classic.bn1", 300, 300, 400)]
    assert in_published_seats([*in_seats, *elsewhere]).answer == "3 of 3 agree"
    assert in_published_seats(elsewhere).answer == "not played"


def test_a_published_figure_is_inside_or_outside_our_interval() -> None:
    """72 % published; 1000 games give an interval of 2.8 points on either side."""
    assert result("huji.bn1", 740, 260, 0).share("bn1").inside
    assert not result("huji.bn1", 760, 240, 0).share("bn1").inside


@pytest.mark.parametrize(
    "change",
    [
        lambda summary: summary.pop("agents"),
        lambda summary: summary["agents"].pop(),
        lambda summary: summary["agents"][0].update(name="bn1"),
        lambda summary: summary["agents"][0].update(seats=994),
        lambda summary: summary["agents"][0].update(wins=None),
        lambda summary: summary["agents"].__setitem__(0, "bn2"),
    ],
)
def test_a_summary_of_something_else_is_no_result(change: Change) -> None:
    table = AS_PUBLISHED[2].table
    summary = summary_of(table.seats, (700, 200, 100), 1000)
    change(summary)
    with pytest.raises((KeyError, TypeError, ValueError)):
        study_result(table, 1000, summary)
