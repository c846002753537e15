"""A small web server on this machine, or for its network, until Ctrl-C.

Server-sent events carry the whole state, so that a page that was away misses nothing.
"""

import asyncio
import errno
import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Any, Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route

from planner_clue.people.serving.access import EVERYWHERE, HERE, AccessControl, json_body
from planner_clue.support.errors import InputError, PlannerClueError, printable

_KEEP_ALIVE = 15.0  # seconds after which an empty comment is sent, to notice pages that are gone


class Broadcast:
    """Counts changes, and wakes the streams that wait for one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        self._closed = False

    def notify(self) -> None:
        """Count a change, from any thread."""
        with self._lock:
            self._count += 1
            self._wake()

    def close(self) -> None:
        """End every stream."""
        with self._lock:
            self._closed = True
            self._wake()

    def _wake(self) -> None:
        for loop, event in self._waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
        self._waiting.clear()

    async def _after(self, count: int) -> int:
        """Wait for more than ``count`` changes, or for a while; return their number."""
        waiter = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            if self._count > count or self._closed:
                return self._count
            self._waiting.append(waiter)
        try:
            await asyncio.wait_for(waiter[1].wait(), _KEEP_ALIVE)
        except TimeoutError:
            return count
        finally:
            with self._lock:
                if waiter in self._waiting:
                    self._waiting.remove(waiter)
        return self._count

    async def _lines(self, state: Callable[[], str]) -> AsyncIterator[str]:
        """Yield the state now and whenever it differs; a change that it hides is not sent."""
        sent = ""
        while not self._closed:
            count = self._count
            text = await run_in_threadpool(state)
            if text != sent:
                yield f"data: {text}\n\n"
            sent = text
            while not self._closed and self._count == count:
                if await self._after(count) == count:
                    yield ":\n\n"

    def stream(self, state: Callable[[], str]) -> StreamingResponse:
        """Return the response that sends ``state()``, a line, whenever it changes."""
        return StreamingResponse(self._lines(state), media_type="text/event-stream")


FIRST_PORT, _TRIES = 8421, 20
SECONDS_TO_ASK = 8.0  # seconds in which a connection has to send a whole request
_SECONDS_TO_END = 1  # seconds that a request may still take when the server ends


class StaleError(InputError):
    """A change to a state that has changed since, from another tab or window."""


class _IdleConnections:
    """Connections on which no request is answered, with the times since when that is so."""

    def __init__(self) -> None:
        self._since: dict[Any, tuple[Any, float]] = {}

    def close_late(self, connections: Iterable[Any], now: float) -> None:
        """Close connections that sent no whole request in :data:`SECONDS_TO_ASK`."""
        waiting = {}
        for connection in list(connections):
            cycle = connection.cycle  # of the latest request; None before the first
            if cycle is not None and not cycle.response_complete:
                continue
            before = self._since.get(connection)
            since = before[1] if before and before[0] is cycle else now
            if now - since > SECONDS_TO_ASK:
                connection.transport.abort()
            else:
                waiting[connection] = cycle, since
        self._since = waiting


class Background(Protocol):
    """Work in other threads while a page is served."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End, and leave nothing behind."""


class LocalServer:
    """Serves pages to browsers that know their addresses, by default on this machine only."""

    def __init__(
        self,
        pages: Mapping[str, Sequence[BaseRoute]],
        broadcast: Broadcast,
        port: int | None = None,
        background: Background | None = None,
        host: str = HERE,
    ) -> None:
        """Listen as :func:`listening`; ``pages`` are the routes of each folder (``""``: one only).

        Errors that a route raises on purpose go to the browser as ``{"error": MESSAGE}``.
        """
        self._broadcast, self._background = broadcast, background
        self.is_open = not IPv4Address(host).is_loopback  # whether other machines reach it
        self._socket: socket.socket = listening(port, host)
        self.port: int = self._socket.getsockname()[1]
        tokens = {folder: secrets.token_urlsafe(24) for folder in pages}
        routes = [Mount(f"/{folder}" if folder else "", routes=of) for folder, of in pages.items()]
        app = Starlette(routes=routes, exception_handlers={PlannerClueError: _bad_request})
        self._app = AccessControl(app, tokens, host, self.port)
        self._ends = threading.Event()
        self.addresses: dict[str, str] = {
            folder: f"http://{_number_of(host)}:{self.port}/{folder and f'{folder}/'}?token={token}"
            for folder, token in tokens.items()
        }
        """The address to open per folder, with its token, without which nothing is answered."""
        last, self.address = [*self.addresses.items()][-1]  # the address of the last page
        self.address_once: str = f"{self.address.partition('=')[0]}={self._app.once[last]}"
        """The same with a token for one use."""

    def run(
        self, begun: Callable[[], object] = lambda: None, *, open_browser: bool = False
    ) -> None:
        """Serve until SIGINT, SIGTERM or :meth:`stop`; ``begun`` is called as soon as it does."""
        broadcast, background = self._broadcast, self._background
        ends, address, idle = self._ends, self.address_once, _IdleConnections()

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                if background:
                    background.start()
                begun()
                if open_browser:
                    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

            async def on_tick(self, counter: int) -> bool:
                idle.close_late(self.server_state.connections, time.monotonic())
                return await super().on_tick(counter) or ends.is_set()

            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                broadcast.close()
                await super().shutdown(sockets)
                for connection in list(self.server_state.connections):  # what did not end in time
                    connection.transport.abort()
                await asyncio.sleep(0)

        silent: dict[str, Any] = {"log_config": None, "log_level": "critical", "access_log": False}
        silent |= {"server_header": False, "lifespan": "off"}
        config = uvicorn.Config(self._app, **silent, timeout_graceful_shutdown=_SECONDS_TO_END)
        try:
            with suppress(KeyboardInterrupt):  # uvicorn raises the signal again when it has ended
                Server(config).run(sockets=[self._socket])
        finally:
            if background:
                background.close()

    def stop(self) -> None:
        """End :meth:`run`, from any thread."""
        self._ends.set()

    def close(self) -> None:
        """Release the port, if the server did not run."""
        self._socket.close()


def _number_of(host: str) -> str:
    """Return the number by which others reach this machine, if it can be found out."""
    if host != EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing, only chooses a network
        return str(probe.getsockname()[0])
    return HERE


async def _bad_request(request: Request, error: Exception) -> Response:
    """Return an error for the page, and close: the rest of such a request may never come."""
    message = printable(" ".join(str(error).split()))
    return JSONResponse({"error": message}, 400, {"Connection": "close"})


def post_routes(
    calls: Mapping[str, Callable[[dict[str, Any]], Any]],
    details: Callable[[PlannerClueError], Mapping[str, Any]] = lambda error: {},
) -> list[BaseRoute]:
    """Return a route per call, which gets the JSON object of a request, in a thread.

    The browser gets what the call returns as ``said``, or the ``error`` with its ``details``.
    """

    async def answer(request: Request) -> Response:
        asked = await json_body(request, SECONDS_TO_ASK)
        call = calls[request.url.path.rpartition("/")[2]]
        try:
            return JSONResponse({"said": await run_in_threadpool(call, asked)})
        except StaleError as error:
            return JSONResponse({"error": str(error), "stale": True})
        except PlannerClueError as error:
            return JSONResponse({"error": " ".join(str(error).split()), **details(error)})

    return [Route(f"/{name}", answer, methods=["POST"]) for name in calls]


def html_response(text: str) -> Response:
    """Return a page; it says itself what it may load and run: only what it has inside."""
    return HTMLResponse(text, headers={"Content-Security-Policy": "frame-ancestors 'none'"})


def listening(port: int | None, host: str = HERE) -> socket.socket:
    """Return a socket that listens at ``port``, or at the first free one; :class:`InputError`."""
    if port is not None and not 0 <= port <= 65535:
        raise InputError(f"--port {port}; expected 0 to 65535, where 0 is any free port")
    for wanted in (*range(FIRST_PORT, FIRST_PORT + _TRIES), 0) if port is None else (port,):
        try:
            return _bound(wanted, host)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                what = f"--host {host}: this machine does not have that number"
                expected = f"one of its own, or {EVERYWHERE} for all"
                raise InputError(f"{what}; expected {expected}") from error
            taken = error.errno == errno.EADDRINUSE
            if port is not None or not taken:
                why = "another program listens there" if taken else str(error.strerror)
                what = f"--port {wanted}: {why}; expected a free port, or no --port"
                raise InputError(what) from error
    raise AssertionError("the system gives a free port for 0")


def _bound(port: int, host: str) -> socket.socket:
    # With the protocol named, asyncio sends small answers at once; else they wait for 40 ms.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found
