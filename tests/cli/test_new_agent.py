"""``new-agent``: what it writes plays at once."""

import re

import pytest

from planner_clue import agent_names, play_match
from tests.cli.helpers import Program


@pytest.mark.slow
def test_the_agent_is_told_of_and_keeps_the_contract(program: Program) -> None:
    """Each by the commands that are printed."""
    told = program.run("new-agent", "mine.py")
    assert told.returncode == 0
    commands = re.findall(r"^  planner-clue (.*?)  #", told.stdout, re.MULTILINE)
    watch, match, check = (command.split() for command in commands)
    watched = program.run(*watch)
    assert watched.returncode == 0, watched.stderr
    assert "Game 0: scarlett (mine.py:MyAgent)" in watched.stdout
    assert program.run(*check).returncode == 0
    assert match[:2] == ["match", "mine.py:MyAgent"]
    assert set(match[2:4]) <= set(agent_names())


def test_the_class_has_the_name_that_was_asked_for_and_mostly_wins(program: Program) -> None:
    assert program.call("new-agent", "sleuth.py", "--name", "Sleuth").returncode == 0
    assert "MyAgent" not in (program.here / "sleuth.py").read_text()
    agents = [f"{program.here}/sleuth.py:Sleuth", "random", "random"]
    assert play_match(agents, games=6, seed=1, isolate="none")[0].wins >= 4
