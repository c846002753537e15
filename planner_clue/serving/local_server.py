"""A small server on this machine, until Ctrl-C."""

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from planner_clue.errors import PlannerClueError, printable
from planner_clue.serving.gate import Gate
from planner_clue.serving.live import Broadcast
from planner_clue.serving.ports import HERE, listening

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

_SECONDS_TO_END = 1
"""How long a request may still take when the server ends."""


class LocalServer:
    """Serves some routes to browsers on this machine that know :attr:`address`."""

    def __init__(
        self, routes: "Sequence[BaseRoute]", news: Broadcast, port: int | None = None
    ) -> None:
        """Listen at ``port``, or with None at the first that is free.

        Errors that a route raises on purpose go to the browser as ``{"error": MESSAGE}``. ``news``
        ends when the server does. Raises :class:`~planner_clue.errors.InputError` if the port is
        not to be had.
        """
        self._news = news
        self._socket: socket.socket = listening(port)
        self.port: int = self._socket.getsockname()[1]
        self._token = secrets.token_urlsafe(24)
        self._app = Gate(_application(routes), self._token, self.port)
        self._ends = threading.Event()

    @property
    def address(self) -> str:
        """The address to open: with the token, without which nothing is answered."""
        return f"http://{HERE}:{self.port}/?token={self._token}"

    def run(self, begin: Callable[[], object], *, open_browser: bool = False) -> None:
        """Serve until SIGINT, SIGTERM or :meth:`stop`, then return.

        ``begin`` is called as soon as it serves; then the page is opened, if that is asked for.
        """
        import asyncio

        import uvicorn

        news, ends, address = self._news, self._ends, self.address

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                begin()
                if open_browser:
                    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

            async def on_tick(self, counter: int) -> bool:
                return await super().on_tick(counter) or ends.is_set()

            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                news.close()
                await super().shutdown(sockets)
                for connection in list(self.server_state.connections):  # what did not end in time
                    connection.transport.abort()
                await asyncio.sleep(0)

        config = uvicorn.Config(
            self._app,
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        with suppress(KeyboardInterrupt):  # uvicorn raises the signal again when it has ended
            Server(config).run(sockets=[self._socket])

    def stop(self) -> None:
        """End :meth:`run`, from any thread."""
        self._ends.set()

    def close(self) -> None:
        """Give the port free, if the server did not run."""
        self._socket.close()


def _application(routes: "Sequence[BaseRoute]") -> "Starlette":
    from starlette.applications import Starlette

    return Starlette(routes=list(routes), exception_handlers={PlannerClueError: _said})


async def _said(request: "Request", error: Exception) -> "Response":
    """Return an error that was raised on purpose, as the page shows it."""
    from starlette.responses import JSONResponse

    return JSONResponse({"error": printable(" ".join(str(error).split()))}, 400)
