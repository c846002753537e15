"""Monitors of exercise 3 that mean harm, or are just broken: each is the body of ``trigger``."""

_PREAMBLE = """\
import ctypes, json, os, signal
import socket, subprocess, sys, time
from pathlib import Path

SECRETS = [{secrets}]


def broken(situation):
    return None


def can_write(descriptor):
    try:
        return bool(os.fstat(descriptor))
    except OSError:
        return False


def trigger(situation):
    {body}
"""
_LINE = _PREAMBLE[: _PREAMBLE.index("    {body}")].count("\n") + 1
"""Line of the body."""
_AT = f"monitor.py:{_LINE} in trigger"

HOSTILE = {
    "raises-base": ("raise BaseException('no idea')", f"BaseException: no idea, at {_AT}"),
    "ends-its-process": ("os._exit(0)", "its process ended when asked trigger"),
    "hangs": ("while True: pass", f"no answer to trigger within 1 s\n  {_AT}"),
    "eats-memory": ("return [bytearray(1 << 24) for _ in range(10_000)]", ""),
    "floods": ("os.write(1, b'x' * 5_000_000); return 'moved'", "printed more than 1000000 bytes"),
    "forks": ("[os.fork() for _ in range(7)]; time.sleep(60)", ""),
    "answers-an-object": ("return object()", "answers <object object>; expected plain data"),
    "answers-much": ("return 'x' * 20_000_000", "with more than 16777216"),
    "answers-deep": (
        "value = []\n    for _ in range(100_000): value = [value]\n    return value",
        "expected plain data",
    ),
    "forges-a-reply": (
        "data = json.dumps({'answer': 'forged', 'score': 100}).encode()\n"
        "    data = len(data).to_bytes(4, 'big') + data\n"
        "    [os.write(fd, data) for fd in range(3, 20) if can_write(fd)]",
        "",
    ),
    "kills-all": ("os.kill(os.getppid(), 9); os.kill(-1, signal.SIGKILL)", ""),
    "reads-secrets": (
        "return [Path(root, 'case.toml').read_text() for root in SECRETS]",
        "Error: [Errno ",
    ),
    "reads-other-processes": (
        "others = [n for n in os.listdir('/proc') if n.isdigit()]\n"
        "    return [open(f'/proc/{n}/cmdline').read() for n in others if int(n) > 2] or 'moved'",
        "",
    ),
    "changes-the-grader": (
        "import planner_clue.teach.grading as m; m.points_for = lambda share, out_of: out_of",
        "imports planner_clue.teach.grading; this exercise allows",
    ),
    "changes-times": ("[os.utime(root, (1, 1)) for root in SECRETS]", "PermissionError"),
    "leaves-shared-memory": (
        "assert ctypes.CDLL(None).shmget(0, 4096, 0o1777) < 0\n    return 'moved'",
        "trigger answered 'moved'; expected None",
    ),
    "reads-passwords": ("return open('/etc/shadow').read()", "PermissionError"),
    "calls-home": (
        "socket.create_connection(('127.0.0.1', {port}), 2); return 'connected'",
        "PermissionError",
    ),
}
"""The bodies, by what they do, each with a part of the feedback."""


def monitor(body: str, secrets: str = "", port: int = 0) -> bytes:
    """Return a monitor whose ``trigger`` does this; the secrets are texts in Python."""
    text = _PREAMBLE.replace("{secrets}", secrets).replace("{body}", body)
    return text.replace("{port}", str(port)).encode()
