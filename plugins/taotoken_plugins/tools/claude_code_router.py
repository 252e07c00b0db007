"""claude-code-router: a provider `taotoken` in its config.json, and the default route.

Measured with 2.0.0: it wants the full URL of the chat endpoint, reads JSON5, and reads it only when it starts.
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
from taotoken_plugins._edit import Edit, Path, Select, Set
from taotoken_plugins._formats.json_format import JSON5
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import chosen_protocol, literal_key
from taotoken_plugins.tools._read import load
from taotoken_plugins.tools._settle import elements, first, key_of, settings_source, settle, table

PROVIDER = "taotoken"
_TITLE = "Claude Code Router"
_ENTRY: Path = ("Providers", Select("name", PROVIDER))
_ROUTE: Path = ("Router", "default")
_THINK: Path = ("Router", "think")
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")


def config_path(host: Host) -> FilePath:
    """Its one file."""
    return host.home / ".claude-code-router" / "config.json"


def tool_base_url(endpoint: Endpoint) -> str:
    """The full URL that it posts to."""
    return endpoint.url("chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    chosen_protocol(wanted, _TITLE, ("chat",))
    model = wanted.endpoint.model
    return [
        *_entry_edits(tool_base_url(wanted.endpoint), model, document),
        Set((*_ENTRY, "api_key"), literal_key(wanted, _TITLE, holds=("$",)), secret=True),
        Set(_ROUTE, f"{PROVIDER},{model}"),
        *_thinking(f"{PROVIDER},{model}", document),
    ]


def _thinking(route: str, document: Mapping[str, Any]) -> Iterator[Edit]:
    """Claude Code asks for thinking with each request (measured): another route for it would get them all."""
    there = table(document, ("Router",)).get("think")
    if there:
        yield Set(_THINK, route, note=None if there == route else texts.THINK_FOLLOWS(target=safe_text(str(there), 80)))


def _entry_edits(url: str, model: str, document: Mapping[str, Any]) -> Iterator[Edit]:
    if any(item.get("name") == PROVIDER for item in elements(document, ("Providers",))):
        yield Set((*_ENTRY, "api_base_url"), url)
        yield Set((*_ENTRY, "models", Select(None, model)), model)
    else:
        yield Set(_ENTRY, {"name": PROVIDER, "api_base_url": url, "models": [model]})


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {"Router.default": _ROUTE}
    listed = [item.get("name") for item in elements(data, ("Providers",))]
    for provider in (name for name in listed if isinstance(name, str) and listed.count(name) == 1):
        for field in ("api_base_url", "api_key"):
            names[f"{provider}.{field}"] = ("Providers", Select("name", provider), field)
    return names


def _sources(host: Host) -> tuple[Source, ...]:
    return tuple(settings_source(host, load(config_path(host), "json5"), _TITLE, _names, ours=True))


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    route = first(sources, "Router.default")
    provider, _, model = route[0].partition(",") if route else ("", "", "")
    return settle(
        sources,
        _TITLE,
        base_url=first(sources, f"{provider}.api_base_url"),
        key=key_of(first(sources, f"{provider}.api_key"), host, _TITLE, variable=_VARIABLE),
        model=route,
        model_id=model or None,
        route=("", "bearer"),
        names={},
    )


def _warnings(host: Host) -> Iterator[Message]:
    for route, target in table(load(config_path(host), "json5").data, ("Router",)).items():
        elsewhere = isinstance(target, str) and "," in target and not target.startswith(f"{PROVIDER},")
        if elsewhere and route != "default":
            yield texts.ROUTE_ELSEWHERE(route=safe_text(route, 40), target=safe_text(target, 80))


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "ccr", "@musistudio/claude-code-router")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("ccr", "code", "-p", prompt)


TOOL = Tool(
    id="claude-code-router",
    name=_TITLE,
    protocol="chat",
    homepage="https://www.npmjs.com/package/@musistudio/claude-code-router",
    tested="2.0.0",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=JSON5,
            edits=_edits,
            owned=(("Providers",), _ROUTE, _THINK),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_CCR(),
    warnings=_warnings,
    headless=_headless,
)
