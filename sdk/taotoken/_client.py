"""The client. Light to import: what it needs of httpx, anyio and msgspec is loaded when one is made."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Unpack

from taotoken._errors import BadResponseError, ConfigurationError
from taotoken._options import CallOptions, Messages
from taotoken._protocol import Protocol
from taotoken._reply import Model, Reply, Usage

if TYPE_CHECKING:
    import httpx

    from taotoken._endpoint import Endpoint
    from taotoken._fallback import Fallback
    from taotoken._request import Auth, Prepared
    from taotoken._retry import RetryPolicy
    from taotoken._run import Plan
    from taotoken._settings import SettingsName
    from taotoken._stream import StreamContext
    from taotoken._transport import Transport
    from taotoken._transport._choice import TransportName
    from taotoken._wire import Wire

MAX_BODY = 64 * 1024 * 1024
MODELS_SECONDS = 60.0


class AsyncTaoToken:
    """An asynchronous client of one endpoint, for three protocols; works on asyncio and trio.

    Without `endpoint` and `base_url`, the settings TAOTOKEN_BASE_URL, TAOTOKEN_API_KEY and TAOTOKEN_MODEL are used:
    from the environment, else the nearest ``.env`` file between the working folder and the repository's root, else
    what ``taotoken setup`` was last given. A key is only sent to a base URL of its own source, or of the same host.

    Args:
        endpoint: base URL, key and model; or give them one by one.
        base_url: the base URL; cleaned by `Endpoint.parse`.
        api_key: the key for that base URL.
        model: the model of requests that name none.
        settings: ``openai`` reads OPENAI_BASE_URL and OPENAI_API_KEY instead of our own variables.
        protocol: the protocol of requests that name none: ``chat``, ``responses`` or ``messages``.
        auth: the header for the key; ``auto`` is ``x-api-key`` for ``messages`` and bearer for the others.
        retry: when a failed request is repeated.
        fallback: other models and endpoints for when this one can't answer.
        timeout: seconds for a whole call, retries included; by default 600 where the reply comes whole, and no
            bound for streams. ``math.inf`` means none.
        first_token_timeout: seconds to the first token of a stream; by default no bound but `idle_timeout`, since a
            long prompt, or thinking that a gateway hides, may keep a model silent for minutes.
        idle_timeout: seconds without a token in a stream, the first one included; by default 300.
        http_client: an `httpx.AsyncClient` to send through; it stays yours to close.
        transport: ``httpx``, ``fast`` (connections of our own, a fraction of the CPU; asyncio only, proxies still
            through httpx) or ``aiohttp`` (asyncio only, no SOCKS proxies); the last two need the extra
            ``taotoken[fast]``. By default TAOTOKEN_TRANSPORT, else httpx. Or anything of your own that sends requests.
        user_agent: the name to give ourselves.
        clock: seconds that only grow, for `Timing`.
        time_of_day: seconds since 1970, for a Retry-After that is a date.

    Attributes:
        endpoint: where requests go.
        settings_sources: where ``base_url``, ``api_key`` and ``model`` came from: "the arguments", "the environment",
            or the path of the file. A model that nothing names is not in it.

    Raises:
        ConfigurationError: settings are missing, can't be used, or would send a key to a host of another source.
    """

    def __init__(
        self,
        endpoint: Endpoint | None = None,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        model: str | None = None,
        settings: SettingsName = "taotoken",
        protocol: Protocol = "chat",
        auth: Auth = "auto",
        retry: RetryPolicy | None = None,
        fallback: Fallback | None = None,
        timeout: float | None = None,
        first_token_timeout: float | None = None,
        idle_timeout: float | None = None,
        http_client: httpx.AsyncClient | None = None,
        transport: Transport | TransportName | None = None,
        user_agent: str | None = None,
        clock: Callable[[], float] = time.perf_counter,
        time_of_day: Callable[[], float] = time.time,
    ) -> None:
        from taotoken._calling import Defaults
        from taotoken._exchange import Life, Setup
        from taotoken._ledger import Ledger
        from taotoken._request import USER_AGENT, Identity, checked_auth
        from taotoken._retry import RetryPolicy
        from taotoken._secrets import Secrets
        from taotoken._transport._choice import make_transport
        from taotoken._waits import Wanted
        from taotoken._wire import load

        _check(
            endpoint=endpoint,
            retry=retry,
            fallback=fallback,
            texts={"base_url": base_url, "api_key": api_key, "model": model, "user_agent": user_agent},
            seconds={"timeout": timeout, "first_token_timeout": first_token_timeout, "idle_timeout": idle_timeout},
        )
        found, sources = _found(endpoint, base_url, api_key, model, settings)
        self.endpoint: Endpoint = found
        self.settings_sources: dict[str, str] = sources
        self._setup = Setup(
            transport=make_transport(transport, http_client),
            clock=clock,
            time_of_day=time_of_day,
            secrets=Secrets((self.endpoint.api_key,)),
            ledger=Ledger(),
            life=Life(),
        )
        name = user_agent or USER_AGENT
        self._defaults = Defaults(
            identity=Identity(endpoint=self.endpoint, auth=checked_auth(auth), user_agent=name),
            model=model or self.endpoint.model,
            protocol=load(protocol).protocol,
            retry=retry or RetryPolicy(),
            wanted=Wanted(total=timeout, first_token=first_token_timeout, idle=idle_timeout),
            fallback=fallback,
            rests={},
            setup=self._setup,
        )

    @property
    def source(self) -> str:
        """Where the base URL came from."""
        return self.settings_sources["base_url"]

    def __repr__(self) -> str:
        return f"AsyncTaoToken(endpoint={self.endpoint!r})"

    @property
    def usage(self) -> dict[str, Usage]:
        """The token counts of all replies so far, added up by model; what no reply told is None."""
        return self._setup.ledger.totals()

    async def __aenter__(self) -> AsyncTaoToken:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections. A stream that is still open ends with an error, and so does every later call."""
        self._setup.life.over = True
        await self._setup.transport.aclose()

    async def chat(self, messages: Messages, **options: Unpack[CallOptions]) -> Reply:
        """One whole reply.

        `messages` is a string, or a list of dicts written OpenAI's way on every protocol: ``role`` (system, user,
        assistant, tool), ``content`` (a string, or parts of type ``text``, ``image_url`` and ``file``), ``tool_calls``
        and ``tool_call_id``. `Reply.message` makes one of an answer. The options are those of `CallOptions`.

        Raises:
            ConfigurationError: an option or a message that the protocol can't say, or no model.
            TransportError: no answer came.
            StatusError: the server said no.
            ReplyError: the answer is not a whole reply, or not of the output type.
        """
        from taotoken._run import Run

        plan, wire = self._call(messages, options, streaming=False)
        return plan.read(await Run(plan).whole(wire))

    def stream(self, messages: Messages, **options: Unpack[CallOptions]) -> StreamContext:
        """A reply as it comes; arguments as for `chat`. Use it as ``async with client.stream(...) as stream``.

        The request is sent when the block is entered; see `Stream` for what is inside. Token counts are asked for,
        and asked for no more when a gateway refuses that.

        Raises:
            ConfigurationError: at once. The errors of `chat`: on entering the block and on reading the stream.
        """
        from taotoken._stream import StreamContext

        return StreamContext(*self._call(messages, options, streaming=True))

    async def models(self, protocol: Protocol | None = None, *, timeout: float | None = None) -> tuple[Model, ...]:
        """The models the gateway lists, in its order; at most 10,000. `timeout` is in seconds, 60 by default.

        Raises:
            TaoTokenError: as `chat` does.
        """
        from taotoken._model_list import ModelList
        from taotoken._request import prepare_plain

        protocol = protocol or self._defaults.protocol
        listed = ModelList(self._setup.secrets)
        query: str | None = ""
        while query is not None:
            url = self.endpoint.models_url(protocol) + query
            prepared = prepare_plain(self._defaults.identity, "GET", url, None, protocol=protocol)
            query = listed.add(*await self._fetch(prepared, timeout, MODELS_SECONDS))
        return listed.models()

    async def request(
        self,
        method: str,
        path: str,
        *,
        json: Any = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Any other request to the same gateway: the same key, retries and errors. Gives the parsed JSON.

        `path` begins with one slash and is under the base URL, such as ``/v1/embeddings``.

        Raises:
            TaoTokenError: as `chat` does; BadResponseError where the answer is no JSON.
        """
        from taotoken._request import prepare_plain, url_of_path
        from taotoken._wire._lenient import UnreadableError, parse

        url = url_of_path(self.endpoint, path)
        prepared = prepare_plain(self._defaults.identity, method, url, json, extra_headers=extra_headers)
        status, _, body = await self._fetch(prepared, timeout, None)
        try:
            return parse(body) if body else None
        except UnreadableError:
            pass
        raise BadResponseError("the answer is no JSON", status=status, http_status=status)

    def _call(self, messages: Messages, options: CallOptions, *, streaming: bool) -> tuple[Plan, Wire]:
        """The plan of a chat call."""
        from taotoken._calling import plan_call

        return plan_call(self._defaults, messages, options, streaming=streaming)

    async def _fetch(
        self, prepared: Prepared, timeout: float | None, default: float | None
    ) -> tuple[int, Mapping[str, str], bytes]:
        from taotoken._calling import plan_of
        from taotoken._checks import SECONDS, check
        from taotoken._run import Run
        from taotoken._waits import Wanted

        if timeout is not None:
            check("timeout", timeout, SECONDS)
        total = default if timeout is None and self._defaults.wanted.total is None else timeout
        plan = plan_of(self._defaults, prepared, Wanted(total=total), whole=True)
        response, body = await Run(plan).fetch(MAX_BODY)
        if len(body) > MAX_BODY:
            raise BadResponseError("the answer is too large", status=response.status, http_status=response.status)
        return response.status, response.headers, body


def _check(
    *, endpoint: object, retry: object, fallback: object, texts: dict[str, str | None],
    seconds: dict[str, float | None],
) -> None:  # fmt: skip
    """Raise ConfigurationError for an argument that is of the wrong kind."""
    from taotoken._checks import SECONDS, TEXT, check, check_kind
    from taotoken._endpoint import Endpoint
    from taotoken._retry import RetryPolicy

    if isinstance(endpoint, str):
        raise ConfigurationError("endpoint must be an Endpoint; a URL is given as base_url=")
    check_kind("endpoint", endpoint, Endpoint)
    check_kind("retry", retry, RetryPolicy)
    if fallback is not None:
        from taotoken._fallback import Fallback

        check_kind("fallback", fallback, Fallback)
    for values, rule in ((texts, TEXT), (seconds, SECONDS)):
        for name, value in values.items():
            if value is not None:
                check(name, value, rule)


def _found(
    endpoint: Endpoint | None, base_url: str | None, api_key: str | None, model: str | None, settings: SettingsName
) -> tuple[Endpoint, dict[str, str]]:
    """The endpoint, and where each of its values comes from."""
    if endpoint is not None:
        if base_url is not None or api_key is not None:
            raise ConfigurationError("give either endpoint, or base_url and api_key")
    elif base_url is not None and api_key is not None:
        from taotoken._endpoint import Endpoint

        endpoint = Endpoint.parse(base_url, api_key, model or "")
    else:
        from taotoken._settings import endpoint_from_settings

        found = endpoint_from_settings(base_url=base_url, api_key=api_key, model=model, settings=settings)
        return found.endpoint, found.sources
    names = ("base_url", "api_key", "model") if model or endpoint.model else ("base_url", "api_key")
    return endpoint, dict.fromkeys(names, "the arguments")
