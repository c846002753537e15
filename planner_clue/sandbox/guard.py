"""Main program of a guard: it starts a keeper with a server, and kills all at the end.

The keeper gives each game a world of its own. Where the system allows namespaces, it is their first
process: so the kernel ends all others with it, hands it what an agent leaves behind, and lets no
agent signal it.

Neither runs untrusted code. They end when the opener's end of the lifeline is closed, in whatever
way that process has ended, and kill all that the server has ever started.
"""

import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from planner_clue.sandbox import libc, namespaces, process_tree
from planner_clue.sandbox.confinement import FOLDER, session_folder
from planner_clue.sandbox.folder_removal import empty_folder, remove_folder
from planner_clue.sandbox.server import serve

_LAST_NUMBER = "/proc/sys/kernel/ns_last_pid"
"""The number of the last process that was started, in the namespace of who writes it."""
_SECONDS_BETWEEN_SWEEPS = 1.0


def main() -> NoReturn:
    """Guard a server; arguments: sockets for the lifeline, for renewals, and to control it."""
    lifeline, renewals, control = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    os.environ["TMPDIR"] = folder = os.environ[FOLDER]
    namespaces.give_away(Path(folder), session_folder(folder))
    libc.adopt_orphans()
    apart = namespaces.unshare_for_child()
    libc.signal_with_parent(signal.SIGCONT)  # if somebody has stopped it
    keeper = os.fork()
    if keeper == 0:
        lifeline.close()
        libc.signal_with_parent(signal.SIGKILL)
        os.setpgid(0, 0)
        _keep(renewals, control, session_folder(folder), apart=apart)
    renewals.close()
    control.close()
    with suppress(OSError):
        lifeline.recv(1)  # nothing is ever sent
    process_tree.send(signal.SIGKILL, keeper)  # not waited for before, so its number is its own
    process_tree.end_descendants(os.getpid())
    remove_folder(folder)
    os._exit(0)


def _keep(
    renewals: socket.socket, control: socket.socket, folder: Path, *, apart: bool
) -> NoReturn:
    """Start a server, perhaps ``apart`` in namespaces, and renew the world at each message."""
    libc.adopt_orphans()
    number = _open_last_number() if apart else None
    mounted = apart and namespaces.settle_in(folder.parent) and namespaces.mount_fresh(folder)
    server = os.fork()
    if server == 0:
        renewals.close()
        if number is not None:
            os.close(number)
        libc.signal_with_parent(signal.SIGKILL)
        os.setpgid(0, 0)
        serve(control, apart=apart, fresh=mounted and number is not None)
    control.close()
    renewals.settimeout(_SECONDS_BETWEEN_SWEEPS)
    while True:
        try:
            if not (message := renewals.recv(1)):
                os._exit(0)
        except TimeoutError:
            for stray in {*process_tree.children(os.getpid())} - {server}:
                process_tree.end(stray)
            continue
        process_tree.end_descendants(os.getpid(), server)
        if not mounted:
            empty_folder(folder)
            os.utime(folder, (0, 0))
        elif not namespaces.mount_fresh(folder):
            os._exit(1)
        if number is not None:
            os.pwrite(number, str(server).encode(), 0)
        renewals.send(message)


def _open_last_number() -> int | None:
    """Return a descriptor to write the number of the last process to; None if that is forbidden."""
    with suppress(OSError):
        return os.open(_LAST_NUMBER, os.O_WRONLY)
    return None


if __name__ == "__main__":
    main()
