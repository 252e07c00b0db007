"""Arguments that can't be meant: a clear error that names the argument, before anything is sent."""

from __future__ import annotations

import gc
import math
from typing import Any

import httpx
import pytest

from sdk_loops import LOOPS, chosen
from sdk_server import HELLO, WHOLE, WireServer, serving
from taotoken import AsyncTaoToken, ConfigurationError, Endpoint, Fallback, RetryPolicy, TaoToken

pytestmark = pytest.mark.anyio
KEY = "sk-test-checks-000000000001"
ENDPOINT = Endpoint.parse("http://127.0.0.1:9/api", KEY, "demo")
USER = {"role": "user", "content": "hi"}


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


def client_of(server: WireServer) -> AsyncTaoToken:
    return AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"))


# --- the options of a call -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        (None, "messages must be a string or a list of dicts, not NoneType"),
        (5, "messages must be a string or a list of dicts, not int"),
        (b"hi", "messages must be a string or a list of dicts, not bytes"),
        (USER, "messages must be a string or a list of dicts, not dict"),
        (["hi"], "every message must be a dict, not str"),
        ([None], "every message must be a dict, not NoneType"),
        ([], "messages must not be empty"),
        ([{"content": "hi"}], "every message needs a 'role'"),
    ],
)
@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
async def test_messages_that_are_none(messages: Any, says: str, protocol: Any) -> None:
    """On every protocol, and at once for a stream too."""
    async with AsyncTaoToken(ENDPOINT) as client:
        with pytest.raises(ConfigurationError, match=says):
            await client.chat(messages, protocol=protocol)
        with pytest.raises(ConfigurationError, match=says):
            client.stream(messages, protocol=protocol)


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"content": 5}, "a message's 'content' must be a list, not int"),
        ({"content": {"text": "hi"}}, "a message's 'content' must be a list, not dict"),
        ({"role": "assistant", "tool_calls": 5}, "a message's 'tool_calls' must be a list, not int"),
        ({"role": "assistant", "tool_calls": {"id": "a"}}, "a message's 'tool_calls' must be a list, not dict"),
        ({"role": "assistant", "tool_calls": ["a"]}, "every tool call must be a dict, not str"),
    ],
)
@pytest.mark.parametrize("protocol", ["responses", "messages"])
async def test_messages_that_can_t_be_translated(message: dict[str, Any], says: str, protocol: Any) -> None:
    """Their parts are named too."""
    async with AsyncTaoToken(ENDPOINT) as client:
        with pytest.raises(ConfigurationError, match=says):
            await client.chat([USER | message], protocol=protocol)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"timeout": 10**400}, "timeout must be a number of seconds above 0, not int"),
        ({"url": "http://me:secret@127.0.0.1:9/x"}, "url must not hold a login"),
        ({"model": 5}, "model must be a string, not 5"),
        ({"max_tokens": "many"}, "max_tokens must be a whole number, not str"),
        ({"max_tokens": True}, "max_tokens must be a whole number, not bool"),
        ({"max_tokens": 1.5}, "max_tokens must be a whole number, not 1.5"),
        ({"temperature": "hot"}, "temperature must be a number, not str"),
        ({"temperature": math.nan}, "temperature must be a number, not nan"),
        ({"stop": 5}, "stop must be a string or a list of strings, not 5"),
        ({"stop": ["a", 5]}, "stop must be a string or a list of strings, not list"),
        ({"seed": "x"}, "seed must be a whole number, not str"),
        ({"tools": "x"}, "tools must be a list of dicts, not str"),
        ({"tools": ["x"]}, "tools must be a list of dicts, not list"),
        ({"tools": {"type": "function"}}, "tools must be a list of dicts, not dict"),
        ({"tool_choice": 5}, "tool_choice must be a string or a dict, not 5"),
        ({"response_format": "json"}, "response_format must be a dict, not str"),
        ({"extra_body": [1]}, "extra_body must be a dict, not list"),
        ({"extra_headers": [("a", "b")]}, "extra_headers must be a dict, not list"),
        ({"extra_headers": {"x-a": None}}, "extra_headers: name and value of 'x-a' must be strings"),
        ({"extra_headers": {5: "a"}}, "extra_headers: name and value of '5' must be strings"),
        ({"url": 5}, "url must be a string, not 5"),
        ({"timeout": math.nan}, "timeout must be a number of seconds above 0, not nan"),
        ({"timeout": 0}, "timeout must be a number of seconds above 0, not 0"),
        ({"first_token_timeout": -1}, "first_token_timeout must be a number of seconds above 0, not -1"),
        ({"idle_timeout": "5"}, "idle_timeout must be a number of seconds above 0, not str"),
        ({"fallback": ["demo"]}, "fallback must be of type Fallback, not list"),
        ({"protocol": "grpc"}, "protocol must be 'chat', 'responses' or 'messages', not 'grpc'"),
        ({"protocol": ["chat"]}, "protocol must be"),
    ],
)
async def test_options_of_the_wrong_kind(options: dict[str, Any], says: str) -> None:
    """The error names the option and what it has to be."""
    async with AsyncTaoToken(ENDPOINT) as client:
        with pytest.raises(ConfigurationError) as caught:
            client.stream("hi", **options)
    assert str(caught.value).startswith(says)


async def test_none_is_the_same_as_left_out() -> None:
    """For every option, as `CallOptions` says; infinity is a time."""
    async with serving(WHOLE) as server, client_of(server) as client:
        names = ("model", "max_tokens", "stop", "tools", "extra_headers", "timeout", "fallback", "url", "protocol")
        assert (await client.chat("hi", **dict.fromkeys(names))).text == "Hello"
        assert (await client.chat([USER], timeout=math.inf, stop=("a",), tools=())).text == "Hello"


# --- headers and paths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Content-Length", "host", "Transfer-Encoding", "Connection", "Expect", "UPGRADE"])
async def test_headers_of_the_transport_are_refused(name: str) -> None:
    """A length or a host that isn't what is sent would break the request, or send it elsewhere."""
    async with serving(WHOLE) as server, client_of(server) as client:
        with pytest.raises(ConfigurationError, match=f"{name.lower()}' is set by the transport"):
            await client.chat("hi", extra_headers={name: "5"})
        with pytest.raises(ConfigurationError, match=f"{name.lower()}' is set by the transport"):
            await client.request("POST", "/v1/x", json={}, extra_headers={name: "5"})
    assert server.seen == []


@pytest.mark.parametrize("name", ["x a", "x:a", "", "x\r\na", "(x)", "x\u00e9"])
async def test_header_names_that_are_none(name: str) -> None:
    """Nothing that could end a header line goes out."""
    async with serving(WHOLE) as server, client_of(server) as client:
        with pytest.raises(ConfigurationError, match="the header"):
            await client.chat("hi", extra_headers={name: "5"})
    assert server.seen == []


@pytest.mark.parametrize(
    "path",
    ["/../../x", "/v1/../../x", "/v1/%2e%2e/x", "/v1/.%2E/x", "/./x", "/..", "/v1/..%2fx", "/v1/..\\x", "/v1/..?a=b"],
)
async def test_paths_that_leave_the_base_url(path: str) -> None:
    """Dots between slashes, however they are written, would take the key to another part of the server."""
    async with serving(WHOLE) as server, client_of(server) as client:
        with pytest.raises(ConfigurationError, match="leave the base URL"):
            await client.request("GET", path)
    assert server.seen == []


async def test_paths_with_dots_elsewhere_go_out() -> None:
    """A name with dots, and dots in a query, are no way up."""
    async with serving(WHOLE) as server, client_of(server) as client:
        for path in ("/v1/files/a..b", "/v1/models/x.y", "/v1/x?up=../.."):
            await client.request("GET", path)
    assert [seen.target for seen in server.seen] == ["/api/v1/files/a..b", "/api/v1/models/x.y", "/api/v1/x?up=../.."]


@pytest.mark.parametrize("method", ["", "GE T", "GET\r\nx: y", "GET /x HTTP/1.1", 5, None])
async def test_methods_that_are_none(method: Any) -> None:
    """As with header names."""
    async with AsyncTaoToken(ENDPOINT) as client:
        with pytest.raises(ConfigurationError, match="method must be"):
            await client.request(method, "/v1/x")
        with pytest.raises(ConfigurationError, match="path must be a string"):
            await client.request("GET", 5)  # type: ignore[arg-type]
        with pytest.raises(ConfigurationError, match="timeout must be"):
            await client.request("GET", "/v1/x", timeout=math.nan)


# --- the client ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [AsyncTaoToken, TaoToken])
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"retry": 5}, "retry must be of type RetryPolicy, not 5"),
        ({"fallback": "demo"}, "fallback must be of type Fallback, not str"),
        ({"timeout": math.nan}, "timeout must be a number of seconds above 0, not nan"),
        ({"idle_timeout": -1}, "idle_timeout must be a number of seconds above 0, not -1"),
        ({"first_token_timeout": "1"}, "first_token_timeout must be a number of seconds above 0, not str"),
        ({"model": 5}, "model must be a string, not 5"),
        ({"user_agent": b"x"}, "user_agent must be a string, not bytes"),
        ({"transport": 5}, "transport must be 'httpx', 'fast' or 'aiohttp', or have send"),
        ({"http_client": httpx.Client()}, "http_client must be an httpx.AsyncClient, not Client"),
        ({"endpoint": "https://gateway.example"}, "endpoint must be an Endpoint; a URL is given as base_url="),
        ({"endpoint": {"base_url": "x"}}, "endpoint must be of type Endpoint, not dict"),
    ],
)
def test_arguments_of_the_client(kind: Any, options: dict[str, Any], says: str) -> None:
    """The same for both clients."""
    with pytest.raises(ConfigurationError) as caught:
        kind(**{"endpoint": ENDPOINT} | options)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: RetryPolicy(max_retries=-1), "max_retries must be"),
        (lambda: RetryPolicy(max_retries=1.5), "max_retries must be"),  # type: ignore[arg-type]
        (lambda: RetryPolicy(base=math.nan), "base must be"),
        (lambda: RetryPolicy(cap=-1), "cap must be"),
        (lambda: RetryPolicy(jitter=2), "jitter must be a number from 0 to 1, not 2"),
        (lambda: RetryPolicy(max_wait="x"), "max_wait must be"),  # type: ignore[arg-type]
        (lambda: Fallback(["a"], cooldown=math.nan), "cooldown must be"),
        (lambda: Fallback(None), "the routes of a fallback"),  # type: ignore[arg-type]
    ],
)
def test_policies_of_impossible_numbers(make: Any, says: str) -> None:
    """A wait that is no number would never end, or fail where nobody looks for it."""
    with pytest.raises(ConfigurationError, match=says):
        make()


# --- after its end ---------------------------------------------------------------------------------------------


async def test_a_closed_client_says_so_and_opens_nothing() -> None:
    """Chat, streams (one that was made before, too), the model list and other requests; and no socket is left."""
    async with serving(HELLO) as server:
        async with client_of(server) as client:
            early = client.stream("hi")
        for _ in range(2):
            with pytest.raises(ConfigurationError, match="the client is closed"):
                await client.chat("hi")
            with pytest.raises(ConfigurationError, match="the client is closed"):
                async with client.stream("hi"):
                    pass
            with pytest.raises(ConfigurationError, match="the client is closed"):
                await client.models()
            with pytest.raises(ConfigurationError, match="the client is closed"):
                await client.request("GET", "/v1/x")
            await client.aclose()
        with pytest.raises(ConfigurationError, match="the client is closed"):
            async with early:
                pass
        gc.collect()
    assert server.connections == 0


async def test_a_client_of_the_caller_stays_open() -> None:
    """Ours is closed, theirs isn't."""
    async with serving(WHOLE) as server, httpx.AsyncClient() as own:
        client = AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), http_client=own)
        await client.aclose()
        with pytest.raises(ConfigurationError, match="the client is closed"):
            await client.chat("hi")
        assert not own.is_closed
        await own.aclose()
        with pytest.raises(ConfigurationError, match="the http_client is closed"):
            await AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), http_client=own).chat("hi")


def test_a_closed_synchronous_client_says_so() -> None:
    """In the same words."""
    client = TaoToken(ENDPOINT)
    client.close()
    with pytest.raises(ConfigurationError, match="the client is closed"):
        client.chat("hi")
