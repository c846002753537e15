"""The matches of the strength page: each is played once, and counted into its table."""

from pathlib import Path

from benchmarks.askers import FITTED, HELD_OUT
from benchmarks.strength import NO_ASKING, all_rows, honest_table, kinds_table, of_kind


def test_every_match_has_a_folder_of_its_own() -> None:
    names = [row.name for row in all_rows()]
    assert len(set(names)) == len(names)
    kinds = len(FITTED) + len(HELD_OUT)
    assert sum(name.startswith("no-") for name in names) == kinds


def test_matches_that_were_played_are_counted_into_their_tables(tmp_path: Path) -> None:
    for row in (of_kind("exact"), of_kind("exact", NO_ASKING)):
        row._replace(games=6).play(tmp_path, seed=1)
    _, _, honest = honest_table(tmp_path, before=tmp_path)
    cells = [cell.strip() for cell in honest.split("|")]
    assert cells[1:4] == ["`exact`, `exact`", "classic", "6"]
    assert cells[-2].startswith("+0.0,")
    _, _, kind = kinds_table(tmp_path)
    assert kind.startswith("| `exact` | 6 | ")
    assert "held out" not in kind
