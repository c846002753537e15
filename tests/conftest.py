"""Settings of all tests: nothing is limited by the clock, and a run shares its games."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import shared
from tests.cli.helpers import Program, wait_until

settings.register_profile(
    "quick",
    deadline=None,  # a busy machine is no fault of ours
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=100)
settings.register_profile(
    "unshrunk", settings.get_profile("quick"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests: one that begins last keeps a single core busy for a minute."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Spare garbage collections all tests and modules, which took a sixth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _folder_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    among_workers = "PYTEST_XDIST_WORKER" in os.environ
    shared.use_folder((base.parent if among_workers else base) / "shared")


@pytest.fixture(autouse=True)
def _no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no line be broken unless a test says how wide the terminal is: workers have a width."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.fixture
def tidy_program(program: Program) -> Iterator[Program]:
    yield program
    assert program.left_behind() == []
    assert wait_until(lambda: program.processes() == [])
