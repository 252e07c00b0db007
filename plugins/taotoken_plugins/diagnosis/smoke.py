"""The smoke request: one short request as the tool would send it, and what its failure proves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, parse_base_url
from taotoken._errors import BadResponseError, ConfigurationError, TaoTokenError
from taotoken_plugins._host import Host
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins._tool import AuthHeader, Effective, Tool
from taotoken_plugins.diagnosis import facts as known_facts
from taotoken_plugins.diagnosis._finding import Report, SmokeResult
from taotoken_plugins.diagnosis._tilde import with_tilde
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.verdict import Facts, judge_failure

if TYPE_CHECKING:
    from taotoken._reply import Protocol, Reply

PROMPT = "Reply with the single word: ok"
MAX_TOKENS = 64
# Agents always offer tools, and gateways fail on them separately: so does this request, with one.
TOOL_DEFINITION: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "read_file",
        "description": "Read a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    },
}


async def smoke(tool: Tool, host: Host, *, timeout: float = 30.0) -> SmokeResult:
    """Send the tool's own kind of request with the settings effective in `host.cwd`.

    The URL, header and model are exactly what the tool would use: nothing is repaired on the way. A failure
    carries the finding that names its cause; further probes go to the same host only. Never raises
    TaoTokenError. `timeout` is in seconds for each request.
    """
    facts = collect(tool, host)
    report = judge(facts)
    if report.root_cause is not None:
        return replace(_result(tool, facts), finding=with_tilde(report.findings[0], host))
    result, _ = await smoke_with(tool, facts, timeout=timeout)
    return replace(result, finding=with_tilde(result.finding, host)) if result.finding else result


async def smoke_with(tool: Tool, facts: known_facts.Facts, *, timeout: float) -> tuple[SmokeResult, Report]:
    """The request for settings already collected and found clean, and all that is to say once it is done."""
    effective = facts.effective or Effective()
    result = _result(tool, facts)
    try:
        reply = await _request(tool, effective, timeout)
    except TaoTokenError as error:
        report = judge_failure(facts, effective, await _probe(tool, effective, error, timeout))
        return replace(result, finding=report.findings[0]), report
    timing = reply.timing
    good = known_facts.RequestProbe(url=effective.endpoint_url or "", status=200)
    result = replace(
        result, ok=True, ttft=timing.ttft, tpot=timing.tpot, total=timing.total, reply_text=reply.text
    )
    return result, judge(replace(facts, probes=(*facts.probes, good)))


def _result(tool: Tool, facts: known_facts.Facts) -> SmokeResult:
    effective = facts.effective or Effective()
    return SmokeResult(
        tool_id=tool.id,
        ok=False,
        url=effective.endpoint_url,
        auth_headers=effective.auth_headers,
        model=effective.model,
    )


_PROTOCOLS: dict[str, Protocol] = {"completions": "chat", "responses": "responses", "messages": "messages"}


def _protocol(tool: Tool, effective: Effective) -> Protocol:
    """The protocol of the URL in use: a tool may be set to another provider than the one we set up."""
    return _PROTOCOLS.get((effective.endpoint_url or "").rpartition("/")[2], tool.protocol)


async def _request(tool: Tool, effective: Effective, timeout: float, *, url: str | None = None) -> Reply:
    """One streamed request with a tool definition; an answer with nothing in it counts as a failure."""
    from taotoken import AsyncTaoToken, RetryPolicy

    endpoint = Endpoint.parse(
        effective.base_url or "", effective.api_key or "", effective.model or "", allow_http=True
    )
    headers = effective.auth_headers
    both = {"x-api-key": endpoint.api_key} if len(headers) > 1 else None
    async with (
        AsyncTaoToken(
            endpoint,
            auth=headers[0] if headers else "auto",
            retry=RetryPolicy(max_retries=0),
            timeout=timeout,
        ) as client,
        client.stream(
            PROMPT,
            protocol=_protocol(tool, effective),
            url=url or effective.endpoint_url,
            max_tokens=MAX_TOKENS,
            tools=[TOOL_DEFINITION],
            extra_headers=both,
        ) as stream,
    ):
        reply = await stream.reply()
    if not (reply.text or reply.reasoning or reply.tool_calls or reply.finish_reason == "length"):
        raise BadResponseError(str(texts.EMPTY_REPLY()), cause=Cause.EMPTY_REPLY, http_status=200)
    return reply


async def _probe(tool: Tool, effective: Effective, error: TaoTokenError, timeout: float) -> Facts:
    """The further facts that tell look-alike causes apart, from cheap to dear."""
    facts = Facts(error=error)
    if error.code in ("model_unavailable", "endpoint_not_found"):
        facts = replace(facts, models=await _models(tool, effective, timeout))
    if error.code == "endpoint_not_found":
        facts = replace(facts, good_url=await _good_url(tool, effective, timeout))
    if error.code in ("authentication", "permission") and tool.protocol == "messages":
        other: AuthHeader = "bearer" if effective.auth_headers == ("x-api-key",) else "x-api-key"
        accepted = await _passes_auth(tool, replace(effective, auth_headers=(other,)), timeout)
        facts = replace(facts, other_header_ok=accepted)
    return facts


async def _models(tool: Tool, effective: Effective, timeout: float) -> tuple[str, ...] | None:
    from taotoken import AsyncTaoToken, RetryPolicy

    try:
        endpoint = Endpoint.parse(effective.base_url or "", effective.api_key or "", allow_http=True)
        async with AsyncTaoToken(endpoint, retry=RetryPolicy(max_retries=0), timeout=timeout) as client:
            return tuple(model.id for model in await client.models(tool.protocol))
    except TaoTokenError:
        return None


async def _good_url(tool: Tool, effective: Effective, timeout: float) -> str | None:
    """The URL that works where the tool's own does not, on the same host."""
    candidate = _repaired_url(tool, effective)
    if candidate is None or candidate == effective.endpoint_url:
        return None
    try:
        await _request(tool, effective, timeout, url=candidate)
    except TaoTokenError as error:
        return (
            None
            if error.code in ("endpoint_not_found", "connection", "bad_response", "timeout")
            else candidate
        )
    return candidate


def _repaired_url(tool: Tool, effective: Effective) -> str | None:
    """The URL the tool should POST to, were its base URL spelled right; None when it can't be told."""
    try:
        clean = parse_base_url(effective.base_url or "", allow_http=True)
        return Endpoint(base_url=clean.url, api_key="unused-for-url", allow_http=True).url(tool.protocol)
    except ConfigurationError:
        return None


async def _passes_auth(tool: Tool, effective: Effective, timeout: float) -> bool:
    try:
        await _request(tool, effective, timeout)
    except TaoTokenError as error:
        return error.code not in ("authentication", "permission", "connection", "timeout", "configuration")
    return True


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
