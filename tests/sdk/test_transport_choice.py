"""Which transport a client sends with, and what the one over aiohttp can't do."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import anyio
import httpx
import pytest

from sdk_server import HELLO, SSE, WHOLE, Answer, chunk, serving, sse
from taotoken import AsyncTaoToken, ConfigurationError, Endpoint, IncompleteStreamError, RetryPolicy, TextDelta
from taotoken._transport._choice import make_transport
from taotoken._transport.aiohttp import AiohttpTransport
from taotoken._transport.fast import FastTransport
from taotoken._transport.httpx import HttpxTransport

KEY = "sk-test-choice-000000000001"
ENDPOINT = Endpoint.parse("http://127.0.0.1:9/api", KEY, "demo")


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def fast_client(base_url: str) -> AsyncTaoToken:
    endpoint = Endpoint.parse(base_url, KEY, "demo")
    return AsyncTaoToken(endpoint, transport="aiohttp", retry=RetryPolicy(max_retries=0))


@pytest.mark.parametrize(
    ("variable", "wanted", "made"),
    [
        (None, None, HttpxTransport),
        ("", None, HttpxTransport),
        ("httpx", None, HttpxTransport),
        ("aiohttp", None, AiohttpTransport),
        (" aiohttp ", None, AiohttpTransport),
        ("aiohttp", "httpx", HttpxTransport),
        ("httpx", "aiohttp", AiohttpTransport),
        ("fast", None, FastTransport),
        ("aiohttp", "fast", FastTransport),
        ("nonsense", "httpx", HttpxTransport),
    ],
)
def test_chosen_by_name_only(variable: str | None, wanted: Any, made: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """The argument, else TAOTOKEN_TRANSPORT, else httpx, although the packages of the others are installed here."""
    monkeypatch.delenv("TAOTOKEN_TRANSPORT", raising=False)
    if variable is not None:
        monkeypatch.setenv("TAOTOKEN_TRANSPORT", variable)
    assert type(make_transport(wanted, None)) is made


def test_client_of_the_caller_wins_over_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gives an httpx client means it; with transport="aiohttp" beside it one of them must be a mistake."""
    monkeypatch.setenv("TAOTOKEN_TRANSPORT", "aiohttp")
    own = httpx.AsyncClient(transport=httpx.MockTransport(lambda _: httpx.Response(200)))
    assert type(make_transport(None, own)) is HttpxTransport
    with pytest.raises(ConfigurationError, match="either http_client or transport"):
        AsyncTaoToken(ENDPOINT, http_client=own, transport="aiohttp")


@pytest.mark.parametrize(
    ("variable", "wanted", "named"), [("curl", None, "TAOTOKEN_TRANSPORT"), ("", "curl", "transport")]
)
def test_unknown_names_are_refused(variable: str, wanted: Any, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is none of the three is an error that says where it stands."""
    monkeypatch.setenv("TAOTOKEN_TRANSPORT", variable)
    with pytest.raises(ConfigurationError, match=f"{named} must be 'httpx', 'aiohttp' or 'fast', not 'curl'"):
        AsyncTaoToken(ENDPOINT, transport=wanted)


@pytest.mark.parametrize(("transport", "package"), [("aiohttp", "aiohttp"), ("fast", "httptools")])
def test_missing_package_names_the_extra(transport: Any, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the error says what to install."""
    for name in (f"taotoken._transport.{transport}", "taotoken._transport._connection"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ConfigurationError, match=rf'needs the {package} package: pip install "taotoken\[fast\]"'):
        AsyncTaoToken(ENDPOINT, transport=transport)


@pytest.mark.anyio
@pytest.mark.parametrize("transport", ["aiohttp", "fast"])
async def test_on_another_loop_they_say_so(transport: Any, anyio_backend: str) -> None:
    """On trio they refuse, and name what works there."""
    if anyio_backend == "asyncio":
        return
    async with AsyncTaoToken(ENDPOINT, transport=transport) as client:
        with pytest.raises(ConfigurationError, match="asyncio only: leave it out, and httpx is used"):
            await client.chat("hi")


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "socks5h://user:hunter2@127.0.0.1:1"])
def test_aiohttp_refuses_socks(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A SOCKS proxy is never passed over in silence; NO_PROXY still lets a host through."""
    monkeypatch.setenv("ALL_PROXY", proxy)

    async def main() -> None:
        async with serving(WHOLE) as server, fast_client(server.base_url) as client:
            with pytest.raises(ConfigurationError, match="SOCKS proxy") as caught:
                await client.chat("hi")
            assert "hunter2" not in str(caught.value)
            assert server.seen == []
            monkeypatch.setenv("NO_PROXY", "127.0.0.1")
            async with fast_client(server.base_url) as direct:
                assert (await direct.chat("hi")).text == "Hello"

    anyio.run(main)


def test_what_came_before_a_reset_is_still_read() -> None:
    """A slow reader gets the text that was there when the connection broke, and then the error."""

    async def main() -> None:
        broken = Answer(
            headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)], framing="chunked", close="reset"
        )
        async with (
            serving(broken) as server,
            fast_client(server.base_url) as client,
            client.stream("hi") as stream,
        ):
            await anyio.sleep(0.2)
            assert await anext(stream) == TextDelta("x")
            with pytest.raises(IncompleteStreamError) as caught:
                await anext(stream)
        assert caught.value.partial is not None
        assert caught.value.partial.text == "x"

    anyio.run(main)


def test_whole_reply_that_came_before_a_reset_counts() -> None:
    """A complete reply is a reply, also when the connection breaks before it is read."""

    async def main() -> None:
        broken = Answer(headers=SSE, chunks=HELLO.chunks, framing="chunked", close="reset")
        async with (
            serving(broken) as server,
            fast_client(server.base_url) as client,
            client.stream("hi") as stream,
        ):
            await anyio.sleep(0.2)
            assert (await stream.reply()).text == "Hello"

    anyio.run(main)


def test_large_requests_go_out_whole() -> None:
    """A body of megabytes, such as one with an image, is sent as it is and without a warning."""

    async def main() -> None:
        text = "x" * 3_000_000
        async with serving(WHOLE) as server, fast_client(server.base_url) as client:
            assert (await client.chat(text)).text == "Hello"
        assert server.seen[0].json["messages"][0]["content"] == text

    anyio.run(main)


def test_no_task_is_left_by_early_ends() -> None:
    """Leaving, cancelling and failing leave no task and no connection behind."""
    endless = Answer(
        headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)] * 500, framing="chunked", pause=0.01
    )

    async def main() -> None:
        async with serving(endless) as server, fast_client(server.base_url) as client:
            for _ in range(10):
                async with client.stream("hi") as stream:
                    await anext(stream)
                with anyio.move_on_after(0.02):
                    await client.chat("hi")
            with anyio.fail_after(5):
                while server.open_now:  # noqa: ASYNC110 - the other side is a socket
                    await anyio.sleep(0.01)
            names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
        assert not [name for name in names if "aiohttp" in name or "ClientRequest" in name or "_request" in name]

    anyio.run(main)


def test_cookies_are_not_kept() -> None:
    """What one answer sets is not sent with the next request."""
    sets = Answer(headers={**WHOLE.headers, "set-cookie": "a=1; Path=/"}, chunks=WHOLE.chunks, framing="length")

    async def main() -> None:
        async with serving(sets) as server, fast_client(server.base_url) as client:
            for _ in range(2):
                await client.chat("hi")
        assert ["cookie" in seen.headers for seen in server.seen] == [False, False]

    anyio.run(main)
