"""The guard of a sandbox: it starts the server, and kills all its processes at the end.

The guard runs no untrusted code. It ends when the opener's end of the lifeline is closed,
in whatever way that process has ended, and kills all that the server has ever started.
"""

import os
import select
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from typing import NoReturn

from planner_clue.sandbox import namespaces, process_tree
from planner_clue.sandbox.channel import FOLDER, NETWORK
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.sandbox.server import serve

_MILLISECONDS_TO_SWEEP = 1000


def main() -> NoReturn:
    """Guard a server; the numbers of lifeline and control socket are the arguments.

    A third argument lets it have a network of its own, with nothing but this machine in it.
    """
    lifeline, control = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    folder = os.environ[FOLDER]
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    namespaces.adopt_orphans()
    apart = namespaces.unshare_for_child(network=NETWORK in sys.argv[3:])
    namespaces.signal_with_parent(signal.SIGCONT)  # if somebody has stopped it
    server = os.fork()
    if server == 0:
        lifeline.close()
        namespaces.signal_with_parent(signal.SIGKILL)
        os.setpgid(0, 0)
        serve(control, apart=apart)
    control.close()
    with suppress(OSError):  # the server may have done it, and even be gone
        os.setpgid(server, server)
    _guard(lifeline, server)
    remove_folder(folder)
    os._exit(0)


def _guard(lifeline: socket.socket, server: int) -> None:
    """Wait until the opener's process has ended, and kill all others.

    A server that has ended before is not waited for, so that its process number cannot be given
    to another process: it is the number of the group that is killed.
    """
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    while not poll.poll(_MILLISECONDS_TO_SWEEP):  # nothing is ever sent
        for stray in process_tree.children(os.getpid()):
            if stray != server:
                process_tree.end(stray)
    with suppress(ProcessLookupError):
        os.killpg(server, signal.SIGKILL)
    process_tree.end_descendants(os.getpid())


if __name__ == "__main__":
    main()
