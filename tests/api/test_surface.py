"""What ``import planner_clue`` offers: all of it is there, typed, and loaded when it is used."""

import inspect
import subprocess
import sys

import pytest

import planner_clue

HEAVY = ("numpy", "networkx", "unified_planning", "pyagrum", "matplotlib", "scipy", "rich", "typer")


@pytest.mark.parametrize("name", planner_clue.__all__)
def test_every_name_is_there_and_says_what_it_is(name: str) -> None:
    found = getattr(planner_clue, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__doc__


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'planner_clue' has no attribute 'paly_game'"):
        planner_clue.paly_game  # type: ignore[attr-defined] # noqa: B018


def loaded_by(script: str) -> set[str]:
    """Return the top-level modules that a fresh Python has loaded after a script."""
    told = f"{script}\nimport sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not loaded_by("import planner_clue; dir(planner_clue)") & set(HEAVY)


def test_solving_a_problem_loads_no_more_than_the_planner_does() -> None:
    loaded = loaded_by("from planner_clue import solve, play_match, Agent, Belief")
    assert not loaded & {"unified_planning", "pyagrum", "matplotlib", "rich", "typer"}
