"""What is found out on the network, from cheap to dear: the way, one request, and on a failure what tells the causes
apart. It stops as soon as a cause is proved."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._errors import TaoTokenError
from taotoken._url import is_loopback
from taotoken_plugins._tool import AuthHeader, Effective, Tool
from taotoken_plugins.diagnosis import verdict
from taotoken_plugins.diagnosis._ask import LONG_PROMPT, Answer, Target, ask, good_url, models, passes_with, target_of
from taotoken_plugins.diagnosis._finding import Report, SmokeResult
from taotoken_plugins.diagnosis._make import LOCAL_SWITCHERS
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.explain import explain
from taotoken_plugins.diagnosis.facts import ConnectProbe, Facts, RequestProbe, RunProbe, TlsProbe
from taotoken_plugins.diagnosis.known import kept_key

RunTool = Callable[[], Awaitable[RunProbe | None]]

_ANY_MODEL: Final = "default"  # where a program names the model in its code, and the gateway lists none
_STEP_SECONDS: Final = 5.0
_LEAST: Final = 0.2  # seconds that even a late step gets
_LATE: Final = 0.5  # a reply that takes this long and comes at once may have been held back
_AT_ONCE: Final = 0.05
_OF_THE_WAY: Final = ("connection", "proxy", "tls", "timeout")


@dataclass(frozen=True, slots=True, kw_only=True)
class Investigation:
    """The request (None: none was sent), all there is to say then, and the facts it is said from."""

    smoke: SmokeResult | None
    report: Report
    facts: Facts

    @property
    def way(self) -> tuple[ConnectProbe | TlsProbe, ...]:
        """What the way to the gateway showed."""
        return tuple(probe for probe in self.facts.probes if isinstance(probe, ConnectProbe | TlsProbe))


class _Budget:
    """Seconds that all steps share."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self, most: float | None = None) -> float:
        left = max(self._end - time.monotonic(), _LEAST)
        return left if most is None else min(most, left)


async def investigate(
    tool: Tool, facts: Facts, *, timeout: float, thorough: bool, run: RunTool | None = None
) -> Investigation:
    """The tool's own kind of request, for settings already collected and found clean, and all there is to say then.

    No request is made, and None comes, where the key is made by a command or a login: it isn't known here.
    `timeout` is in seconds for all steps. `thorough` looks along the way before the request, and again at a stream
    that may have been held back; without it nothing goes out but the request, unless it fails. `run` runs the tool
    itself: where the gateway admits only certain programs, its word counts.
    """
    budget = _Budget(timeout)
    target = target_of(tool, facts)
    if thorough and target.url:
        facts = await _with_way(facts, target, budget)
        if (report := judge(facts)).root_cause is not None:
            return _failed_so(tool, facts, report)
    if target.headers and not target.api_key:
        return Investigation(smoke=None, report=judge(facts), facts=facts)
    if not target.model:
        listed = await models(target, seconds=budget.left(_STEP_SECONDS)) or (_ANY_MODEL,)
        target = replace(target, model=listed[0])
    answer = await ask(target, seconds=budget.left())
    facts = replace(facts, probes=(*facts.probes, *answer.clock))
    if answer.error is None:
        return await _good(tool, facts, target, answer, budget if thorough else None)
    if answer.error.cause is Cause.CLIENT_NOT_ALLOWED and run is not None and (ran := await run()) is not None:
        return as_it_says(tool, facts, ran)
    if answer.error.code in _OF_THE_WAY and not thorough and target.url:
        facts = await _with_way(facts, target, budget)
    return _failed_so(tool, facts, await _failed(facts, target, answer.error, budget))


def as_it_says(tool: Tool, facts: Facts, ran: RunProbe) -> Investigation:
    """The verdict of the real tool: what it printed is judged like any text."""
    facts = replace(facts, probes=(*facts.probes, ran))
    smoke = replace(result_of(tool, facts), ok=ran.ok, total=ran.seconds, run=ran)
    if ran.ok:
        return Investigation(smoke=smoke, report=judge(facts), facts=facts)
    report = explain(ran.text, facts)
    finding = report.findings[0] if report.findings else None
    return Investigation(smoke=replace(smoke, finding=finding), report=report, facts=facts)


def _failed_so(tool: Tool, facts: Facts, report: Report) -> Investigation:
    smoke = replace(result_of(tool, facts), finding=report.findings[0])
    return Investigation(smoke=smoke, report=report, facts=facts)


async def _with_way(facts: Facts, target: Target, budget: _Budget) -> Facts:
    from taotoken_plugins.diagnosis._way import listening, look_along

    seen = await look_along(
        target.url or "", target.env, authorities=target.authorities, seconds=budget.left(_STEP_SECONDS)
    )
    if any(isinstance(probe, ConnectProbe) and probe.result == "refused" for probe in seen) and _is_local(target):
        seen += await listening(LOCAL_SWITCHERS)
    return replace(facts, probes=(*facts.probes, *seen))


def _is_local(target: Target) -> bool:
    return is_loopback(urlsplit(target.url or "").hostname or "")


async def _good(tool: Tool, facts: Facts, target: Target, answer: Answer, budget: _Budget | None) -> Investigation:
    """The request worked; it may still have been slow, or held back."""
    probe = answer.probe(target.url or "")
    probes = [probe]
    if budget is not None and _held_back(probe):
        again = await ask(target, seconds=budget.left(), prompt=LONG_PROMPT)
        probes += [again.probe(target.url or "")] if again.error is None else []
    report = judge(replace(facts, probes=(*facts.probes, *probes)))
    timing, text = (answer.reply.timing, answer.reply.text) if answer.reply else (None, "")
    result = replace(result_of(tool, facts), ok=True, reply_text=text)
    if timing is not None:
        result = replace(result, ttfb=timing.ttfb, ttft=timing.ttft, tpot=timing.tpot, total=timing.total)
    result = replace(result, finding=report.findings[0] if report.root_cause else None)
    return Investigation(smoke=result, report=report, facts=facts)


def _held_back(probe: RequestProbe) -> bool:
    return (probe.total or 0) >= _LATE and probe.spread is not None and probe.spread < _AT_ONCE


def result_of(tool: Tool, facts: Facts) -> SmokeResult:
    """A request not made yet: where it would go."""
    effective = facts.effective or Effective()
    return SmokeResult(
        tool_id=tool.id,
        ok=False,
        url=effective.endpoint_url,
        auth_headers=effective.auth_headers,
        model=effective.model,
    )


async def _failed(facts: Facts, target: Target, error: TaoTokenError, budget: _Budget) -> Report:
    """The further facts that tell look-alike causes apart, from cheap to dear."""
    known = verdict.Facts(error=error)
    if error.code in ("model_unavailable", "endpoint_not_found"):
        known = replace(known, models=await models(target, seconds=budget.left(_STEP_SECONDS)))
    if error.code == "endpoint_not_found":
        known = replace(known, good_url=await good_url(target, seconds=budget.left()))
    if error.code in ("authentication", "permission") and target.protocol == "messages":
        other: AuthHeader = "bearer" if target.headers == ("x-api-key",) else "x-api-key"
        accepted = await passes_with(target, (other,), seconds=budget.left())
        known = replace(known, other_header_ok=accepted)
    if error.code == "authentication" and (kept := kept_key(facts, target.base_url, target.api_key)):
        accepted = await passes_with(replace(target, api_key=kept), target.headers[:1], seconds=budget.left())
        known = replace(known, kept_key_ok=accepted)
    return verdict.judge_failure(facts, facts.effective or Effective(), known)
