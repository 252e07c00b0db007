"""When things arrived, and the figures made of it. The definitions are on `Timing`."""

from __future__ import annotations

from collections.abc import Callable

from taotoken._reply import Timing

Clock = Callable[[], float]

REASONING = 1
OUTPUT = 2


class Stopwatch:
    """The arrival times of one exchange, in seconds after `start`."""

    __slots__ = ("_clock", "_first", "_first_output", "_gaps", "_headers", "_last", "_opened", "_start", "_total")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = clock()
        self._headers: float | None = None
        self._opened: float | None = None
        self._first: float | None = None
        self._first_output: float | None = None
        self._last: float | None = None
        self._gaps: list[float] = []
        self._total: float | None = None

    def now(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._start

    @property
    def last_token(self) -> float | None:
        """When the last chunk with text came, or None before the first."""
        return self._last

    def headers(self) -> None:
        """The response headers are here."""
        self._headers = self.now()

    def event(self, at: float, carried: int) -> None:
        """An event came at `at`; `carried` says which text was in it (REASONING, OUTPUT, both or neither)."""
        if self._opened is None:
            self._opened = at
        if not carried:
            return
        if self._last is None:
            self._first = at
        else:
            self._gaps.append(at - self._last)
        self._last = at
        if carried & OUTPUT and self._first_output is None:
            self._first_output = at

    def events(self, at: float, tokens: int, carried: int) -> None:
        """Several events came in one read at `at`; `tokens` of them held text, of the kinds in `carried`."""
        self.event(at, carried)
        if tokens > 1:
            self._gaps.extend([0.0] * (tokens - 1))

    def finish(self) -> None:
        """The body is drained."""
        if self._total is None:
            self._total = self.now()

    def timing(self, output_tokens: int | None) -> Timing:
        """The figures so far."""
        return Timing(
            ttfb=self._headers,
            ttfr=self._opened,
            ttft=self._first,
            ttfo=self._first_output,
            tpot=per_token(self._first, self._last, output_tokens),
            itl=tuple(self._gaps),
            e2e=self._last,
            total=self._total,
        )


def per_token(first: float | None, last: float | None, tokens: int | None) -> float | None:
    """TPOT: the seconds per token after the first; None below two tokens, or where one moment brought them all."""
    if first is None or last is None or last == first or tokens is None or tokens < 2:
        return None
    return (last - first) / (tokens - 1)
