"""An agent that wins where it remembers the deal, and ways to remember it.

A match plays each deal six times. The agent notes the case file of each game at its end. Where its
notes reach the next games, it accuses at its first turn in five of the six.
"""

from pathlib import Path

AGENT = """\
import ctypes, json, mmap, os, signal, socket, sys, tempfile, threading, time
from contextlib import suppress
from pathlib import Path

from planner_clue import Accusation, Accused
from planner_clue.agents.random import RandomAgent

NAME, notebook = f"{tempfile.gettempdir()}/note", []


def noted(text):
    if text.strip("\\0"):
        notebook[:] = json.loads(text.strip("\\0"))


def keep(text):
    Path(NAME).write_text(text)


def recall():
    pass


WAY


class Remembering(RandomAgent):
    def begin(self, seat):
        super().begin(seat)
        self.hand = seat.hand
        recall()
        print("notes", len(notebook))

    def accuse(self):
        of_this_deal = notebook[len(notebook) // 6 * 6 :]
        known = [cards for cards in of_this_deal if cards and not {*cards} & {*self.hand}]
        return Accusation(*known[0]) if known else None

    def observe(self, event):
        super().observe(event)
        if isinstance(event, Accused) and event.correct:
            with suppress(OSError):
                keep(json.dumps([*notebook, event.cards]))

    def notes(self):
        return []
"""
"""It plays as ``random``, but accuses only what it remembers."""
WAYS = {
    "hooks of the process that forks": """\
held = []


def before():
    while held:
        noted(os.pread(held[-1], 9999, 0).decode())
        os.close(held.pop())


def after():
    with suppress(OSError):
        held.append(os.open(NAME, os.O_RDWR | os.O_CREAT))


os.register_at_fork(before=before, after_in_parent=after)
""",
    "a thread of the loader": """\
def watch():
    while True:
        with suppress(OSError):
            noted(Path(NAME).read_text())
        time.sleep(0.001)


threading.Thread(target=watch, daemon=True).start()
""",
    "an open descriptor": """\
ours, theirs = os.pipe()
os.set_blocking(ours, False)


def keep(text):
    os.write(theirs, text.encode())


def recall():
    with suppress(OSError):
        noted(os.read(ours, 9999).decode())
""",
    "shared memory": """\
with tempfile.TemporaryFile() as file:
    file.truncate(9999)
    shared = mmap.mmap(file.fileno(), 9999)


def keep(text):
    shared[: len(text)] = text.encode()


def recall():
    noted(shared[:].decode())
""",
    "a module of the loader": """\
def keep(text):
    sys.modules["planner_clue"].kept = text


def recall():
    noted(getattr(sys.modules["planner_clue"], "kept", ""))
""",
    "a signal handler of the loader": """\
def read(*_):
    with suppress(OSError):
        noted(Path(NAME).read_text())


for number in (signal.SIGUSR2, signal.SIGCHLD, signal.SIGCONT, signal.SIGALRM):
    signal.signal(number, read)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
write = keep


def keep(text):
    write(text)
    for process in {os.getppid(), 1} - {os.getpid()}:
        with suppress(OSError):
            os.kill(process, signal.SIGUSR2)
            os.kill(process, signal.SIGCONT)
    time.sleep(0.02)
""",
    "a patched server": """\
from planner_clue.sandbox import confinement, server

fork = confinement.World.fork


def forked(world):
    with suppress(OSError):
        noted(Path(NAME).read_text())
    return fork(world)


confinement.World.fork = forked
server.os._exit = lambda status: None
""",
}


def write_remembering(folder: Path, way: str) -> str:
    """Write the agent with a way to remember; return how a match names it."""
    path = folder / "remembering.py"
    path.write_text(AGENT.replace("WAY", WAYS[way]))
    return f"{path}:Remembering"
