"""The local server answers this machine's own pages, and nobody else."""

import gc
import http.client
import json
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from planner_clue.people.serving import server as server_module
from planner_clue.people.serving.access import json_body
from planner_clue.people.serving.server import Broadcast, LocalServer, listening
from planner_clue.support.errors import InputError
from tests.people.serving.helpers import Answered, ask, cookie_of, serving

BROADCAST = Broadcast()


async def page(request: Request) -> Response:
    return PlainTextResponse("the page")


async def echo(request: Request) -> Response:
    asked = await json_body(request, server_module.SECONDS_TO_ASK)
    if "refuse" in asked:
        raise InputError(f"no {asked['refuse']}; expected better")
    return JSONResponse(asked)


async def stream(request: Request) -> Response:
    return BROADCAST.stream(lambda: json.dumps({"now": BROADCAST._count}))


async def endless(request: Request) -> Response:
    async def body() -> AsyncIterator[bytes]:
        while True:
            yield bytes(65_536)

    return StreamingResponse(body())


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    routes = [Route("/", page), Route("/echo", echo, methods=["POST"]), Route("/stream", stream)]
    with serving(LocalServer({"": routes}, BROADCAST, 0)) as running:
        yield running


def post(server: LocalServer, body: bytes, **headers: str) -> Answered:
    origin = f"http://127.0.0.1:{server.port}"
    sent = {"Content_Type": "application/json", "Origin": origin} | headers
    return ask(server, "/echo", "POST", body, **sent)


@contextmanager
def listening_page(server: LocalServer) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("GET", "/stream", headers={"Cookie": cookie_of(server)})
        yield connection.getresponse()


def test_the_token_in_the_address_becomes_a_cookie(server: LocalServer) -> None:
    got = ask(server, server.address.removeprefix(f"http://127.0.0.1:{server.port}"), cookie=None)
    assert (got.status, got.headers["location"]) == (303, "/")
    assert "HttpOnly" in got.headers["set-cookie"]
    assert "SameSite=lax" in got.headers["set-cookie"]
    assert ask(server, "/").body == b"the page"


def test_a_browsers_token_is_good_for_one_request(server: LocalServer) -> None:
    path = server.address_once.removeprefix(f"http://127.0.0.1:{server.port}")
    assert [ask(server, path, cookie=None).status for _ in range(2)] == [303, 403]


def test_without_the_token_nothing_is_answered(server: LocalServer) -> None:
    for cookie in (None, "planner-clue=", f"planner-clue-{server.port}=wrong"):
        for path in ("/", "/?token=wrong"):
            got = ask(server, path, cookie=cookie)
            assert got.status == 403
            assert got.body.startswith(b"This page needs its token")


def test_other_hosts_and_pages_are_refused_even_with_the_token(server: LocalServer) -> None:
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", "localhost"):
        got = ask(server, "/", Host=host)
        assert (got.status, b"by its number only" in got.body) == (403, True), host
    for origin in ("http://evil.example", "null", "", "http://127.0.0.1:1"):
        assert post(server, b"{}", Origin=origin).status == 403, origin


def test_nothing_is_cached_framed_or_loaded_from_elsewhere(server: LocalServer) -> None:
    for got in (ask(server, "/"), ask(server, "/", cookie=None)):
        assert got.headers["cache-control"] == "no-store"
        assert got.headers["x-content-type-options"] == "nosniff"
        assert got.headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in got.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in got.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "not JSON"),
        (b"[" * 90, "not JSON"),
        (b'{"a": ["\\ud800"]}', "lone surrogate in a string"),
        (b'{"number": NaN}', "not JSON: NaN; expected a finite number (line 1, column 12)"),
        (b'{"number": 1e400}', "not JSON: 1e400; expected a finite number"),
        (b"[1]", "[1]; expected a JSON object"),
        (b'{"a": "' + b"x" * 65_536 + b'"}', "more than 65536 bytes; expected a short JSON object"),
        (b'{"refuse": "\\u202e\\u0000"}', "no ??; expected better"),
    ],
)
def test_a_wrong_body_is_answered(server: LocalServer, body: bytes, message: str) -> None:
    got = post(server, body)
    assert got.status == 400
    assert message in json.loads(got.body)["error"]


def test_news_reaches_every_open_page_however_long_it_listens(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "SECONDS_TO_ASK", 0.5)
    with listening_page(server) as one, listening_page(server) as other:
        before = [json.loads(response.readline()[5:])["now"] for response in (one, other)]
        time.sleep(0.8)
        BROADCAST.notify()
        for response, was in zip((one, other), before, strict=True):
            response.readline()
            assert json.loads(response.readline()[5:])["now"] == was + 1


def test_it_listens_here_only_at_the_port_asked_for_or_the_next_that_is_free() -> None:
    with listening(0) as taken:
        port = taken.getsockname()[1]
        assert taken.getsockname()[0] == "127.0.0.1"
        with pytest.raises(InputError, match=f"--port {port}: another program listens there"):
            listening(port)
    with pytest.raises(InputError, match="--port 70000; expected 0 to 65535"):
        listening(70000)
    with listening(None) as first, listening(None) as second:
        assert first.getsockname() != second.getsockname()


def test_it_ends_while_a_page_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    left_open: list[object] = []
    news = Broadcast()
    routes = [Route("/", endless), Route("/stream", lambda _: news.stream(lambda: "1"))]
    with ExitStack() as clients:
        with serving(LocalServer({"": routes}, news, 0)) as server:
            client = socket.create_connection(("127.0.0.1", server.port), 60)
            clients.enter_context(client)
            lines = ["GET / HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
            lines += [f"Cookie: {cookie_of(server)}", "", ""]
            client.sendall("\r\n".join(lines).encode())
            assert client.recv(15) == b"HTTP/1.1 200 OK"
            page = clients.enter_context(listening_page(server))
            assert page.readline() == b"data: 1\n"
        assert b"data" not in page.read()
        monkeypatch.setattr(sys, "unraisablehook", left_open.append)
        gc.collect()
    assert left_open == []


@pytest.mark.parametrize(
    "seconds", [0.5, pytest.param(server_module.SECONDS_TO_ASK, marks=pytest.mark.slow)]
)
def test_half_open_connections_are_closed_and_the_page_is_served_meanwhile(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """400 of them: silent, in the middle of a header, and of a body."""
    monkeypatch.setattr(server_module, "SECONDS_TO_ASK", seconds)
    head = (
        f"POST /echo HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 9\r\n"
        f"Origin: http://127.0.0.1:{server.port}\r\nCookie: {cookie_of(server)}\r\n"
        "Content-Type: application/json\r\n\r\n{"
    ).encode()
    again = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\nGET / HT".encode()
    opened = []
    for begun in [b"", b"GET / HTTP/1.1\r\nHost:", head, again] * 100:
        opened.append(socket.create_connection(("127.0.0.1", server.port), 60))
        opened[-1].sendall(begun)
    start = time.monotonic()
    assert ask(server, "/").body == b"the page"
    for one in opened:
        with one, suppress(ConnectionResetError):
            while one.recv(4096):
                pass
    assert time.monotonic() - start < 60


def test_in_a_network_it_answers_to_numbers_only_and_each_folder_has_its_token() -> None:
    pages = {"a": [Route("/", page)], "b": [Route("/", page)]}
    with serving(LocalServer(pages, Broadcast(), 0, host="0.0.0.0")) as server:
        port = server.port
        assert server.is_open
        got = ask(server, server.addresses["a"].partition(f":{port}")[2], cookie=None)
        assert (got.status, got.headers["location"]) == (303, "/a/")
        assert "Path=/a/" in got.headers["set-cookie"]
        cookie = got.headers["set-cookie"].split(";")[0]
        assert ask(server, "/a/", cookie=cookie, Host=f"192.168.7.7:{port}").status == 200
        for host in (f"evil.example:{port}", "192.168.7.7", "192.168.7.7:1", f"1.2.3:{port}"):
            assert ask(server, "/a/", cookie=cookie, Host=host).status == 403, host
        for path in ("/b/", "/", "/c/"):
            assert ask(server, path, cookie=cookie).status == 403, path
    with pytest.raises(InputError, match=r"--host 203\.0\.113\.7: this machine does not have"):
        listening(None, "203.0.113.7")
