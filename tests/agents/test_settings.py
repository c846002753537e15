"""A setting is declared once: its type, default, range and help are those of its option."""

from math import inf, nan
from typing import Annotated, Any, TypedDict

import pytest
import typer
from msgspec import Meta, Struct
from typer.testing import CliRunner

from planner_clue.agents.settings import AgentSettings, PlanningSettings, options_of
from planner_clue.api import matches
from planner_clue.cli.match_options import takes_settings
from planner_clue.errors import InputError


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


def test_python_takes_every_setting_of_the_planner() -> None:
    options = {option.keyword for option in options_of(PlanningSettings)}
    assert matches.PlanningOptions.__annotations__.keys() == options


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
