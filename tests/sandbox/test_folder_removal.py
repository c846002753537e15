"""Folders that other people's code has filled are removed, whatever is in them."""

import os
import sys
from pathlib import Path

from planner_clue.sandbox.folder_removal import remove_folder


def test_a_folder_is_removed_however_deep_it_is(tmp_path: Path) -> None:
    place, full = Path.cwd(), tmp_path / "full"
    full.mkdir()
    os.chdir(full)
    try:
        for _ in range(sys.getrecursionlimit() + 100):
            Path("d").mkdir()
            os.chdir("d")
    finally:
        os.chdir(place)
    for _ in range(2):  # a folder that is not there is no error
        remove_folder(full)
        assert list(tmp_path.iterdir()) == []


def test_what_links_lead_to_stays_and_closed_folders_go(tmp_path: Path) -> None:
    full, other = tmp_path / "full", tmp_path / "other"
    (full / "closed").mkdir(parents=True)
    other.mkdir()
    (other / "file").write_text("x")
    (full / "link").symlink_to(other)
    (full / "closed" / "link").symlink_to(other / "file")
    (full / "closed").chmod(0)
    remove_folder(full)
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    assert (other / "file").read_text() == "x"
    assert other.stat().st_mode & 0o777
