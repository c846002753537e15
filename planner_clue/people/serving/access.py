"""Access control of the local server: browsers that know a token of it.

Any page on the web can have a browser send requests to this machine. So the ``Host`` has to be
this server, by number or as localhost (else a name that was pointed here could read the answers:
DNS rebinding), a request that changes something has to come from our own page (``Origin``), and
every request needs a token. It stands in the address that the program opens, and is a cookie from
then on. Where there are several pages, each is a folder with a token and a cookie of its own.
"""

import asyncio
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from secrets import compare_digest
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planner_clue.support.errors import InputError, shown
from planner_clue.support.json_text import parse_json

_READS = ("GET", "HEAD")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Default headers of every response."""
_OPENER_POLICY = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Browsers accept it from this machine, and warn of it where a page is neither local nor HTTPS."""
_NEEDS_ITS_TOKEN = (
    "This page needs its token: open the address that planner-clue printed when it was started "
    "last.\n"
)
MOST_BYTES = 64 << 10
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
_SECONDS_TO_COME_BACK = 24 * 3600  # life of a cookie on a phone, which may close its browser


class AccessControl:
    """ASGI middleware: passes requests on to an application, or refuses them with a sentence."""

    def __init__(self, app: ASGIApp, tokens: Mapping[str, str], host: str, port: int) -> None:
        """Control access to ``app`` at ``host``; ``tokens`` by folder, ``""`` for all."""
        self._app = app
        self._tokens = tokens
        self._port = port
        self._hosts = (host, HERE, "localhost")
        self.once = {folder: secrets.token_urlsafe(24) for folder in tokens}
        """Further tokens, for the command line of a browser, which every user of this machine can
        read: void when they have been used."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":  # nobody listens to web sockets
            return

        request = Request(scope)
        is_here = request.headers.get("host", "").rpartition(":")[0] in (HERE, "localhost")
        policy = _HEADERS | (_OPENER_POLICY if is_here else {})

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in policy.items():
                    headers.setdefault(name, value)
            await send(message)

        response = self._refusal(request) or self._redirect(request)
        await (response or self._app)(scope, receive, sending)

    def _refusal(self, request: Request) -> Response | None:
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if not self._is_this(host):
            where = f"{self._hosts[0]}:{self._port}"
            return PlainTextResponse(f"This server is {where}, by its number only.\n", 403)
        if request.method not in _READS and origin != f"http://{host}":
            return PlainTextResponse("Only this server's own page may do that.\n", 403)
        folder = self._folder(request)
        token = self._tokens.get(folder)
        given = (request.query_params.get("token"), request.cookies.get(self._cookie(folder)))
        is_known = any(_same(one, token) for one in given)
        if not is_known and _same(given[0], self.once.get(folder)):
            is_known = bool(self.once.pop(folder))  # the token for one use, void from then on
        if not is_known:
            return PlainTextResponse(_NEEDS_ITS_TOKEN, 403)
        return None

    def _is_this(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        is_number = False
        with suppress(AddressValueError):
            is_number = self._hosts[0] == EVERYWHERE and bool(IPv4Address(name))
        return (is_number or name in self._hosts) and port == str(self._port)

    def _folder(self, request: Request) -> str:
        return "" if "" in self._tokens else request.url.path.split("/")[1]

    def _cookie(self, folder: str) -> str:
        """Return the name of a cookie; browsers share cookies among ports."""
        return f"planner-clue-{self._port}{folder and f'-{folder}'}"

    def _redirect(self, request: Request) -> Response | None:
        """Turn a token in the address into a cookie, so that it is seen and kept no longer."""
        if "token" not in request.query_params or request.method not in _READS:
            return None
        folder = self._folder(request)
        rest = urlencode([item for item in request.query_params.items() if item[0] != "token"])
        here = "/" + request.url.path.lstrip("/")  # two of them would name another host
        response = RedirectResponse(here + (f"?{rest}" if rest else ""), 303)
        name, token = self._cookie(folder), self._tokens[folder]
        life, path = (_SECONDS_TO_COME_BACK, f"/{folder}/") if folder else (None, "/")
        response.set_cookie(name, token, life, path=path, httponly=True, samesite="lax")
        return response


def _same(one: str | None, other: str | None) -> bool:
    return bool(one and other and compare_digest(one.encode(), other.encode()))


async def json_body(request: Request, seconds: float) -> dict[str, Any]:
    """Return the JSON object of a request; :class:`InputError` if it is long, late or no object."""
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
