"""The report and the chart: what the results say, the same bytes every time."""

import re
from pathlib import Path

from benchmarks.reproduction import BEGIN, END, main
from planner_clue.study.conclusions import draw_conclusions
from planner_clue.study.report import draw_win_rates, report_in_markdown
from planner_clue.study.reproduction import StudyResult, study_result
from tests.study.helpers import result, summary_of

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


def test_tables_in_the_published_seats_have_rows_of_their_own_and_a_count() -> None:
    both = [result(f"huji.bn2+planner-huji{end}", 610, 260, 130) for end in (".fixed", "")]
    text = text_of(both)
    named = [row[0] for row in rows(text) if row[0].startswith("`")]
    assert named == ["`huji.bn2+planner-huji.fixed`", "`huji.bn2+planner-huji`"]
    boards = re.findall(r"^## (Board .*)$", text, re.MULTILINE)
    assert boards == [f"Board huji, as published{at}" for at in (", in the published seats", "")]
    assert "agree with ours in these seats:\n**2 of 2 agree**.\n" in text
    assert "agree with ours in these seats:\n**not played**.\n" in text_of(both[1:])


def test_conclusions_stand_with_their_answers_and_what_was_not_played_says_so() -> None:
    text = text_of(RESULTS)
    assert "- planner wins at least 50 % with bn1 and bn2: **yes**. planner 57.0 % (53.9-60" in text
    assert "- planner-huji loses to bn1 and bn2, as published: **not played**\n" in text


def test_games_that_went_wrong_are_told_and_else_that_none_did() -> None:
    assert "`huji.bn2+planner`: 10 games without a winner." in text_of(RESULTS)
    assert "None: every game had a winner" in text_of(RESULTS[:1])
    summary = summary_of(RESULTS[0].table.seats, (740, 160, 100), 1000)
    summary["agents"][2] |= {"forfeits": 4, "wrong_accusations": 2}
    summary["agents"][0] |= {"planner_failures": {"time-out": 3, "no-plan": 1}}
    text = text_of([study_result(RESULTS[0].table, 1000, summary)])
    wrong = "4 planner failures of bn1, 4 forfeits of random, 2 wrong accusations of random"
    assert f"- `huji.bn1`: {wrong}.\n" in text


def test_every_set_of_rules_that_was_played_is_told() -> None:
    text = text_of(RESULTS)
    told = {m[1]: m[0] for m in re.finditer(r"^- Rules `(\S+)`: .*$", text, re.MULTILINE)}
    assert set(told) == {"huji-bn1", "huji", "standard"}
    assert "2-1-3, 2-2-2, 1-2-2" in told["huji-bn1"]
    for words in ("tokens block squares", "one suggestion for each entry"):
        assert words in told["standard"]
        assert words not in told["huji"]
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
    svg = draw_win_rates(RESULTS, "svg").decode()
    words = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    boards = {"board huji, rules huji and huji-bn1", "board classic, rules standard"}
    assert {*boards, "2 random", "bn2", "planner", "hollow: published (board huji)"} <= {*words}
