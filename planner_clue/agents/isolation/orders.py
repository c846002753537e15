"""Orders from the match to an agent's server: what both sides know of them.

Orders have a fixed size; the connection and the file for what is printed that an order is about
come along as file descriptors.
"""

import signal
import socket
import struct
from contextlib import suppress

ORDER = struct.Struct("!c")
LOAD, READ, PLAY = b"l", b"r", b"p"
"""Load the agent that the connection names; read a board for all games that follow; play a game
over the connection."""
LARGEST = 1 << 24
"""How many bytes a message may have, to an agent and from it."""
FOLDER = "PLANNER_CLUE_FOLDER"
"""What names in an agent's environment the folder for its temporary files."""
TELL_WHERE = signal.SIGUSR1
"""The signal at which a game prints where it is."""


def send_order(control: socket.socket, order: bytes, *descriptors: int) -> None:
    """Send an order; if the server has ended, that is noticed when its answer is awaited."""
    with suppress(OSError):
        socket.send_fds(control, [ORDER.pack(order)], descriptors)
