"""The smallest request outside the tool: does the gateway answer to these three pieces, once they are clean?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from taotoken._errors import TaoTokenError
from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Effective, Tool, Wanted
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._pieces import profile_of, repaired
from taotoken_plugins.diagnosis.known import host_in
from taotoken_plugins.diagnosis.smoke import PROMPT


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """One request of ours with the repaired pieces. `ttft` is in seconds; `error` is safe to show."""

    url: str
    model: str
    ok: bool
    ttft: float | None = None
    error: str = ""


async def ask_outside(
    tool: Tool, findings: Sequence[Finding], host: Host, *, timeout: float = 10.0
) -> Outside | None:
    """Ask for one token; None where a piece is missing or only a guess. `timeout` is in seconds.

    A key goes to the host that it is configured for and to no other, however likely another spelling is.
    """
    effective = tool.effective(tool.sources(host), host)
    wanted = repaired(tool, findings, effective, host)
    if wanted is None or not _is_its_host(wanted, effective, host):
        return None
    return await _ask(tool, wanted, timeout)


def _is_its_host(wanted: Wanted, effective: Effective, host: Host) -> bool:
    target = host_in(wanted.endpoint.base_url)
    key_is_profiles = effective.api_key is None or profile_of(host).api_key == wanted.endpoint.api_key
    known = {host_in(effective.base_url or "")} if effective.base_url else set()
    return target in known or (key_is_profiles and target == host_in(profile_of(host).base_url or ""))


async def _ask(tool: Tool, wanted: Wanted, timeout: float) -> Outside:
    from taotoken import AsyncTaoToken, RetryPolicy

    endpoint = wanted.endpoint
    url = endpoint.url(tool.protocol)
    auth = wanted.auth_header if tool.protocol == "messages" else "auto"
    try:
        async with (
            AsyncTaoToken(endpoint, auth=auth, retry=RetryPolicy(max_retries=0), timeout=timeout) as client,
            client.stream(PROMPT, protocol=tool.protocol, max_tokens=1) as stream,
        ):
            reply = await stream.reply()
    except TaoTokenError as error:
        said = safe_text(f"{error.code}: {error.message}", 200, secrets=(endpoint.api_key,))
        return Outside(url=url, model=endpoint.model, ok=False, error=said)
    return Outside(url=url, model=endpoint.model, ok=True, ttft=reply.timing.ttft)
