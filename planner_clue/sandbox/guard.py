"""Main program of a guard: it starts a keeper with a server, and kills all at the end.

Neither guard nor keeper runs untrusted code. They end when the opener's end of the lifeline is
closed, in whatever way that process has ended, and kill all that the server has ever started.
"""

import os
import signal
import socket
import sys
from contextlib import suppress
from typing import NoReturn

from planner_clue.sandbox import namespaces, process_tree
from planner_clue.sandbox.channel import FOLDER, NETWORK
from planner_clue.sandbox.folder_removal import remove_folder
from planner_clue.sandbox.keeper import keep


def main() -> NoReturn:
    """Guard a server; arguments: lifeline, control socket, perhaps one for its own network."""
    lifeline, renewals, control = (socket.socket(fileno=int(number)) for number in sys.argv[1:4])
    folder = os.environ[FOLDER]
    os.environ["TMPDIR"] = folder
    namespaces.give_away(folder)
    namespaces.adopt_orphans()
    apart = namespaces.unshare_for_child()
    namespaces.signal_with_parent(signal.SIGCONT)  # if somebody has stopped it
    keeper = os.fork()
    if keeper == 0:
        lifeline.close()
        namespaces.signal_with_parent(signal.SIGKILL)
        os.setpgid(0, 0)
        keep(renewals, control, apart=apart, network=NETWORK in sys.argv[4:])
    renewals.close()
    control.close()
    with suppress(OSError):
        lifeline.recv(1)  # nothing is ever sent
    with suppress(ProcessLookupError):  # it is not waited for before, so its number is its own
        os.kill(keeper, signal.SIGKILL)
    process_tree.end_descendants(os.getpid())
    remove_folder(folder)
    os._exit(0)


if __name__ == "__main__":
    main()
