"""A baseline: the same few requests, with what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final

from taotoken._protocol import Protocol
from taotoken._text import mask_keys_in
from taotoken.measure._asking import Asker, OnRecord
from taotoken.measure._record import Record

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken

DEFAULT_PROMPT: Final = "Explain in a few sentences how a bicycle stays upright while someone rides it."
DEFAULT_RUNS: Final = 10
LEAST_RUNS: Final = 5
"""Of fewer runs on both sides no test could tell a change: with 4 and 4 chance alone gives 3 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineSettings:
    """What is asked of whom. All runs of a baseline have the same."""

    base_url: str
    model: str
    protocol: Protocol = "chat"
    prompt: str = DEFAULT_PROMPT
    max_tokens: int = 50
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineRun:
    """One request. Times are seconds; counts are None where the server told none."""

    ttft: float | None
    tpot: float | None
    e2e: float | None
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None = None
    finish_reason: str | None = None
    answered_by: str | None = None
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """What several runs of one request gave, at `taken_at`."""

    settings: BaselineSettings
    taken_at: datetime
    runs: tuple[BaselineRun, ...]

    @property
    def distinct(self) -> int:
        """How many different answers there are."""
        return len({run.text for run in self.runs})


async def take_baseline(
    client: AsyncTaoToken,
    settings: BaselineSettings,
    *,
    taken_at: datetime,
    runs: int = DEFAULT_RUNS,
    on_record: OnRecord | None = None,
) -> Baseline:
    """Ask `runs` times, one after another, after one request that isn't counted: it opens the connection, and after
    it the prompt is in every cache that keeps it.

    Raises:
        ValueError: fewer than 5 runs, which say nothing.
        TaoTokenError: a request failed, and again when it was repeated.
    """
    if runs < LEAST_RUNS:
        raise ValueError(f"a baseline takes {LEAST_RUNS} runs or more")
    asker = Asker(client=client, on_record=on_record)
    records = [await _ask(asker, settings) for _ in range(runs + 1)]
    key = client.endpoint.api_key
    return Baseline(settings=settings, taken_at=taken_at, runs=tuple(_run(record, key) for record in records[1:]))


async def _ask(asker: Asker, settings: BaselineSettings) -> Record:
    return await asker.ask(
        settings.prompt,
        model=settings.model,
        protocol=settings.protocol,
        max_tokens=settings.max_tokens,
        temperature=settings.temperature,
        top_p=settings.top_p,
        seed=settings.seed,
    )


def _run(record: Record, key: str) -> BaselineRun:
    told = record.tokens_source == "usage"
    return BaselineRun(
        ttft=record.ttft,
        tpot=record.tpot,
        e2e=record.e2e,
        input_tokens=record.input_tokens,
        output_tokens=record.output_tokens if told else None,
        cached_tokens=record.cached_tokens,
        finish_reason=record.finish_reason,
        answered_by=record.answered_by,
        text=mask_keys_in(record.text or "", key),  # what is kept holds no key, also where an answer repeats one
    )
