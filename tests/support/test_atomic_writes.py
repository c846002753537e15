"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from planner_clue.support.atomic_writes import atomic_write, write_whole


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("a much longer text than the new one")
    path.chmod(0o640)
    return path


@pytest.mark.parametrize("content", ["café\n", b"caf\xc3\xa9\n"])
def test_a_file_is_replaced_and_keeps_its_permissions(file: Path, content: str | bytes) -> None:
    link = file.with_name("latest.jsonl")
    link.symlink_to(file)
    write_whole(link, content)
    assert link.is_symlink()
    assert file.read_bytes() == b"caf\xc3\xa9\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(file.parent.iterdir()) == [file, link]


@pytest.mark.parametrize("stop", [ValueError, KeyboardInterrupt])
def test_what_fails_leaves_the_old_content(file: Path, stop: type[BaseException]) -> None:
    with pytest.raises(stop), atomic_write(file) as draft:  # noqa: PT012
        draft.write(b"half of the n")
        raise stop
    assert file.read_text().startswith("a much longer")
    assert list(file.parent.iterdir()) == [file]


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


def test_two_writers_of_a_file_do_not_mix(file: Path) -> None:
    with atomic_write(file) as first, atomic_write(file) as second:
        first.write(b"first\n")
        second.write(b"2\n")
    assert file.read_text() == "first\n"
    assert list(file.parent.iterdir()) == [file]
