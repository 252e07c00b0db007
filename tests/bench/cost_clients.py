"""One client, measured in a process of its own: `python tests/bench/cost_clients.py CLIENT PORT SCENARIO...`

Prints one JSON object: for each scenario the CPU seconds (user and system) and for how many requests or chunks.
Scenarios: ``whole:CONCURRENCY:REQUESTS`` and ``MODEL:CONCURRENCY:STREAMS``; ``streams`` and ``cancelled`` are about
what is left behind.
"""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MESSAGES = [{"role": "user", "content": "Say hello and then tell a short story about a river."}]
KEY = "sk-demo-000000000001"


@dataclass(frozen=True, kw_only=True)
class Client:
    """What is measured: a request by its model, and a stream by its model, which gives how many chunks it had."""

    whole: Callable[[str], Awaitable[object]]
    stream: Callable[[str], Awaitable[int]]
    first_token: Callable[[str], Awaitable[float]] | None = None
    cancel: Callable[[str], Awaitable[object]] | None = None


def taotoken(port: int, transport: Any) -> Client:
    """This package."""
    from taotoken import AsyncTaoToken, Endpoint

    client = AsyncTaoToken(Endpoint(base_url=f"http://127.0.0.1:{port}", api_key=KEY), transport=transport)

    async def stream(model: str) -> int:
        chunks = 0
        async with client.stream(MESSAGES, model=model) as opened:
            async for _ in opened:
                chunks += 1
            await opened.reply()
        return chunks

    async def first_token(model: str) -> float:
        async with client.stream(MESSAGES, model=model) as opened:
            return (await opened.reply()).timing.ttft or 0.0

    async def cancel(model: str) -> None:
        async with client.stream(MESSAGES, model=model) as opened:
            async for _ in opened:
                break

    return Client(
        whole=lambda model: client.chat(MESSAGES, model=model), stream=stream, first_token=first_token, cancel=cancel
    )


def openai(port: int) -> Client:
    """The usual SDK, where it is installed."""
    from importlib import import_module

    client: Any = import_module("openai").AsyncOpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key=KEY)
    create = client.chat.completions.create

    async def stream(model: str) -> int:
        chunks, options = 0, {"include_usage": True}
        opened = await create(model=model, messages=MESSAGES, stream=True, stream_options=options)
        async with opened:
            async for _ in opened:
                chunks += 1
        return chunks

    return Client(whole=lambda model: create(model=model, messages=MESSAGES), stream=stream)


def bare_aiohttp(port: int) -> Client:
    """aiohttp with the least on top: lines split, JSON decoded into plain values."""
    import aiohttp
    import msgspec

    sessions: list[aiohttp.ClientSession] = []
    url, headers = f"http://127.0.0.1:{port}/v1/chat/completions", {"authorization": f"Bearer {KEY}"}

    def post(model: str, streaming: bool) -> Any:
        if not sessions:
            sessions.append(aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), headers=headers))
        return sessions[0].post(url, json={"model": model, "messages": MESSAGES, "stream": streaming})

    async def whole(model: str) -> None:
        async with post(model, False) as response:
            msgspec.json.decode(await response.read())

    async def stream(model: str) -> int:
        async with post(model, True) as response:
            return await _count(response.content.iter_any())

    return Client(whole=whole, stream=stream)


def bare_httpx(port: int) -> Client:
    """httpx over small pools with the least on top."""
    import httpx
    import msgspec

    url, headers = f"http://127.0.0.1:{port}/v1/chat/completions", {"authorization": f"Bearer {KEY}"}
    idle: list[httpx.AsyncClient] = []

    def taken() -> httpx.AsyncClient:
        return idle.pop() if idle else httpx.AsyncClient(headers=headers, trust_env=False, verify=False, timeout=600)

    async def whole(model: str) -> None:
        client = taken()
        body = {"model": model, "messages": MESSAGES, "stream": False}
        msgspec.json.decode((await client.post(url, json=body)).content)
        idle.append(client)

    async def stream(model: str) -> int:
        client = taken()
        async with client.stream("POST", url, json={"model": model, "messages": MESSAGES, "stream": True}) as response:
            chunks = await _count(response.aiter_bytes())
        idle.append(client)
        return chunks

    return Client(whole=whole, stream=stream)


async def _count(body: Any) -> int:
    import msgspec

    decode, chunks, tail = msgspec.json.Decoder().decode, 0, b""
    async for data in body:
        *events, tail = (tail + data).split(b"\n\n")
        for event in events:
            if event != b"data: [DONE]":
                decode(event[6:])
                chunks += 1
    return chunks


CLIENTS: dict[str, Callable[[int], Client]] = {
    "openai": openai,
    "taotoken": lambda port: taotoken(port, "httpx"),
    "bare httpx": bare_httpx,
    "taotoken[fast]": lambda port: taotoken(port, "fast"),
    "bare aiohttp": bare_aiohttp,
}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def _cost(client: Client, model: str, concurrency: int, total: int) -> dict[str, float]:
    async def one(model: str) -> int:
        if model == "whole":
            await client.whole(model)
            return 1
        return await client.stream(model)

    await asyncio.gather(*[one("whole" if model == "whole" else "burst-50") for _ in range(concurrency)])
    left, items = iter(range(total)), 0

    async def work() -> None:
        nonlocal items
        for _ in left:
            done = await one(model)
            items += done

    before = _cpu()
    await asyncio.gather(*[work() for _ in range(concurrency)])
    return {"cpu": _cpu() - before, "items": items}


async def _left(client: Client, act: Callable[[str], Awaitable[object]], total: int, model: str) -> dict[str, float]:
    """Memory (MB) and open files after the first 100 and after all."""
    for _ in range(100):
        await act(model)
    first = _held()
    for _ in range(total - 100):
        await act(model)
    await asyncio.sleep(0.2)
    last = _held()
    return {"mb": first[0], "mb_after": last[0], "files": first[1], "files_after": last[1]}


def _held() -> tuple[float, float]:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6, len(list(Path("/proc/self/fd").iterdir()))


async def _scenario(client: Client, scenario: str) -> dict[str, float]:
    kind, *numbers = scenario.split(":")
    if kind == "streams":
        return await _left(client, client.stream, int(numbers[0]), "burst-20")
    if kind == "cancelled" and client.cancel is not None:
        return await _left(client, client.cancel, int(numbers[0]), "burst-2000")
    if kind == "first" and client.first_token is not None:
        await asyncio.gather(*[client.first_token("paced-40-5") for _ in range(64)])
        times = await asyncio.gather(*[client.first_token("paced-40-5") for _ in range(64)])
        return {"median": statistics.median(times), "worst": max(times)}
    return await _cost(client, kind, int(numbers[0]), int(numbers[1]))


async def _main(name: str, port: int, scenarios: list[str]) -> None:
    client = CLIENTS[name](port)
    print(json.dumps({scenario: await _scenario(client, scenario) for scenario in scenarios}), flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
