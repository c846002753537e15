"""Server-sent events: the newest state for every open page.

Whatever thread changes something calls :meth:`Broadcast.tell`; each open page is then sent the
newest state. A page that was away for a while misses nothing, because every message is complete.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

_KEEP_ALIVE = 15.0
"""Seconds after which an empty comment is sent, to notice pages that are gone."""


class Broadcast:
    """Counts changes, and wakes the streams that wait for one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        self._closed = False

    def tell(self) -> None:
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
        """Yield the state now and whenever it differs; it is one line of text.

        A change that leaves the state the same is not sent: it may be hidden.
        """
        told = ""
        while not self._closed:
            count = self._count
            text = await run_in_threadpool(state)
            if text != told:
                yield f"data: {text}\n\n"
            told = text
            while not self._closed and self._count == count:
                if await self._after(count) == count:
                    yield ":\n\n"

    def stream(self, state: Callable[[], str]) -> StreamingResponse:
        """Return the response that sends the text of ``state`` whenever it changes.

        ``state`` runs in a thread, and returns one line of text, such as JSON.
        """
        return StreamingResponse(self._lines(state), media_type="text/event-stream")
