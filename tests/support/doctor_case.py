"""A doctor case as facts: what the user pasted, the machine, and what was found out on the network."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from taotoken._classify import classify, classify_failure
from taotoken_plugins.diagnosis._secrets import secrets_of
from taotoken_plugins.diagnosis.facts import (
    ClockProbe,
    ConnectProbe,
    Facts,
    Failure,
    FileFact,
    ModelsProbe,
    Probe,
    RequestProbe,
    TlsProbe,
)
from taotoken_plugins.diagnosis.reading import read

INPUT_KEYS = {"tool", "message", "env", "files", "files_b64", "config", "probe", "os", "version", "now_local"}
ERROR_KEYS = {"error", "errors", "message", "msg", "detail", "code", "base_resp"}
PROBE_KEYS: Mapping[str, set[str]] = {
    "models": {"url", "ids"},
    "request": {"method", "url", "auth", "bytes", "status", "content_type", "body", "has_choices"},
    "connect": {"address", "result"},
    "tls": {"host", "issuer", "trusted", "not_before", "not_after", "names"},
    "clock": {"server"},
}


def facts_of(case_input: Mapping[str, Any]) -> Facts:
    """The facts of a case's input; AssertionError for what can't be interpreted."""
    unknown = set(case_input) - INPUT_KEYS
    assert not unknown, f"keys of input that this runner doesn't interpret: {sorted(unknown)}"
    env = dict(case_input.get("env", {}))
    files = [FileFact(path=path, data=text.encode()) for path, text in case_input.get("files", {}).items()]
    files += [
        FileFact(path=path, data=base64.b64decode(text)) for path, text in case_input.get("files_b64", {}).items()
    ]
    config = {name: str(value) for name, value in case_input.get("config", {}).items()}
    facts = Facts(
        tool=case_input.get("tool"),
        env=env,
        files=tuple(files),
        config=config,
        probes=tuple(_probe(probe) for probe in case_input.get("probe", [])),
        os=case_input.get("os"),
        version=case_input.get("version"),
        now=_moment(case_input.get("now_local")),
    )
    return replace(facts, reading=read(case_input.get("message", ""), secrets=secrets_of(facts)))


def _probe(probe: Mapping[str, Any]) -> Probe:
    kind = probe["do"]
    assert kind in PROBE_KEYS, f"a probe this runner doesn't know: {kind!r}"
    unknown = set(probe) - PROBE_KEYS[kind] - {"do"}
    assert not unknown, f"keys of a probe that this runner doesn't interpret: {sorted(unknown)}"
    if kind == "models":
        return ModelsProbe(url=probe["url"], ids=tuple(probe["ids"]))
    if kind == "connect":
        return ConnectProbe(address=probe["address"], result=probe["result"])
    if kind == "clock":
        return ClockProbe(server=parsedate_to_datetime(probe["server"]))
    if kind == "tls":
        return TlsProbe(
            host=probe["host"],
            issuer=probe.get("issuer"),
            trusted=probe.get("trusted"),
            not_before=_moment(probe.get("not_before")),
            not_after=_moment(probe.get("not_after")),
            names=tuple(probe["names"]) if "names" in probe else None,
        )
    return _request(probe)


def _request(probe: Mapping[str, Any]) -> RequestProbe:
    return RequestProbe(
        url=probe["url"],
        method=probe.get("method", "POST"),
        auth=probe.get("auth"),
        size=probe.get("bytes"),
        status=probe.get("status"),
        content_type=probe.get("content_type"),
        has_choices=probe.get("has_choices"),
        failure=_failure(probe),
    )


def _failure(probe: Mapping[str, Any]) -> Failure | None:
    status, body = probe.get("status"), probe.get("body", "")
    if status is None:
        return None
    if status >= 400:
        error = classify(status, {}, body)
    elif not body or probe.get("has_choices"):
        return None
    else:
        try:
            data = json.loads(body)
        except ValueError:
            error = classify(status, {}, body)
        else:
            if {"choices", "content", "output"} & set(data):
                return None
            if not ERROR_KEYS & set(data):
                return Failure(code="bad_response", http_status=status, message=body[:200], url=probe["url"], seen=True)
            error = classify_failure(data.get("error", data), status, {})
    failure = Failure.of(error, url=probe["url"], seen=True)
    return replace(failure, auth=probe.get("auth"), http_status=status)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).astimezone(UTC) if text else None
