"""What a browser sends: a JSON object, read within a limit of size."""

import json
from typing import TYPE_CHECKING, Any

from planner_clue.errors import InputError, shown
from planner_clue.json_text import parse_json

if TYPE_CHECKING:
    from starlette.requests import Request

MOST_BYTES = 64 << 10


async def json_body(request: "Request", most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the JSON object of a request.

    Raises :class:`InputError` if it is longer than ``most`` bytes, or is something else.
    """
    kind = request.headers.get("content-type", "").split(";")[0].strip()
    if kind != "application/json":
        raise InputError(f"content type {shown(kind)}; expected application/json")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise InputError(f"more than {most} bytes; expected a short JSON object")
    try:
        data = parse_json(body.decode())
        json.dumps(data, ensure_ascii=False).encode()  # half a character can be kept in no file
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: {error.reason}") from error
    except UnicodeEncodeError as error:
        raise InputError("half a character in a text; expected Unicode") from error
    except RecursionError as error:
        raise InputError("nested too deeply; expected few brackets inside each other") from error
    if not isinstance(data, dict):
        raise InputError(f"{shown(data)}; expected a JSON object")
    return data
