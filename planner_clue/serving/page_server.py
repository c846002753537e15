"""One page, and what goes on behind it, on a local server."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from planner_clue.serving.live import Broadcast
from planner_clue.serving.local_server import LocalServer

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.routing import BaseRoute


class GoesOn(Protocol):
    """What goes on in the background while its page is served."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End, and leave nothing behind."""


class PageServer:
    """Serves some routes until Ctrl-C, with what goes on behind them."""

    def __init__(
        self,
        goes_on: GoesOn,
        routes: "list[BaseRoute]",
        news: Broadcast,
        port: int | None = None,
    ) -> None:
        """Listen at ``port``; :class:`~planner_clue.errors.InputError` if it is not to be had."""
        self._goes_on = goes_on
        self.server = LocalServer(routes, news, port)

    @property
    def address(self) -> str:
        """The address to open."""
        return self.server.address

    def run(self, *, open_browser: bool, begun: Callable[[], object] = lambda: None) -> None:
        """Serve until SIGINT or SIGTERM; ``begun`` is called as soon as it does."""

        def begin() -> None:
            self._goes_on.start()
            begun()

        try:
            self.server.run(begin, open_browser=open_browser)
        finally:
            self._goes_on.close()


def html_response(text: str) -> "Response":
    """Return a page; it says itself what it may load and run: only what it has inside."""
    from starlette.responses import HTMLResponse

    return HTMLResponse(text, headers={"Content-Security-Policy": "frame-ancestors 'none'"})
