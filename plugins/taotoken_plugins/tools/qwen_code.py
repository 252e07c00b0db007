"""Qwen Code: a model entry `TaoToken` in settings.json, with its key under a variable of our own in the same file.

Measured with 0.24.4 (and 0.15.10): the chat base URL carries /v1, the messages one doesn't, and the key goes out as
Authorization on both. Of two entries with the same id the first counts. A variable of the shell, of a project's .env
or of ~/.qwen/.env beats the one in the file, but a project's .env hides ~/.qwen/.env altogether: no place for the key.
The project's and the system's settings beat the user's. Comments are read, trailing commas are not: with one the
program doesn't start. A file without ``$version`` is rewritten at the next start, readable for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Path, Select, Set
from taotoken_plugins._formats.json_format import JSON_COMMENTS
from taotoken_plugins._host import Host, Platform
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import (
    BOTH_SIZES,
    chosen_base,
    chosen_protocol,
    literal_key,
    new_element,
    set_sizes,
)
from taotoken_plugins.tools._read import env_source, load, rc_sources
from taotoken_plugins.tools._settle import (
    Key,
    Route,
    elements,
    environment_source,
    first,
    moved,
    only_in_start_files,
    settings_source,
    settle,
    table,
)

NAME = "TaoToken"
# Not TAOTOKEN_API_KEY: people export that, and what is exported beats the file.
KEY_VARIABLE = "TAOTOKEN_QWEN_API_KEY"
_PROTOCOLS: tuple[Protocol, ...] = ("chat", "messages")
_TYPES: Mapping[Protocol, str] = {"chat": "openai", "messages": "anthropic"}
_ROUTES: Mapping[str, Route] = {
    "openai": ("/chat/completions", "bearer"),
    "anthropic": ("/v1/messages", "bearer"),
}
_VERSION = 4  # of the layout; what both versions write
_SYSTEM_VARIABLE = "QWEN_CODE_SYSTEM_SETTINGS_PATH"
_MODEL: Path = ("model", "name")
_TYPE: Path = ("security", "auth", "selectedType")


def _folder(host: Host) -> FilePath:
    return moved(host, "QWEN_HOME") or host.home / ".qwen"


def settings_path(host: Host) -> FilePath:
    """The user's settings."""
    return _folder(host) / "settings.json"


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Qwen Code adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, "Qwen Code", _PROTOCOLS)
    model = wanted.endpoint.model
    kind: Path = ("modelProviders", _TYPES[protocol])
    entry = {
        "id": model,
        "name": NAME,
        "baseUrl": chosen_base(wanted.endpoint, protocol),
        "envKey": KEY_VARIABLE,
    }
    key = literal_key(wanted, "Qwen Code", holds=("$",))
    note = texts.QWEN_REWRITES() if document and "$version" not in document else None
    return [
        *_entry_edits(kind, entry, elements(document, kind), wanted),
        Set(("env", KEY_VARIABLE), key, secret=True, note=note),
        Set(_TYPE, _TYPES[protocol]),
        Set(_MODEL, model),
        *([] if document else [Set(("$version",), _VERSION)]),
    ]


def _entry_edits(
    kind: Path, entry: Mapping[str, str], listed: Sequence[Mapping[str, Any]], wanted: Wanted
) -> Iterator[Edit]:
    """Our entry; where the user has one with this id, that one: the tool takes the first of two."""
    same_id = any(item.get("id") == entry["id"] and item.get("name") != NAME for item in listed)
    path: Path = (*kind, Select("id", entry["id"]) if same_id else Select("name", NAME))
    config: Path = (*path, "generationConfig")
    sizes = set_sizes(wanted, (*config, "contextWindowSize"), (*config, "samplingParams", "max_tokens"))
    if same_id or any(item.get("name") == NAME for item in listed):
        kept = ("id", "name") if same_id else ("name",)
        yield from (Set((*path, name), value) for name, value in entry.items() if name not in kept)
        yield from sizes
    else:
        yield new_element(path, dict(entry), sizes)


# Reading ---------------------------------------------------------------------------------------------------


def system_settings_path(platform: Platform) -> FilePath:
    """The administrator's settings."""
    if platform == "win32":
        return FilePath("C:\\ProgramData\\qwen-code\\settings.json")
    if platform == "darwin":
        return FilePath("/Library/Application Support/QwenCode/settings.json")
    return FilePath("/etc/qwen-code/settings.json")


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {"model.name": _MODEL, "security.auth.selectedType": _TYPE}
    names |= {f"env.{name}": ("env", name) for name in table(data, ("env",))}
    for kind in table(data, ("modelProviders",)):
        listed = elements(data, ("modelProviders", kind))
        ids = [item.get("id") for item in listed]
        for model in (model for model in ids if isinstance(model, str) and ids.count(model) == 1):
            for field in ("baseUrl", "envKey"):
                names[f"{kind}.{model}.{field}"] = ("modelProviders", kind, Select("id", model), field)
    return names


def _sources(host: Host) -> tuple[Source, ...]:
    ours = settings_path(host)
    system = moved(host, _SYSTEM_VARIABLE) or system_settings_path(host.platform)
    paths = dict.fromkeys((system, host.cwd / ".qwen" / "settings.json", ours))
    files = [
        source
        for path in paths
        for source in settings_source(host, load(path, "json with comments"), "Qwen Code", _names, ours=path == ours)
    ]
    variables = sorted({KEY_VARIABLE, *_key_variables(files)})
    return (
        env_source(host, tuple(variables)),
        *_env_files(host, variables),
        *files,
        *rc_sources(host, (KEY_VARIABLE,)),
    )


def _key_variables(files: Sequence[Source]) -> Iterator[str]:
    for source in files:
        yield from (value for name, value in source.values.items() if name.endswith(".envKey"))


def _env_files(host: Host, variables: Sequence[str]) -> Iterator[Source]:
    for path in dict.fromkeys((host.cwd / ".qwen" / ".env", host.cwd / ".env", _folder(host) / ".env")):
        yield from environment_source(path, variables)


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    chosen, model = first(sources, "security.auth.selectedType"), first(sources, "model.name")
    kind = chosen[0] if chosen else "openai"
    entry = f"{kind}.{model[0] if model else ''}"
    variable = first(sources, f"{entry}.envKey")
    return settle(
        sources,
        "Qwen Code",
        base_url=first(sources, f"{entry}.baseUrl"),
        key=_key(sources, variable[0]) if variable else Key(),
        model=model,
        model_id=model[0] if model else None,
        route=_ROUTES.get(kind, _ROUTES["openai"]),
        names={
            f"{entry}.baseUrl": "base_url",
            "model.name": "model",
            **({variable[0]: "api_key", f"env.{variable[0]}": "api_key"} if variable else {}),
        },
    )


def _key(sources: Sequence[Source], variable: str) -> Key:
    found = first(sources, variable) or first(sources, f"env.{variable}")
    if found is None:
        return Key(problem=texts.KEY_VARIABLE_UNSET(tool="Qwen Code", name=variable))
    return Key(found=found, value=found[0])


def _warnings(host: Host) -> Iterator[Message]:
    yield from only_in_start_files(host, "Qwen Code", ("QWEN_HOME",))


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "qwen", "@qwen-code/qwen-code")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("qwen", "-p", prompt)


TOOL = Tool(
    id="qwen-code",
    name="Qwen Code",
    protocol="chat",
    homepage="https://www.npmjs.com/package/@qwen-code/qwen-code",
    tested="0.24.4",
    files=(
        ConfigFile(
            id="settings",
            path=settings_path,
            format=JSON_COMMENTS,
            edits=_edits,
            owned=(
                *(("modelProviders", kind) for kind in _TYPES.values()),
                ("env", KEY_VARIABLE),
                _TYPE,
                _MODEL,
                ("$version",),
            ),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_QWEN(),
    warnings=_warnings,
    headless=_headless,
    protocols=_PROTOCOLS,
    sizes=BOTH_SIZES,
)
