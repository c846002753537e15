"""What holds for all tests: nothing is limited by the clock, and a run shares its games."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests import shared

settings.register_profile(
    "quick",
    deadline=None,  # a busy machine is no fault of ours
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("quick"))
settings.load_profile("quick")


@pytest.fixture(scope="session", autouse=True)
def _folder_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what is shared in one folder, whichever worker needs it first."""
    base = tmp_path_factory.getbasetemp()
    among_workers = "PYTEST_XDIST_WORKER" in os.environ
    shared.use_folder((base.parent if among_workers else base) / "shared")
