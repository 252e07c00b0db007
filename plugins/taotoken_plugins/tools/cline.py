"""Cline: the provider `openai-compatible` in providers.json, shared by its CLI and its editor extensions.

Measured with CLI 3.0.65: the base URL carries /v1; every run rewrites the file (values count, bytes don't);
a file it takes for invalid is overwritten with all its keys, so an invalid one is refused here. The two legacy
files belong to the VS Code extension [read in its source, not proved by running].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import MISSING, Edit, Path, Remove, Set, apply_to_data, get, show_path
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import ConfigFile, Installed, Tool, Wanted
from taotoken_plugins.tools._cline_reading import (
    PROVIDER,
    auth_headers,
    effective,
    global_state_path,
    has_legacy,
    providers_path,
    secrets_path,
    sources,
    warnings,
)
from taotoken_plugins.tools._cline_schema import faults, is_headers, is_stamp

_ENTRY: Path = ("providers", PROVIDER)
_SETTINGS: Path = (*_ENTRY, "settings")


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Cline adds ``/chat/completions`` to."""
    return endpoint.v1_for("chat")


def _stamp(now: datetime) -> str:
    """The time as JavaScript writes it: UTC, milliseconds, Z."""
    return f"{now.strftime('%Y-%m-%dT%H:%M:%S')}.{now.microsecond // 1000:03d}Z"


def _provider_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    edits = _wanted_values(wanted, document, host)
    if problems := [_problem(path, expected, document, host) for path, expected in faults(_after(document, edits))]:
        raise RefusedError(*problems)
    return edits


def _wanted_values(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    before = get(document, (*_ENTRY, "updatedAt"))
    spoiled = before is not MISSING and not is_stamp(before)  # then it must be written, whatever else changes
    edits: list[Edit] = [] if "version" in document else [Set(("version",), 1, frame=True)]
    edits.append(Set(("lastUsedProvider",), PROVIDER))
    if not document:
        edits.append(Set(("modes",), {}))
    return [
        *edits,
        Set((*_SETTINGS, "provider"), PROVIDER, frame=True),
        Set((*_SETTINGS, "apiKey"), wanted.endpoint.api_key, secret=True),
        Set((*_SETTINGS, "model"), wanted.endpoint.model),
        Set((*_SETTINGS, "baseUrl"), tool_base_url(wanted.endpoint)),
        Set((*_ENTRY, "updatedAt"), _stamp(host.now), volatile=not spoiled, frame=True),
        Set((*_ENTRY, "tokenSource"), "manual"),
        *_other_keys(document),
    ]


def _after(document: Mapping[str, Any], edits: list[Edit]) -> Mapping[str, Any]:
    after: Mapping[str, Any] = apply_to_data(document, edits)
    return after


def _problem(path: Path, expected: Message, document: Mapping[str, Any], host: Host) -> Problem:
    """A value, not ours to set, that makes Cline discard the file, keys and all."""
    file, field = safe_text(host.tilde(providers_path(host))), safe_text(show_path(path), 120)
    if path[-1] == "updatedAt" and get(document, path) is MISSING:
        message = texts.CLINE_ENTRY_INVALID(file=file, field=field)
        following = texts.CLINE_ENTRY_INVALID_NEXT(now=_stamp(host.now))
    else:
        message = texts.CLINE_FIELD_INVALID(file=file, field=field, expected=expected)
        following = texts.CLINE_FIELD_INVALID_NEXT(file=file, field=field)
    return Problem(code="config_invalid", message=message, file=providers_path(host), field=field, next=following)


def _other_keys(document: Mapping[str, Any]) -> Iterator[Edit]:
    """What would send another key: headers, and a login's token in our entry, which beats apiKey."""
    headers = get(document, (*_SETTINGS, "headers"))
    if headers is not MISSING and not is_headers(headers):
        yield Remove((*_SETTINGS, "headers"), texts.OTHER_KEY(), secret=True)
    else:
        yield from _foreign_headers(document, (*_SETTINGS, "headers"))
    auth = get(document, (*_SETTINGS, "auth"))
    if isinstance(auth, dict):
        if "accessToken" in auth:
            yield Remove((*_SETTINGS, "auth", "accessToken"), texts.OTHER_KEY(), secret=True)
    elif auth is not MISSING:
        yield Remove((*_SETTINGS, "auth"), texts.OTHER_KEY(), secret=True)


def _foreign_headers(document: Mapping[str, Any], path: Path) -> Iterator[Edit]:
    for header in auth_headers(get(document, path)):
        yield Remove((*path, header), texts.OTHER_KEY(), secret=True)


def _global_state_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    model = wanted.endpoint.model
    return [
        Set(("actModeApiProvider",), "openai"),
        Set(("planModeApiProvider",), "openai"),
        Set(("openAiBaseUrl",), tool_base_url(wanted.endpoint)),
        Set(("actModeOpenAiModelId",), model),
        Set(("planModeOpenAiModelId",), model),
        *_foreign_headers(document, ("openAiHeaders",)),
    ]


def _secrets_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del document, host
    return [Set(("openAiApiKey",), wanted.endpoint.api_key, secret=True)]


def _legacy_wanted(wanted: Wanted, host: Host) -> bool:
    del wanted
    return has_legacy(host)


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "cline", "cline")


def _headless(prompt: str) -> tuple[str, ...]:
    """Cline takes one bare word for a command: a prompt has two at least."""
    return ("cline", prompt if " " in prompt.strip() else f"Say: {prompt.strip()}")


TOOL = Tool(
    id="cline",
    name="Cline",
    protocol="chat",
    homepage="https://www.npmjs.com/package/cline",
    tested="3.0.65",
    files=(
        ConfigFile(
            id="providers",
            path=providers_path,
            format=STRICT_JSON,
            edits=_provider_edits,
            owned=(
                ("version",),
                ("lastUsedProvider",),
                ("modes",),
                *((*_SETTINGS, name) for name in ("provider", "apiKey", "model", "baseUrl", "headers", "auth")),
                (*_ENTRY, "updatedAt"),
                (*_ENTRY, "tokenSource"),
            ),
            private=True,
            bom=False,  # not measured; JavaScript's JSON.parse refuses one
        ),
        ConfigFile(
            id="global-state",
            path=global_state_path,
            format=STRICT_JSON,
            edits=_global_state_edits,
            owned=(
                ("actModeApiProvider",),
                ("planModeApiProvider",),
                ("openAiBaseUrl",),
                ("actModeOpenAiModelId",),
                ("planModeOpenAiModelId",),
                ("openAiHeaders",),
            ),
            when=_legacy_wanted,
            optional=True,
            bom=False,
        ),
        ConfigFile(
            id="secrets",
            path=secrets_path,
            format=STRICT_JSON,
            edits=_secrets_edits,
            owned=(("openAiApiKey",),),
            private=True,
            when=_legacy_wanted,
            optional=True,
            bom=False,
        ),
    ),
    sources=sources,
    effective=effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_CLINE(),
    warnings=warnings,
    headless=_headless,
)
