"""A request that carries no key: is there an API behind an address at all?"""

from __future__ import annotations

from typing import Final, Literal

import anyio

from taotoken._classify import classify
from taotoken._error_body import is_html
from taotoken._errors import TaoTokenError, TimedOutError
from taotoken._request import USER_AGENT
from taotoken._transport import Request, Response
from taotoken._transport.httpx import HttpxTransport
from taotoken_plugins.diagnosis._ask import Target

_MOST: Final = 65_536


async def knock(
    target: Target, url: str, *, method: Literal["GET", "POST"] = "GET", seconds: float
) -> TaoTokenError | None:
    """The error that the answer means; None where it is a good one that is no web page."""
    body = b"{}" if method == "POST" else None
    headers = {"user-agent": USER_AGENT, "accept": "application/json", "accept-encoding": "identity"}
    if body:
        headers["content-type"] = "application/json"
    transport = HttpxTransport(env=target.env, authorities=target.authorities)
    try:
        with anyio.fail_after(seconds):
            response = await transport.send(Request(method=method, url=url, headers=headers, body=body))
            start = await _start_of(response)
            await response.aclose()
    except TaoTokenError as error:
        return error
    except TimeoutError:
        return TimedOutError("no answer in time")
    finally:
        await transport.aclose()
    if response.status < 300 and not is_html(start):
        return None
    return classify(response.status, response.headers, start)


async def _start_of(response: Response) -> bytes:
    """As much of the body as tells what it is."""
    start = b""
    while len(start) < _MOST and (more := await response.read()):
        start += more
    return start
