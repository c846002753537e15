"""Any agent can sit in a process of its own: the game is the same, and the process ends."""

import gc
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from planner_clue.agents.base import Agent
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.registry import load_agent
from planner_clue.agents.settings import AgentSettings, IsolationSettings, PlanningSettings
from planner_clue.game.events import Forfeited
from planner_clue.game.table import Table
from planner_clue.match.game import agents_of_game, files_of, notes_of, seconds_of
from planner_clue.sandbox.channel import read_reply
from planner_clue.support.errors import AgentFailure, AgentNameError, MachineError
from tests.adapters.programs import assert_ticks_only_when_asked
from tests.cli.helpers import Program, agent_file, refusal, wait_until
from tests.game.helpers import BOARDS, CLASSIC, deal_table
from tests.shared import play

SETTINGS = AgentSettings(isolation=IsolationSettings(seconds_per_answer=60))


def at_table(agent: Agent) -> list[Agent]:
    return [load_agent("random", SETTINGS)(), agent, load_agent("ladder-2", SETTINGS)()]


def mine(folder: Path, what: str) -> tuple[str, AgentSettings, Path]:
    """Write an agent that does ``what`` when it may accuse; return how it is loaded."""
    name = agent_file(folder, f"def accuse(self):\n    {what}", "mine.py")
    return name, SETTINGS, folder / "mine.py"


def forfeits(table: Table) -> list[str]:
    return [event.reason for event in table.events if isinstance(event, Forfeited)]


def without_times(files: dict[str, str]) -> dict[str, str]:
    """Return an agent's files except files with times."""
    return {name: text for name, text in files.items() if not name.endswith("/why.json")}


def holders(file: Path) -> set[str]:
    """Return the processes that have a file open; their own numbers for themselves may differ."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may end meanwhile
            if any(link.readlink() == file for link in (process / "fd").iterdir()):
                found.add(process.name)
    return found


def all_end(file: Path) -> bool:
    return wait_until(lambda: not holders(file), 60)


@pytest.mark.parametrize(
    ("name", "board", "rules", "guide"),
    [
        ("random", "huji", "huji", ""),
        ("planner", "classic", "standard,last_wins=yes", ""),
        ("planner", "none", "standard", "mine.py:zero"),
        ("exact", "none", "cpsc415", ""),
    ],
)
def test_an_agent_plays_the_same_game_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, board: str, rules: str, guide: str
) -> None:
    """Events, notes and files: nothing is lost, also with a heuristic from the match's folder."""
    (tmp_path / "mine.py").write_text("def zero(node, task):\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    planning = PlanningSettings(engine="clue-astar", heuristic=guide)
    settings = AgentSettings(planning=planning) if guide else SETTINGS
    near, far = load_agent(name, settings)(), IsolatedAgentFactory(name, settings)()
    here, there = (play(at_table(agent), BOARDS[board], rules) for agent in (near, far))
    assert forfeits(here) == []
    assert (there.events, there.result) == (here.events, here.result)
    assert notes_of(far).kept == notes_of(near).kept
    assert without_times(files_of(far, 7).kept) == without_times(files_of(near, 7).kept)
    assert len(seconds_of(far).kept) == len(seconds_of(near).kept)


def test_an_agent_slow_to_load_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner_clue.sandbox.sandbox._SECONDS_TO_START", 3)
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(1000)\n")
    with pytest.raises(AgentNameError, match=r"slow\.py:Mine': .* within 3 s"):
        IsolatedAgentFactory(f"{tmp_path}/slow.py:Mine", SETTINGS, tmp_path / "slow.py")


def test_a_server_is_prepared_for_another_board_while_it_holds_a_session() -> None:
    made, agents = IsolatedAgentFactory("random", SETTINGS), []
    for board in (None, CLASSIC):
        agents.append(made())
        agents[-1].begin(deal_table(board, "standard", 3, Random(1)).seat_view(0, 1))
    assert [agent.accuse() for agent in agents] == [None, None]


def test_a_full_disk_is_nobodys_forfeit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = IsolatedAgentFactory(*mine(tmp_path, "pass"))
    made.close()  # so that it has to be loaded again

    def full(**_: str) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("planner_clue.sandbox.sandbox.tempfile.mkdtemp", full)
    with pytest.raises(MachineError, match="No space left on device"):
        play(at_table(made()))


def test_time_is_limited_for_all_answers_and_output_for_each_game(tmp_path: Path) -> None:
    """Of an agent that stays: a second and a megabyte in every game."""
    name, settings, file = mine(tmp_path, "print('x' * 600_000)")
    agent = IsolatedAgentFactory(name, settings, file).staying()
    seat = deal_table(None, "standard", 3, Random(1)).seat_view(0, 1)
    for _ in range(3):
        agent.begin(seat)
        assert agent.accuse() is None
    limits = IsolationSettings(seconds_per_answer=60, seconds_per_game=1)
    name, _, file = mine(tmp_path, "time.sleep(0.4)")
    agent = IsolatedAgentFactory(name, AgentSettings(isolation=limits), file).staying()
    agent.begin(seat)
    with pytest.raises(AgentFailure, match="used up its 1 s for all answers when asked accuse"):
        [agent.accuse() for _ in range(5)]


def test_of_a_long_trace_the_last_lines_are_kept() -> None:
    trace = "\n".join(map(str, range(30)))
    with pytest.raises(AgentFailure) as failed:
        read_reply(json.dumps({"failure": ["crash", "no", trace]}).encode())
    assert failed.value.trace.splitlines() == [str(number) for number in range(10, 30)]


def test_an_agent_stands_still_while_it_is_not_asked_and_ends_with_its_game(tmp_path: Path) -> None:
    """Also one that a timer wakes."""
    file = tmp_path / "held"
    file.touch()
    ticks = (
        f"self.held = open({str(file)!r}); "
        "signal.signal(signal.SIGALRM, lambda *_: os.write(2, b'.')); "
        "signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001); time.sleep(0.05)"
    )
    made = IsolatedAgentFactory(*mine(tmp_path, f"import signal; {ticks}"))
    with agents_of_game([made]) as [agent]:
        assert_ticks_only_when_asked(agent)
        assert len(holders(file)) == 1
    assert all_end(file), f"while {agent} is still referred to"


def without_namespaces(folder: Path) -> Path:
    """Return a folder for ``PYTHONPATH`` with which a program has no namespaces and no Landlock."""
    (folder / "path").mkdir()
    (folder / "path" / "sitecustomize.py").write_text(
        "from planner_clue.sandbox import landlock, namespaces\n"
        "namespaces.unshare_for_child = lambda **_: False\n"
        "landlock.PathRules.hold = lambda self: 0\n"
    )
    return folder / "path"


CHILD = "import subprocess; subprocess.Popen(['sleep', '1000'], stdout=self.held{more})"
ORPHAN = "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(1e3)); time.sleep(0.2); "
HIDER = (
    "import ctypes; ctypes.CDLL(None).prctl(36, 0, 0, 0, 0); "
    "up = lambda n: int(open(f'/proc/{n}/stat').read().rsplit(')', 1)[1].split()[1]); "
    "guard = up(os.getppid()); "
)
"""Lets its game adopt nothing, and finds the guard, to stop or kill it."""
LEFT = "illegal: left the process 'sleep 1000' running after it had answered accuse; expected none"
ENDED = "crash: its process ended when asked accuse"


@pytest.mark.parametrize(
    ("does", "namespaces", "detail"),
    [
        (CHILD.format(more=""), True, LEFT),
        (CHILD.format(more=", start_new_session=True"), False, LEFT),
        (f"{ORPHAN} os._exit(0)", True, ENDED),
        (f"{ORPHAN} os._exit(0)", False, ENDED),
        (f"{HIDER} os.kill(guard, 19); {ORPHAN} os._exit(0)", False, ENDED),
        (f"{HIDER} {ORPHAN} os.kill(guard, 9); os._exit(0)", False, ENDED),
    ],
)
def test_nothing_outlives_a_game_or_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, namespaces: bool, detail: str
) -> None:
    """Also a grandchild in a session of its own whose parents are gone, and without a guard."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    if not namespaces:
        monkeypatch.setenv("PYTHONPATH", str(without_namespaces(tmp_path)))
    file = tmp_path / "held"
    file.touch()
    made = IsolatedAgentFactory(*mine(tmp_path, f"self.held = open({str(file)!r}); {does}"))
    agent = made()
    assert forfeits(play(at_table(agent))) == [detail]
    if detail == LEFT:  # it ends with the game, and not only with the server
        assert all_end(file)
    del agent, made
    gc.collect()
    assert all_end(file)
    assert wait_until(lambda: not [*temporary.iterdir()])


ENDS_AT_ONCE = """\
import os, signal, sys
from pathlib import Path
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.settings import AgentSettings
from planner_clue.sandbox.process_tree import children

file = Path(sys.argv[1])
made = IsolatedAgentFactory(f"{file}:Mine", AgentSettings(), file)
(guard,) = children(os.getpid())
for process in (guard, *children(guard)):
    print(process, flush=True)
    os.kill(process, signal.SIGSTOP)
os._exit(0)
"""


def test_a_guard_that_was_stopped_ends_with_the_match(tmp_path: Path) -> None:
    _, _, path = mine(tmp_path, "pass")
    command = [sys.executable, "-c", ENDS_AT_ONCE, str(path)]
    done = subprocess.run(command, check=True, timeout=60, text=True, stdout=subprocess.PIPE)
    processes = [Path("/proc", number) for number in done.stdout.split()]
    assert len(processes) == 2
    assert wait_until(lambda: not any(process.exists() for process in processes))


def test_what_does_not_hold_is_listed_warned_of_and_refused_where_it_is_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system without namespaces and Landlock."""
    program = Program(tmp_path)
    name = agent_file(program.here, "pass")
    match = ["match", name, "random", "random", "--games", 1, "--seats", "fixed", "--jobs", 1]
    monkeypatch.setenv("PYTHONPATH", str(without_namespaces(tmp_path)))
    found = json.loads(program.call("agents", "--isolation", "--json", "-").stdout)
    missing = [one["name"] for one in found["guarantees"] if not one["holds"]]
    lost = ["files", "processes", "fork bombs", "disk", "memory between games"]
    assert missing == lost
    message = refusal(program.call(*match, "--require-confinement", "--seed", 1 << 63))
    assert "--require-confinement: isolation does not hold here: files" in message
    warned = program.call(*match, code=0)
    assert warned.stderr.count("isolation does not hold here: ") == len(lost)
    assert "files (an agent reads its own folder" in warned.stderr


def test_what_agents_could_use_is_refused_where_confinement_is_required(tmp_path: Path) -> None:
    program = Program(tmp_path)
    name = agent_file(program.here, "pass")
    (program.here / "far.py").write_text("def far(node, task):\n    return 0\n")
    match = ["match", name, "planner", "random", "--require-confinement"]
    none = refusal(program.call(*match, "--isolate", "none"))
    assert "runs in the process of the match with --isolate none" in none
    short = refusal(program.call(*match, "--seed", 1))
    wrong = f"--seed 1: {name} could brute-force it and learn the deal"
    assert f"{wrong}; expected a long one" in short
    own = ["--engine", "clue-astar", "--heuristic", "far.py:far", "--board", "none"]
    for games in (1, 2):  # it goes on with the seed that it has drawn
        play = [*match, *own, "--games", games, "--seats", "fixed", "--out", "out"]
        played = program.call(*play, code=0)
        seed = json.loads((program.here / "out" / "match.json").read_text())["config"]["seed"]
        assert seed.bit_length() == 64
        assert f"seed {seed} (random)" in played.stderr
