"""What a person has just typed, tried before it is written anywhere: the address, the key, the model.

The causes are those of the doctor, by the same engine: only the values come from a question instead of a file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from taotoken._endpoint import Endpoint
from taotoken._protocol import Protocol
from taotoken_plugins._host import Host
from taotoken_plugins._tool import AuthHeader, Effective, Tool
from taotoken_plugins.diagnosis import verdict
from taotoken_plugins.diagnosis._ask import Target, ask, good_url, list_models, passes_with
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._keyless import knock
from taotoken_plugins.diagnosis._pieces import profile_of
from taotoken_plugins.diagnosis._route import authorities_of, request_env
from taotoken_plugins.diagnosis._way import look_along
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts
from taotoken_plugins.diagnosis.known import host_in

Piece = Literal["address", "key", "model"]

NO_KEY: Final = "none"  # stands for the key while there is none; it is never sent

_NO_API: Final = ("endpoint_not_found", "bad_response", "server_error")
_CLOSED: Final = ("authentication", "permission")
_OF_THE_WAY: Final = ("endpoint_not_found", "connection", "proxy", "tls")
_STEP_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The pieces as typed so far, and the tool and protocol they are for. Without a key yet, it is `NO_KEY`."""

    tool: Tool
    protocol: Protocol
    endpoint: Endpoint
    host: Host

    @property
    def headers(self) -> tuple[AuthHeader, AuthHeader]:
        """The header that setup would choose first, and the other one."""
        if self.protocol == "messages" and self.tool.protocol != "messages":
            return "x-api-key", "bearer"
        return "bearer", "x-api-key"

    def target(self, header: AuthHeader) -> Target:
        """Where and how to ask."""
        return Target(
            base_url=self.endpoint.base_url,
            api_key=self.endpoint.api_key,
            model=self.endpoint.model,
            url=self.endpoint.url(self.protocol),
            protocol=self.protocol,
            headers=(header,),
            env=request_env(self.tool.id, self.host.env),
            authorities=authorities_of(self.tool.id, self.host.env),
        )

    def facts(self) -> Facts:
        """What is known before anything is asked."""
        profile = profile_of(self.host)
        at_home = host_in(profile.base_url or "")
        key = None if self.endpoint.api_key == NO_KEY else self.endpoint.api_key
        effective = Effective(
            base_url=self.tool.tool_base_url(self.endpoint),
            api_key=key,
            model=self.endpoint.model or None,
            auth_headers=(self.headers[0],) if key else (),
            endpoint_url=self.endpoint.url(self.protocol),
        )
        return Facts(
            tool=self.tool.id,
            sources=(),
            effective=effective,
            env=self.host.env,
            now=self.host.now,
            known_keys={profile.api_key: at_home} if profile.api_key and at_home else {},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What came of it.

    Attributes:
        finding: the cause, where it doesn't work.
        blames: the piece that the cause speaks of.
        models: the ids that the gateway lists, None where it lists none.
        proved: is the key proved to be accepted?
        good_url: a base URL on the same host that does answer.
    """

    finding: Finding | None = None
    blames: Piece = "address"
    models: tuple[str, ...] | None = None
    proved: bool = False
    good_url: str | None = None


async def try_address(typed: Typed, *, seconds: float = 15.0) -> Tried:
    """Is there an API at the address? The way is looked along; two requests without a key tell the rest."""
    target, facts = typed.target("bearer"), typed.facts()
    seen = await look_along(target.url or "", target.env, authorities=target.authorities, seconds=_STEP_SECONDS)
    report = judge(replace(facts, probes=seen))
    if report.root_cause is not None:
        return Tried(finding=report.findings[0])
    error = await knock(target, typed.endpoint.models_url(typed.protocol), seconds=seconds)
    if error is not None and error.code in _NO_API:
        error = await knock(target, target.url or "", method="POST", seconds=seconds)
    if error is None or error.code not in _NO_API:
        return Tried()
    better = await _answering(target, seconds) if error.code != "server_error" else None
    return _judged(typed, "address", verdict.Facts(error=error, good_url=better))


async def _answering(target: Target, seconds: float) -> str | None:
    """A URL on the same host that asks for a key: there the endpoint is."""
    for url in target.other_urls:
        error = await knock(target, url, method="POST", seconds=seconds)
        if error is not None and error.code in _CLOSED:
            return url
    return None


async def try_key(typed: Typed, *, seconds: float = 15.0) -> Tried:
    """Does the gateway take the key? Its list of models tells, unless it is shown to everyone (`proved`)."""
    listed, error = await list_models(typed.target(typed.headers[0]), seconds=seconds)
    if error is not None and error.code in _CLOSED:
        other, still = await list_models(typed.target(typed.headers[1]), seconds=seconds)
        listed, error = (listed, error) if still else (other, None)
    if error is not None and error.code in (*_CLOSED, "quota_exhausted"):
        return _judged(typed, "key", verdict.Facts(error=error))
    if error is not None:
        return Tried(blames="key")
    url = typed.endpoint.models_url(typed.protocol)
    is_open = await knock(typed.target("bearer"), url, seconds=seconds) is None
    return Tried(blames="key", models=listed, proved=not is_open)


async def try_model(typed: Typed, models: tuple[str, ...] | None, *, seconds: float = 30.0) -> Tried:
    """One real request: does the model answer to this key? `models` is what the gateway lists."""
    target = typed.target(typed.headers[0])
    error = (await ask(target, seconds=seconds)).error
    if error is not None and error.code in _CLOSED and await passes_with(target, (typed.headers[1],), seconds=seconds):
        error = None
    if error is None:
        return Tried(blames="model", models=models, proved=True)
    better = await good_url(target, seconds=seconds) if error.code == "endpoint_not_found" else None
    blames: Piece = "key" if error.code in _CLOSED else "address" if error.code in _OF_THE_WAY else "model"
    return _judged(typed, blames, verdict.Facts(error=error, models=models, good_url=better))


def _judged(typed: Typed, blames: Piece, known: verdict.Facts) -> Tried:
    facts = typed.facts()
    report = verdict.judge_failure(facts, facts.effective or Effective(), known)
    return Tried(finding=report.findings[0], blames=blames, models=known.models, good_url=known.good_url)
