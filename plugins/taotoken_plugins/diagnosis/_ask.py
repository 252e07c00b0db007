"""One request to the gateway as the tool would send it, and what is seen of the answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, parse_base_url
from taotoken._errors import BadResponseError, ConfigurationError, TaoTokenError, TimedOutError
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins._tool import AuthHeader, Effective, Tool
from taotoken_plugins.diagnosis._names import DEFAULT_MODELS, protocol_of_url
from taotoken_plugins.diagnosis._route import authorities_of, request_env
from taotoken_plugins.diagnosis._way import moment_of
from taotoken_plugins.diagnosis.facts import ClockProbe, Facts, RequestProbe

if TYPE_CHECKING:
    from taotoken import AsyncTaoToken
    from taotoken._protocol import Protocol
    from taotoken._reply import Reply
    from taotoken._stream import Stream
    from taotoken._transport import Request, Response

_USUAL_PATHS: Final = ("/api", "")
_ABSENT: Final = ("endpoint_not_found", "connection", "bad_response", "timeout", "configuration")
PROMPT: Final = "Reply with the single word: ok"
LONG_PROMPT: Final = "Count from 1 to 40, with one space between the numbers."
MAX_TOKENS: Final = 64
# Agents always offer tools, and gateways fail on them separately: so does this request, with one.
TOOL_DEFINITION: Final[dict[str, Any]] = {
    "type": "function",
    "function": {
        "name": "read_file",
        "description": "Read a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where and how the tool sends: nothing of it is repaired."""

    base_url: str
    api_key: str = field(repr=False)
    model: str
    url: str | None
    protocol: Protocol
    headers: tuple[AuthHeader, ...]
    env: Mapping[str, str] = field(repr=False)
    authorities: str | None = None

    @property
    def other_urls(self) -> tuple[str, ...]:
        """URLs on the same host that may be the right one: were the base URL spelled right, and where gateways
        usually have their API."""
        try:
            clean = parse_base_url(self.base_url, allow_http=True).url
            parts = urlsplit(clean)
            roots = (clean, *(f"{parts.scheme}://{parts.netloc}{path}" for path in _USUAL_PATHS))
            found = [
                Endpoint(base_url=root, api_key="unused-for-url", allow_http=True).url(self.protocol) for root in roots
            ]
        except (ConfigurationError, ValueError):
            return ()
        return tuple(url for url in dict.fromkeys(found) if url != self.url)


def target_of(tool: Tool, facts: Facts) -> Target:
    """What `tool` is set to."""
    effective = facts.effective or Effective()
    return Target(
        base_url=effective.base_url or "",
        api_key=effective.api_key or "",
        model=effective.model or DEFAULT_MODELS.get(tool.id, ""),
        url=effective.endpoint_url,
        # A tool may be set to another provider than the one that we set up.
        protocol=protocol_of_url(effective.endpoint_url) or tool.protocol,
        headers=effective.auth_headers,
        env=request_env(tool.id, facts.env),
        authorities=authorities_of(tool.id, facts.env),
    )


@dataclass(slots=True, kw_only=True)
class Answer:
    """What came: a reply or an error, the head of the answer, and when the tokens came (seconds)."""

    reply: Reply | None = None
    error: TaoTokenError | None = None
    headers: Mapping[str, str] | None = None
    arrivals: list[float] = field(default_factory=list)

    @property
    def clock(self) -> tuple[ClockProbe, ...]:
        """What the gateway says the time is."""
        moment = moment_of((self.headers or {}).get("date", ""))
        return (ClockProbe(server=moment),) if moment else ()

    def probe(self, url: str) -> RequestProbe:
        """A good answer as a fact."""
        timing = self.reply.timing if self.reply else None
        usage = self.reply.usage if self.reply else None
        return RequestProbe(
            url=url,
            status=200,
            content_type=(self.headers or {}).get("content-type"),
            ttft=timing.ttft if timing else None,
            spread=self.arrivals[-1] - self.arrivals[0] if self.arrivals else None,
            total=timing.total if timing else None,
            tokens=usage.output_tokens if usage else None,
        )


class _Watched:
    """Our transport in the tool's environment; it keeps the head of the last answer."""

    def __init__(self, target: Target) -> None:
        from taotoken._transport.httpx import HttpxTransport

        self._inner = HttpxTransport(env=target.env, authorities=target.authorities)
        self.headers: Mapping[str, str] | None = None

    async def send(self, request: Request) -> Response:
        response = await self._inner.send(request)
        self.headers = response.headers
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


def _client(target: Target, transport: _Watched, *, seconds: float) -> AsyncTaoToken:
    from taotoken import AsyncTaoToken, RetryPolicy

    return AsyncTaoToken(
        Endpoint.parse(target.base_url, target.api_key, target.model, allow_http=True),
        auth=target.headers[0] if target.headers else "auto",
        retry=RetryPolicy(max_retries=0),
        timeout=seconds,
        transport=transport,
    )


async def ask(target: Target, *, seconds: float, url: str | None = None, prompt: str = PROMPT) -> Answer:
    """One streamed request with a tool definition, to the tool's own URL or to `url`. Raises no TaoTokenError; an
    answer with nothing in it counts as a failure."""
    transport = _Watched(target)
    answer = Answer()
    try:
        async with _client(target, transport, seconds=seconds) as client:
            answer.reply = await _stream(client, target, answer, url or target.url, prompt)
    except TaoTokenError as error:
        answer.error = _named(error, transport)
    answer.headers = transport.headers
    return answer


async def _stream(client: AsyncTaoToken, target: Target, answer: Answer, url: str | None, prompt: str) -> Reply:
    both = {"x-api-key": client.endpoint.api_key} if len(target.headers) > 1 else None
    async with client.stream(
        prompt,
        protocol=target.protocol,
        url=url,
        max_tokens=MAX_TOKENS,
        tools=[TOOL_DEFINITION],
        extra_headers=both,
    ) as stream:
        reply = await _read(stream, answer)
    if not (reply.text or reply.reasoning or reply.tool_calls or reply.finish_reason == "length"):
        raise BadResponseError(str(texts.EMPTY_REPLY()), cause=Cause.EMPTY_REPLY, http_status=200)
    return reply


async def _read(stream: Stream, answer: Answer) -> Reply:
    async for _ in stream:
        answer.arrivals.append(time.perf_counter())
    return await stream.reply()


def _named(error: TaoTokenError, transport: _Watched) -> TaoTokenError:
    """A timeout by what it waited for: the answer itself, or more of its stream."""
    if not isinstance(error, TimedOutError) or error.cause is Cause.CONNECT_TIMEOUT:
        return error
    cause = Cause.RESPONSE_TIMEOUT if transport.headers is None else Cause.STREAM_IDLE_TIMEOUT
    return TimedOutError(error.message, cause=cause)


async def models(target: Target, *, seconds: float) -> tuple[str, ...] | None:
    """The ids the gateway lists; None when it lists none."""
    return (await list_models(target, seconds=seconds))[0]


async def list_models(target: Target, *, seconds: float) -> tuple[tuple[str, ...] | None, TaoTokenError | None]:
    """The ids the gateway lists, or why it lists none."""
    try:
        async with _client(target, _Watched(target), seconds=seconds) as client:
            return tuple(model.id for model in await client.models(target.protocol)), None
    except TaoTokenError as error:
        return None, error


async def good_url(target: Target, *, seconds: float) -> str | None:
    """The URL that works where the tool's own does not, on the same host. `seconds` is for all that are tried."""
    urls = target.other_urls
    for url in urls:
        error = (await ask(target, seconds=seconds / len(urls), url=url)).error
        if error is None or error.code not in _ABSENT:
            return url
    return None


async def passes_with(target: Target, headers: tuple[AuthHeader, ...], *, seconds: float) -> bool:
    """Does the same request get past the door with the key in `headers` alone?"""
    error = (await ask(replace(target, headers=headers), seconds=seconds)).error
    closed = ("authentication", "permission", "connection", "timeout", "configuration")
    return error is None or error.code not in closed
