"""OpenHands CLI: the language model in agent_settings.json, and the one of its summaries where there is one.

Measured with 1.16.0: strict JSON, and with a comment it says that the file is corrupted; the prefix of the model is the
protocol (``openai/``, ``anthropic/``), and only for the first the base URL carries /v1; requests don't stream; LLM_*
count only with --override-with-envs. When settings are changed in it, it writes the file so that others may read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._detect import detect_pip
from taotoken_plugins._edit import Edit, Path, Set, get
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_further as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._choices import BOTH_SIZES, chosen_base, chosen_protocol, set_sizes
from taotoken_plugins.tools._read import env_source, load
from taotoken_plugins.tools._settle import (
    Route,
    first,
    foreign_headers,
    moved,
    only_in_start_files,
    plain_key,
    settings_source,
    settle,
)

_TITLE: Final = "OpenHands"
_FOLDER: Final = "OPENHANDS_PERSISTENCE_DIR"
_LLM: Final[Path] = ("llm",)
_SUMMARIES: Final[Path] = ("condenser", "llm")
_FIELDS: Final = ("model", "api_key", "base_url")
_PROTOCOLS: Final[tuple[Protocol, ...]] = ("chat", "messages")
_PREFIXES: Final[Mapping[Protocol, str]] = {"chat": "openai", "messages": "anthropic"}
_ROUTES: Final[Mapping[str, Route]] = {
    "openai": ("/chat/completions", "bearer"),
    "anthropic": ("/v1/messages", "x-api-key"),
}
_KEYS: Final[Mapping[str, str]] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}


def settings_path(host: Host) -> FilePath:
    """OPENHANDS_PERSISTENCE_DIR, or ~/.openhands."""
    return (moved(host, _FOLDER) or host.home / ".openhands") / "agent_settings.json"


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that OpenHands adds ``/chat/completions`` to."""
    return chosen_base(endpoint, "chat")


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    protocol = chosen_protocol(wanted, _TITLE, _PROTOCOLS)
    model = f"{_PREFIXES[protocol]}/{wanted.endpoint.model}"
    places = [_LLM, *([_SUMMARIES] if isinstance(get(document, _SUMMARIES), dict) else [])]
    return [
        edit
        for place in places
        for edit in (
            Set((*place, "model"), model),
            Set((*place, "api_key"), wanted.endpoint.api_key, secret=True),
            Set((*place, "base_url"), chosen_base(wanted.endpoint, protocol)),
            *foreign_headers(document, (*place, "extra_headers")),
        )
    ] + list(set_sizes(wanted, (*_LLM, "max_input_tokens"), (*_LLM, "max_output_tokens")))


# Reading ---------------------------------------------------------------------------------------------------


def _sources(host: Host) -> tuple[Source, ...]:
    names: dict[str, Path] = {f"llm.{name}": (*_LLM, name) for name in _FIELDS}
    file = load(settings_path(host), "json")
    settings = settings_source(host, file, _TITLE, lambda _: names, ours=True, breaks=False)
    return (*settings, env_source(host, tuple(_KEYS.values())))


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    model, base_url = first(sources, "llm.model"), first(sources, "llm.base_url")
    prefix, _, name = model[0].partition("/") if model else ("", "", "")
    key = first(sources, "llm.api_key") or first(sources, _KEYS.get(prefix, ""))
    return settle(
        sources,
        _TITLE,
        base_url=base_url,
        key=plain_key(key if base_url else None),
        model=model,
        model_id=name or None,
        route=_ROUTES.get(prefix, ("/chat/completions", "bearer")),
        names={f"llm.{field}": field for field in _FIELDS},
    )


def _warnings(host: Host) -> Iterator[Message]:
    yield from only_in_start_files(host, _TITLE, (_FOLDER,))


def _detect(host: Host) -> Installed | None:
    return detect_pip(host, "openhands", "openhands")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("openhands", "--headless", "-t", prompt)


TOOL = Tool(
    id="openhands",
    name=_TITLE,
    protocol="chat",
    homepage="https://pypi.org/project/openhands/",
    tested="1.16.0",
    files=(
        ConfigFile(
            id="settings",
            path=settings_path,
            format=STRICT_JSON,
            edits=_edits,
            owned=(
                *((*place, name) for place in (_LLM, _SUMMARIES) for name in (*_FIELDS, "extra_headers")),
                (*_LLM, "max_input_tokens"),
                (*_LLM, "max_output_tokens"),
            ),
            private=True,
            bom=False,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_OPENHANDS(),
    warnings=_warnings,
    headless=_headless,
    protocols=_PROTOCOLS,
    sizes=BOTH_SIZES,
)
