"""What each bad agent does when it may accuse, as statements, and the kind of its forfeit."""

from pathlib import Path
from typing import NamedTuple


class Animal(NamedTuple):
    """One way to misbehave."""

    does: str
    """Statements in ``accuse``, so ``self`` is the agent."""
    kind: str
    """The kind of the forfeit."""
    says: str
    """A part of the reason of the forfeit, or of its trace."""
    at: str = ""
    """The statement that the author is shown as the place, though nothing was raised there."""


QUICK = {
    "exits at once": Animal("os._exit(0)", "crash", "its process ended", "os._exit"),
    "reads where nothing is": Animal("import ctypes; ctypes.string_at(0)", "crash",
        "its process ended", "ctypes.string_at"),
    "stops its server": Animal("os.kill(os.getppid(), signal.SIGSTOP); 1 / 0", "crash", ""),
    "sends noise": Animal("[os.write(n, b'garbage') for n in sockets()]; time.sleep(1000)",
        "output", "more than"),
    "goes on after its answer": Animal(
        """forge('{"answer": null}'); time.sleep(0.2); forge('[]'); time.sleep(1000)""", "crash",
        "expected a reply"),
    "ignores all signals": Animal("signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\n"
        "[signal.signal(n, signal.SIG_IGN) for n in range(1, 65) if n not in (9, 19, 32, 33)]\n"
        "while True: pass", "timeout", "no answer to", "while True"),
    "prints for ever": Animal("while True: print('x' * 10000)", "output", "printed more than"),
    "takes all memory": Animal("self.hoard = [bytearray(10_000_000) for _ in range(10_000)]",
        "memory", "MemoryError"),
    "starts too many processes": Animal(
        "[os.fork() or time.sleep(1000) for _ in range(300)]; time.sleep(1000)", "illegal",
        "left the process"),
    "leaves a thread": Animal(
        "import threading; threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()",
        "illegal", "left 1 more thread running"),
    "answers nesting": Animal(
        "for _ in range(100_000): self.nest = [getattr(self, 'nest', None)]\nreturn self.nest",
        "illegal", ""),
}  # fmt: skip
"""One of each kind."""

SLOW = {
    "raises no Exception": Animal("raise type('Odd', (BaseException,), {})('odd')", "crash", "Odd"),
    "halts": Animal("signal.pause()", "timeout", "no answer to", "signal.pause"),
    "drips": Animal("[os.write(n, bytes([0, 0, 255, 255])) for n in sockets()]; "
        "[(os.write(n, b'x'), time.sleep(0.1)) for _ in range(1000) for n in sockets()]", "timeout",
        "no answer to"),
    "fills its folder": Animal(
        "[open(f'{os.environ[\"TMPDIR\"]}/{n}', 'wb').write(bytes(10_000_000)) for n in range(9)]",
        "crash", "No space left on device"),
    "maps more than it has": Animal("import mmap\n"
        "self.maps = [mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)]\n"
        "[self.maps[0][n] for n in range(0, 1 << 40, 1 << 21)]; time.sleep(1000)", "memory",
        "more than 256 MB"),
    "takes all memory in children": Animal(
        "[os.fork() or (bytearray(50_000_000), time.sleep(1000)) for _ in range(9)]; "
        "time.sleep(1000)", "memory", "more than"),
    "answers what cannot be shown": Animal(
        "return type('Endless', (), {'__repr__': lambda self: 1 / 0})()", "illegal", ""),
}  # fmt: skip
"""Others that meet the same limits in another way."""

BEFORE = """\
import os, random, signal, stat, struct, sys, time


def sockets():
    return [n for n in range(4096) if is_socket(n)]


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


def forge(reply):
    for n in sockets():
        os.write(n, struct.pack('!I', len(reply)) + reply.encode())
"""
"""What the files of bad agents begin with."""

AGENT = """\
from planner_clue.agents.random import RandomAgent


class Bad(RandomAgent):
    def accuse(self):
"""


def write_agent(folder: Path, does: str, name: str = "bad") -> str:
    """Write an agent that does this when it may accuse; return how a match names it."""
    path = folder / f"{name}.py"
    body = "\n".join(f"        {line}" for line in does.splitlines())
    path.write_text(f"{BEFORE}\n{AGENT}{body}\n", encoding="utf-8")
    return f"{path}:Bad"
