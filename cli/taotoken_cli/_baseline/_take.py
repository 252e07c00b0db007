"""Asking for a baseline, with the progress shown."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from taotoken import AsyncTaoToken
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken.measure import Baseline, BaselineSettings, take_baseline
from taotoken_cli._app import App
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._progress_line import Counter, ProgressLine
from taotoken_cli._texts import baseline as texts
from taotoken_plugins._problem import Problem

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken_plugins._host import Host


def check_seed(seed: int | None, protocol: Protocol) -> None:
    """Raises UsageProblemError for a seed that the protocol has no place for."""
    if seed is not None and protocol != "chat":
        message = texts.SEED_ELSEWHERE(protocol=protocol)
        raise UsageProblemError(
            Problem(code="usage", message=message, field="--seed", next=texts.SEED_ELSEWHERE_NEXT())
        )


def take(app: App, host: Host, endpoint: Endpoint, settings: BaselineSettings, runs: int) -> Baseline:
    """The baseline as it is now. Raises TaoTokenError where a request fails, and again when repeated."""
    requests = runs + 1
    app.console.note(texts.ASKING(model=safe_text(settings.model, 60), requests=requests))

    async def perform(counter: Counter) -> Baseline:
        async with AsyncTaoToken(endpoint) as client:
            return await take_baseline(
                client, settings, taken_at=host.now, runs=runs, on_record=lambda _: counter.step()
            )

    with ProgressLine(app.console) as line:
        return asyncio.run(perform(Counter(line, texts.PROGRESS, requests)))
