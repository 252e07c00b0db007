"""Kimi Code: the provider and the model `taotoken` in config.toml.

Measured with 2.1.0: the chat and responses base URL carries /v1, the messages one may or may not; every model must have
a context size, and an answer may be as long as that (131,072 tokens at most) where no other limit is set; the variables
KIMI_MODEL_* beat the file, OPENAI_* do not.
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
from taotoken_plugins._edit import Edit, Path, Remove, Set, get
from taotoken_plugins._formats.toml_format import TOML
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_further as texts
from taotoken_plugins._texts import tools_more
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    ALL_PROTOCOLS,
    BOTH_SIZES,
    chosen_base,
    chosen_protocol,
    context_window,
    max_output,
)
from taotoken_plugins.tools._read import env_source, has, load, rc_sources
from taotoken_plugins.tools._settle import (
    Key,
    Route,
    first,
    foreign_headers,
    moved,
    only_in_start_files,
    plain_key,
    settings_source,
    settle,
    table,
)

NAME = "taotoken"
_TITLE = "Kimi Code"
_PROVIDER: Path = ("providers", NAME)
_MODEL: Path = ("models", NAME)
_CONTEXT = 262_144  # must be given; what the program takes for a model of the environment
_OUTPUT = 32_000  # without it up to 131,072 tokens are asked for, more than many models allow
_TYPES: Mapping[Protocol, str] = {"chat": "openai", "responses": "openai_responses", "messages": "anthropic"}
_ROUTES: Mapping[str, Route] = {
    "openai": ("/chat/completions", "bearer"),
    "openai_responses": ("/responses", "bearer"),
    "anthropic": ("/v1/messages", "x-api-key"),
}
_VARIABLES = ("KIMI_MODEL_NAME", "KIMI_MODEL_API_KEY", "KIMI_MODEL_BASE_URL", "KIMI_MODEL_PROVIDER_TYPE")
_FOLDER = "KIMI_CODE_HOME"


def config_path(host: Host) -> FilePath:
    """KIMI_CODE_HOME, or ~/.kimi-code."""
    return (moved(host, _FOLDER) or host.home / ".kimi-code") / "config.toml"


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Kimi Code adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, _TITLE, ALL_PROTOCOLS)
    return [
        Set(("default_model",), NAME),
        Set((*_PROVIDER, "type"), _TYPES[protocol]),
        Set((*_PROVIDER, "base_url"), chosen_base(wanted.endpoint, protocol)),
        Set((*_PROVIDER, "api_key"), wanted.endpoint.api_key, secret=True),
        *_conflicts(document),
        Set((*_MODEL, "provider"), NAME),
        Set((*_MODEL, "model"), wanted.endpoint.model),
        *_size(document, "max_context_size", context_window(wanted), _CONTEXT),
        *_size(document, "max_output_size", max_output(wanted), _OUTPUT),
    ]


def _size(document: Mapping[str, Any], name: str, given: int | None, default: int) -> Iterator[Edit]:
    """The size that was given; without one what is there stays."""
    path = (*_MODEL, name)
    if given is not None or not has(document, path):
        yield Set(path, given or default)


def _conflicts(document: Mapping[str, Any]) -> Iterator[Edit]:
    """Other keys in our own tables: the tool refuses two, and a header is sent along."""
    if has(document, (*_PROVIDER, "api_key_env")):
        yield Remove((*_PROVIDER, "api_key_env"), texts.KEY_ELSEWHERE())
    yield from foreign_headers(document, (*_PROVIDER, "custom_headers"))


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {"default_model": ("default_model",)}
    for provider in table(data, ("providers",)):
        for name in ("type", "base_url", "api_key", "api_key_env"):
            names[f"providers.{provider}.{name}"] = ("providers", provider, name)
    for model in table(data, ("models",)):
        for name in ("provider", "model"):
            names[f"models.{model}.{name}"] = ("models", model, name)
    return names


def _sources(host: Host) -> tuple[Source, ...]:
    file = load(config_path(host), "toml")
    found = tuple(settings_source(host, file, _TITLE, _names, ours=True))
    variables = [
        str(value)
        for provider in table(file.data, ("providers",))
        if isinstance(value := get(file.data, ("providers", provider, "api_key_env")), str)
    ]
    return (env_source(host, (*_VARIABLES, *variables)), *found, *rc_sources(host, _VARIABLES))


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    if model := first(sources, "KIMI_MODEL_NAME"):
        kind, key = first(sources, "KIMI_MODEL_PROVIDER_TYPE"), plain_key(first(sources, "KIMI_MODEL_API_KEY"))
        base_url, model_id = first(sources, "KIMI_MODEL_BASE_URL"), model[0]
    else:
        model = first(sources, "default_model")
        entry = f"models.{model[0]}" if model else ""
        named, provider = first(sources, f"{entry}.model"), first(sources, f"{entry}.provider")
        place = f"providers.{provider[0]}" if provider else ""
        kind, key = first(sources, f"{place}.type"), _key(sources, place)
        base_url, model_id = first(sources, f"{place}.base_url"), named[0] if named else (model[0] if model else "")
    return settle(
        sources,
        _TITLE,
        base_url=base_url,
        key=key,
        model=model,
        model_id=model_id or None,
        route=_route(kind[0] if kind else "openai", base_url[0] if base_url else ""),
        names={"KIMI_MODEL_NAME": "model", "default_model": "model"},
    )


def _key(sources: Sequence[Source], place: str) -> Key:
    variable = first(sources, f"{place}.api_key_env")
    if variable is None:
        return plain_key(first(sources, f"{place}.api_key"))
    found = first(sources, variable[0])
    if found is None:
        return Key(problem=tools_more.KEY_VARIABLE_UNSET(tool=_TITLE, name=variable[0]))
    return plain_key(found)


def _route(kind: str, base_url: str) -> Route:
    """With and without /v1 the messages endpoint is the same to it."""
    if kind == "anthropic" and re.search(r"/v\d+/?$", base_url):
        return ("/messages", "x-api-key")
    return _ROUTES.get(kind, _ROUTES["openai"])


def _warnings(host: Host) -> Iterator[Message]:
    yield from only_in_start_files(host, _TITLE, (_FOLDER,))


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "kimi", "@moonshot-ai/kimi-code")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("kimi", "-p", prompt)


TOOL = Tool(
    id="kimi-code",
    name=_TITLE,
    protocol="chat",
    homepage="https://www.npmjs.com/package/@moonshot-ai/kimi-code",
    tested="2.1.0",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=TOML,
            edits=_edits,
            owned=(("default_model",), _PROVIDER, _MODEL),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_KIMI(),
    warnings=_warnings,
    headless=_headless,
    protocols=ALL_PROTOCOLS,
    sizes=BOTH_SIZES,
)
