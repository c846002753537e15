"""Every bad agent costs its author the game, and nobody anything else."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.agents.zoo.animals import AGENT, BEFORE, QUICK, SLOW, Animal, write_agent
from tests.cli.helpers import Program, records

LIMITS = ["--agent-memory", 256]
SHORT = ["--board", "none", "--seats", "fixed", "--jobs", 1, "--games"]
GOOD = f"{AGENT}        pass"
pytestmark = pytest.mark.usefixtures("tidy_program")


def _here(works: str) -> bool:
    """Return whether the system allows something, as tried in a process of its own."""
    tried = f"from planner_clue.sandbox import landlock, namespaces; exit(0 if {works} else 3)"
    code = subprocess.run([sys.executable, "-c", tried], check=False).returncode
    assert code in (0, 3), "the trial itself is wrong"
    return code == 0


needs_namespaces = pytest.mark.skipif(
    not _here("namespaces.unshare_for_child()"),
    reason="no user namespaces for this account; sysctl has a setting that allows them",
)
needs_landlock = pytest.mark.skipif(
    not _here("landlock.PathRules([]).hold()"), reason="no Landlock; Linux 5.13 or newer has it"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "zoo").mkdir()
    return tmp_path / "zoo"


def forfeits(record: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (record["seats"][event["seat"]]["agent"], event["reason"].split(":")[0])
        for event in record["events"]
        if event["kind"] == "forfeit"
    ]


def groups() -> list[Any]:
    """Return bad agents that play together; slow ones are in other matches."""
    found = []
    for animals, marks in ((QUICK, []), (SLOW, [pytest.mark.slow])):
        for is_late in (False, True):
            names = [name for name, one in animals.items() if (one.kind == "timeout") == is_late]
            for start in range(0, len(names), 5):
                group = {name: animals[name] for name in names[start : start + 5]}
                found.append(pytest.param(group, is_late, marks=marks, id=" and ".join(group)))
    return found


@pytest.mark.parametrize(("group", "is_late"), groups())
def test_each_forfeits_its_game_and_the_match_goes_on(
    program: Program, folder: Path, group: Mapping[str, Animal], is_late: bool
) -> None:
    names = [write_agent(folder, one.does, f"bad{n}") for n, one in enumerate(group.values())]
    others = ["exact"] * max(1, 3 - len(names))
    match = ["match", *names, *others, *SHORT, 1 if is_late else 2, "--out", folder / "out"]
    done = program.call(*match, *LIMITS, "--agent-seconds", 2 if is_late else 120, code=3)
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 5000
    kinds = [(name, one.kind) for name, one in zip(names, group.values(), strict=True)]
    played = records(folder / "out" / "games.jsonl")
    assert [forfeits(record) for record in played] == [kinds] * len(played)
    for seat, (one, failure) in enumerate(zip(group.values(), played[0]["failures"], strict=True)):
        assert (failure["kind"], failure["turn"]) == (one.kind, seat + 1), failure
        assert one.says in "\n".join([failure["detail"], *failure["trace"]])
        if one.at:
            lines = (folder / f"bad{seat}.py").read_text().splitlines()
            (number,) = [n for n, line in enumerate(lines, 1) if one.at in line]
            assert f"bad{seat}.py:{number} in accuse: " in done.stdout


def test_the_author_is_shown_where_it_failed(program: Program, folder: Path) -> None:
    """File, line and statement, through a helper beside the file; once, however often it fails."""
    (folder / "helper.py").write_text("def share(a, b):\n    return a / b\n", encoding="utf-8")
    name = write_agent(folder, "import helper\nhelper.share(1, 0)")
    done = program.call("match", name, "random", "random", *SHORT, 2, "--out", folder / "out")
    assert done.returncode == 3
    lines = done.stdout.splitlines()
    (at,) = [place for place, line in enumerate(lines) if line.strip().startswith("helper.py:2")]
    assert "return a / b" in lines[at]
    assert "bad.py" in lines[at - 1]
    assert "helper.share(1, 0)" in lines[at - 1]
    (failure,) = json.loads((folder / "out" / "summary.json").read_text())["agents"][0]["failures"]
    assert (failure["kind"], failure["games"]) == ("crash", 2)
    assert failure["first"] == {"game": 0, "turn": 1, "decision": "accuse"}
    assert failure["trace"][-1] == "ZeroDivisionError: division by zero"


MEDDLER = r"""
from planner_clue.agents.random import RandomAgent


class Bad(RandomAgent):
    def notes(self):
        return [{"method": "\x1b[2J", "normalised": f"\ud800 {n}" * 40} for n in range(999)]

    def files(self, game):
        bad = ["\ud800", "a/" * 4000 + "b", "x" * 256, "../out"]
        return dict.fromkeys([*bad, "kept"], "\ud800")
"""


def test_notes_and_files_stop_no_match(program: Program, folder: Path) -> None:
    (folder / "bad.py").write_text(MEDDLER, encoding="utf-8")
    match = ["match", f"{folder}/bad.py:Bad", "random", "random", *SHORT, 1]
    done = program.call(*match, "--pddl-dir", folder / "pddl", code=0)
    assert "and 979 more" in done.stdout
    assert len(done.stdout) < 10_000
    assert {path.name for path in (folder / "pddl").glob("*/**/*")} == {"kept"}


def test_a_failure_after_the_game_is_in_its_record(program: Program, folder: Path) -> None:
    """The result stands, the notes are dropped, and the match says so."""
    fails = (("notes", "while True: pass", "timeout"), ("plan_seconds", "1 / 0", "crash"))
    names = []
    for method, does, _ in fails:
        names.append(write_agent(folder, "pass", method))
        with (folder / f"{method}.py").open("a") as file:
            file.write(f"\n    def {method}(self):\n        {does}\n")
    match = ["match", *names, "random", *SHORT, 1, "--agent-seconds", 3]
    done = program.call(*match, "--out", folder / "out", code=3)
    (record,) = records(folder / "out" / "games.jsonl")
    failed = [(failure["decision"], failure["kind"]) for failure in record["failures"]]
    assert failed == [(method, kind) for method, _, kind in fails]
    assert record["notes"][0] == []
    assert forfeits(record) == []
    assert "timeout in 1 game" in done.stdout


ONCE = "import os\nif os.path.exists({out!r}): raise ValueError('once is enough')"


@pytest.mark.slow
def test_an_agent_that_loads_only_once_forfeits_always(program: Program, folder: Path) -> None:
    """It is loaded for a check, and again in each process that plays games."""
    name = write_agent(folder, "pass")
    path, text = folder / "bad.py", (folder / "bad.py").read_text()
    played = []
    for jobs in (1, 2):
        path.write_text(f"{ONCE.format(out=str(folder / 'out'))}\n{text}")
        match = ["match", name, "random", "random", "--games", 6, "--jobs", jobs, "--seed", 1]
        done = program.run(*match, "--out", folder / "out", "--board", "none")
        (folder / "out").rename(folder / f"out-{jobs}")
        assert done.returncode == 3, done.stderr
        assert "could not be loaded again" in done.stdout
        played.append((folder / f"out-{jobs}" / "games.jsonl").read_bytes())
    assert played[0] == played[1]
    first = json.loads(played[0].splitlines()[0])
    assert forfeits(first) == [(name, "crash")]
    assert "ValueError: once is enough, at bad.py:" in first["failures"][0]["detail"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nump\n", "No module named 'nump', at bad.py:1 in <module>: import nump"),
        ("import os\nos._exit(0)\n", "its process ended when asked load"),
        ("while True: print('x' * 100000)\n", "printed more than 1000000 bytes"),
        ("raise ValueError('\\ud800\\x1b[2J')\n", "ValueError: ??[2J, at bad.py:1 in <module>"),
        (f'{BEFORE}\nforge(\'{{"files": ["/etc/passwd"]}}\')\n', "expected a reply"),
        (f"{GOOD}\nimport subprocess, threading, time\nsubprocess.Popen(['sleep', '40'])\n"
         "threading.Thread(target=time.sleep, args=(40,), daemon=True).start()\n",
         "left 1 more thread and the process 'sleep 40' running after it had answered load"),
        ("import os, time\nfor _ in range(4):\n    if os.fork() == 0:\n"
         "        held = bytearray(90 << 20)\n        time.sleep(40)\ntime.sleep(40)\n",
         "used more than 256 MB when asked load"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_loaded_is_refused_in_one_line(
    program: Program, folder: Path, text: str, message: str
) -> None:
    (folder / "bad.py").write_text(text, encoding="utf-8")
    done = program.call("match", f"{folder}/bad.py:Bad", "random", "random", *LIMITS, code=2)
    (line,) = done.stderr.splitlines()
    assert message in line
    assert f"{folder}/bad.py:Bad" in line


NEEDLES = {"seed": "98765432123", "other": "hay_stack_agent"}
PEEK = """\
import ctypes
if hasattr(self, 'looked'):
    return None  # the first look leaves in memory what it looked for
self.looked = True
ctypes.CDLL(None).umount2(b'/proc', 2)  # there may be another below it
places = ['/proc/self/environ', '/proc/self/cmdline', f'/proc/{os.getppid()}/cmdline',
          f'/proc/{os.getppid()}/environ']
texts = {}
for place in places:
    try:
        texts[place] = open(place, 'rb').read()
    except OSError:  # that of the server, say
        pass
(reading, writing), library = os.pipe(), ctypes.CDLL(None)
for near in (id(self), id(os), id(int)):
    for page in range(near - (6 << 20) & -4096, near + (6 << 20), 4096):
        if library.write(writing, ctypes.c_void_p(page), 4096) == 4096:  # it is there
            texts[page >> 20] = texts.get(page >> 20, b'') + os.read(reading, 4096)
for place, text in texts.items():
    for needle in HIDDEN:
        if bytes(c ^ 1 for c in needle) in text:
            print('found', needle, place)
print('looked into', len(texts))
"""


LEAVES = """\
import ctypes, fcntl, os, platform, resource, signal, socket, struct, tempfile, threading
from pathlib import Path


def changed(file):
    before = os.stat(file).st_atime_ns
    open(file).read()
    return os.stat(file).st_atime_ns > before


here, libc = Path(__file__).parent, ctypes.CDLL(None)
def flagged(folder, set_flags=0x40086602, no_dump=0x40):
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(descriptor, set_flags, struct.pack('l', no_dump))
    finally:
        os.close(descriptor)


def huge_pages_failed_with(map_hugetlb=0x40022):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap(None, 1 << 21, 3, map_hugetlb, -1, 0)
    return ctypes.get_errno()


own = tempfile.gettempdir()
print('temporary', os.listdir(own), os.stat(own).st_ino, os.getpid())
CLONE, SHARES_FOLDERS, STACK = 56 if platform.machine() == 'x86_64' else 220, 0x200 | 17, 3
LIMITS = (ctypes.c_ulong * 2)(1 << 20, 1 << 20)
Path(tempfile.gettempdir(), 'note').write_text('mine')
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
attempts = {
    'quota of signals': lambda: signal.pthread_kill(threading.get_ident(), signal.SIGRTMIN),
    'number of a counter': lambda: os.listdir('/proc/self/fdinfo'),
    'who maps a page': lambda: open('/proc/self/pagemap'),
    'own folder': lambda: Path(here, 'note').write_text('mine'),
    'own times': lambda: os.utime(__file__, (1, 1)),
    'size of the match': lambda: os.stat(Path(here, 'out', 'match.json')),
    'match': lambda: Path(here, 'out', 'match.json').read_text(),
    'temporary files': lambda: os.listdir(os.path.dirname(os.path.dirname(tempfile.gettempdir()))),
    'other games': lambda: os.listdir(Path(tempfile.gettempdir()).parent) == ['session'] and 1 / 0,
    'home': lambda: os.listdir(os.path.expanduser('~')),
    'shared memory': lambda: Path('/dev/shm/planner-clue-zoo').write_text('mine'),
    'segment': lambda: libc.shmget(NUMBER, 4096, 0o3600) >= 0 or 1 / 0,
    'queue': lambda: libc.msgget(NUMBER, 0o3600) >= 0 or 1 / 0,
    'huge pages': lambda: huge_pages_failed_with() == 1 and 1 / 0,
    'network': lambda: socket.socket(),
    'abstract socket': lambda: socket.socket(socket.AF_UNIX).bind('\\0planner-clue-zoo'),
    'lock': lambda: fcntl.flock(open('/usr/bin/env'), fcntl.LOCK_EX),
    'region': lambda: fcntl.lockf(open('/usr/bin/env'), fcntl.LOCK_SH),
    'watch': lambda: libc.inotify_init1(0) >= 0 or 1 / 0,
    'access time': lambda: changed(Path(here, "fresh")) or 1 / 0,
    'flags of the folder': lambda: flagged(tempfile.gettempdir()),
    'timer': lambda: libc.timer_create(1, None, ctypes.byref(ctypes.c_long())) and 1 / 0,
    'limits of the server': lambda: libc.prlimit(os.getppid() or 99, STACK, LIMITS, None) and 1 / 0,
    'child with its folder': lambda: libc.syscall(CLONE, SHARES_FOLDERS, 0, 0, 0, 0) > 0 or 1 / 0,
    'folder of all games': lambda: Path(os.environ['PLANNER_CLUE_FOLDER'], 'note').write_text('x'),
}
for name, attempt in attempts.items():
    try:
        attempt()
    except Exception:
        continue
    print('could', name)
"""


@needs_landlock
def test_an_agent_can_leave_nothing_for_others(program: Program, folder: Path) -> None:
    name = write_agent(folder, LEAVES.replace("NUMBER", str(os.getpid())))
    (folder / "fresh").write_text("")
    done = program.call("match", name, "random", "random", *SHORT, 2, "--out", folder / "out")
    assert done.returncode == 0, done.stdout
    assert f"{name}: printed in 2 games" in done.stdout
    for game in range(2):
        printed = (folder / "out" / "printed" / f"game-{game}-slot-0.txt").read_text().splitlines()
        assert [line for line in printed if line.startswith("could")] == []
        assert printed[0] == "temporary [] 1 1"


@pytest.mark.slow  # nothing else gets the processor meanwhile
@needs_namespaces
def test_a_fork_bomb_costs_its_own_games_only(program: Program, folder: Path) -> None:
    """It has never more processes than it may: 128, and the match looks at them, too."""
    name = write_agent(folder, "while True:\n    try: os.fork()\n    except OSError: pass")
    match = ["match", name, "random", "random", *SHORT, 1, "--agent-seconds", 2]
    program.call(*match, "--out", folder / "out", code=3)
    for record in records(folder / "out" / "games.jsonl"):
        ((agent, kind),) = forfeits(record)
        assert agent == name
        assert kind in ("illegal", "timeout")


def test_no_agent_can_peek(program: Program, folder: Path) -> None:
    """Seed and other agents are not in its process or in any process that it can see."""
    hidden = [bytes(c ^ 1 for c in needle.encode()) for needle in NEEDLES.values()]
    name = write_agent(folder, f"HIDDEN = {hidden!r}\n{PEEK}")
    (folder.parent / "others").mkdir()  # the names of files in its own folder it may know
    other = write_agent(folder.parent / "others", "pass", NEEDLES["other"])
    out = folder.parent / "out"
    match = ["match", name, other, "random", "--seed", NEEDLES["seed"], *SHORT, 2]
    program.run(*match, "--out", out, code=0)
    seen = {line for path in (out / "printed").iterdir() for line in path.read_text().splitlines()}
    assert [line for line in seen if line.startswith("found")] == []
    assert any(line.startswith("looked into") and int(line.split()[-1]) > 10 for line in seen)
