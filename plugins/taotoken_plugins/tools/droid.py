"""Factory droid: a custom model `TaoToken` in settings.json, chosen for new sessions.

Measured with 0.225.2 without a login, offline: the chat and responses base URL carries /v1, the messages one doesn't;
of two entries with the same model the first counts; a project's settings beat the user's. Comments are read; a file
with a trailing comma is ignored, and a login asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Path, Select, Set
from taotoken_plugins._formats.json_format import JSON_COMMENTS
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    ALL_PROTOCOLS,
    chosen_base,
    chosen_protocol,
    new_element,
    set_sizes,
)
from taotoken_plugins.tools._read import load
from taotoken_plugins.tools._settle import (
    Route,
    elements,
    first,
    key_of,
    moved,
    only_in_start_files,
    settings_source,
    settle,
)

NAME = "TaoToken"
_TITLE = "Factory droid"
_LIST: Path = ("customModels",)
_CHOICE: Path = ("sessionDefaultSettings", "model")
_PREFIX = "custom:"
_PROVIDERS: Mapping[Protocol, str] = {
    "chat": "generic-chat-completion-api",
    "responses": "openai",
    "messages": "anthropic",
}
_ROUTES: Mapping[str, Route] = {
    "generic-chat-completion-api": ("/chat/completions", "bearer"),
    "openai": ("/responses", "bearer"),
    "anthropic": ("/v1/messages", "x-api-key"),
}
_VARIABLE = re.compile(r"\$\{([^}]+)\}")
_HOME = "FACTORY_HOME_OVERRIDE"


def settings_path(host: Host) -> FilePath:
    """The user's settings."""
    return (moved(host, _HOME) or host.home) / ".factory" / "settings.json"


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that droid adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, _TITLE, ALL_PROTOCOLS)
    entry = {
        "model": wanted.endpoint.model,
        "displayName": NAME,
        "baseUrl": chosen_base(wanted.endpoint, protocol),
        "apiKey": wanted.endpoint.api_key,
        "provider": _PROVIDERS[protocol],
    }
    return [
        *_entry_edits(entry, elements(document, _LIST), wanted),
        Set(_CHOICE, _PREFIX + wanted.endpoint.model),
    ]


def _entry_edits(entry: Mapping[str, str], listed: Sequence[Mapping[str, Any]], wanted: Wanted) -> Iterator[Edit]:
    """Our entry; where the user has one for this model, that one: the tool takes the first of two."""
    same = any(item.get("model") == entry["model"] and item.get("displayName") != NAME for item in listed)
    path: Path = (*_LIST, Select("model", entry["model"]) if same else Select("displayName", NAME))
    fields = {name: value for name, value in entry.items() if name != "apiKey"}
    sizes = set_sizes(wanted, None, (*path, "maxOutputTokens"))
    if same or any(item.get("displayName") == NAME for item in listed):
        kept = ("model", "displayName") if same else ("displayName",)
        yield from (Set((*path, name), value) for name, value in fields.items() if name not in kept)
        yield from sizes
    else:
        yield new_element(path, dict(fields), sizes)
    yield Set((*path, "apiKey"), entry["apiKey"], secret=True)


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {"sessionDefaultSettings.model": _CHOICE}
    listed = [item.get("model") for item in elements(data, _LIST)]
    for model in (name for name in listed if isinstance(name, str) and listed.count(name) == 1):
        for field in ("baseUrl", "apiKey", "provider"):
            names[f"{model}.{field}"] = (*_LIST, Select("model", model), field)
    return names


def _sources(host: Host) -> tuple[Source, ...]:
    ours = settings_path(host)
    paths = dict.fromkeys((host.cwd / ".factory" / "settings.json", ours))
    return tuple(
        source
        for path in paths
        for source in settings_source(
            host, load(path, "json with comments"), _TITLE, _names, ours=path == ours, breaks=False
        )
    )


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    chosen = first(sources, "sessionDefaultSettings.model")
    model = chosen[0].removeprefix(_PREFIX) if chosen else ""
    provider = first(sources, f"{model}.provider")
    return settle(
        sources,
        _TITLE,
        base_url=first(sources, f"{model}.baseUrl"),
        key=key_of(first(sources, f"{model}.apiKey"), host, _TITLE, variable=_VARIABLE),
        model=chosen,
        model_id=model or None,
        route=_ROUTES.get(provider[0] if provider else "", _ROUTES["generic-chat-completion-api"]),
        names={"sessionDefaultSettings.model": "model"},
    )


def _warnings(host: Host) -> Iterator[Message]:
    yield from only_in_start_files(host, _TITLE, (_HOME,))


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "droid", "droid")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("droid", "exec", prompt)


TOOL = Tool(
    id="droid",
    name=_TITLE,
    protocol="chat",
    homepage="https://factory.ai",
    tested="0.225.2",
    files=(
        ConfigFile(
            id="settings",
            path=settings_path,
            format=JSON_COMMENTS,
            edits=_edits,
            owned=(_LIST, _CHOICE),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_DROID(),
    warnings=_warnings,
    headless=_headless,
    protocols=ALL_PROTOCOLS,
    sizes=("max-output",),
)
