"""llm: a model `taotoken` in extra-openai-models.yaml, its key in keys.json, chosen in default_model.txt.

Measured with 0.36: the base URL carries /v1 for both protocols. A model without ``api_key_name`` is asked for with the
key ``DUMMY_KEY``, and a key in keys.json beats OPENAI_API_KEY. An empty extra-openai-models.yaml stops the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._detect import detect_pip
from taotoken_plugins._edit import Edit, Path, Remove, Select, Set
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._formats.text_format import NAME, TEXT
from taotoken_plugins._formats.yaml_format import YAML
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as tool_texts
from taotoken_plugins._texts import tools_further as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import chosen_base, chosen_protocol
from taotoken_plugins.tools._read import as_text, env_source, load, rc_sources
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
)

MODEL_ID = "taotoken"
_ENTRY: Path = (Select("model_id", MODEL_ID),)
_PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses")
_ROUTES: Mapping[str, Route] = {"": ("/chat/completions", "bearer"), "true": ("/responses", "bearer")}
_VARIABLE = "LLM_MODEL"
_FOLDER = "LLM_USER_PATH"
_FIELDS = ("model_name", "api_base", "api_key_name", "responses")


def folder(host: Host) -> FilePath:
    """LLM_USER_PATH, or the system's place for settings."""
    if path := moved(host, _FOLDER):
        return path
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        return (FilePath(roaming) if roaming else host.home / "AppData" / "Roaming") / "io.datasette.llm"
    if host.platform == "darwin":
        return host.home / "Library" / "Application Support" / "io.datasette.llm"
    return (moved(host, "XDG_CONFIG_HOME") or host.home / ".config") / "io.datasette.llm"


def models_path(host: Host) -> FilePath:
    """The models of OpenAI-compatible gateways."""
    return folder(host) / "extra-openai-models.yaml"


def keys_path(host: Host) -> FilePath:
    """The keys by name."""
    return folder(host) / "keys.json"


def default_path(host: Host) -> FilePath:
    """The one model that is asked without -m."""
    return folder(host) / "default_model.txt"


# Writing ---------------------------------------------------------------------------------------------------


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that llm adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _models_edits(wanted: Wanted, document: Any, host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, "llm", _PROTOCOLS)
    entry: dict[str, Any] = {
        "model_id": MODEL_ID,
        "model_name": wanted.endpoint.model,
        "api_base": chosen_base(wanted.endpoint, protocol),
        "api_key_name": MODEL_ID,
        **({"responses": True} if protocol == "responses" else {}),
    }
    own = next((item for item in _models(document) if item.get("model_id") == MODEL_ID), None)
    if own is None:
        return [Set(_ENTRY, entry)]
    return [
        *(Set((*_ENTRY, name), value) for name, value in entry.items() if name != "model_id"),
        *(Remove((*_ENTRY, name), tool_texts.CONFLICT()) for name in _switches(own) - entry.keys()),
        *foreign_headers(document, (*_ENTRY, "headers")),
    ]


def _switches(entry: Mapping[str, Any]) -> set[str]:
    """What makes llm speak another protocol with this model."""
    return {name for name in ("responses", "completion") if entry.get(name)}


def _keys_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del document, host
    return [Set((MODEL_ID,), wanted.endpoint.api_key, secret=True)]


def _default_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del wanted, document, host
    return [Set((NAME,), MODEL_ID)]


# Reading ---------------------------------------------------------------------------------------------------


def _models(document: Any) -> list[Mapping[str, Any]]:
    return [item for item in document if isinstance(item, dict)] if isinstance(document, list) else []


def _names(document: Any) -> dict[str, Path]:
    ids = [as_text(item.get("model_id")) for item in _models(document)]
    return {
        f"{model}.{name}": (Select("model_id", model), name)
        for model in ids
        if model is not None and ids.count(model) == 1
        for name in _FIELDS
    }


def _sources(host: Host) -> tuple[Source, ...]:
    keys, models, chosen = (
        load(keys_path(host), "json"),
        load(models_path(host), "yaml list"),
        load(default_path(host), "text"),
    )
    saved: dict[str, Path] = {f"keys.{name}": (name,) for name in keys.data}
    return (
        env_source(host, (_VARIABLE,)),
        *settings_source(host, chosen, "llm", lambda _: {"default_model": (NAME,)}, ours=True),
        *settings_source(host, keys, "llm", lambda _: saved, ours=True),
        *settings_source(host, models, "llm", _names, ours=True),
        *rc_sources(host, (_VARIABLE,)),
    )


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    chosen = first(sources, _VARIABLE) or first(sources, "default_model")
    entry = chosen[0] if chosen else ""
    model, key_name = first(sources, f"{entry}.model_name"), first(sources, f"{entry}.api_key_name")
    responses = first(sources, f"{entry}.responses")
    return settle(
        sources,
        "llm",
        base_url=first(sources, f"{entry}.api_base"),
        key=plain_key(first(sources, f"keys.{key_name[0]}")) if key_name else Key(),
        model=chosen,
        model_id=model[0] if model else (entry or None),
        route=_ROUTES.get(responses[0] if responses else "", _ROUTES[""]),
        names={_VARIABLE: "model", "default_model": "model"},
    )


def _warnings(host: Host) -> Iterator[Message]:
    yield from only_in_start_files(host, "llm", (_FOLDER,))


def _detect(host: Host) -> Installed | None:
    return detect_pip(host, "llm", "llm")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("llm", prompt)


TOOL = Tool(
    id="llm",
    name="llm",
    protocol="chat",
    homepage="https://pypi.org/project/llm/",
    tested="0.36",
    files=(
        ConfigFile(id="models", path=models_path, format=YAML, edits=_models_edits, owned=(_ENTRY,)),
        ConfigFile(
            id="keys",
            path=keys_path,
            format=STRICT_JSON,
            edits=_keys_edits,
            owned=((MODEL_ID,),),
            private=True,
            bom=False,  # Python's JSON reader refuses one
        ),
        ConfigFile(id="default", path=default_path, format=TEXT, edits=_default_edits, owned=((NAME,),), bom=False),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_LLM(),
    warnings=_warnings,
    headless=_headless,
    protocols=_PROTOCOLS,
)
