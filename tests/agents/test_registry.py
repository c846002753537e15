"""Agents by name: built in, from a file, from a package; a setting of theirs is declared once."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from math import inf, nan
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
import typer
from msgspec import Meta, Struct
from typer.testing import CliRunner

from planner_clue.agents import built_in, registry, settings
from planner_clue.agents.random import RandomAgent
from planner_clue.agents.settings import AgentSettings, PlanningSettings, options_of
from planner_clue.cli.match_options import takes_settings
from planner_clue.planner import planner_agent as planner
from planner_clue.support.errors import AgentNameError, InputError
from planner_clue.view import matches

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
    ("spec", "message"),
    [
        ("plannr", "did you mean 'planner'?"),
        ("plannr", "path/to/file.py:ClassName"),
        ("agent.py", "expected path/to/file.py:ClassName"),
        ("agent.py:", "expected path/to/file.py:ClassName"),
        ("agent.py:not a class", "expected path/to/file.py:ClassName"),
        (":x.py", "expected path/to/file.py:ClassName"),
    ],
)
def test_a_name_that_is_not_one_is_refused_with_what_was_expected(spec: str, message: str) -> None:
    assert message in refused(spec)


@pytest.mark.parametrize(
    ("base", "more", "reason"),
    [
        ("object", "pass", "expected a class derived from planner_clue.Agent"),
        ("RandomAgent", "def __init__(self, courage): pass", "courage"),
        ("Agent", "begin = suggest = accuse = None", "does not define: move, show"),
    ],
)
def test_a_class_of_no_agent_is_refused(tmp_path: Path, base: str, more: str, reason: str) -> None:
    message = refused(write(tmp_path, base, more))
    assert reason in message
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


def about(metavar: str) -> Meta:
    return Meta(extra={"metavar": metavar, "help": "How long.", "name": ""})


class Settings(Struct, frozen=True, kw_only=True):
    """Settings with numbers of every kind."""

    share: Annotated[float, Meta(ge=0, le=1), about("P")] = 0.25
    least: Annotated[int, Meta(ge=2), about("N")] = 3
    most: Annotated[float, Meta(le=1.5), about("X")] = 1
    free: Annotated[float, about("X")] = 0
    name: Annotated[str | None, about("NAME")] = None


OPTIONS = {option.name: option for option in options_of(Settings)}


@pytest.mark.parametrize(
    ("name", "possible", "wrong", "expected"),
    [
        ("share", [0, 0.5, 1], [-0.1, 1.1, nan, inf], "0 to 1"),
        ("share", [], ["1", True, None], "a number"),
        ("least", [2, 10**9], [1, -5], "2 or more"),
        ("least", [], [2.0, "2", True], "a whole number"),
        ("most", [-7, 1.5], [2, nan], "at most 1.5"),
        ("free", [-7, 1.5, inf], [nan], "a number"),
        ("name", ["", "huji"], [3, None], "a text"),
    ],
)
def test_a_value_outside_of_the_range_is_refused(
    name: str, possible: list[Any], wrong: list[Any], expected: str
) -> None:
    for value in possible:
        OPTIONS[name].check(value, name)
    for value in wrong:
        with pytest.raises(InputError, match=f"; expected {expected}$"):
            OPTIONS[name].check(value, name)


def test_python_checks_by_the_same_range(monkeypatch: pytest.MonkeyPatch) -> None:
    options = TypedDict("options", {"share": float, "least": int})  # noqa: UP013
    monkeypatch.setattr(matches, "_SETTINGS", OPTIONS)
    matches.check_options({"share": 0.5, "least": 2}, options)
    with pytest.raises(InputError, match="; expected 0 to 1"):
        matches.check_options({"share": 1.5}, options)


def test_python_takes_every_setting_of_agents() -> None:
    options = {option.keyword for option in options_of(PlanningSettings)}
    assert matches.MatchOptions.__annotations__.keys() >= options


def test_settings_of_earlier_records_are_read() -> None:
    """They name a model; another than the planner's own takes the version that had it."""
    assert AgentSettings.from_json({"model": None}) == AgentSettings()
    with pytest.raises(InputError, match="'priced' is of planner-clue"):
        AgentSettings.from_json({"model": "priced"})


USUAL = Settings()


def test_the_command_line_takes_numbers_and_checks_their_range() -> None:
    app, made = typer.Typer(), list[Settings]()

    @app.command()
    @takes_settings
    def command(settings: Settings = USUAL) -> None:
        made.append(settings)

    def called(*words: str) -> str:
        done = CliRunner().invoke(app, words)
        return f"{done.output}{done.exception}"

    called("--share", "0.5", "--least", "7", "--name", "huji")
    assert made == [Settings(share=0.5, least=7, name="huji")]
    assert "--share 1.5; expected 0 to 1" in called("--share", "1.5")
    assert "--least 1; expected 2 or more" in called("--least", "1")
    assert "expected a whole number" in called("--least", "2.5")
    called()
    assert made[1:] == [Settings()]
