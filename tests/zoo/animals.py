"""What each bad agent does when it is asked, as statements, and the kind of its forfeit.

The statements stand in a method, so ``self`` is the agent: ``accuse`` of a file agent, and
``get_suggestion`` of a player of the CPSC 415 tournament.
"""

from pathlib import Path
from typing import NamedTuple


class Animal(NamedTuple):
    """One way to misbehave."""

    does: str
    kind: str
    """The kind of the forfeit."""
    says: str
    """What the reason of the forfeit, or its trace, has in it."""


ANIMALS = {
    "raises": Animal("1 / 0", "crash", "ZeroDivisionError: division by zero"),
    "raises what is no Exception": Animal(
        "raise type('Odd', (BaseException,), {})('odd')", "crash", "Odd: odd"
    ),
    "exits": Animal("raise SystemExit(0)", "crash", "SystemExit: 0"),
    "exits at once": Animal("os._exit(0)", "crash", "its process ended"),
    "aborts": Animal("os.abort()", "crash", "its process ended"),
    "kills itself": Animal("os.kill(os.getpid(), 9)", "crash", "its process ended"),
    "kills its group": Animal("os.killpg(0, 9)", "crash", ""),
    "recurses": Animal("f = lambda: f(); f()", "crash", "RecursionError"),
    "loops": Animal("while True: pass", "timeout", "no answer to"),
    "ignores signals": Animal(
        "[signal.signal(n, signal.SIG_IGN) for n in (2, 10, 14, 15)]; time.sleep(1000)",
        "timeout",
        "no answer to",
    ),
    "stops itself": Animal("os.kill(os.getpid(), signal.SIGSTOP)", "timeout", "no answer to"),
    "stops its server": Animal("os.kill(os.getppid(), signal.SIGSTOP); 1 / 0", "crash", ""),
    "drips": Animal(
        "[os.write(n, bytes([0, 0, 255, 255])) for n in sockets()]; "
        "[(os.write(n, b'x'), time.sleep(0.1)) for _ in range(1000) for n in sockets()]",
        "timeout",
        "no answer to",
    ),
    "sends noise": Animal(
        "[os.write(n, b'garbage') for n in sockets()]; time.sleep(1000)", "crash", "no readable"
    ),
    "forges a failure": Animal(
        """forge('{"failure": ["won\\\\ud800", "\\\\u001b[2J", ""]}'); time.sleep(1000)""",
        "crash",
        "expected a reply",
    ),
    "says what no terminal can print": Animal(
        "raise ValueError('\\ud800 \\x1b[2J')", "crash", "\x1b[2J"
    ),
    "prints for ever": Animal("while True: print('x' * 10000)", "output", "printed more than"),
    "prints 100 MB": Animal("os.write(1, bytes(100_000_000)); 1 / 0", "output", "printed more"),
    "takes all memory": Animal(
        "self.hoard = [bytearray(10_000_000) for _ in range(10_000)]", "memory", "MemoryError"
    ),
    "takes all memory in many files without a name": Animal(
        "self.hoard = [os.memfd_create('hoard') for _ in range(9)]; "
        "[os.write(n, bytes(10_000_000)) for _ in range(4) for n in self.hoard]; "
        "time.sleep(1000)",
        "memory",
        "more than 256 MB",
    ),
    "takes all memory in children": Animal(
        "[os.fork() or (bytearray(50_000_000), time.sleep(1000)) for _ in range(9)]; "
        "time.sleep(1000)",
        "memory",
        "more than",
    ),
    "starts too many processes": Animal(
        "[os.fork() or time.sleep(1000) for _ in range(100)]; time.sleep(1000)",
        "illegal",
        "more than 64 processes",
    ),
    "leaves a thread": Animal(
        "import threading; threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()",
        "illegal",
        "left 1 more threads running",
    ),
    "leaves a child in a group of its own": Animal(
        "import subprocess; subprocess.Popen(['sleep', '40'], start_new_session=True)",
        "illegal",
        "'sleep 40'",
    ),
    "goes on after its answer": Animal(
        """forge('{"answer": %s}' % LEGAL); time.sleep(0.2); forge('[]'); time.sleep(1000)""",
        "crash",
        "expected a reply",
    ),
    "answers an object": Animal("return object()", "illegal", "<object object>"),
    "answers nesting": Animal(
        "for _ in range(100_000): self.nest = [getattr(self, 'nest', None)]\nreturn self.nest",
        "illegal",
        "",
    ),
    "answers what cannot be shown": Animal(
        "return type('Endless', (), {'__repr__': lambda self: 1 / 0})()", "illegal", ""
    ),
    "answers what is shown for ever": Animal(
        "return type('Endless', (), {'__repr__': lambda self: time.sleep(1000)})()", "timeout", ""
    ),
}
"""The bad agents, by what they do."""

BEFORE = """\
import os, random, signal, stat, struct, sys, time


def sockets():
    numbers = [int(name) for name in os.listdir('/proc/self/fd')]
    return [n for n in numbers if os.path.exists(f'/proc/self/fd/{n}')
            and stat.S_ISSOCK(os.fstat(n).st_mode)]


def forge(reply):
    for n in sockets():
        os.write(n, struct.pack('!I', len(reply)) + reply.encode())
"""
"""What the files of bad agents begin with."""


_AGENT = """\
LEGAL = 'null'

from planner_clue.agents.random import RandomAgent


class Bad(RandomAgent):
    def accuse(self):
"""


def write_agent(folder: Path, does: str, name: str = "bad") -> str:
    """Write an agent that does this when it may accuse; return how a match names it."""
    path = folder / f"{name}.py"
    body = "\n".join(f"        {line}" for line in does.splitlines())
    path.write_text(f"{BEFORE}\n{_AGENT}{body}\n", encoding="utf-8")
    return f"{path}:Bad"
