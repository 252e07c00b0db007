"""A gateway to test against: a real server on 127.0.0.1, with keys, models, timing and faults of your choice.

    from taotoken import AsyncTaoToken
    from taotoken.testing import Gateway

    async with Gateway(text="Hi there.") as gateway:
        async with AsyncTaoToken(gateway.endpoint) as client:
            ...
        assert gateway.requests[0].path == "/api/v1/chat/completions"

    with Gateway(fault="429", times=2).in_thread() as gateway:    # for synchronous tests
        ...

For pytest there are ready fixtures in `taotoken.testing.fixtures`.

It answers under the mount (``/api``): ``POST /v1/chat/completions``, ``/v1/responses``, ``/v1/messages`` (JSON
and streams), ``/v1/messages/count_tokens``, ``GET /v1/models`` and ``/v1/models/<id>``, and ``HEAD`` on the mount
itself. ``/``, ``/console``, ``/api-keys``, ``/models`` and ``/doc`` are web pages (HTML at 200). Every other path
is a 404 "Invalid URL", CONNECT is recorded and refused with 502, a WebSocket upgrade with 426.

Faults (names in `FAULTS`). "every API path" includes the model list; "asks" are the three POSTs; a fault that
does not apply to a request leaves it healthy.

====================  ==========================================================================================
401                   every API path: 401 in OpenAI's shape, ``invalid_api_key``
401-anthropic         every API path: 401 in Anthropic's shape, ``authentication_error``
403-html              every API path: 403 with the HTML page of a firewall
403-quota             asks: new-api's empty balance, ``insufficient_user_quota``, in Chinese
403-client            asks of programs not among `clients`: this channel does not admit them, in Chinese
403-key               asks: this key may not use the model, in Chinese
404-path              every API path: 404 "Invalid URL"
404-model             asks: 404 ``model_not_found``
429                   every API path: 429 ``rate_limit_exceeded`` with ``Retry-After: 1``
429-quota             asks: 429 ``insufficient_quota``, which waiting does not heal
500                   every API path: 500 in the protocol's shape
503-no-channel        asks: new-api has no channel for the model, in Chinese
529                   asks: 529 overloaded
html-200              every API path: an HTML page at 200
error-200             every API path: a JSON error object at 200
no-choices            asks: JSON at 200 without ``choices``, ``content`` or ``output``, streamed or not
empty-reply           asks: a well-formed reply whose ``choices``, ``content`` or ``output`` is empty
empty-stream          asks: 200 with an empty body
stream-cut            streams: a TCP reset after three events
stream-ends-early     streams: a clean end of the body after the last token, with no terminal event
idle-stream           streams: two events, then silence with the connection open
endless-pings         streams: the opening events, then keep-alives for ever, every `GatewayTiming.ping`
buffered              streams: the whole stream in one write when its last event is due
json-for-stream       streams: the whole JSON reply instead of events
no-responses          ``/v1/responses``: 404 "Invalid URL"; the rest is healthy
slow-first-token      asks: `GatewayTiming.slow_first_token` more before the first token
hostile-error         every API path: 400 whose message is 3 MB of markup, escape codes, bidi marks and the key
redirect-models       ``GET /v1/models`` and ``/v1/models/`` redirect (301) to each other; POST is healthy
bad-json              every API path: JSON that stops in the middle, at 200
hang                  every API path: no answer at all until the client leaves
====================  ==========================================================================================
"""

from __future__ import annotations

from taotoken.testing._faults import FAULTS as _FAULTS
from taotoken.testing._gateway import Gateway
from taotoken.testing._record import RecordedRequest, Stamps
from taotoken.testing._response import GatewayTiming

__all__ = ["FAULTS", "Gateway", "GatewayTiming", "RecordedRequest", "Stamps"]

FAULTS: tuple[str, ...] = tuple(_FAULTS)
"""The names of all faults."""
