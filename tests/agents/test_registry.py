"""Agents by name: built in, from a file, installed by another package."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from planner_clue.agents import built_in, planner, registry, settings
from planner_clue.agents.random import RandomAgent
from planner_clue.errors import AgentNameError

SETTINGS = settings.AgentSettings()
MINE = """\
from planner_clue import Agent
from planner_clue.agents.random import RandomAgent


class Mine({base}):
    folder = {folder!r}
    {more}
"""


def refused(spec: str) -> str:
    with pytest.raises(AgentNameError) as caught:
        registry.load_here(spec, SETTINGS)
    message = str(caught.value)
    assert f"agent '{spec}'" in message
    assert "\n" not in message
    return message


def write(folder: Path, base: str = "RandomAgent", more: str = "pass") -> str:
    folder.mkdir(exist_ok=True)
    text = MINE.format(base=base, folder=folder.name, more=more)
    (folder / "my_agent.py").write_text(text, encoding="utf-8")
    return f"{folder}/my_agent.py:Mine"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that pretends that packages with these entry points are installed."""

    def install_points(**values: str) -> None:
        points = [EntryPoint(name, value, built_in.ENTRY_POINTS) for name, value in values.items()]
        monkeypatch.setattr(
            "importlib.metadata.entry_points",
            lambda *, group: [point for point in points if point.group == group],
        )

    return install_points


def test_files_of_the_same_name_are_different_agents(tmp_path: Path) -> None:
    agents = [registry.load_here(write(tmp_path / name), SETTINGS)() for name in ("one", "other")]
    assert [getattr(agent, "folder", None) for agent in agents] == ["one", "other"]
    assert all(isinstance(agent, RandomAgent) for agent in agents)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("plannr", "did you mean 'planner'?"),
        ("plannr", "path/to/file.py:ClassName"),
        ("agent.py", "expected path/to/file.py:ClassName"),
        ("agent.py:", "expected path/to/file.py:ClassName"),
        ("agent.py:not a class", "expected path/to/file.py:ClassName"),
        (":x.py", "expected path/to/file.py:ClassName"),
    ],
)
def test_a_name_that_is_not_one_is_refused_with_what_was_expected(spec: str, said: str) -> None:
    assert said in refused(spec)


@pytest.mark.parametrize(
    ("base", "more", "said"),
    [
        ("object", "pass", "expected a class derived from planner_clue.Agent"),
        ("RandomAgent", "def __init__(self, courage): pass", "courage"),
        ("Agent", "begin = suggest = accuse = None", "does not define: move, show"),
    ],
)
def test_a_class_of_no_agent_is_refused(tmp_path: Path, base: str, more: str, said: str) -> None:
    message = refused(write(tmp_path, base, more))
    assert said in message
    assert " at 0x" not in message


def test_a_missing_class_is_refused_with_the_nearest(tmp_path: Path) -> None:
    message = refused(f"{write(tmp_path)}e")
    assert "no Minee in" in message
    assert "did you mean 'Mine'?" in message


def test_an_entry_point_is_registered_and_loads(install: Callable[..., None]) -> None:
    """A built-in agent cannot be replaced by one."""
    place = "planner_clue.agents.random:RandomAgent"
    install(visitor=place, planner=place)
    assert built_in.agent_names() == [*built_in.BUILT_IN, "visitor"]
    assert isinstance(registry.load_here("visitor", SETTINGS)(), RandomAgent)
    assert isinstance(registry.load_here("planner", SETTINGS)(), planner.PlannerAgent)


@pytest.mark.parametrize(
    "value",
    ["no_module_of_that_name:Agent", "planner_clue.agents.random:Nothing", "json:JSONDecoder"],
    ids=["module", "class", "agent"],
)
def test_an_entry_point_of_no_agent_is_refused(value: str, install: Callable[..., None]) -> None:
    install(visitor=value)
    refused("visitor")
