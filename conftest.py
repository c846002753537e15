"""The name that examples in docstrings assume: ``import planner_clue as clue``."""

import pytest

import planner_clue


@pytest.fixture(scope="session", autouse=True)
def _name_in_examples(doctest_namespace: dict[str, object]) -> None:
    doctest_namespace["clue"] = planner_clue
