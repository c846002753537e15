"""Stray files of Python, editors and file managers beside people's files are not read."""

import shutil
from pathlib import Path

import pytest

from planner_clue.cli.options import check_new_folder
from planner_clue.game import board
from planner_clue.match import cluster
from planner_clue.match.store import check_unused
from planner_clue.support.data import data_folder
from planner_clue.teaching import class_grading
from planner_clue.teaching.exercise import read_exercise
from planner_clue.teaching.submission import collect
from tests.teaching.grading_help import COURSEWORK


def litter(folder: Path) -> None:
    """Leave in a folder, and in all below it, what others leave there."""
    for place in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        for name in ("__pycache__", ".ipynb_checkpoints"):
            (place / name).mkdir(exist_ok=True)
            for ending in ("py", "pyc", "pddl", "toml"):
                (place / name / f"stray.{ending}").write_bytes(b"\xff")
        (place / ".DS_Store").write_bytes(b"\xff")
        for ending in ("py", "pddl", "toml"):
            (place / f"._stray.{ending}").write_bytes(b"\xff")
            (place / f".#stray.{ending}").symlink_to("nowhere")  # an editor's lock


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of boards and domains, which the program takes for its own."""
    for name in ("board", "pddl"):
        shutil.copytree(data_folder(name), tmp_path / name)
    for module in (board, cluster):
        monkeypatch.setattr(module, "data_folder", lambda name: tmp_path / name)
    return tmp_path


def test_boards_and_the_checksum_of_the_code_stay_the_same(data: Path) -> None:
    names, total = board.board_names.__wrapped__(), cluster._sum_of_code.__wrapped__()
    litter(data)
    assert board.board_names.__wrapped__() == names
    assert cluster._sum_of_code.__wrapped__() == total
    (data / "board" / "mine.toml").write_text("")
    assert board.board_names.__wrapped__() == sorted([*names, "mine"])
    assert cluster._sum_of_code.__wrapped__() != total


def test_a_folder_with_stray_files_only_is_new(tmp_path: Path) -> None:
    litter(tmp_path)
    check_new_folder("--out", tmp_path)
    check_unused(tmp_path)


def test_cases_and_the_checksum_of_an_exercise_stay_the_same(tmp_path: Path) -> None:
    folder = shutil.copytree(COURSEWORK / "0-search", tmp_path / "0-search")
    cases = read_exercise(folder).cases
    _, total = class_grading._exercise.__wrapped__(folder, None)
    litter(folder)
    assert len(read_exercise(folder).cases) == len(cases)
    assert class_grading._exercise.__wrapped__(folder, None)[1] == total


def test_submissions_are_found_beside_stray_files(tmp_path: Path) -> None:
    (tmp_path / "class" / "ann").mkdir(parents=True)
    (tmp_path / "class" / "ann" / "mine.py").write_text("pass")
    litter(tmp_path)
    packed = shutil.make_archive(str(tmp_path / "ann"), "zip", tmp_path / "class")
    for place in (tmp_path / "class", Path(packed)):
        assert collect(place, ["*.py"]).files == {"mine.py": b"pass"}
    assert [path.name for path in class_grading._entries(tmp_path / "class")] == ["ann"]
