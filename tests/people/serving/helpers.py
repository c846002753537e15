"""A running local server, and requests to it as any program could send them."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from planner_clue.people.serving.server import LocalServer


class Answered(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


@contextmanager
def serving(server: LocalServer) -> Iterator[LocalServer]:
    begun = threading.Event()
    thread = threading.Thread(target=server.run, args=[begun.set])
    thread.start()
    try:
        assert begun.wait(60)
        yield server
    finally:
        server.stop()
        thread.join(60)
        assert not thread.is_alive()


def cookie_of(server: LocalServer) -> str:
    got = ask(server, server.address.removeprefix(f"http://127.0.0.1:{server.port}"), cookie=None)
    assert got.status == 303
    return got.headers["set-cookie"].split(";")[0]


def ask(
    server: LocalServer,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    *,
    cookie: str | None = "ours",
    **headers: str,
) -> Answered:
    sent: dict[str, Any] = {name.replace("_", "-"): value for name, value in headers.items()}
    if cookie is not None:
        sent["Cookie"] = cookie_of(server) if cookie == "ours" else cookie
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        named = {name.lower(): value for name, value in response.getheaders()}
        return Answered(response.status, named, response.read())
