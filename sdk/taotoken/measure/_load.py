"""What load to put on a gateway, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from taotoken._errors import ConfigurationError
from taotoken.measure._prompts import Prompts
from taotoken.measure._record import Failure, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The shape of a load.

    Attributes:
        concurrency: closed loop: so many requests are under way at any time; the next is sent when one ends.
        rate: open loop: requests per second on average, at the moments of a Poisson process, whatever the server
            does. Exactly one of `concurrency` and `rate` is given.
        requests: stop after so many requests to each target.
        seconds: stop sending after so long; what is under way then is waited for. At least one of `requests` and
            `seconds` is given; the first that is reached ends the load.
        warmup: requests to each target before the load; they are kept apart.
        prompts: what to ask.
        max_tokens: the bound of each answer in tokens; None leaves it to the server.
        keep_text: keep the answers in the records.
        silence: a request that brings nothing for so many seconds has failed.

    Raises:
        ConfigurationError: no shape, two shapes, no end, or a number that can't be.
    """

    concurrency: int | None = None
    rate: float | None = None
    requests: int | None = None
    seconds: float | None = None
    warmup: int = 1
    prompts: Prompts = field(default_factory=Prompts)
    max_tokens: int | None = 128
    keep_text: bool = False
    silence: float = 300.0

    def __post_init__(self) -> None:
        if (self.concurrency is None) == (self.rate is None):
            raise ConfigurationError("give either concurrency or rate")
        if self.requests is None and self.seconds is None:
            raise ConfigurationError("give requests or seconds, so that the load ends")
        for name in ("concurrency", "rate", "requests", "seconds", "max_tokens", "silence"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ConfigurationError(f"{name} must be more than 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a load is. `total` is None where only time ends it; `ttft` is the mean so far in seconds."""

    warming_up: bool
    done: int
    failed: int
    under_way: int
    total: int | None
    seconds: float
    ttft: float | None
    output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadResult:
    """What came of one load.

    Attributes:
        load: the shape, with the prompts as they were adjusted after the warm-up.
        labels: the targets' labels, in order.
        records: one for each request that ended, in the order they ended.
        warmup: those of the warm-up.
        transport: how requests were sent: ``fast``, ``direct``, ``aiohttp`` or ``httpx``, as for `run_load`.
        connects: seconds that each new connection took, where they are known apart from the requests.
        loop_lag: how many seconds late the event loop came to a timer, sampled every 10 ms.
        unfinished: requests that were under way when the load was stopped.
        stopped: was it stopped before its end?
        gave_up: why the load was ended by us: no request of the warm-up succeeded, or too many failed in a row.
    """

    load: Load
    labels: tuple[str, ...]
    records: tuple[Record, ...]
    warmup: tuple[Record, ...] = ()
    transport: str = "direct"
    connects: tuple[float, ...] = field(default=(), repr=False)
    loop_lag: tuple[float, ...] = field(default=(), repr=False)
    unfinished: int = 0
    stopped: bool = False
    gave_up: Failure | None = None

    def by_label(self) -> Mapping[str, tuple[Record, ...]]:
        """The records of each target."""
        return {label: tuple(record for record in self.records if record.label == label) for label in self.labels}
