"""A real cluster for tests: a scheduler and workers, each a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.helpers import HANG, wait_until


class DaskProcesses:
    """A scheduler of this machine alone, and its workers, of one thread each and without nannies.

    A worker that is killed is gone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        assert wait_until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address: str = json.loads(file.read_text())["address"]

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker in the folder of the cluster, and wait until the scheduler knows it."""
        number = len(self._processes)
        worker = self._start(
            "dask_worker",
            *(self.address, "--no-nanny", "--nthreads", "1", "--name", f"worker-{number}"),
            **environment,
        )
        log = self._folder / f"log-{number}"
        assert wait_until(lambda: b"Registered to" in log.read_bytes()), log.read_text()
        return worker

    def _start(self, program: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"log-{len(self._processes)}").open("wb") as log:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", f"distributed.cli.{program}", *arguments),
                    *("--host", "127.0.0.1", "--no-dashboard"),
                ],
                cwd=self._folder,
                env=os.environ | environment,
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait(HANG)


@contextmanager
def dask_processes(folder: Path, workers: int) -> Iterator[DaskProcesses]:
    folder.mkdir()
    cluster = DaskProcesses(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.stop()
