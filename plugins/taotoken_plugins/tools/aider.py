"""aider: model, address and key in ~/.aider.conf.yml.

Measured with 0.86.2: the chat base URL carries /v1, the messages one doesn't and has no setting of its own, but a
variable that ``set-env`` gives. An unknown setting is fatal. A key in the file beats OPENAI_API_KEY of the shell and of
every .env; only AIDER_* variables and the same file in a project or repository beat it. ``env-file`` would be another
place for the key, but there can be only one, and people use it for their own.
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
from taotoken_plugins._edit import Edit, Path, Remove, Select, Set, get
from taotoken_plugins._formats.yaml_format import YAML
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_further as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import chosen_base, chosen_protocol
from taotoken_plugins.tools._read import env_source, load, rc_sources
from taotoken_plugins.tools._settle import (
    Found,
    Route,
    environment_source,
    first,
    plain_key,
    settings_source,
    settle,
)

_PROTOCOLS: tuple[Protocol, ...] = ("chat", "messages")
_PREFIXES: Mapping[Protocol, str] = {"chat": "openai", "messages": "anthropic"}
_ROUTES: Mapping[str, Route] = {
    "openai": ("/chat/completions", "bearer"),
    "anthropic": ("/v1/messages", "x-api-key"),
}
_MESSAGES_BASE = "ANTHROPIC_API_BASE"
_SIDE_MODELS = ("weak-model", "editor-model")
_SETTINGS = ("model", "openai-api-base", "openai-api-key", "anthropic-api-key")
_OWN_VARIABLES = tuple(f"AIDER_{name.upper().replace('-', '_')}" for name in _SETTINGS)
_VARIABLES = ("OPENAI_API_BASE", "OPENAI_API_KEY", _MESSAGES_BASE, "ANTHROPIC_API_KEY")
_NAME = ".aider.conf.yml"


def config_path(host: Host) -> FilePath:
    """The user's settings."""
    return host.home / _NAME


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that aider adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, "aider", _PROTOCOLS)
    prefix, base = _PREFIXES[protocol], chosen_base(wanted.endpoint, protocol)
    return [
        Set(("model",), f"{prefix}/{wanted.endpoint.model}"),
        *([Set(("openai-api-base",), base)] if protocol == "chat" else _variable_edits(base, document)),
        Set((f"{prefix}-api-key",), wanted.endpoint.api_key, secret=True),
    ]


def _variable_edits(base: str, document: Mapping[str, Any]) -> Iterator[Edit]:
    """The variable with the base URL; another value of it goes."""
    wanted = f"{_MESSAGES_BASE}={base}"
    for text in _set_env(document):
        if text.partition("=")[0].strip() == _MESSAGES_BASE and text != wanted:
            yield Remove(("set-env", Select(None, text)), texts.OLD_ADDRESS())
    yield Set(("set-env", Select(None, wanted)), wanted)


def _set_env(document: Mapping[str, Any]) -> list[str]:
    found = get(document, ("set-env",))
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else []


# Reading ---------------------------------------------------------------------------------------------------


def _names(data: Mapping[str, Any]) -> dict[str, Path]:
    names: dict[str, Path] = {name: (name,) for name in (*_SETTINGS, *_SIDE_MODELS, "env-file")}
    for text in _set_env(data):
        if text.partition("=")[0].strip() == _MESSAGES_BASE:
            names["set-env"] = ("set-env", Select(None, text))
    return names


def _sources(host: Host) -> tuple[Source, ...]:
    folders = dict.fromkeys((host.cwd, _repository(host.cwd), host.home))
    ours = config_path(host)
    configs = [
        source
        for folder in folders
        if folder is not None
        for source in settings_source(host, load(folder / _NAME, "yaml"), "aider", _names, ours=folder / _NAME == ours)
    ]
    names = (*_OWN_VARIABLES, *_VARIABLES)
    chosen = first(configs, "env-file")
    files = [host.cwd / chosen[0]] if chosen else []
    files += [folder / ".env" for folder in folders if folder is not None]
    env_files = [source for path in dict.fromkeys(files) for source in environment_source(path, names)]
    return (*env_files, env_source(host, names), *configs, *rc_sources(host, names))


def _repository(start: FilePath) -> FilePath | None:
    """The root of the git repository that `start` is in."""
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), None)


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    model = first(sources, "AIDER_MODEL") or first(sources, "model")
    prefix, _, model_id = model[0].partition("/") if model else ("", "", "")
    known = prefix in _ROUTES
    base_url = _openai_base(sources) if prefix == "openai" else _messages_base(sources) if known else None
    return settle(
        sources,
        "aider",
        base_url=base_url,
        key=plain_key(_of_file_first(sources, prefix, "api-key") if known else None),
        model=model,
        model_id=(model_id if known else model[0]) if model else None,
        route=_ROUTES.get(prefix, _ROUTES["openai"]),
        names={
            "AIDER_MODEL": "model",
            "model": "model",
            **({f"{prefix}-api-key": "api_key", f"{prefix.upper()}_API_KEY": "api_key"} if known else {}),
            **({"openai-api-base": "base_url", "OPENAI_API_BASE": "base_url"} if prefix == "openai" else {}),
        },
    )


def _of_file_first(sources: Sequence[Source], prefix: str, name: str) -> Found | None:
    """aider's own variable, the setting, then what everyone reads."""
    setting, plain = f"{prefix}-{name}", f"{prefix}_{name}".upper().replace("-", "_")
    return first(sources, f"AIDER_{plain}") or first(sources, setting) or first(sources, plain)


def _openai_base(sources: Sequence[Source]) -> Found | None:
    return _of_file_first(sources, "openai", "api-base")


def _messages_base(sources: Sequence[Source]) -> Found | None:
    if found := first(sources, "set-env"):
        return (found[0].partition("=")[2].strip(), found[1])
    return first(sources, _MESSAGES_BASE)


# What beats us ---------------------------------------------------------------------------------------------


def _warnings(host: Host) -> Iterator[Message]:
    found, ours = _sources(host), config_path(host)
    own = next((source for source in found if source.path == ours), None)
    for name in _SIDE_MODELS if own else ():
        if own is not None and (model := own.values.get(name)):
            file = safe_text(host.tilde(ours))
            yield texts.OTHER_MODEL_STAYS(file=file, name=name, model=safe_text(model, 80))


def _detect(host: Host) -> Installed | None:
    return detect_pip(host, "aider", "aider-chat")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("aider", "--message", prompt, "--yes-always", "--no-git")


TOOL = Tool(
    id="aider",
    name="aider",
    protocol="chat",
    homepage="https://aider.chat",
    tested="0.86.2",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=YAML,
            edits=_edits,
            owned=(*((name,) for name in _SETTINGS), ("set-env",)),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_AIDER(),
    warnings=_warnings,
    headless=_headless,
    protocols=_PROTOCOLS,
)
