"""The faults, each a function from a request (and the healthy answer) to what a broken gateway sends.

`taotoken.testing` explains each one. Where a fault does not apply (a stream fault on a request without
``stream``, say) the gateway answers as if it were healthy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, takewhile

from taotoken._text import mask_key
from taotoken.testing._answers import respond
from taotoken.testing._errors import (
    anthropic_error,
    invalid_url,
    model_not_found,
    new_api_error,
    openai_error,
    protocol_error,
)
from taotoken.testing._protocols import ENCODERS
from taotoken.testing._reply import Answer
from taotoken.testing._response import (
    HTML_TYPE,
    NEVER,
    Ending,
    Event,
    Headers,
    Piece,
    Response,
    json_response,
    stream_response,
    whole_response,
)
from taotoken.testing._routes import PAGE, Call, Say, healthy, say_reply

_HOSTILE = (
    "[bold red]markup[/bold red] [link=https://evil.invalid]link[/link] <script>alert(1)</script> {braces} %s "
    "\x1b[2J\x1b[31mred\x1b[0m \x1b]8;;https://evil.invalid\x07here\x1b]8;;\x07 \x9b31m \x07\x00\r"
    "\u202egnp.exe\u202c \u2066isolate\u2069 zero\u200bwidth \ufeff line\u2028separator\nnext line "
)
_HOSTILE_SIZE = 3_000_000
_WAF_PAGE = (
    "<!DOCTYPE html><html><head><title>403 Forbidden</title></head><body><h1>Access denied</h1>"
    "<p>Your request was blocked by the security service of this site. Ray ID: 8f0000000000demo</p></body></html>"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Which requests it hits, and either an answer in place of everything or another way to say the reply."""

    hits: Callable[[Call], bool]
    instead: Callable[[Call], Response] | None = None
    say: Say | None = None


def _any_api(call: Call) -> bool:
    return call.kind in ("ask", "models", "model", "count_tokens")


def _asks(call: Call) -> bool:
    return call.kind == "ask"


def _asks_from_elsewhere(call: Call) -> bool:
    """By none of the programs that are let in, known by a part of their User-Agent."""
    agent = call.exchange.header("user-agent") or ""
    return call.kind == "ask" and not any(part in agent for part in call.config.clients)


def _streams(call: Call) -> bool:
    return call.kind == "ask" and call.exchange.stream


def _lists_models(call: Call) -> bool:
    return call.kind == "models"


def _responses_path(call: Call) -> bool:
    return call.inner == "/v1/responses" or call.inner.startswith("/v1/responses/")


# In place of everything


def _error(status: int, message: str, code: str | None = None, headers: Headers = ()) -> Callable[[Call], Response]:
    """An error in the shape of the protocol that was spoken."""

    def instead(call: Call) -> Response:
        request_id = call.exchange.request_id
        return protocol_error(call.protocol, status, message, request_id=request_id, code=code, headers=headers)

    return instead


def _new_api(status: int, message: str, code: str = "") -> Callable[[Call], Response]:
    """An error of new-api; ``{model}`` in the message becomes the model that was asked for."""

    def instead(call: Call) -> Response:
        text = message.replace("{model}", call.exchange.model or "")
        return new_api_error(status, text, request_id=call.exchange.request_id, code=code)

    return instead


def _openai_401(call: Call) -> Response:
    key = mask_key(call.exchange.key or "")
    return openai_error(401, f"Incorrect API key provided: {key}.", code="invalid_api_key")


def _anthropic_401(call: Call) -> Response:
    return anthropic_error(401, "invalid x-api-key", request_id=call.exchange.request_id)


def _waf_page(_: Call) -> Response:
    headers = (("Server", "cloudflare"), ("CF-RAY", "8f0000000000demo-HKG"))
    return whole_response(_WAF_PAGE.encode(), status=403, content_type=HTML_TYPE, headers=headers)


def _path_unknown(call: Call) -> Response:
    return invalid_url(call.exchange.method, call.inner)


def _model_unknown(call: Call) -> Response:
    return model_not_found(call.protocol, call.exchange.model or "", request_id=call.exchange.request_id)


def _out_of_quota(_: Call) -> Response:
    message = "You exceeded your current quota, please check your plan and billing details."
    return openai_error(429, message, code="insufficient_quota", kind="insufficient_quota")


def _web_page(_: Call) -> Response:
    return whole_response(PAGE.encode(), content_type=HTML_TYPE)


def _error_at_200(_: Call) -> Response:
    error = {"message": "upstream error: do request failed", "type": "upstream_error", "code": "do_request_failed"}
    return json_response({"error": error})


def _hostile(call: Call) -> Response:
    """Echoes the key as well: gateways do, and no error text of ours may pass it on."""
    text = _HOSTILE + f"your key {call.exchange.key} "
    return _error(400, text + "A" * _HOSTILE_SIZE + _HOSTILE)(call)


def _redirect_loop(call: Call) -> Response:
    target = "/v1/models" if call.inner.endswith("/") else "/v1/models/"
    return whole_response(b"", status=301, content_type=HTML_TYPE, headers=(("Location", call.prefix + target),))


def _bad_json(call: Call) -> Response:
    broken = '{"id": "broken", "choi'
    if call.exchange.stream:
        return stream_response([Event(data=broken)], call.config.timing)
    return whole_response(broken.encode())


def _silence(_: Call) -> Response:
    return Response(head_at=NEVER)


# Another way to say the reply


def _no_choices(reply: Answer, call: Call) -> Response:
    body = ENCODERS[call.protocol].empty_body(reply)
    return json_response({name: value for name, value in body.items() if name not in ("choices", "content", "output")})


def _empty_reply(reply: Answer, call: Call) -> Response:
    encoder = ENCODERS[call.protocol]
    if call.exchange.stream:
        return stream_response(encoder.empty_events(reply), call.config.timing)
    return json_response(encoder.empty_body(reply))


def _nothing(_: Answer, call: Call) -> Response:
    return stream_response([], call.config.timing) if call.exchange.stream else whole_response(b"")


def _cut(reply: Answer, call: Call) -> Response:
    spoken = say_reply(reply, call)
    return replace(spoken, pieces=tuple(spoken.pieces)[:3], ending=Ending.RESET)


def _ends_early(reply: Answer, call: Call) -> Response:
    """Everything up to the last token, then a clean end of the body."""
    spoken = say_reply(reply, call)
    pieces = tuple(spoken.pieces)
    last = max((index for index, piece in enumerate(pieces) if piece.tokens), default=0)
    return replace(spoken, pieces=pieces[: last + 1])


def _idle(reply: Answer, call: Call) -> Response:
    spoken = say_reply(reply, call)
    return replace(spoken, pieces=(*tuple(spoken.pieces)[:2], Piece(data=b"", at=NEVER)))


def _endless_pings(reply: Answer, call: Call) -> Response:
    """The opening events, then keep-alives for ever: bytes flow, tokens don't."""
    spoken = say_reply(reply, call)
    ping = Event.of({"type": "ping"}, name="ping").encode() if call.protocol == "messages" else b": keep-alive\n\n"

    def pieces() -> Iterator[Piece]:
        yield from takewhile(lambda piece: not piece.tokens, spoken.pieces)
        for number in count(1):
            yield Piece(data=ping, at=number * call.config.timing.ping)

    return replace(spoken, pieces=pieces())


def _buffered(reply: Answer, call: Call) -> Response:
    """The whole stream in one write, when its last event would have been due."""
    spoken = say_reply(reply, call)
    pieces = tuple(spoken.pieces)
    everything = b"".join(piece.data for piece in pieces)
    piece = Piece(data=everything, tokens=reply.output_tokens, at=max(piece.at for piece in pieces))
    return replace(spoken, pieces=(piece,))


def _json_for_stream(reply: Answer, call: Call) -> Response:
    return respond(reply, call.protocol, call.config.timing, stream=False)


def _slow_first_token(reply: Answer, call: Call) -> Response:
    timing = call.config.timing
    slower = replace(timing, first_token=timing.first_token + timing.slow_first_token)
    return respond(reply, call.protocol, slower, stream=call.exchange.stream)


FAULTS: Mapping[str, Fault] = {
    "401": Fault(hits=_any_api, instead=_openai_401),
    "401-anthropic": Fault(hits=_any_api, instead=_anthropic_401),
    "403-html": Fault(hits=_any_api, instead=_waf_page),
    "403-quota": Fault(
        hits=_asks, instead=_new_api(403, "用户额度不足, 剩余额度: ¥0.000000", "insufficient_user_quota")
    ),
    "403-client": Fault(hits=_asks_from_elsewhere, instead=_new_api(403, "该渠道不允许当前客户端")),
    "403-key": Fault(hits=_asks, instead=_new_api(403, "该令牌无权访问模型 {model}")),
    "404-path": Fault(hits=_any_api, instead=_path_unknown),
    "404-model": Fault(hits=_asks, instead=_model_unknown),
    "429": Fault(
        hits=_any_api,
        instead=_error(429, "Rate limit reached for requests.", "rate_limit_exceeded", (("Retry-After", "1"),)),
    ),
    "429-quota": Fault(hits=_asks, instead=_out_of_quota),
    "500": Fault(hits=_any_api, instead=_error(500, "The server had an error while processing your request.")),
    "503-no-channel": Fault(
        hits=_asks, instead=_new_api(503, "当前分组 default 下对于模型 {model} 无可用渠道", "model_not_found")
    ),
    "529": Fault(hits=_asks, instead=_error(529, "Overloaded")),
    "html-200": Fault(hits=_any_api, instead=_web_page),
    "error-200": Fault(hits=_any_api, instead=_error_at_200),
    "no-choices": Fault(hits=_asks, say=_no_choices),
    "empty-reply": Fault(hits=_asks, say=_empty_reply),
    "empty-stream": Fault(hits=_asks, say=_nothing),
    "stream-cut": Fault(hits=_streams, say=_cut),
    "stream-ends-early": Fault(hits=_streams, say=_ends_early),
    "idle-stream": Fault(hits=_streams, say=_idle),
    "endless-pings": Fault(hits=_streams, say=_endless_pings),
    "buffered": Fault(hits=_streams, say=_buffered),
    "json-for-stream": Fault(hits=_streams, say=_json_for_stream),
    "no-responses": Fault(hits=_responses_path, instead=_path_unknown),
    "slow-first-token": Fault(hits=_asks, say=_slow_first_token),
    "hostile-error": Fault(hits=_any_api, instead=_hostile),
    "redirect-models": Fault(hits=_lists_models, instead=_redirect_loop),
    "bad-json": Fault(hits=_any_api, instead=_bad_json),
    "hang": Fault(hits=_any_api, instead=_silence),
}


def check_fault(name: str | None) -> str | None:
    """`name` if it is a fault (or None); ValueError with the names there are otherwise."""
    if name is not None and name not in FAULTS:
        raise ValueError(f"there is no fault {name!r}; choose one of {', '.join(FAULTS)}")
    return name


def play(name: str | None, call: Call) -> Response:
    """Answer with the fault where it applies (then it stands on the exchange), healthily where it doesn't."""
    fault = FAULTS[name] if name else None
    if fault is None or not fault.hits(call):
        return healthy(call)
    if fault.instead:
        call.exchange.fault = name
        return fault.instead(call)

    def say(reply: Answer, call: Call) -> Response:
        call.exchange.fault = name
        return (fault.say or say_reply)(reply, call)

    return healthy(call, say)
