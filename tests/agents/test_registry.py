"""Agents by name: built in, from a file, installed by another package."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from planner_clue.agents.built_in import BUILT_IN, ENTRY_POINTS, AgentFactory, agent_names
from planner_clue.agents.planner import PlannerAgent
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.registry import load_agent, load_here
from planner_clue.agents.settings import AgentSettings
from planner_clue.errors import AgentNameError

SETTINGS = AgentSettings()
GOOD = """\
from planner_clue.agents.random import RandomAgent


class Mine(RandomAgent):
    pass
"""
ABSTRACT = """\
from planner_clue.agents import Agent


class Mine(Agent):
    def begin(self, seat):
        pass

    def suggest(self, room):
        return None

    def accuse(self):
        return None
"""
DEMANDING = """\
from planner_clue.agents.random import RandomAgent


class Mine(RandomAgent):
    def __init__(self, courage):
        self.courage = courage
"""


def refused(spec: str) -> str:
    """Return the message with which this agent is refused; it is one line."""
    with pytest.raises(AgentNameError) as caught:
        load_agent(spec, SETTINGS)
    message = str(caught.value)
    assert spec in message
    return message


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    """Return what writes an agent file and names its class ``Mine``."""

    def write_agent(text: str) -> str:
        path = tmp_path / "my_agent.py"
        path.write_text(text, encoding="utf-8")
        return f"{path}:Mine"

    return write_agent


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what pretends that packages with these entry points are installed."""

    def install_points(**values: str) -> None:
        points = [EntryPoint(name, value, ENTRY_POINTS) for name, value in values.items()]

        def found(*, group: str) -> list[EntryPoint]:
            return [point for point in points if point.group == group]

        monkeypatch.setattr("planner_clue.agents.built_in.entry_points", found)

    return install_points


# -- built in --------------------------------------------------------------------------------


@pytest.mark.parametrize(("wrong", "meant"), [("plannr", "planner"), ("randon", "random")])
def test_an_unknown_name_is_refused_with_the_nearest(wrong: str, meant: str) -> None:
    message = refused(wrong)
    assert f"did you mean '{meant}'?" in message
    assert "path/to/file.py:ClassName" in message


# -- from a file -----------------------------------------------------------------------------


def test_a_file_and_its_class_make_an_agent(write: Callable[[str], str]) -> None:
    agent = load_here(write(GOOD), SETTINGS)()
    assert isinstance(agent, RandomAgent)
    assert type(agent).__name__ == "Mine"


def test_files_of_the_same_name_are_different_agents(tmp_path: Path) -> None:
    factories: list[AgentFactory] = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "bot.py"
        path.write_text(f"{GOOD}    folder = '{folder}'\n", encoding="utf-8")
        factories.append(load_here(f"{path}:Mine", SETTINGS))
    agents = [factory() for factory in factories]
    assert [getattr(agent, "folder", None) for agent in agents] == ["one", "other"]


@pytest.mark.parametrize("spec", ["agent.py", "agent.py:", "agent.py:not a class", ":x.py"])
def test_a_file_without_a_class_name_is_refused(spec: str) -> None:
    assert "expected path/to/file.py:ClassName" in refused(spec)


def test_a_missing_class_is_refused_with_the_nearest(write: Callable[[str], str]) -> None:
    message = refused(write(GOOD) + "e")
    assert "no Minee in" in message
    assert "did you mean 'Mine'?" in message


@pytest.mark.parametrize("text", ["class Mine:\n    pass\n", "Mine = 3\n"], ids=["class", "number"])
def test_what_is_no_agent_is_refused(text: str, write: Callable[[str], str]) -> None:
    message = refused(write(text))
    assert message.endswith("expected a class derived from planner_clue.Agent")
    assert " at 0x" not in message


def test_an_abstract_agent_is_refused_with_what_it_lacks(write: Callable[[str], str]) -> None:
    message = refused(write(ABSTRACT))
    assert message.endswith("does not define: move, show")


def test_a_class_that_cannot_be_made_without_arguments_is_refused(
    write: Callable[[str], str],
) -> None:
    assert "courage" in refused(write(DEMANDING))


# -- installed by another package ------------------------------------------------------------


def test_an_entry_point_is_registered_and_loads(install: Callable[..., None]) -> None:
    install(visitor="planner_clue.agents.random:RandomAgent")
    assert agent_names() == [*BUILT_IN, "visitor"]
    assert isinstance(load_agent("visitor", SETTINGS)(), RandomAgent)


def test_a_built_in_agent_cannot_be_replaced_by_an_entry_point(
    install: Callable[..., None],
) -> None:
    install(planner="planner_clue.agents.random:RandomAgent")
    assert isinstance(load_agent("planner", SETTINGS)(), PlannerAgent)
    assert agent_names() == list(BUILT_IN)


@pytest.mark.parametrize(
    "value",
    ["no_module_of_that_name:Agent", "planner_clue.agents.random:Nothing", "json:JSONDecoder"],
    ids=["module", "class", "agent"],
)
def test_an_entry_point_that_holds_no_agent_is_refused(
    value: str, install: Callable[..., None]
) -> None:
    install(visitor=value)
    refused("visitor")
