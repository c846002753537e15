"""``new-agent``: what it writes plays at once, and nothing of anybody's is written over."""

import re
from pathlib import Path

import pytest

from planner_clue import agent_names, play_match
from tests.cli.helpers import Program


@pytest.fixture
def here(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.mark.slow
def test_the_agent_is_told_of_and_keeps_the_contract(here: Program) -> None:
    """Each by the commands that are printed."""
    told = here.run("new-agent", "mine.py")
    assert told.returncode == 0
    commands = re.findall(r"^  planner-clue (.*?)  #", told.stdout, re.MULTILINE)
    watch, match, check = (command.split() for command in commands)
    watched = here.run(*watch)
    assert watched.returncode == 0, watched.stderr
    assert "Game 0: scarlett (mine.py:MyAgent)" in watched.stdout
    assert here.run(*check).returncode == 0
    assert match[:2] == ["match", "mine.py:MyAgent"]
    assert set(match[2:4]) <= set(agent_names())


def test_the_class_has_the_name_that_was_asked_for_and_mostly_wins(here: Program) -> None:
    assert here.call("new-agent", "sleuth.py", "--name", "Sleuth").returncode == 0
    text = (here.here / "sleuth.py").read_text()
    assert "class Sleuth(Agent):" in text
    assert "MyAgent" not in text
    wins = play_match([f"{here.here}/sleuth.py:Sleuth", "random", "random"], games=6, seed=1)[
        0
    ].wins
    assert wins >= 4
