"""pi: the provider `taotoken` in models.json, chosen in settings.json.

Measured with 1.6.0: the chat and responses base URL carries /v1, the messages one doesn't; models.json may have
comments, settings.json may not; a key in auth.json beats the one in models.json; a list of enabled models beats the
default model; a project's settings count once the folder is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Path, Remove, Select, Set, get
from taotoken_plugins._formats.json_format import JSONC, STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    ALL_PROTOCOLS,
    BOTH_SIZES,
    chosen_base,
    chosen_protocol,
    literal_key,
)
from taotoken_plugins.tools._pi_family import APIS, PROVIDER, model_edits, provider_names, route
from taotoken_plugins.tools._read import load
from taotoken_plugins.tools._settle import (
    first,
    foreign_headers,
    key_of,
    moved,
    only_in_start_files,
    settings_source,
    settle,
)

_PROVIDERS: Path = ("providers",)
_ENTRY: Path = (*_PROVIDERS, PROVIDER)
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")
_COMMAND = re.compile("!")
_DEFAULTS = ("defaultProvider", "defaultModel")


def _folder(host: Host) -> FilePath:
    return moved(host, "PI_CODING_AGENT_DIR") or host.home / ".pi" / "agent"


def models_path(host: Host) -> FilePath:
    """The providers and their models."""
    return _folder(host) / "models.json"


def settings_path(host: Host) -> FilePath:
    """The choice of provider and model."""
    return _folder(host) / "settings.json"


def auth_path(host: Host) -> FilePath:
    """Keys saved by pi itself."""
    return _folder(host) / "auth.json"


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that pi adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _models_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, "pi", ALL_PROTOCOLS)
    return [
        Set((*_ENTRY, "baseUrl"), chosen_base(wanted.endpoint, protocol)),
        Set((*_ENTRY, "api"), APIS[protocol]),
        Set((*_ENTRY, "apiKey"), literal_key(wanted, "pi", starts=("$", "!")), secret=True),
        *foreign_headers(document, (*_ENTRY, "headers")),
        *model_edits(wanted, document, _ENTRY, {}),
    ]


def _settings_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    full = f"{PROVIDER}/{wanted.endpoint.model}"
    edits: list[Edit] = [Set(("defaultProvider",), PROVIDER), Set(("defaultModel",), wanted.endpoint.model)]
    enabled = get(document, ("enabledModels",))
    if isinstance(enabled, list) and enabled and full not in enabled:
        edits.append(Set(("enabledModels", Select(None, full)), full))
    return edits


def _auth_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del wanted, host
    return [Remove((PROVIDER,), texts.SAVED_KEY(), secret=True)] if PROVIDER in document else []


def _has_saved_key(wanted: Wanted, host: Host) -> bool:
    del wanted
    return PROVIDER in load(auth_path(host), "json").data


# Reading ---------------------------------------------------------------------------------------------------


def _model_names(data: Mapping[str, Any]) -> dict[str, Path]:
    return provider_names(data, _PROVIDERS)


def _sources(host: Host) -> tuple[Source, ...]:
    auth = load(auth_path(host), "json")
    saved: dict[str, Path] = {f"auth.{provider}": (provider, "key") for provider in auth.data}
    chosen: dict[str, Path] = {name: (name,) for name in _DEFAULTS}
    settings, models = load(settings_path(host), "json"), load(models_path(host), "jsonc")
    return (
        *settings_source(host, auth, "pi", lambda _: saved, breaks=False),
        *settings_source(host, settings, "pi", lambda _: chosen, ours=True, breaks=False),
        *settings_source(host, models, "pi", _model_names, ours=True, breaks=False),
    )


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    chosen = first(sources, "defaultProvider")
    provider = chosen[0] if chosen else ""
    model, api = first(sources, "defaultModel"), first(sources, f"{provider}.api")
    url_name, key_name, saved_name = f"{provider}.baseUrl", f"{provider}.apiKey", f"auth.{provider}"
    stored = first(sources, saved_name) or first(sources, key_name)  # in both, the same references
    return settle(
        sources,
        "pi",
        base_url=first(sources, url_name),
        key=key_of(stored, host, "pi", variable=_VARIABLE, other=_COMMAND),
        model=model,
        model_id=model[0] if model else None,
        route=route(api),
        names={key_name: "api_key"},
    )


def _warnings(host: Host) -> Iterator[Message]:
    project = host.cwd / ".pi" / "settings.json"
    if names := [name for name in _DEFAULTS if name in load(project, "json").data]:
        file = safe_text(host.tilde(project))
        yield texts.PROJECT_IF_TRUSTED(file=file, names=", ".join(names), tool="pi")
    yield from only_in_start_files(host, "pi", ("PI_CODING_AGENT_DIR",))


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "pi", "@earendil-works/pi-coding-agent")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("pi", "-p", prompt)


TOOL = Tool(
    id="pi",
    name="pi",
    protocol="chat",
    homepage="https://www.npmjs.com/package/@earendil-works/pi-coding-agent",
    tested="1.6.0",
    files=(
        ConfigFile(
            id="models",
            path=models_path,
            format=JSONC,
            edits=_models_edits,
            owned=(_ENTRY,),
            private=True,
        ),
        ConfigFile(
            id="settings",
            path=settings_path,
            format=STRICT_JSON,
            edits=_settings_edits,
            owned=(("defaultProvider",), ("defaultModel",), ("enabledModels",)),
            bom=False,  # not measured; JavaScript's JSON.parse refuses one
        ),
        ConfigFile(
            id="auth",
            path=auth_path,
            format=STRICT_JSON,
            edits=_auth_edits,
            owned=((PROVIDER,),),
            private=True,
            when=_has_saved_key,
            bom=False,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_PI(),
    warnings=_warnings,
    headless=_headless,
    protocols=ALL_PROTOCOLS,
    sizes=BOTH_SIZES,
)
