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


def zipped(folder: Path, files: dict[str, bytes], kind: int = ZIP_DEFLATED) -> Path:
    path = folder / "handed-in.zip"
    with ZipFile(path, "w", kind) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_folder_a_folder_in_it_a_zip_file_and_a_single_file_are_taken(tmp_path: Path) -> None:
    inner, single = tmp_path / "outer" / "1-domain", tmp_path / "my version.pddl"
    inner.mkdir(parents=True)
    for file in (inner / "domain.pddl", inner / "notes.txt", single):
        file.write_text("mine")
    archive = zipped(tmp_path, {"1-domain/domain.pddl": b"mine", "__MACOSX/._x": b""})
    for place in (inner, inner.parent, archive, single):
        found = collect(place, WANTED)
        assert found.text("domain.pddl") == "mine"
        assert list(found.files) == ["domain.pddl"]
    assert list(collect(inner, ("*.txt",)).files) == ["notes.txt"]


def test_what_is_missing_is_named_with_what_is_there(tmp_path: Path) -> None:
    assert "nothing was handed in" in fault(collect(tmp_path / "no", WANTED))
    assert "no other file" in fault(collect(tmp_path, WANTED))
    (tmp_path / "domian.pddl").write_text("x")
    assert "did you mean 'domian.pddl'?" in fault(collect(tmp_path, WANTED))


def test_links_pipes_and_large_files_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "domain.pddl"
    file.symlink_to(__file__)
    assert "it is a link; expected the file itself" in fault(collect(tmp_path, WANTED))
    file.unlink()
    os.mkfifo(file)
    assert "not an ordinary file" in fault(collect(tmp_path, WANTED))
    file.unlink()
    file.write_bytes(b"x" * (LARGEST_FILE + 1))
    assert "more than 1000000 bytes" in fault(collect(tmp_path, WANTED))


def test_a_zip_file_that_unpacks_to_much_is_not_unpacked(tmp_path: Path) -> None:
    """A kilobyte of bzip2 may be a gigabyte, and Python unpacks all of it at once."""
    bomb = zipped(tmp_path, {"domain.pddl": b"0" * 2 * LARGEST_FILE})
    assert bomb.stat().st_size < 100_000
    assert "more than 1000000 bytes" in fault(collect(bomb, WANTED))
    for kind in (ZIP_BZIP2, ZIP_LZMA):
        unusual = zipped(tmp_path, {"domain.pddl": b"0" * 100}, kind)
        assert "compressed in an unusual way" in fault(collect(unusual, WANTED))


def test_names_in_a_zip_file_lead_nowhere(tmp_path: Path) -> None:
    archive = zipped(tmp_path, {"../domain.pddl": b"x", "/etc/domain.pddl": b"y"})
    before = sorted(tmp_path.parent.iterdir())
    assert set(collect(archive, WANTED).files) <= {"domain.pddl"}
    assert sorted(tmp_path.parent.iterdir()) == before
