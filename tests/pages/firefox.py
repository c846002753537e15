"""A small client of Marionette, the protocol by which Firefox is driven, without a screen."""

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Self

_QUIET = """\
user_pref("marionette.port", %d);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""


class Firefox:
    """A Firefox with a profile of its own."""

    def __init__(self, program: str, profile: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        profile.mkdir()
        (profile / "user.js").write_text(_QUIET % port)
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._socket = self._connected(port)
        self._number = 0
        self._read()  # its greeting
        self.call("WebDriver:NewSession")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)

    def open(self, address: str) -> None:
        """Load a page."""
        self.call("WebDriver:Navigate", url=address)

    def run(self, script: str) -> Any:
        """Return the value of a script's ``return``."""
        return self.call("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def call(self, name: str, **parameters: Any) -> Any:
        """Return the result of a command."""
        self._number += 1
        text = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def _connected(self, port: int) -> socket.socket:
        for _ in range(300):
            try:
                return socket.create_connection(("127.0.0.1", port), 60)
            except ConnectionRefusedError:
                time.sleep(0.1)
        self._process.kill()
        raise AssertionError("Firefox does not listen")

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._socket.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self._socket.recv(65536)
        return json.loads(text)
