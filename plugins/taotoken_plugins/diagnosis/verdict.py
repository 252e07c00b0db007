"""From a failed request of ours to its one cause: the same engine, with what the request and its probes showed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from taotoken._errors import TaoTokenError
from taotoken_plugins._tool import AuthHeader, Effective, Source, Tool
from taotoken_plugins.diagnosis import facts as known_facts
from taotoken_plugins.diagnosis._finding import Finding, Report
from taotoken_plugins.diagnosis._near import nearest
from taotoken_plugins.diagnosis._paths import url_fault
from taotoken_plugins.diagnosis.engine import judge

__all__ = ["Facts", "judge_failure", "nearest", "url_fault", "verdict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known after a request failed.

    Attributes:
        error: how it failed.
        models: the gateway's list of models, None when it gave none.
        good_url: a URL on the same host at which the endpoint exists, None when none was found.
        other_header_ok: did the same request pass with the key in the other header? None: not tried.
        kept_key_ok: did it pass with another key that is kept for this gateway? None: not tried.
    """

    error: TaoTokenError
    models: tuple[str, ...] | None = None
    good_url: str | None = None
    other_header_ok: bool | None = None
    kept_key_ok: bool | None = None


def verdict(tool: Tool, effective: Effective, facts: Facts) -> Finding:
    """The cause of a failed request, with its evidence and remedy."""
    sources = _sources(effective)
    machine = known_facts.Facts(tool=tool.id, effective=effective, sources=sources, complete=True)
    return judge_failure(machine, effective, facts).findings[0]


def judge_failure(machine: known_facts.Facts, effective: Effective, facts: Facts) -> Report:
    """The ranked findings for a request that failed on this machine."""
    failure = known_facts.Failure.of(facts.error, url=effective.endpoint_url, seen=True)
    probes = (*machine.probes, *_probes(effective, facts, failure))
    return judge(replace(machine, failure=failure, probes=probes))


def _sources(effective: Effective) -> tuple[Source, ...]:
    """The places that the settings in force came from, each once."""
    found: list[Source] = []
    for source in effective.origin.values():
        if not any(source is other for other in found):
            found.append(source)
    return tuple(found)


def _probes(effective: Effective, facts: Facts, failure: known_facts.Failure) -> Iterator[known_facts.Probe]:
    if facts.models is not None:
        yield known_facts.ModelsProbe(url=effective.base_url or "", ids=facts.models)
    if facts.good_url is not None:
        yield known_facts.RequestProbe(url=facts.good_url, status=200)
    if facts.kept_key_ok is not None:
        yield known_facts.KeptKeyProbe(works=facts.kept_key_ok)
    if facts.other_header_ok is not None:
        other: AuthHeader = "bearer" if effective.auth_headers == ("x-api-key",) else "x-api-key"
        refusal = None if facts.other_header_ok else replace(failure, auth=other)
        status = 200 if facts.other_header_ok else failure.http_status
        url = effective.endpoint_url or ""
        yield known_facts.RequestProbe(url=url, auth=other, status=status, failure=refusal)
