"""Exercise 6: numbers and conclusions have to follow from the records."""

import json
import re

import pytest

from tests.teach.grading_help import TEACHER, fault_of, score_of

pytestmark = pytest.mark.usefixtures("direct")
SOLUTION = TEACHER / "6-study" / "solution"
FILES = {path.name: path.read_text() for path in SOLUTION.iterdir()}
ANSWERS = FILES["answers.toml"]
RECORDS, COUNTS = "cases/01-records.toml", "cases/02-counts.toml"
INTERVALS, DIFFERENCES = "cases/03-intervals.toml", "cases/04-differences.toml"
CONCLUSIONS, MORE_GAMES = "cases/05-conclusions.toml", "cases/06-more-games.toml"
RULES = "hidden/01-rules.toml"
COMMAND = "planner-clue match planner bn1 bn2 --games 60 --seed 15 --out results"
OTHER = "nice .venv/bin/python -m planner_clue match --seed=15 --games 60 planner bn1 bn2"


@pytest.mark.parametrize(
    ("case", "old", "new", "share", "says"),
    [
        (RECORDS, "--seed 15", "--seed 16", 0, "match.json is of another match"),
        (RECORDS, COMMAND, OTHER, 1, ""),
        (COUNTS, "wins = 35", "wins = 36", 0, "wins = 36 is not what the records say"),
        (COUNTS, "win_rate = 0.5833", "win_rate = 58.33", 0, "win_rate = 58.33"),
        (INTERVALS, "[0.4415, 0.7126]", "[0.44, 0.71]", 1, ""),
        (INTERVALS, "[0.4415, 0.7126]", "[0.443, 0.724]", 1, ""),  # mean and t of the deals
        (INTERVALS, "[0.4415, 0.7126]", "[0.52, 0.64]", 0, "the lower bound is too high"),
        (INTERVALS, "[0.4415, 0.7126]", "[0.0, 1.0]", 0, "the lower bound is too low"),
        (INTERVALS, "[0.4415, 0.7126]", "[0.7, 0.4]", 0, "expected [lower, upper]"),
        (DIFFERENCES, "[0.173, 0.594]", "[0.5, 0.594]", 0, "does not contain the value"),
        (CONCLUSIONS, 'bn2 = "cannot tell"', 'bn2 = "less"', 0, "= 'less' does not follow"),
        (MORE_GAMES, "1040", "100", 0, "far too few"),
        (MORE_GAMES, "1040", "true", 0, "expected a number"),
        (COUNTS, "[planner]", "[planner", 0, "answers.toml"),
    ],
)
def test_answers_fit_the_records(case: str, old: str, new: str, share: float, says: str) -> None:
    assert old in ANSWERS
    found = score_of("6-study", FILES | {"answers.toml": ANSWERS.replace(old, new, 1)}, case)
    assert found.share == share
    assert says in "\n".join(fall.what for fall in found.feedback)


def test_too_few_games_and_a_match_of_others_cost_points() -> None:
    half = "".join(FILES["games.jsonl"].splitlines(keepends=True)[:30])
    what = fault_of(score_of("6-study", FILES | {"games.jsonl": half}, RECORDS))
    assert "30 games; expected 60 or more" in what
    other = FILES["match.json"].replace('"bn2"', '"exact"')
    assert score_of("6-study", FILES | {"match.json": other}, RECORDS).share == 0


def test_games_of_other_agents_under_these_names_earn_nothing() -> None:
    names = {"bn1": "planner", "planner": "bn1"}
    swapped = {
        name: re.sub('"(bn1|planner)"', lambda found: f'"{names[found[1]]}"', FILES[name])
        for name in ("match.json", "games.jsonl")
    }
    what = fault_of(score_of("6-study", FILES | swapped, RECORDS))
    assert re.search(r"games.jsonl: bn1: game \d+: seat \d now answers", what)


def test_records_that_were_changed_are_found() -> None:
    lines = FILES["games.jsonl"].splitlines()
    record = json.loads(lines[0])
    record["result"]["winner"] = (record["result"]["winner"] + 1) % 3
    forged = "\n".join([json.dumps(record), *lines[1:]]) + "\n"
    assert ": result: " in fault_of(score_of("6-study", FILES | {"games.jsonl": forged}, RULES))
    other = FILES["match.json"].replace('"seed": 15', '"seed": 16')
    assert fault_of(score_of("6-study", FILES | {"match.json": other}, RULES))
