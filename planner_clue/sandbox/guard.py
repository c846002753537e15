"""Main program of a guard: it starts a server, and kills all at the end.

Where the system allows namespaces, the server is their first process: so the kernel ends all others
with it. Neither runs untrusted code. They end when the opener's end of the lifeline is closed,
however that process has ended.
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
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.sandbox.server import serve


def main() -> NoReturn:
    """Guard a server; arguments: sockets for the lifeline, and to control it."""
    lifeline, control = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    folder = os.environ[FOLDER]
    namespaces.give_away(Path(folder), session_folder(folder))
    libc.adopt_orphans()
    apart = namespaces.unshare_for_child()
    libc.signal_with_parent(signal.SIGCONT)  # if somebody has stopped it
    server = os.fork()
    if server == 0:
        lifeline.close()
        libc.signal_with_parent(signal.SIGKILL)
        os.setpgid(0, 0)
        serve(control, apart=apart)
    control.close()
    with suppress(OSError):
        lifeline.recv(1)  # nothing is ever sent
    process_tree.send(signal.SIGKILL, server)  # not waited for before, so its number is its own
    process_tree.end_descendants(os.getpid())
    remove_folder(folder)
    os._exit(0)


if __name__ == "__main__":
    main()
