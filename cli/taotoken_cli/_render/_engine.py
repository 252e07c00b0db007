"""A self-hosted server's own figures, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taotoken._duration import seconds
from taotoken._message import Message
from taotoken.measure import Engine, Timings, Trace
from taotoken_cli._console import Console
from taotoken_cli._render._columns import hanging
from taotoken_cli._texts import trace as texts


def engine_lines(traces: Sequence[Trace], console: Console) -> Iterator[str]:
    """A heading and a row for each thing that the server told; nothing where it told nothing.

    Of several requests it is the first that is told, unless only the later ones have figures of their own.
    """
    trace = traces[0]
    if trace.timings is None and not (trace.engine is not None and trace.engine.own):
        trace = traces[-1]
    engine, timings = trace.engine, trace.timings
    own = texts.OWN() if trace is traces[0] else texts.OWN_LAST()
    rows = [*_told(timings), *_measured(engine, with_times=timings is None)]
    if not rows:
        return
    if timings is not None:
        requests = own
    elif engine is not None and engine.requests:
        requests = own if engine.own else texts.MEAN(count=engine.requests)
    else:
        requests = texts.NO_MEAN()
    yield ""
    yield console.words(texts.ENGINE_HEAD(name=engine.name if engine else "llama.cpp", requests=requests))
    for name, message in rows:
        yield from hanging(console.words(name), console.words(message), label_width=11)


def _told(timings: Timings | None) -> Iterator[tuple[Message, Message | str]]:
    if timings is not None:
        cached = timings.cached_tokens
        yield (
            texts.PREFILL(),
            texts.PREFILL_TOLD(
                time=seconds(timings.prompt_seconds),
                tokens=f"{timings.prompt_tokens:,}",
                cached="?" if cached is None else f"{cached:,}",
            ),
        )
        yield (
            texts.DECODE(),
            texts.DECODE_TOLD(
                time=seconds(timings.output_seconds), tokens=timings.output_tokens, tpot=seconds(timings.tpot)
            ),
        )


def _measured(engine: Engine | None, *, with_times: bool) -> Iterator[tuple[Message, Message | str]]:
    if engine is None:
        return
    times = (
        (texts.QUEUE, engine.queue),
        (texts.PREFILL, engine.prefill),
        (texts.ENGINE_TTFT, engine.ttft),
        (texts.DECODE, engine.decode),
    )
    for name, value in times:
        if value is not None and with_times:
            yield name(), seconds(value)
    if engine.kv_cache_used is not None and engine.prefix_hits is not None:
        yield texts.KV_CACHE(), texts.KV_HITS(used=f"{engine.kv_cache_used:.0%}", hits=f"{engine.prefix_hits:.0%}")
    elif engine.kv_cache_used is not None:
        yield texts.KV_CACHE(), texts.KV_USED(used=f"{engine.kv_cache_used:.0%}")
    elif engine.prefix_hits is not None:
        yield texts.KV_CACHE(), texts.KV_ONLY_HITS(hits=f"{engine.prefix_hits:.0%}")
    if engine.running is not None and engine.waiting is not None:
        yield texts.LOAD(), texts.RUNNING(running=engine.running, waiting=engine.waiting)
    if engine.text_tokens is not None:
        yield texts.PIECES(), texts.SPLIT(tokens=f"{engine.text_tokens:,}", pieces=_pieces(engine))


def _pieces(engine: Engine) -> str:
    """The text as it was cut, as far as it is known."""
    cut = len(engine.pieces) < (engine.text_tokens or 0)
    return " | ".join([*engine.pieces, "…"] if cut else engine.pieces)
