"""Access control of the local server: browsers on this machine that know its token.

Any page on the web can have a browser send requests to this machine. So the ``Host`` has to be
this server (else a name that was pointed here could read the answers: DNS rebinding), a request
that changes something has to come from our own page (``Origin``), and every request needs the
token. It stands in the address that the program opens, and is a cookie from then on.
"""

import asyncio
import json
from secrets import compare_digest
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planner_clue.errors import InputError, shown
from planner_clue.json_text import parse_json

_READS = ("GET", "HEAD")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Default headers of every response."""
MOST_BYTES = 64 << 10


class AccessControl:
    """ASGI middleware: passes requests on to an application, or refuses them with a sentence."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token
        self._cookie = f"planner-clue-{port}"  # browsers share cookies among ports
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._origins = tuple(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        response = self._refusal(request := Request(scope)) or self._redirect(request)
        await (response or self._app)(scope, receive, _with_headers(send))

    def _refusal(self, request: Request) -> Response | None:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if host not in self._hosts:
            return PlainTextResponse(
                f"This server is {self._hosts[0]}, on this machine only.\n", 403
            )
        if request.method not in _READS and origin not in self._origins:
            return PlainTextResponse("Only this server's own page may do that.\n", 403)
        given = (request.query_params.get("token"), request.cookies.get(self._cookie))
        if not any(compare_digest(one.encode(), self._token.encode()) for one in given if one):
            return PlainTextResponse(
                "This page needs its token: open the address that planner-clue printed when it "
                "was started last.\n",
                403,
            )
        return None

    def _redirect(self, request: Request) -> Response | None:
        """Turn a token in the address into a cookie, so that it is seen and kept no longer."""
        if "token" not in request.query_params or request.method not in _READS:
            return None
        rest = urlencode([item for item in request.query_params.items() if item[0] != "token"])
        here = "/" + request.url.path.lstrip("/")  # two of them would name another host
        response = RedirectResponse(here + (f"?{rest}" if rest else ""), 303)
        response.set_cookie(self._cookie, self._token, httponly=True, samesite="lax")
        return response


def _with_headers(send: Send) -> Send:
    """Return ``send`` with the headers that every response has."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def json_body(request: Request, seconds: float) -> dict[str, Any]:
    """Return the JSON object of a request.

    Raises :class:`InputError` if it is longer than :data:`MOST_BYTES`, takes longer than
    ``seconds`` to come, or is something else.
    """
    kind = request.headers.get("content-type", "").split(";")[0].strip()
    if kind != "application/json":
        raise InputError(f"content type {shown(kind)}; expected application/json")
    body = b""
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise InputError(f"more than {MOST_BYTES} bytes; expected a short JSON object")
    except TimeoutError as error:
        raise InputError(f"the body took more than {seconds} s; expected it at once") from error
    try:
        data = parse_json(body.decode())
        json.dumps(data, ensure_ascii=False).encode()  # a lone surrogate can be kept in no file
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: {error.reason}") from error
    except UnicodeEncodeError as error:
        raise InputError("lone surrogate in a string; expected Unicode text") from error
    except RecursionError as error:
        raise InputError("JSON nested too deeply; expected a flat object") from error
    if not isinstance(data, dict):
        raise InputError(f"{shown(data)}; expected a JSON object")
    return data
