"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from planner_clue.atomic_writes import atomic_write, write_whole


@pytest.mark.parametrize("content", ["café\n", b"caf\xc3\xa9\n"])
def test_a_file_is_replaced_as_a_whole(tmp_path: Path, content: str | bytes) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("a much longer text than the new one")
    write_whole(file, content)
    assert file.read_bytes() == b"caf\xc3\xa9\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_what_fails_leaves_the_old_content_and_no_draft(
    tmp_path: Path, stop: type[BaseException]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("old")

    def half() -> None:
        with atomic_write(file) as draft:
            draft.write(b"half of the n")
            raise stop

    with pytest.raises(stop):
        half()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "evening.clue", tmp_path / "latest.clue"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_any_new_file_or_those_asked_for(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "match.json", "{}")
        with atomic_write(tmp_path / "saved.json", mode=0o600) as draft:
            draft.write(b"{}")
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == {"match.json": 0o640, "saved.json": 0o600}


def test_two_writers_of_a_file_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with atomic_write(file) as first, atomic_write(file) as second:
        first.write(b"first\n")
        second.write(b"2\n")
    assert file.read_text() == "first\n"
    assert list(tmp_path.iterdir()) == [file]
