"""Server of a box: it gives calls to a host of submitted code, and sends back its answers.

The first message has the host's class, the folder and the restrictions; every other one names a
method of the host, with arguments that JSON can hold. While a method runs, its host may send
requests, each of which the next message answers.
"""

import faulthandler
import json
import os
import resource
import socket
import sys
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from planner_clue.agents.isolation import namespaces
from planner_clue.agents.isolation.channel import LARGEST, TELL_WHERE, Channel, ClosedError
from planner_clue.agents.isolation.host import TO_TELL_OF_IT, seed_everything
from planner_clue.agents.isolation.landlock import can_read, confine
from planner_clue.agents.isolation.seccomp import forbid_calls
from planner_clue.agents.isolation.wire import write_answer, write_failure
from planner_clue.errors import AgentFailure, shown
from planner_clue.faults import failure_of
from planner_clue.teach.box import hosts
from planner_clue.teach.box.imports import PACKAGE, ImportGuard, withheld_files

_LARGEST_FILE, _MOST_OPEN = 64 << 20, 256


def serve(connection: socket.socket, *, apart: bool) -> NoReturn:
    """Answer until the connection is closed; ``apart`` tells of a world of one's own."""
    if apart:
        namespaces.settle_in()
    try:
        namespaces.adopt_orphans()
        channel = Channel(connection)
        channel.say_hello()
        order = json.loads(channel.receive(inf, LARGEST))
        held = _settle(order, apart=apart)
        channel.send(write_answer(held), inf)
        host: Any = None
        while True:
            message = channel.receive(inf, LARGEST)
            try:
                host = host or _host(order, channel)
                call = json.loads(message)
                reply = _reply(getattr(host, call["method"])(**call["arguments"]))
            except BaseException as error:  # whatever was handed in is its author's loss
                if isinstance(error, MemoryError):
                    _allow_to_tell()
                reply = write_failure(failure_of(error))
            channel.send(reply, inf)
    except (ClosedError, OSError):
        os._exit(0)
    except BaseException:  # nothing may return into the guard's own code
        os._exit(1)


def _reply(answer: Any) -> bytes:
    """Return the reply with an answer."""
    try:
        return write_answer(answer)
    except (TypeError, ValueError, RecursionError):
        raise AgentFailure("illegal", f"answers {shown(answer)}; expected plain data") from None


def _settle(order: dict[str, Any], *, apart: bool) -> dict[str, Any]:
    """Apply the restrictions; return those that hold, and hidden files that stay readable."""
    folder = Path(order["folder"])
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    limit = int(order["megabytes"]) << 20
    if namespaces.ON_LINUX:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit + TO_TELL_OF_IT))
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
        (resource.RLIMIT_NOFILE, _MOST_OPEN),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
    faulthandler.enable(file=2, all_threads=False)
    faulthandler.register(TELL_WHERE, file=2, all_threads=False)
    seed_everything(0)
    ours, hidden = withheld_files(order["imports"]), [Path(path) for path in order["hide"]]
    landlock, alone = confine([folder], [*ours, *hidden]), forbid_calls()
    seen = [str(path) for path in hidden if can_read(path)]
    seen += [str(PACKAGE)] if any(map(can_read, ours)) else []
    ImportGuard(folder, order["imports"]).install()
    return {
        "apart": apart,
        "alone": alone,
        "landlock": landlock,
        "user": os.geteuid(),
        "seen": seen,
    }


def _host(order: dict[str, Any], channel: Channel) -> Any:
    """Return a new host of the class that the order names."""
    host = getattr(hosts, order["host"])()
    host.request = partial(_requested, channel)
    return host


def _requested(channel: Channel, request: Any) -> Any:
    """Return the grader's answer to a request."""
    channel.send(write_answer({"request": request}), inf)
    return json.loads(channel.receive(inf, LARGEST))


def _allow_to_tell() -> None:
    """Raise the limit of memory as far as it goes."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
