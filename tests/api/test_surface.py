"""Every name of ``import planner_clue`` is there, and has a docstring."""

import inspect

import pytest

import planner_clue


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in planner_clue.__all__:
        found = getattr(planner_clue, name)
        assert found.__doc__ or not (inspect.isclass(found) or inspect.isfunction(found)), name


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'planner_clue' has no attribute 'paly_game'"):
        planner_clue.paly_game  # type: ignore[attr-defined] # noqa: B018
