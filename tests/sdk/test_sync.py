"""The synchronous client: the same surface, from scripts, threads and inside a running event loop."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import inspect
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from taotoken import (
    AsyncTaoToken,
    Endpoint,
    Fallback,
    IncompleteStreamError,
    ModelUnavailableError,
    RetryPolicy,
    Stream,
    SyncStream,
    TaoToken,
    TaoTokenError,
    TextDelta,
    TimedOutError,
)
from taotoken.testing import Gateway, GatewayTiming

KEY = "sk-test-gateway-000001"
TEXT = "Hello from the gateway."


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Gateway().in_thread() as running:
        yield running


def client_of(gateway: Gateway, **options: Any) -> TaoToken:
    return TaoToken(Endpoint.parse(gateway.base_url, KEY, "demo-large"), **options)


def threads() -> list[threading.Thread]:
    """The threads of our clients."""
    return [thread for thread in threading.enumerate() if thread.name == "taotoken"]


def settle(condition: Any) -> None:
    """Wait until it holds, at most five seconds."""
    until = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def public(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


def test_the_surface_is_the_same() -> None:
    """Same arguments, same methods; only `aclose` is `close`."""
    assert public(AsyncTaoToken) - {"aclose"} == public(TaoToken) - {"close", "endpoint", "settings_sources"}
    assert public(Stream) - {"aclose", "waiting"} == public(SyncStream) - {"close"}
    for name in ("__init__", "chat", "stream", "models", "request"):
        asynchronous, synchronous = (
            inspect.signature(getattr(kind, name)).parameters for kind in (AsyncTaoToken, TaoToken)
        )
        assert list(asynchronous.values()) == list(synchronous.values()), name


def test_calls(gateway: Gateway) -> None:
    """Everything the client does, with one connection for all of it."""
    with client_of(gateway) as client:
        assert client.chat("hi").text == TEXT
        assert [model.id for model in client.models()] == ["demo-large", "demo-small"]
        assert client.request("GET", "/v1/models")["object"] == "list"
        assert list(client.usage) == ["demo-large"]
        assert client.endpoint.base_url == gateway.base_url
        assert client.source == client.settings_sources["base_url"] == "the arguments"
        assert KEY not in repr(client)
    assert threads() == []


def test_stream(gateway: Gateway) -> None:
    """Events as they come, then the reply; the loop may also be left to `reply`."""
    with client_of(gateway) as client:
        with client.stream("hi") as stream:
            assert not stream.delivered
            text = "".join(event.text for event in stream if isinstance(event, TextDelta))
            assert stream.delivered
            assert (text, stream.reply().text) == (TEXT, TEXT)
            assert list(stream) == []
        with client.stream("hi") as stream:
            assert stream.reply().finish_reason == "stop"


def test_events_come_when_they_come() -> None:
    """The first event doesn't wait for the last."""
    timing = GatewayTiming(first_token=0.0, between=0.15)
    with Gateway(timing=timing).in_thread() as slow, client_of(slow) as client, client.stream("hi") as stream:
        began = time.monotonic()
        next(stream)
        first = time.monotonic() - began
        list(stream)
        assert first < (time.monotonic() - began) / 2


def test_errors_are_the_same(gateway: Gateway) -> None:
    """Classes, attempts and fallback work as they do asynchronously."""
    with client_of(gateway, retry=RetryPolicy(max_retries=0)) as client:
        with pytest.raises(ModelUnavailableError) as caught:
            client.chat("hi", model="gone")
        assert len(caught.value.attempts) == 1
        assert client.chat("hi", model="gone", fallback=Fallback(["demo-small"])).model == "demo-small"
        with pytest.raises(TypeError, match="'modell'"):
            client.chat("hi", modell="x")  # type: ignore[call-arg]


def test_an_error_in_a_stream() -> None:
    """It comes out of the loop, with what had come; the block closes the connection."""
    with (
        Gateway(fault="stream-ends-early").in_thread() as cut,
        client_of(cut, retry=RetryPolicy(max_retries=0)) as client,
    ):
        with client.stream("hi") as stream, pytest.raises(IncompleteStreamError) as caught:
            list(stream)
        assert caught.value.partial is not None
        assert caught.value.partial.text
        assert client.chat("hi").text == TEXT


def test_leaving_a_stream_early(gateway: Gateway) -> None:
    """The client can be used on; a stream that was left can't."""
    with client_of(gateway) as client:
        with client.stream("hi") as stream:
            next(stream)
        with pytest.raises(TaoTokenError):
            stream.reply()
        assert client.chat("hi").text == TEXT


def test_timeouts_count() -> None:
    """A deadline ends the wait."""
    with (
        Gateway(fault="hang").in_thread() as silent,
        client_of(silent, timeout=0.2) as client,
        pytest.raises(TimedOutError),
    ):
        client.chat("hi")


async def _inside(gateway: Gateway) -> str:
    with client_of(gateway) as client, client.stream("hi") as stream:
        return client.chat("hi").text + stream.reply().text


def test_inside_a_running_loop(gateway: Gateway) -> None:
    """As in a notebook, where a loop runs already."""
    assert asyncio.run(_inside(gateway)) == TEXT * 2


def test_from_several_threads(gateway: Gateway) -> None:
    """One client, one thread of its own, any number of callers."""
    with client_of(gateway) as client:
        texts: list[str] = []
        callers = [threading.Thread(target=lambda: texts.append(client.chat("hi").text)) for _ in range(8)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert texts == [TEXT] * 8
        assert len(threads()) == 1


def test_context_variables_come_along(gateway: Gateway) -> None:
    """What a tracer keeps in a context variable is there when the request is made."""
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="unset")
    seen: list[str] = []

    def clock() -> float:
        seen.append(variable.get())
        return time.perf_counter()

    with client_of(gateway, clock=clock) as client:
        variable.set("mine")
        client.chat("hi")
    assert set(seen) == {"mine"}


def test_no_thread_before_the_first_call(gateway: Gateway) -> None:
    """Making a client costs no thread, and one that was never used has nothing to close."""
    client = client_of(gateway)
    assert threads() == []
    client.close()
    client.close()


def test_a_closed_client_is_closed(gateway: Gateway) -> None:
    """Calls after that are an error, not a new thread."""
    client = client_of(gateway)
    client.chat("hi")
    client.close()
    with pytest.raises(TaoTokenError, match="closed"):
        client.chat("hi")
    assert threads() == []


def test_closing_ends_the_calls_of_other_threads() -> None:
    """They get an error instead of waiting for ever."""
    with Gateway(fault="hang").in_thread() as silent:
        client = client_of(silent)
        errors: list[TaoTokenError] = []

        def ask() -> None:
            try:
                client.chat("hi")
            except TaoTokenError as error:
                errors.append(error)

        caller = threading.Thread(target=ask)
        caller.start()
        settle(lambda: silent.requests)
        client.close()
        caller.join(5)
    assert "closed during the call" in str(errors[0])
    assert threads() == []


def test_a_client_that_nobody_closes(gateway: Gateway) -> None:
    """When it is garbage its thread ends, without a warning."""
    client = client_of(gateway)
    client.chat("hi")
    with client.stream("hi") as stream:
        next(stream)
        del client
        gc.collect()
        assert stream.reply().text == TEXT  # a stream keeps its client
    del stream
    gc.collect()
    settle(lambda: not threads())
    gc.collect()


def test_calling_it_from_its_own_loop_is_an_error(gateway: Gateway) -> None:
    """It would wait for itself."""
    found: list[TaoTokenError] = []

    def clock() -> float:
        if not found and threading.current_thread().name == "taotoken":
            try:
                client.models()
            except TaoTokenError as error:
                found.append(error)
        return time.perf_counter()

    with client_of(gateway, clock=clock) as client:
        client.chat("hi")
    assert "its own event loop" in str(found[0])


def call(client: TaoToken, streaming: bool) -> None:
    if not streaming:
        client.chat("hi")
        return
    with client.stream("hi") as stream:
        list(stream)


@pytest.mark.parametrize("streaming", [False, True])
def test_interrupt_cancels_the_call(streaming: bool) -> None:
    """^C ends the wait, the request is dropped, and the client can be used on."""
    fault = "idle-stream" if streaming else "hang"
    with Gateway(fault=fault, times=1).in_thread() as silent, client_of(silent) as client:
        main = threading.main_thread().ident
        assert main is not None
        threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT)).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            call(client, streaming)
        assert time.monotonic() - began < 3
        assert client.chat("hi").text == TEXT


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-c", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


ENDINGS = {
    "not closed": "client.chat('hi'); print('done')",
    "in a stream": "context = client.stream('hi'); stream = context.__enter__(); next(stream); print('done')",
    "after a fork": """
import os
client.chat("hi")
child = os.fork()
if not child:
    client.chat("hi")
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print("done")
""",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_end_of_a_program(ending: str, gateway: Gateway) -> None:
    """However it ends, it ends at once and without a warning."""
    start = f"""
import sys
from taotoken import TaoToken
client = TaoToken(base_url=sys.argv[1], api_key="{KEY}", model="demo-large")
"""
    done = run(start + ENDINGS[ending], gateway.base_url)
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


def test_importing_it_is_light() -> None:
    """The name alone loads no event loop."""
    script = "import sys; from taotoken import TaoToken; print([m for m in ('asyncio', 'httpx') if m in sys.modules])"
    assert run(script).stdout == "[]\n"
