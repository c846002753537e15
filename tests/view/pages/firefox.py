"""A small client of Marionette, the protocol by which Firefox is driven, without a screen."""

import json
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests.cli.helpers import wait_until

_QUIET = """\
user_pref("marionette.port", %d);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Callable[..., Any]]:
    """Start Firefox with a new profile; yield a function that runs a WebDriver command."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = free.getsockname()
    profile.mkdir()
    (profile / "user.js").write_text(_QUIET % address[1])
    numbers = count()

    def is_there() -> bool:
        with suppress(ConnectionRefusedError), socket.create_connection(address, 60):
            return True
        return False

    def read() -> Any:
        length = b"".join(iter(lambda: file.read(1), b":"))
        return json.loads(file.read(int(length)))

    def call(name: str, **parameters: Any) -> Any:
        text = json.dumps([0, next(numbers), name, parameters]).encode()
        connection.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = read()
        assert error is None, error
        return result

    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert wait_until(is_there), "Firefox does not listen"
        with socket.create_connection(address, 60) as connection, connection.makefile("rb") as file:
            read()  # its greeting
            call("WebDriver:NewSession")
            yield call
    finally:
        process.terminate()
        process.wait(30)
