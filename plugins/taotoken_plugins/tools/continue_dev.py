"""Continue: a model `TaoToken` in config.yaml, its key in Continue's own .env, chosen where others stand before it.

Measured with the CLI 1.5.47: the base URL carries /v1 for both protocols, as the messages one is only added
``/messages``. The file needs `name` and `version`. The first chat model counts, unless globalContext.json names one.
The process environment and a project's .env beat Continue's own; a key that is nowhere goes out as the text of its
reference. VS Code and JetBrains read the same files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Path, Select, Set
from taotoken_plugins._formats.dotenv_format import DOTENV
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._formats.yaml_format import YAML
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_further as texts
from taotoken_plugins._texts import tools_more
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import BOTH_SIZES, chosen_protocol, new_element, set_sizes
from taotoken_plugins.tools._read import env_source, has, load, rc_sources
from taotoken_plugins.tools._settle import (
    Found,
    Key,
    Route,
    elements,
    environment_source,
    first,
    foreign_headers,
    moved,
    only_in_start_files,
    plain_key,
    settings_source,
    settle,
)

NAME = "TaoToken"
# Not TAOTOKEN_API_KEY: people export that, and what is exported beats the file.
KEY_VARIABLE = "TAOTOKEN_CONTINUE_API_KEY"
_ENTRY: Path = ("models", Select("name", NAME))
_CHOSEN = "cliSelectedModel"
_PROTOCOLS: tuple[Protocol, ...] = ("chat", "messages")
_PROVIDERS: Mapping[Protocol, str] = {"chat": "openai", "messages": "anthropic"}
_ROUTES: Mapping[str, Route] = {
    "openai": ("/chat/completions", "bearer"),
    "anthropic": ("/messages", "x-api-key"),
}
_REFERENCE: Final = re.compile(r"\$\{\{\s*secrets\.(?:[\w-]+/)*(\w+)\s*\}\}")
_FOLDER = "CONTINUE_GLOBAL_DIR"
_FIELDS = ("provider", "model", "apiBase")


def folder(host: Host) -> FilePath:
    """CONTINUE_GLOBAL_DIR, or ~/.continue."""
    return moved(host, _FOLDER) or host.home / ".continue"


def config_path(host: Host) -> FilePath:
    """The models."""
    return folder(host) / "config.yaml"


def env_path(host: Host) -> FilePath:
    """The keys."""
    return folder(host) / ".env"


def choice_path(host: Host) -> FilePath:
    """The command line's memory: among other things, the model that was chosen."""
    return folder(host) / "index" / "globalContext.json"


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Continue adds ``/chat/completions`` to."""
    return endpoint.v1_for("chat")


def _config_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, "Continue", _PROTOCOLS)
    entry = {
        "name": NAME,
        "provider": _PROVIDERS[protocol],
        "model": wanted.endpoint.model,
        "apiBase": wanted.endpoint.v1_for(protocol),
        "apiKey": "${{ secrets." + KEY_VARIABLE + " }}",
    }
    options: Path = (*_ENTRY, "defaultCompletionOptions")
    sizes = tuple(set_sizes(wanted, (*options, "contextLength"), (*options, "maxTokens")))
    return [*_frame(document), *_entry_edits(entry, document, sizes)]


def _frame(document: Mapping[str, Any]) -> Iterator[Edit]:
    """What the file must begin with."""
    for name, value in (("name", NAME), ("version", "1.0.0")):
        if not has(document, (name,)):
            yield Set((name,), value, frame=True)
    if not document:
        yield Set(("schema",), "v1")


def _entry_edits(entry: Mapping[str, str], document: Mapping[str, Any], sizes: Sequence[Edit]) -> Iterator[Edit]:
    if any(item.get("name") == NAME for item in elements(document, ("models",))):
        yield from (Set((*_ENTRY, name), value) for name, value in entry.items() if name != "name")
        yield from foreign_headers(document, (*_ENTRY, "requestOptions", "headers"))
        yield from sizes
    else:
        yield new_element(_ENTRY, dict(entry), sizes)


def _env_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del document, host
    return [Set((KEY_VARIABLE,), wanted.endpoint.api_key, secret=True)]


def _choice_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del wanted, document, host
    return [Set((_CHOSEN,), NAME)]


def _needs_choice(wanted: Wanted, host: Host) -> bool:
    """Would the command line take another model: one that stands before ours, or one that was chosen?"""
    del wanted
    if load(choice_path(host), "json").data.get(_CHOSEN):
        return True
    chat = _chat_models(load(config_path(host), "yaml").data)
    return bool(chat) and chat[0] != NAME


# Reading ---------------------------------------------------------------------------------------------------


def _chat_models(data: Mapping[str, Any]) -> list[str]:
    """The names of the models for chats, in order."""
    listed = elements(data, ("models",))
    return [str(item.get("name")) for item in listed if "roles" not in item or "chat" in (item["roles"] or ())]


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {}
    if chat := _chat_models(data):
        names["first chat model"] = ("models", Select("name", chat[0]), "name")
    listed = [item.get("name") for item in elements(data, ("models",))]
    for item in elements(data, ("models",)):
        model = item.get("name")
        if isinstance(model, str) and listed.count(model) == 1:
            place: Path = ("models", Select("name", model))
            names |= {f"{model}.{field}": (*place, field) for field in ("name", *_FIELDS)}
            names[f"{model}.{_key_name(item)}"] = (*place, "apiKey")
    return names


def _key_name(item: Mapping[str, Any]) -> str:
    """A reference is no key, and is called otherwise."""
    return "apiKeyReference" if _REFERENCE.fullmatch(str(item.get("apiKey", ""))) else "apiKey"


def _sources(host: Host) -> tuple[Source, ...]:
    config = load(config_path(host), "yaml")
    found = tuple(settings_source(host, config, "Continue", _names, ours=True))
    keys = [value for source in found for name, value in source.values.items() if name.endswith(".apiKeyReference")]
    variables = sorted({KEY_VARIABLE, *(match[1] for key in keys if (match := _REFERENCE.fullmatch(key)))})
    saved: dict[str, Path] = {name: (name,) for name in variables}
    choice = load(choice_path(host), "json")
    return (
        env_source(host, tuple(variables)),
        *environment_source(host.cwd / ".env", variables),
        *settings_source(host, load(env_path(host), "dotenv"), "Continue", lambda _: saved, ours=True, breaks=False),
        *environment_source(host.cwd / ".continue" / ".env", variables),
        *settings_source(host, choice, "Continue", lambda _: {_CHOSEN: (_CHOSEN,)}, ours=True, breaks=False),
        *found,
        *rc_sources(host, (KEY_VARIABLE,)),
    )


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    chosen = _chosen(sources)
    entry = chosen[0] if chosen else ""
    provider, named = first(sources, f"{entry}.provider"), first(sources, f"{entry}.model")
    return settle(
        sources,
        "Continue",
        base_url=first(sources, f"{entry}.apiBase"),
        key=_key(sources, entry),
        model=chosen,
        model_id=named[0] if named else (entry or None),
        route=_ROUTES.get(provider[0] if provider else "openai", _ROUTES["openai"]),
        names={KEY_VARIABLE: "api_key"} if chosen and entry == NAME else {},
    )


def _chosen(sources: Sequence[Source]) -> Found | None:
    """The model that was chosen, where there is one of that name; else the first."""
    chosen = first(sources, _CHOSEN)
    if chosen and first(sources, f"{chosen[0]}.name"):
        return chosen
    return first(sources, "first chat model")


def _key(sources: Sequence[Source], entry: str) -> Key:
    reference = first(sources, f"{entry}.apiKeyReference")
    match = _REFERENCE.fullmatch(reference[0]) if reference else None
    if match is None:
        return plain_key(first(sources, f"{entry}.apiKey"))
    found = first(sources, match[1])
    if found is None:
        return Key(problem=tools_more.KEY_VARIABLE_UNSET(tool="Continue", name=match[1]))
    return plain_key(found)


def _warnings(host: Host) -> Iterator[Message]:
    legacy = folder(host) / "config.json"
    if legacy.is_file() and not config_path(host).exists():
        yield texts.CONTINUE_LEGACY(file=safe_text(host.tilde(legacy)))
    if host.env.get("ANTHROPIC_API_KEY"):
        yield texts.CONTINUE_OVERWRITES(file=safe_text(host.tilde(config_path(host))))
    yield from only_in_start_files(host, "Continue", (_FOLDER,))


def _detect(host: Host) -> Installed | None:
    """The command line, or the settings that an editor's extension made."""
    return detect_npm(host, "cn", "@continuedev/cli") or (Installed() if config_path(host).is_file() else None)


def _headless(prompt: str) -> tuple[str, ...]:
    return ("cn", "-p", prompt)


TOOL = Tool(
    id="continue",
    name="Continue",
    protocol="chat",
    homepage="https://www.npmjs.com/package/@continuedev/cli",
    tested="1.5.47",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=YAML,
            edits=_config_edits,
            owned=(("name",), ("version",), ("schema",), _ENTRY),
        ),
        ConfigFile(
            id="env", path=env_path, format=DOTENV, edits=_env_edits, owned=((KEY_VARIABLE,),), private=True, bom=False
        ),
        ConfigFile(
            id="choice",
            path=choice_path,
            format=STRICT_JSON,
            edits=_choice_edits,
            owned=((_CHOSEN,),),
            when=_needs_choice,
            bom=False,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_CONTINUE(),
    warnings=_warnings,
    headless=_headless,
    protocols=_PROTOCOLS,
    sizes=BOTH_SIZES,
)
