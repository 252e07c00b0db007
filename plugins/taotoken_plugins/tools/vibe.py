"""Mistral Vibe: the provider and the model `taotoken` in config.toml, the key in Vibe's own .env.

Measured with 3.0.2: the chat and responses base URL carries /v1, the messages one doesn't. The config names a variable,
not a key; the process environment beats the .env file, which beats the system's keyring. A project's .vibe/config.toml
beats the user's once the folder is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._detect import detect_pip
from taotoken_plugins._edit import Edit, Path, Select, Set
from taotoken_plugins._formats.dotenv_format import DOTENV
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
    new_element,
    set_sizes,
)
from taotoken_plugins.tools._read import env_source, load, rc_sources
from taotoken_plugins.tools._settle import (
    Key,
    Route,
    elements,
    first,
    foreign_headers,
    moved,
    only_in_start_files,
    plain_key,
    settings_source,
    settle,
)

NAME = "taotoken"
_TITLE = "Mistral Vibe"
# Not TAOTOKEN_API_KEY: people export that, and what is exported beats the file.
KEY_VARIABLE = "TAOTOKEN_VIBE_API_KEY"
_PROVIDER: Path = ("providers", Select("name", NAME))
_MODEL: Path = ("models", Select("alias", NAME))
_STYLES: Mapping[Protocol, str] = {"chat": "openai", "responses": "openai-responses", "messages": "anthropic"}
_ROUTES: Mapping[str, Route] = {
    "openai": ("/chat/completions", "bearer"),
    "openai-responses": ("/responses", "bearer"),
    "anthropic": ("/v1/messages", "x-api-key"),
}
_VARIABLE = "VIBE_ACTIVE_MODEL"
_FOLDER = "VIBE_HOME"


def folder(host: Host) -> FilePath:
    """VIBE_HOME, or ~/.vibe."""
    return moved(host, _FOLDER) or host.home / ".vibe"


def config_path(host: Host) -> FilePath:
    """Providers, models and the choice of one."""
    return folder(host) / "config.toml"


def env_path(host: Host) -> FilePath:
    """The keys."""
    return folder(host) / ".env"


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Vibe adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _config_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, _TITLE, ALL_PROTOCOLS)
    provider = {
        "name": NAME,
        "api_base": chosen_base(wanted.endpoint, protocol),
        "api_key_env_var": KEY_VARIABLE,
        "api_style": _STYLES[protocol],
        "backend": "generic",
    }
    model = {"name": wanted.endpoint.model, "provider": NAME, "alias": NAME}
    sizes = tuple(set_sizes(wanted, (*_MODEL, "max_context_length"), (*_MODEL, "max_output_tokens")))
    return [
        Set(("active_model",), NAME),
        *_element_edits(_PROVIDER, provider, document, ()),
        *foreign_headers(document, (*_PROVIDER, "extra_headers")),
        *_element_edits(_MODEL, model, document, sizes),
    ]


def _element_edits(
    path: Path, value: Mapping[str, Any], document: Mapping[str, Any], sizes: Sequence[Edit]
) -> Iterator[Edit]:
    """Our element of a list, whole where it is new."""
    select = path[-1]
    assert isinstance(select, Select)
    assert select.key is not None
    if any(item.get(select.key) == select.value for item in elements(document, path[:-1])):
        yield from (Set((*path, name), given) for name, given in value.items() if name != select.key)
        yield from sizes
    else:
        yield new_element(path, dict(value), sizes)


def _env_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del document, host
    return [Set((KEY_VARIABLE,), wanted.endpoint.api_key, secret=True)]


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {"active_model": ("active_model",)}
    for lists, key, fields in (
        ("providers", "name", ("api_base", "api_key_env_var", "api_style")),
        ("models", "alias", ("name", "provider")),
    ):
        listed = [item.get(key) for item in elements(data, (lists,))]
        for value in (value for value in listed if isinstance(value, str) and listed.count(value) == 1):
            for field in fields:
                names[f"{lists}.{value}.{field}"] = (lists, Select(key, value), field)
    return names


def _sources(host: Host) -> tuple[Source, ...]:
    found = tuple(settings_source(host, load(config_path(host), "toml"), _TITLE, _names, ours=True))
    variables = {
        value for source in found for name, value in source.values.items() if name.endswith(".api_key_env_var")
    } | {KEY_VARIABLE}
    saved: dict[str, Path] = {name: (name,) for name in sorted(variables)}
    return (
        env_source(host, (_VARIABLE, *sorted(variables))),
        *settings_source(host, load(env_path(host), "dotenv"), _TITLE, lambda _: saved, ours=True, breaks=False),
        *found,
        *rc_sources(host, (_VARIABLE, KEY_VARIABLE)),
    )


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    model = first(sources, _VARIABLE) or first(sources, "active_model")
    entry = f"models.{model[0]}" if model else ""
    named, provider = first(sources, f"{entry}.name"), first(sources, f"{entry}.provider")
    place = f"providers.{provider[0]}" if provider else ""
    variable, style = first(sources, f"{place}.api_key_env_var"), first(sources, f"{place}.api_style")
    return settle(
        sources,
        _TITLE,
        base_url=first(sources, f"{place}.api_base"),
        key=_key(sources, variable[0]) if variable else Key(),
        model=model,
        model_id=named[0] if named else (model[0] if model else None),
        route=_ROUTES.get(style[0] if style else "openai", _ROUTES["openai"]),
        names={
            _VARIABLE: "model",
            "active_model": "model",
            **({variable[0]: "api_key"} if variable else {}),
        },
    )


def _key(sources: Sequence[Source], variable: str) -> Key:
    found = first(sources, variable)
    if found is None:
        return Key(problem=tools_more.KEY_VARIABLE_UNSET(tool=_TITLE, name=safe_text(variable, 80)))
    return plain_key(found)


def _warnings(host: Host) -> Iterator[Message]:
    project = host.cwd / ".vibe" / "config.toml"
    if project != config_path(host) and "active_model" in load(project, "toml").data:
        file = safe_text(host.tilde(project))
        yield tools_more.PROJECT_IF_TRUSTED(file=file, names="active_model", tool=_TITLE)
    yield from only_in_start_files(host, _TITLE, (_FOLDER,))


def _detect(host: Host) -> Installed | None:
    return detect_pip(host, "vibe", "mistral-vibe")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("vibe", "-p", prompt, "--trust")


TOOL = Tool(
    id="vibe",
    name=_TITLE,
    protocol="chat",
    homepage="https://pypi.org/project/mistral-vibe/",
    tested="3.0.2",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=TOML,
            edits=_config_edits,
            owned=(("active_model",), _PROVIDER, _MODEL),
            bom=False,
        ),
        ConfigFile(
            id="env", path=env_path, format=DOTENV, edits=_env_edits, owned=((KEY_VARIABLE,),), private=True, bom=False
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_VIBE(),
    warnings=_warnings,
    headless=_headless,
    protocols=ALL_PROTOCOLS,
    sizes=BOTH_SIZES,
)
