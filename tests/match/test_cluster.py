"""Matches on a cluster: real schedulers and workers, the same bytes, and what is refused."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import planner_clue
from planner_clue.match import MatchConfig, play, pool, run_match
from planner_clue.match.cluster import ClusterExecutor, equipment, lacks
from planner_clue.match.manifest import manifest
from planner_clue.support.data import data_folder
from planner_clue.support.errors import PlannerClueError
from tests.cli.helpers import (
    HANG,
    PLANNED,
    Program,
    agent_file,
    command,
    games_of,
    refusal,
    wait_until,
)
from tests.match.test_runner import games_file
from tests.shared import HERE

RANDOM = MatchConfig(("random",) * 4, 12, seed=4)
SHORT = ["match", "random", "random", "random", "--games", 6]
TELLING = """\
def begin(self, seat):
    super().begin(seat)
    here = os.path.dirname(__file__)
    with open(os.path.join(here, "playing"), "a") as file:
        file.write(f"{os.getpid()}\\n")
    while os.path.exists(os.path.join(here, "hurdle")):
        time.sleep(0.01)
"""
"""Writes down which process plays, and waits for as long as there is a hurdle."""
NOT_APART = ["--isolate", "none"]


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
        alone = self.address, "--no-nanny", "--nthreads", "1"
        worker = self._start("dask_worker", *alone, "--name", f"worker-{number}", **environment)
        log = self._folder / f"log-{number}"
        assert wait_until(lambda: b"Registered to" in log.read_bytes()), log.read_text()
        return worker

    def _start(self, program: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments]
        command += ["--host", "127.0.0.1", "--no-dashboard"]
        here, env = self._folder, os.environ | environment
        with (here / f"log-{len(self._processes)}").open("wb") as log:
            process = subprocess.Popen(command, cwd=here, env=env, stdout=log, stderr=log)
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


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    with dask_processes(tmp_path_factory.mktemp("cluster") / "two", workers=2) as processes:
        yield processes


@pytest.mark.parametrize("config", [RANDOM, pytest.param(PLANNED, marks=pytest.mark.slow)])
def test_a_cluster_plays_the_same_games(
    program: Program, cluster: DaskProcesses, tmp_path: Path, config: MatchConfig
) -> None:
    out = tmp_path / "out"
    done = program.run(*command(config), "--cluster", cluster.address, "--out", out, code=0)
    assert games_file(out) == games_of(config)
    assert {path.name for path in out.iterdir()} == {"games.jsonl", "match.json", "summary.json"}
    assert json.loads((out / "match.json").read_text()) == manifest(config)
    here = run_match(config)
    assert f" {here['agents'][0]['wins']} " in done.stdout


def waiting(folder: Path, games: int) -> tuple[MatchConfig, Path, Path, Path]:
    """Return a match of an agent that waits, its hurdle, where it reports, and the output."""
    (folder / "hurdle").touch()
    config = MatchConfig((agent_file(folder, TELLING), "random", "random"), games, settings=HERE)
    return config, folder / "hurdle", folder / "playing", folder / "out"


@pytest.mark.slow
def test_a_match_outlives_a_worker(program: Program, tmp_path: Path) -> None:
    """The only worker is killed in its game; one that has come since plays it again, and all."""
    config, hurdle, playing, out = waiting(tmp_path, 12)
    with dask_processes(tmp_path / "cluster", workers=1) as cluster:
        arguments = [*command(config), *NOT_APART, "--cluster", cluster.address, "--out", out]
        with program.running(*arguments) as process:
            assert wait_until(lambda: playing.exists() and playing.read_text().endswith("\n"))
            cluster.add_worker()
            killed = int(playing.read_text().split()[0])
            os.kill(killed, signal.SIGKILL)
            hurdle.unlink()
            assert process.wait(HANG) == 0
    assert {int(pid) for pid in playing.read_text().split()} > {killed}
    assert games_file(out) == games_of(config)


@pytest.mark.slow
def test_a_match_that_lost_its_cluster_is_gone_on_with(program: Program, tmp_path: Path) -> None:
    """Scheduler and worker are killed; the match ends without a cluster, in the same bytes."""
    config, hurdle, playing, out = waiting(tmp_path, 6)
    with dask_processes(tmp_path / "cluster", workers=1) as cluster, ThreadPoolExecutor(1) as here:
        arguments = [*command(config), *NOT_APART, "--cluster", cluster.address, "--out", out]
        running = here.submit(program.run, *arguments)
        assert wait_until(playing.exists)
        cluster.stop()
        done = running.result()
    assert done.returncode == 1
    _short_seed, line = done.stderr.splitlines()
    assert f"--cluster {cluster.address} lost games: " in line
    assert "the same command goes on" in line
    assert done.stdout == ""
    hurdle.unlink()
    program.run(*command(config), *NOT_APART, "--jobs", 1, "--out", out, code=0)
    assert games_file(out) == games_of(config)


@pytest.mark.slow
def test_ctrl_c_keeps_the_cluster(program: Program, cluster: DaskProcesses, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["match", *["random"] * 3, "--games", 10**6, "--cluster", cluster.address]
    with program.running(*arguments, "--out", out) as process:
        assert wait_until(lambda: (out / "games.jsonl").exists() and len(games_file(out)) > 0)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(HANG / 2) == 130
    kept, known = games_file(out), games_of(MatchConfig(("random",) * 3, 6))
    assert kept.startswith(known) or known.startswith(kept)
    program.run(*SHORT, "--cluster", cluster.address, code=0)


@pytest.mark.parametrize(
    "address", ["nonsense", pytest.param("tcp://127.0.0.1:1", marks=pytest.mark.slow)]
)
def test_without_a_scheduler_it_is_refused(program: Program, tmp_path: Path, address: str) -> None:
    line = refusal(program.run(*SHORT, "--cluster", address, "--out", tmp_path / "out"))
    assert f"--cluster {address}: no scheduler answers" in line
    assert "expected the address of a Dask scheduler" in line
    assert not (tmp_path / "out").exists()


def test_without_dask_it_is_refused(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = program.call(*SHORT, "--cluster", "tcp://127.0.0.1:1")
    assert "Dask is not installed; expected planner-clue with its extra" in refusal(done)


@pytest.mark.slow
def test_no_worker_or_another_planner_clue_is_refused(program: Program, tmp_path: Path) -> None:
    """Its version is the same: a line of its code was changed."""
    other, version = tmp_path / "other", planner_clue.__version__
    shutil.copytree(Path(planner_clue.__file__).parent, other / "planner_clue")
    for folder in ("pddl", "board"):
        shutil.copytree(data_folder(folder), other / folder, dirs_exist_ok=True)
    with (other / "planner_clue" / "match" / "play.py").open("a") as file:
        file.write("# changed\n")
    metadata = other / f"planner_clue-{version}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: planner-clue\nVersion: {version}\n")
    with dask_processes(tmp_path / "cluster", workers=0) as cluster:
        line = refusal(program.run(*SHORT, "--cluster", cluster.address))
        assert "the scheduler has no workers; expected one or more" in line
        cluster.add_worker(PYTHONPATH=str(other))
        line = refusal(program.run(*SHORT, "--cluster", cluster.address))
    assert f"the code of planner-clue {version} is " in line


@pytest.mark.slow
def test_an_agents_file_is_the_same_at_the_same_path(program: Program, tmp_path: Path) -> None:
    """The folders of the program and of the worker stand for the disks of two machines."""
    agent_file(program.here, "pass")
    mine = ["match", "agent.py:Mine", "random", "random", "--games", 6]
    with dask_processes(tmp_path / "cluster", workers=1) as cluster:
        line = refusal(program.run(*mine, "--cluster", cluster.address))
        assert "file agent.py of agent.py:Mine is missing; expected one with the sum " in line
        agent_file(tmp_path / "cluster", "other = True")
        line = refusal(program.run(*mine, "--cluster", cluster.address))
        assert "file agent.py of agent.py:Mine is one with the sum " in line


def test_a_later_worker_is_compared_before_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """An executor that stands for a worker which nobody has looked at before."""
    expected = equipment(RANDOM)
    assert lacks(expected, expected) is None
    with ThreadPoolExecutor(1) as inner:
        executor = ClusterExecutor(inner, 1)
        (played, *_), _ = executor.submit(pool.play_in_worker, RANDOM, [0]).result()
        assert isinstance(played, play.Played)
        code, *_ = expected
        found = iter([expected, expected | {code: "x"}])
        monkeypatch.setattr("planner_clue.match.cluster.equipment", lambda config: next(found))
        with pytest.raises(PlannerClueError, match=r"a worker on .* is x; expected .*, as here"):
            executor.submit(pool.play_in_worker, RANDOM, [0]).result()
