"""The parent of a server: it gives each game a world of its own.

Where the system allows namespaces, it is their first process. So the kernel ends all others with
it, hands it what an agent leaves behind, and lets no agent signal it.
"""

import os
import signal
import socket
from pathlib import Path
from typing import NoReturn

from planner_clue.sandbox import namespaces, process_tree
from planner_clue.sandbox.channel import DONE, FOLDER
from planner_clue.sandbox.confinement import session_folder
from planner_clue.sandbox.folder_removal import empty_folder
from planner_clue.sandbox.server import serve

_LAST_NUMBER = Path("/proc/sys/kernel/ns_last_pid")
"""The number of the last process that was started, in the namespace of who writes it."""
_SECONDS_BETWEEN_SWEEPS = 1.0


def keep(
    renewals: socket.socket, control: socket.socket, *, apart: bool, network: bool
) -> NoReturn:
    """Start a server, perhaps ``apart`` in namespaces, and renew the world at each message."""
    namespaces.adopt_orphans()
    folder = session_folder(os.environ[FOLDER])
    owner = folder.parents[1].stat()
    os.chown(folder, owner.st_uid, owner.st_gid)
    number = _open_last_number() if apart else None
    mounted = apart and namespaces.settle_in(folder.parent, network=network) and _mount(folder)
    server = os.fork()
    if server == 0:
        renewals.close()
        if number is not None:
            os.close(number)
        namespaces.signal_with_parent(signal.SIGKILL)
        os.setpgid(0, 0)
        serve(control, apart=apart, fresh=mounted and number is not None)
    control.close()
    renewals.settimeout(_SECONDS_BETWEEN_SWEEPS)
    while True:
        try:
            if not renewals.recv(1):
                os._exit(0)
        except TimeoutError:
            _sweep(server)
            continue
        process_tree.end_descendants(os.getpid(), server)
        if mounted:
            namespaces.mount_fresh(folder)
        else:
            empty_folder(folder)
            os.utime(folder, (0, 0))
        if number is not None:
            os.pwrite(number, str(server).encode(), 0)
        renewals.send(DONE)


def _open_last_number() -> int | None:
    """Return a descriptor to write the number of the last process to; None if that is forbidden."""
    try:
        return os.open(_LAST_NUMBER, os.O_WRONLY)
    except OSError:
        return None


def _mount(folder: Path) -> bool:
    try:
        namespaces.mount_fresh(folder)
    except OSError:
        return False
    return True


def _sweep(server: int) -> None:
    """End what was left to this process."""
    for stray in process_tree.children(os.getpid()):
        if stray != server:
            process_tree.end(stray)
