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
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        profile.mkdir()
        (profile / "user.js").write_text(_QUIET % port)
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._socket = self._connected(port)
        self._said = self._socket.makefile("rb")
        self._number = 0
        self._read()  # its greeting
        self._call("WebDriver:NewSession")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._said.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)

    def open(self, address: str) -> None:
        """Load a page."""
        self._call("WebDriver:Navigate", url=address)

    def run(self, script: str) -> Any:
        """Return the value of a script's ``return``."""
        return self._call("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def _call(self, name: str, **parameters: Any) -> Any:
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
        length = iter(lambda: self._said.read(1), b":")
        return json.loads(self._said.read(int(b"".join(length))))
