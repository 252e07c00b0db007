"""`Gateway`: the settings of a test gateway and its life, in the caller's event loop or a thread of its own."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import h11

from taotoken._endpoint import Endpoint
from taotoken._reply import ToolCall
from taotoken.testing._answers import Script, Text
from taotoken.testing._errors import openai_error
from taotoken.testing._faults import check_fault, play
from taotoken.testing._record import Exchange, RecordedRequest, log_line
from taotoken.testing._response import GatewayTiming, Response
from taotoken.testing._routes import Accepts, Config, find, read_key, split_fault
from taotoken.testing._server import Connection, Framing

_BACKLOG = 512


class Gateway:
    """A real server on 127.0.0.1 that speaks Chat Completions, Responses and Messages.

    Use ``async with Gateway(...) as gateway`` in asyncio, or ``with Gateway(...).in_thread() as gateway``
    anywhere (in trio too, and where the client blocks the loop). Any number may run at once.

    Args:
        keys: the keys it admits.
        models: the model ids it has; ``/v1/models`` lists them, another one is a 404.
        mount: path the API lives under; everything else is a 404 or a page of the gateway's web site.
        accepts: the header that must carry the key: either ("any"), ``Authorization: Bearer`` ("bearer"), or
            ``x-api-key``.
        strict_header: refuse a request that carries the other header too. None: only with "x-api-key".
        text: the reply, or a function of the request that gives it; split into tokens at words.
        reasoning: thinking sent before the text.
        tool_calls: calls sent after the text, where the request offers the tool and brings no result yet.
        timing: when tokens are due.
        fault: one of `FAULTS`; a path prefix ``/_fault/<name>`` before the mount does the same for one client.
        clients: parts of a User-Agent by which the fault ``403-client`` knows the programs that it lets in.
        times: how many requests the fault hits before the gateway is healthy; None: all.
        framing: how bodies end: "auto" (JSON with a length, streams chunked), "chunked", or by "close".
        port: 0 takes a free one.
        log: a file that gets one JSON line per request when its answer begins, with keys masked.
        on_request: called with each request when its answer begins (in the gateway's thread).

    What `text` or `on_request` raises is raised again when the gateway stops.

    Raises:
        ValueError: an unknown fault or a mount that is not a path.
    """

    def __init__(
        self,
        *,
        keys: Sequence[str] = ("sk-test-gateway-000001",),
        models: Sequence[str] = ("demo-large", "demo-small"),
        mount: str = "/api",
        accepts: Accepts = "any",
        strict_header: bool | None = None,
        text: Text = "Hello from the gateway.",
        reasoning: str = "",
        tool_calls: Sequence[ToolCall] = (),
        timing: GatewayTiming | None = None,
        fault: str | None = None,
        clients: Sequence[str] = (),
        times: int | None = None,
        framing: Framing = "auto",
        port: int = 0,
        log: str | Path | None = None,
        on_request: Callable[[RecordedRequest], None] | None = None,
    ) -> None:
        mount = mount.rstrip("/")
        if mount and not mount.startswith("/"):
            raise ValueError(f"mount must start with '/', not {mount!r}")
        self._config = Config(
            keys=tuple(keys),
            models=tuple(models),
            mount=mount,
            accepts=accepts,
            strict_header=accepts == "x-api-key" if strict_header is None else strict_header,
            script=Script(text=text, reasoning=reasoning, tool_calls=tuple(tool_calls)),
            timing=timing or GatewayTiming(),
            clients=tuple(clients),
        )
        self._fault = check_fault(fault)
        self._times = times
        self._framing: Framing = framing
        self._port = port
        self._log_path = log
        self._log: TextIO | None = None
        self._on_request = on_request
        self._exchanges: list[Exchange] = []
        self._connections: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._request_numbers = itertools.count(1)
        self._server: asyncio.Server | None = None
        self._failures: list[Exception] = []

    @property
    def port(self) -> int:
        """The TCP port; 0 before the start of a gateway that takes a free one."""
        return self._port

    @property
    def base_url(self) -> str:
        """``http://127.0.0.1:PORT`` and the mount: what a user would configure, without ``/v1``."""
        return f"{self.origin}{self._config.mount}"

    @property
    def origin(self) -> str:
        """``http://127.0.0.1:PORT``, the gateway's web site; also good as a proxy that refuses and records."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def endpoint(self) -> Endpoint:
        """Base URL, the first key and the first model."""
        return Endpoint(base_url=self.base_url, api_key=self._config.keys[0], model=self._config.models[0])

    def fault_url(self, name: str) -> str:
        """The base URL at which this one fault is played, whatever `fault` says."""
        return f"{self.origin}/_fault/{check_fault(name)}{self._config.mount}"

    @property
    def requests(self) -> tuple[RecordedRequest, ...]:
        """Everything that was asked so far, in order of arrival, the unfinished included."""
        return tuple(exchange.snapshot() for exchange in tuple(self._exchanges))

    def clear(self) -> None:
        """Forget what was asked so far, so that `requests` starts anew."""
        self._exchanges.clear()

    @property
    def fault(self) -> str | None:
        """The fault being played; set it to another name or None at any time."""
        return self._fault

    @fault.setter
    def fault(self, name: str | None) -> None:
        self.set_fault(name)

    def set_fault(self, name: str | None, *, times: int | None = None) -> None:
        """Play `name` from now on, for the next `times` requests it hits (None: for all)."""
        self._fault, self._times = check_fault(name), times

    async def __aenter__(self) -> Self:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            raise RuntimeError("this loop is not asyncio's: use 'with gateway.in_thread()'") from None
        await self._start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop()
        if error is None:
            self._raise_failure()

    @contextmanager
    def in_thread(self) -> Iterator[Self]:
        """Run in a thread with its own event loop; leaving the block stops both.

        Raises:
            OSError: the port is taken, or the log can't be opened.
        """
        ready: Future[Callable[[], object]] = Future()
        thread = threading.Thread(target=lambda: asyncio.run(self._run(ready)), name="gateway", daemon=True)
        thread.start()
        try:
            stop = ready.result()
        except BaseException:
            thread.join()
            raise
        try:
            yield self
        finally:
            stop()
            thread.join()
        self._raise_failure()

    async def _run(self, ready: Future[Callable[[], object]]) -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        try:
            await self._start()
        except Exception as error:  # noqa: BLE001 - it belongs to the thread that waits
            ready.set_exception(error)
            return
        ready.set_result(partial(loop.call_soon_threadsafe, stopped.set))
        try:
            await stopped.wait()
        finally:
            await self._stop()

    async def _start(self) -> None:
        if self._server:
            raise RuntimeError("this gateway is running already")
        self._failures.clear()
        if self._log_path:
            self._log = open(self._log_path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115, ASYNC230
        try:
            self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port, backlog=_BACKLOG)
        except OSError:
            self._close_log()
            raise
        self._port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        server, self._server = self._server, None
        if server:
            server.close()
        for task in tuple(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await asyncio.sleep(0)  # aborted sockets close in the next round of the loop
        if server:
            await server.wait_closed()
        self._close_log()

    def _close_log(self) -> None:
        if self._log:
            self._log.close()
            self._log = None

    def _raise_failure(self) -> None:
        if self._failures:
            raise self._failures[0]

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._server is None:
            writer.transport.abort()
            return
        number = next(self._numbers)
        connection = Connection(
            reader,
            writer,
            framing=self._framing,
            begin=lambda request: self._begin(request, number),
            answer=self._answer,
            answered=self._answered,
        )
        task = asyncio.get_running_loop().create_task(connection.run())
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    def _begin(self, request: h11.Request, connection: int) -> Exchange:
        target = request.target.decode("latin-1").removeprefix(self.origin)
        path, _, query = target.partition("?")
        exchange = Exchange(
            method=request.method.decode("ascii"),
            path=path,
            query=query,
            headers=tuple((n.decode("latin-1"), v.decode("latin-1")) for n, v in request.headers.raw_items()),
            connection=connection,
            request_id=f"req_{next(self._request_numbers):08d}",
        )
        read_key(self._config, exchange)
        self._exchanges.append(exchange)
        return exchange

    def _answer(self, exchange: Exchange) -> Response:
        try:
            return self._route(exchange)
        except Exception as error:  # noqa: BLE001 - of the caller's own function: raised again at the stop
            self._failures.append(error)
            return openai_error(500, f"The gateway's script raised {type(error).__name__}.")

    def _route(self, exchange: Exchange) -> Response:
        name, path = split_fault(exchange.path)
        call = find(self._config, exchange, path)
        if name:
            try:
                return play(check_fault(name), call)
            except ValueError as error:
                return openai_error(404, str(error), code="no_such_fault")
        response = play(self._fault if self._times != 0 else None, call)
        if exchange.fault and self._times:
            self._times -= 1
        return response

    def _answered(self, exchange: Exchange) -> None:
        if self._log:
            self._log.write(log_line(exchange.snapshot(), time.time()) + "\n")
        if self._on_request:
            try:
                self._on_request(exchange.snapshot())
            except Exception as error:  # noqa: BLE001 - as above
                self._failures.append(error)
