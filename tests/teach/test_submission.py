"""What was handed in, wherever it is: taken within bounds, and never a failure of ours."""

import os
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from planner_clue.errors import SubmissionError
from planner_clue.teach.submission import LARGEST_FILE, Submission, collect

WANTED = ("domain.pddl",)


def fault(submission: Submission) -> str:
    with pytest.raises(SubmissionError) as raised:
        submission.text("domain.pddl")
    return str(raised.value)


def zipped(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "handed-in.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_folder_a_folder_in_it_a_zip_file_and_a_single_file_are_taken(tmp_path: Path) -> None:
    inner = tmp_path / "1-domain"
    inner.mkdir()
    (inner / "domain.pddl").write_text("mine")
    archive = zipped(tmp_path, {"1-domain/domain.pddl": b"mine", "__MACOSX/._x": b""})
    single = tmp_path / "my version.pddl"
    single.write_text("mine")
    for place in (inner, archive, single):
        assert collect(place, WANTED).text("domain.pddl") == "mine"
    outer = tmp_path / "outer"
    outer.mkdir()
    inner.rename(outer / "x")
    assert collect(outer, WANTED).text("domain.pddl") == "mine"


def test_only_files_that_are_asked_for_are_taken(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "notes.txt"):
        (tmp_path / name).write_text(name)
    assert list(collect(tmp_path, ("a.py",)).files) == ["a.py"]
    assert list(collect(tmp_path, ("*.py",)).files) == ["a.py", "b.py"]


def test_what_is_missing_is_named_with_what_is_there(tmp_path: Path) -> None:
    assert "nothing was handed in" in fault(collect(tmp_path / "no", WANTED))
    assert "no other file" in fault(collect(tmp_path, WANTED))
    (tmp_path / "domian.pddl").write_text("x")
    assert "did you mean 'domian.pddl'?" in fault(collect(tmp_path, WANTED))


def test_links_pipes_and_large_files_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the solution")
    file = tmp_path / "domain.pddl"
    file.symlink_to(secret)
    assert fault(collect(tmp_path, WANTED)) == (
        "domain.pddl: it is a link; expected the file itself"
    )
    file.unlink()
    os.mkfifo(file)
    assert "not an ordinary file" in fault(collect(tmp_path, WANTED))
    file.unlink()
    file.write_bytes(b"x" * (LARGEST_FILE + 1))
    assert "more than 1000000 bytes" in fault(collect(tmp_path, WANTED))


def test_a_zip_file_that_unpacks_to_much_is_not_unpacked(tmp_path: Path) -> None:
    bomb = zipped(tmp_path, {"domain.pddl": b"0" * 50_000_000})
    assert bomb.stat().st_size < 100_000
    assert "more than 1000000 bytes" in fault(collect(bomb, WANTED))


@pytest.mark.parametrize("kind", [ZIP_BZIP2, ZIP_LZMA])
def test_only_what_zip_files_usually_hold_is_unpacked(tmp_path: Path, kind: int) -> None:
    """A kilobyte of bzip2 may be a gigabyte, and Python unpacks all of it at once."""
    with ZipFile(archive := tmp_path / "x.zip", "w", kind) as content:
        content.writestr("domain.pddl", b"0" * 100)
    assert "compressed in an unusual way" in fault(collect(archive, WANTED))


def test_names_in_a_zip_file_lead_nowhere(tmp_path: Path) -> None:
    archive = zipped(tmp_path, {"../domain.pddl": b"x", "/etc/domain.pddl": b"y"})
    before = sorted(tmp_path.parent.iterdir())
    submission = collect(archive, WANTED)
    assert set(submission.files) <= {"domain.pddl"}
    assert sorted(tmp_path.parent.iterdir()) == before
