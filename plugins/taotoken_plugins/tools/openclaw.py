"""OpenClaw: the provider `taotoken` in openclaw.json, a JSON5 file.

Measured with 2026.9.2: the chat and responses base URL carries /v1, the messages one doesn't; an unknown key makes the
whole file invalid and nothing starts; an agent with a model of its own doesn't follow the default.
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
from taotoken_plugins._edit import MISSING, Edit, Path, Set, get
from taotoken_plugins._formats.json_format import JSON5
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    ALL_PROTOCOLS,
    BOTH_SIZES,
    chosen_base,
    chosen_protocol,
)
from taotoken_plugins.tools._pi_family import APIS, PROVIDER, model_edits, provider_names, route
from taotoken_plugins.tools._read import load
from taotoken_plugins.tools._settle import (
    elements,
    first,
    foreign_headers,
    key_of,
    moved,
    only_in_start_files,
    settings_source,
    settle,
)

_PROVIDERS: Path = ("models", "providers")
_ENTRY: Path = (*_PROVIDERS, PROVIDER)
_MODEL: Path = ("agents", "defaults", "model")
_VARIABLE = re.compile(r"\$\{([^}]+)\}")
_PLACES = ("OPENCLAW_CONFIG_PATH", "OPENCLAW_STATE_DIR", "OPENCLAW_HOME")


def config_path(host: Host) -> FilePath:
    """The file of the variable, or openclaw.json in the state folder."""
    if path := moved(host, "OPENCLAW_CONFIG_PATH"):
        return path
    state = moved(host, "OPENCLAW_STATE_DIR") or (moved(host, "OPENCLAW_HOME") or host.home) / ".openclaw"
    return state / "openclaw.json"


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that OpenClaw adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, "OpenClaw", ALL_PROTOCOLS)
    mode = get(document, ("models", "mode"))
    return [
        *([Set(("models", "mode"), "merge")] if mode is MISSING else []),
        Set((*_ENTRY, "baseUrl"), chosen_base(wanted.endpoint, protocol)),
        Set((*_ENTRY, "apiKey"), wanted.endpoint.api_key, secret=True),
        Set((*_ENTRY, "api"), APIS[protocol]),
        *foreign_headers(document, (*_ENTRY, "headers")),
        *model_edits(wanted, document, _ENTRY, {"name": wanted.endpoint.model}),
        _choice(document, f"{PROVIDER}/{wanted.endpoint.model}"),
    ]


def _choice(document: Mapping[str, Any], model: str) -> Edit:
    """The default model, in the form the file has it: a plain name, or a name with fallbacks."""
    plain = isinstance(get(document, _MODEL), str)
    return Set(_MODEL if plain else (*_MODEL, "primary"), model)


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    plain = isinstance(get(data, _MODEL), str)
    return {"model": _MODEL if plain else (*_MODEL, "primary"), **provider_names(data, _PROVIDERS)}


def _sources(host: Host) -> tuple[Source, ...]:
    return tuple(settings_source(host, load(config_path(host), "json5"), "OpenClaw", _names, ours=True))


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    model = first(sources, "model")
    provider, _, model_id = model[0].partition("/") if model else ("", "", "")
    api = first(sources, f"{provider}.api")
    stored = first(sources, f"{provider}.apiKey")
    return settle(
        sources,
        "OpenClaw",
        base_url=first(sources, f"{provider}.baseUrl"),
        key=key_of(stored, host, "OpenClaw", variable=_VARIABLE),
        model=model,
        model_id=model_id or None,
        route=route(api),
        names={},
    )


def _warnings(host: Host) -> Iterator[Message]:
    for agent in elements(load(config_path(host), "json5").data, ("agents", "list")):
        own = agent.get("model")
        model = own.get("primary") if isinstance(own, dict) else own
        if isinstance(model, str) and not model.startswith(f"{PROVIDER}/"):
            shown = safe_text(str(agent.get("id", "")), 60)
            yield texts.AGENT_MODEL(agent=shown, model=safe_text(model, 80))
    yield from only_in_start_files(host, "OpenClaw", _PLACES)


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "openclaw", "openclaw")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("openclaw", "agent", "--local", "--agent", "main", "-m", prompt)


TOOL = Tool(
    id="openclaw",
    name="OpenClaw",
    protocol="chat",
    homepage="https://www.npmjs.com/package/openclaw",
    tested="2026.9.2",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=JSON5,
            edits=_edits,
            owned=(("models", "mode"), _ENTRY, _MODEL),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_OPENCLAW(),
    warnings=_warnings,
    headless=_headless,
    protocols=ALL_PROTOCOLS,
    sizes=BOTH_SIZES,
)
