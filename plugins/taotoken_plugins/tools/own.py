"""taotoken's own profile: the set the user gave, written in the same run as the tools, so undo covers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken_plugins._edit import Edit, Remove, Set
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._profile_path import profile_path
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools._read import file_source, has, load

_OTHER_ROOTS = ("messages_base_url", "responses_base_url")
_NAMES = ("base_url", "api_key", "model", *_OTHER_ROOTS)


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    endpoint = wanted.endpoint
    edits: list[Edit] = [
        Set(("base_url",), endpoint.base_url),
        Set(("api_key",), endpoint.api_key, secret=True),
        Set(("model",), endpoint.model),
    ]
    for name in _OTHER_ROOTS:
        if value := getattr(endpoint, name):
            edits.append(Set((name,), value))
        elif has(document, (name,)):
            edits.append(Remove((name,), texts.UNUSED()))
    return edits


def _sources(host: Host) -> tuple[Source, ...]:
    loaded = load(profile_path(host), "json")
    names = {name: (name,) for name in _NAMES}
    return (file_source(loaded, names, ours=True, problem=loaded.reason),) if loaded.exists else ()


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del host
    if not sources:
        return Effective()
    values = sources[0].values
    return Effective(
        base_url=values.get("base_url"),
        api_key=values.get("api_key"),
        model=values.get("model"),
        origin={name: sources[0] for name in ("base_url", "api_key", "model") if name in values},
        problems=tuple(source.problem for source in sources if source.problem is not None),
    )


def _base_url(endpoint: Endpoint) -> str:
    return endpoint.base_url


def _detect(host: Host) -> Installed:
    del host
    return Installed()


def _no_warnings(host: Host) -> tuple[()]:
    del host
    return ()


def _headless(prompt: str) -> tuple[str, ...]:
    return ("taotoken", "chat", prompt)


TOOL = Tool(
    id="taotoken",
    name="taotoken",
    protocol="chat",
    homepage="https://pypi.org/project/taotoken/",
    tested="",
    files=(
        ConfigFile(
            id="profile",
            path=profile_path,
            format=STRICT_JSON,
            edits=_edits,
            owned=tuple((name,) for name in _NAMES),
            private=True,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=_base_url,
    after=texts.AFTER_OWN(),
    warnings=_no_warnings,
    headless=_headless,
)
