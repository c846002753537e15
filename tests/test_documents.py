"""What the documents show is what the program prints."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def shown(text: str) -> list[str]:
    """Return lines without what differs from terminal to terminal."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_match_of_the_readme_prints_what_the_readme_shows() -> None:
    makefile = (ROOT / "Makefile").read_text()
    recipe = re.search(r"^match:.*\n\t\$\(BIN\)/planner-clue (.*)$", makefile, re.MULTILINE)
    assert recipe
    command = [sys.executable, "-m", "planner_clue", *recipe[1].split()]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    block = re.search(r"```\n(Game 0.*?)```", README, re.DOTALL)
    assert block
    lines = iter(shown(printed))
    for line in shown(block[1]):
        if line.strip() != "...":
            assert line in lines, f"not printed, or not in this order: {line}"


def test_the_example_of_what_a_seat_has_seen_can_be_read(tmp_path: Path) -> None:
    block = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    assert block
    (tmp_path / "seen.json").write_text(block[1])
    command = [sys.executable, "-m", "planner_clue", "belief", str(tmp_path / "seen.json")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "deals are possible" in printed


def test_the_player_of_the_tournaments_page_plays_by_its_command(tmp_path: Path) -> None:
    """As it stands there, with fewer games."""
    page = (ROOT / "docs" / "cpsc415.md").read_text()
    player = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    command = re.search(r"^planner-clue (match .*) --games 1000$", page, re.MULTILINE)
    assert player
    assert command
    (tmp_path / "simple_CluePlayer.py").write_text(player[1])
    program = [sys.executable, "-m", "planner_clue", *command[1].split(), "--games", "6"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "normalised" not in done.stdout


def test_every_command_of_the_readme_names_options_that_exist() -> None:
    commands = re.findall(r"^planner-clue (\S+) (.*)$", README, re.MULTILINE)
    assert commands
    for name, rest in commands:
        program = [sys.executable, "-m", "planner_clue", name, "--help"]
        usage = subprocess.run(program, capture_output=True, text=True, check=True).stdout
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in usage


def test_every_dependency_has_its_line_in_the_architecture() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    text = (ROOT / "docs" / "architecture.md").read_text()
    for requirement in needed:
        name = re.split(r"[<>=\[]", requirement)[0]
        assert re.search(rf"^\|.*\b{re.escape(name)}\b", text, re.MULTILINE), name
        assert "<" in requirement, f"{requirement} has no upper bound"


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("pddl/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


@pytest.mark.filterwarnings("default")
def test_a_wheel_carries_boards_and_domains(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation"]
    command += ["--wheel-dir", str(tmp_path), "--quiet", "--disable-pip-version-check"]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "board/classic.toml",
        "board/huji.toml",
        "pddl/clue/domain.pddl",
        "pddl/strips/start.pddl",
    ):
        assert f"planner_clue/_data/{name}" in names
    target = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(target)
    script = (
        "from planner_clue.board import load_board; from planner_clue.data import data_folder; "
        "print(load_board('classic').name, (data_folder('pddl') / 'clue/domain.pddl').is_file())"
    )
    program = [sys.executable, "-c", script]
    environment = {"PYTHONPATH": str(target)}
    done = subprocess.run(
        program, cwd=target, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "classic True"
