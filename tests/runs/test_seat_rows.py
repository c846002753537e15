"""The rows of games and seats say what the records say, as CSV and as Parquet."""

import csv
import sys
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from pyarrow import parquet

from planner_clue.errors import InputError
from planner_clue.runs.merging import MergedRuns
from planner_clue.runs.results import COLUMNS, as_csv, as_parquet, check_parquet, seat_rows
from tests.cli.helpers import PLANNED, records
from tests.runs.helpers import EXCHANGED, THREE, merged


@pytest.fixture
def matches(tmp_path: Path) -> list[MergedRuns]:
    return merged(tmp_path, THREE, EXCHANGED, PLANNED)


def test_there_is_a_row_for_each_game_and_seat(matches: list[MergedRuns], tmp_path: Path) -> None:
    rows = list(seat_rows(matches))
    assert len(rows) == 3 * (12 + 18 + 3)
    of_planner = [row for row in rows if row["match"] == 2 and row["seat"] == 0]
    for row, record in zip(of_planner, records(tmp_path / "2" / "games.jsonl"), strict=True):
        events = [event for event in record["events"] if event["seat"] == 0]
        assert row["agent"] == "planner"
        assert row["won"] is (record["result"]["winner"] == 0)
        assert row["suggestions"] == sum(event["kind"] == "suggest" for event in events)
        assert row["replans"] == sum("replan" in note for note in record["notes"][0])
        by_trigger = [row[name] for name in COLUMNS if name.startswith("replans_")]
        assert sum(by_trigger) == row["replans"] > 0


def test_csv_and_parquet_have_every_column_and_row(matches: list[MergedRuns]) -> None:
    rows = list(seat_rows(matches))
    read = list(csv.DictReader(StringIO(as_csv(matches))))
    assert list(read[0]) == list(COLUMNS)
    for text, row in zip(read, rows, strict=True):
        for name, value in row.items():
            written = "" if value is None else str(value)
            assert text[name] == (written.lower() if isinstance(value, bool) else written)
    table = parquet.read_table(BytesIO(as_parquet(matches)))
    assert table.to_pylist() == [{name: row[name] for name in COLUMNS} for row in rows]
    assert {field.name: str(field.type) for field in table.schema} == COLUMNS


def test_without_pyarrow_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"--parquet x: pyarrow is not installed.*\[parquet\]"):
        check_parquet(Path("x"))
