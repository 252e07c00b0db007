"""The smoke request: one short request as the tool would send it, and what its failure proves."""

from __future__ import annotations

from dataclasses import replace

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken_plugins._host import Host
from taotoken_plugins._tool import AuthHeader, Tool
from taotoken_plugins.diagnosis._ask import PROMPT
from taotoken_plugins.diagnosis._finding import Finding, Report, SmokeResult
from taotoken_plugins.diagnosis._secrets import secrets_of
from taotoken_plugins.diagnosis._tilde import with_tilde
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts, RunProbe
from taotoken_plugins.diagnosis.probes import as_it_says, investigate, result_of
from taotoken_plugins.diagnosis.real_run import run_once

__all__ = ["PROMPT", "detect_auth_header", "smoke"]


async def smoke(tool: Tool, host: Host, *, timeout: float = 30.0, by_tool: bool = False) -> SmokeResult:
    """Send the tool's own kind of request with the settings effective in `host.cwd`.

    The URL, header and model are exactly what the tool would use: nothing is repaired on the way. A failure
    carries the finding that names its cause; further probes go to the same host only. An answer to other settings
    than those of the tool's own files is no success. Never raises TaoTokenError. `timeout` is in seconds for all of it.

    With `by_tool`, and in any case where the gateway admits only certain programs, the tool itself is run once, and
    that is the verdict (`SmokeResult.run`); where it isn't installed, the request is what there is.
    """
    facts = collect(tool, host)

    async def run() -> RunProbe | None:
        return await run_once(tool, host, secrets=secrets_of(facts))

    if by_tool and (ran := await run()) is not None:
        return _tilde(as_it_says(tool, facts, ran).smoke or result_of(tool, facts), host)
    report = judge(facts)
    if report.root_cause is not None:
        return replace(result_of(tool, facts), finding=with_tilde(report.findings[0], host))
    asked = await investigate(tool, facts, timeout=timeout, thorough=False, run=run)
    result = asked.smoke or result_of(tool, facts)
    if result.ok and (finding := _shadow(facts, report)) is not None:
        result = replace(result, ok=False, finding=finding)
    return _tilde(result, host)


def _tilde(result: SmokeResult, host: Host) -> SmokeResult:
    return replace(result, finding=with_tilde(result.finding, host)) if result.finding else result


def shadow(tool: Tool, host: Host) -> Finding | None:
    """What to say where the tool doesn't use what its own files say here; None where it does."""
    facts = collect(tool, host)
    finding = _shadow(facts, judge(facts))
    return with_tilde(finding, host) if finding is not None else None


def _shadow(facts: Facts, report: Report) -> Finding | None:
    if not any(one.here and one.pieces for one in facts.overrides):
        return None
    finding = next((one for one in report.findings if one.cause is Cause.SETTINGS_SHADOWED), None)
    return replace(finding, level="error") if finding is not None else None


async def detect_auth_header(endpoint: Endpoint, *, timeout: float = 15.0) -> AuthHeader | None:
    """Which header this gateway takes on the messages protocol: bearer where both do, None when neither does
    or the gateway can't be asked."""
    from taotoken import AsyncTaoToken, RetryPolicy

    for header in ("bearer", "x-api-key"):
        try:
            async with AsyncTaoToken(
                endpoint, auth=header, retry=RetryPolicy(max_retries=0), timeout=timeout
            ) as client:
                await client.chat(PROMPT, protocol="messages", max_tokens=1)
        except ConfigurationError:
            return None
        except TaoTokenError as error:
            if error.code in ("authentication", "permission"):
                continue
            return header if error.http_status is not None else None
        return header
    return None
