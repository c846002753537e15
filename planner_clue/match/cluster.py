"""Playing on a Dask cluster that runs already; the games are the same as on this machine.

A worker plays only where it has what this program has: the same code and packages, and the same
files at the same paths. All workers are compared before the first game, and every worker again
before its own first game, since workers may join later.
"""

import asyncio
import logging
import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import planner_clue
from planner_clue.match.config import MatchConfig
from planner_clue.match.manifest import LOCKED, manifest
from planner_clue.match.match_checks import check_match, warnings_of
from planner_clue.support.data import data_folder, listed
from planner_clue.support.errors import InputError, PlannerClueError, described

_SECONDS = 8
"""Timeout in seconds for a scheduler, and for its first worker."""
_KEPT_MESSAGES = 10
_T = TypeVar("_T")
Equipment: TypeAlias = dict[str, str]
"""The code, packages and files of a process by name; the same equipment gives the same games.

The values are versions, checksums, or failures.
"""


def lacks(found: Equipment, expected: Equipment) -> str | None:
    """Return the first difference from the expected equipment, None if there is none."""
    for name, wanted in expected.items():
        if (there := found.get(name, "missing")) != wanted:
            return f"{name} is {there}; expected {wanted}, as here"
    return None


@lru_cache(maxsize=1)
def equipment(config: MatchConfig) -> Equipment:
    """Return the equipment of this process for a match."""
    try:
        check_match(config)  # loads what has files
        trial = "; ".join(["ready", *warnings_of(config)])
    except PlannerClueError as error:
        trial = f"refused ({error})"
    return {
        f"the code of planner-clue {planner_clue.__version__}": _sum_of_code(),
        "Python": platform.python_version(),
        **{name: _found(name) for name in LOCKED},
        **_files(config),
        "the match": trial,
    }


@lru_cache(maxsize=1)
def _sum_of_code() -> str:
    total = sha256()
    package = Path(planner_clue.__file__).parent
    folders = {package: "*.py", data_folder("pddl"): "*.pddl", data_folder("board"): "*.toml"}
    for folder, files in folders.items():
        for path in listed(folder, f"**/{files}"):
            total.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:12]


def _found(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _files(config: MatchConfig) -> Equipment:
    """Return the checksums of the files of a match; none where it cannot be played."""
    try:
        files: dict[str, dict[str, str]] = manifest(config)["files"]
    except (OSError, PlannerClueError):
        return {}
    return {
        f"file {file} of {spec}": f"one with the sum {total[:12]}"
        for spec, sums in files.items()
        for file, total in sums.items()
    }


class ClusterExecutor(Executor):
    """Hands games to a cluster; a worker that is equipped otherwise refuses them."""

    def __init__(self, inner: Executor, places: int) -> None:
        self._inner = inner
        self.places = places
        """Number of games that the cluster plays at a time, when it was connected."""

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
        """Hand out a call whose first argument is the configuration of a match."""
        return self._inner.submit(_equipped, equipment(args[0]), fn, *args, **kwargs)


def _equipped(
    expected: Equipment, call: Callable[..., _T], config: MatchConfig, games: Sequence[int]
) -> _T:
    if other := lacks(equipment(config), expected):
        raise PlannerClueError(f"a worker on {platform.node()}: {other}")
    return call(config, games)


@contextmanager
def connected(address: str, configs: Sequence[MatchConfig]) -> Iterator[ClusterExecutor]:
    """Yield an executor on the cluster.

    Raises :class:`InputError` for an unfit one, :class:`PlannerClueError` if it is lost.
    """
    client = _client(address)
    try:
        _check_workers(client, address, configs)
        yield ClusterExecutor(client.get_executor(), sum(client.nthreads().values()))
    except Exception as error:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        if isinstance(error, KilledWorker | CommClosedError | CancelledError):
            what = f"--cluster {address} lost games: {described(error)}"
            raise PlannerClueError(f"{what}; with --out, the same command goes on") from error
        raise
    finally:
        client.close(timeout=_SECONDS)


def _client(address: str) -> Any:
    try:
        import dask
        from distributed import Client
    except ImportError:
        why = f"--cluster {address}: Dask is not installed; expected planner-clue with its extra"
        raise InputError(f"{why}, pip install -e '.[cluster]'") from None
    try:
        found = asyncio.run(asyncio.wait_for(_identity(address), _SECONDS + 1))
    except Exception as error:  # anything may answer there, or nothing
        raise InputError(
            f"--cluster {address}: no scheduler answers ({described(error)}); "
            "expected the address of a Dask scheduler, such as tcp://host:8786"
        ) from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # one line of ours reports it
    if found != "Scheduler":
        raise InputError(f"--cluster {address} is a {found}; expected the scheduler's address")
    # The client keeps its last messages for debugging. They contain the records of an earlier run.
    with dask.config.set({"distributed.admin.low-level-log-length": _KEPT_MESSAGES}):
        return Client(address, timeout=_SECONDS, set_as_default=False)


async def _identity(address: str) -> str:
    """Return the type of server at an address; asked before there is a client, as that lingers."""
    from distributed import Security
    from distributed.core import rpc

    async with rpc(
        address, timeout=_SECONDS, connection_args=Security().get_connection_args("client")
    ) as there:
        return str((await there.identity())["type"])


def _check_workers(client: Any, address: str, configs: Sequence[MatchConfig]) -> None:
    from distributed import TimeoutError as NoWorkerError

    try:
        client.wait_for_workers(1, timeout=_SECONDS)
    except NoWorkerError:
        what = f"--cluster {address}: the scheduler has no workers"
        raise InputError(f"{what}; expected one or more") from None
    # Of the standard library: a worker without planner-clue, or with another version, can run it.
    for worker, there in client.run(version, "planner-clue", on_error="return").items():
        if there != version("planner-clue"):
            installed = "missing" if isinstance(there, PackageNotFoundError) else there
            what = f"--cluster {address}: worker {worker}: planner-clue is {installed}"
            raise InputError(f"{what}; expected {version('planner-clue')}, as here")
    for config in configs:
        for worker, found in client.run(equipment, config, on_error="return").items():
            if isinstance(found, dict):
                other = lacks(found, equipment(config))
            else:
                other = f"cannot be compared ({described(found)}); expected planner-clue as here"
            if other:
                raise InputError(f"--cluster {address}: worker {worker}: {other}")
