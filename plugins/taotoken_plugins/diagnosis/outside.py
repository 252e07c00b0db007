"""The smallest request outside the tool: does the gateway answer to these three pieces, once they are clean?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._tool import AuthHeader, Effective, Tool, Wanted
from taotoken_plugins.diagnosis._ask import Target, ask
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._pieces import profile_of, repaired
from taotoken_plugins.diagnosis._route import request_env
from taotoken_plugins.diagnosis.known import host_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """One request of ours with the repaired pieces. `ttft` is in seconds; `error` is safe to show."""

    url: str
    model: str
    ok: bool
    ttft: float | None = None
    error: str = ""


async def ask_outside(tool: Tool, findings: Sequence[Finding], host: Host, *, timeout: float = 10.0) -> Outside | None:
    """Ask for one word; None where a piece is missing or only a guess. `timeout` is in seconds.

    A key goes to the host that it is configured for and to no other, however likely another spelling is.
    """
    effective = tool.effective(tool.sources(host), host)
    wanted = repaired(tool, findings, effective, host)
    if wanted is None or not _is_its_host(wanted, effective, host):
        return None
    return await _ask(tool, wanted, host, timeout)


def _is_its_host(wanted: Wanted, effective: Effective, host: Host) -> bool:
    target = host_in(wanted.endpoint.base_url)
    key_is_profiles = effective.api_key is None or profile_of(host).api_key == wanted.endpoint.api_key
    known = {host_in(effective.base_url or "")} if effective.base_url else set()
    return target in known or (key_is_profiles and target == host_in(profile_of(host).base_url or ""))


async def _ask(tool: Tool, wanted: Wanted, host: Host, timeout: float) -> Outside:
    endpoint = wanted.endpoint
    header: AuthHeader = wanted.auth_header if tool.protocol == "messages" else "bearer"
    target = Target(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key,
        model=endpoint.model,
        url=endpoint.url(tool.protocol),
        protocol=tool.protocol,
        headers=(header,),
        env=request_env(tool.id, host.env),
    )
    answer = await ask(target, seconds=timeout)
    url = target.url or ""
    if answer.error is not None:
        said = safe_text(f"{answer.error.code}: {answer.error.message}", 200, secrets=(endpoint.api_key,))
        return Outside(url=url, model=endpoint.model, ok=False, error=said)
    ttft = answer.reply.timing.ttft if answer.reply else None
    return Outside(url=url, model=endpoint.model, ok=True, ttft=ttft)
