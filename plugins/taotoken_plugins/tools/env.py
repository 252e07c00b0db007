"""The .env of the folder one stands in: for programs of one's own that use an SDK.

TAOTOKEN_* for our own SDK; OPENAI_* and ANTHROPIC_* as the official SDKs spell them, the one with /v1, the other
without. OPENAI_MODEL is read by programs, not by the SDK.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Path, Remove, Set
from taotoken_plugins._formats.dotenv_format import DOTENV
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_further as texts
from taotoken_plugins._tool import ConfigFile, Effective, Source, Tool, Wanted
from taotoken_plugins._tracked import ignored, repository, tracked
from taotoken_plugins.tools._read import env_source, load
from taotoken_plugins.tools._settle import first, plain_key, settings_source, settle

_NAME = ".env"
_TITLE = ".env"
_OWN = ("TAOTOKEN_BASE_URL", "TAOTOKEN_API_KEY", "TAOTOKEN_MODEL")
_OPENAI = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL")
_HEADER_VARIABLES = {"bearer": "ANTHROPIC_AUTH_TOKEN", "x-api-key": "ANTHROPIC_API_KEY"}
_ANTHROPIC = ("ANTHROPIC_BASE_URL", *_HEADER_VARIABLES.values())
_SECRETS = ("TAOTOKEN_API_KEY", "OPENAI_API_KEY", *_HEADER_VARIABLES.values())
VARIABLES = (*_OWN, *_OPENAI, *_ANTHROPIC)


def env_path(host: Host) -> FilePath:
    """.env of the working folder."""
    return host.cwd / _NAME


def tool_base_url(endpoint: Endpoint) -> str:
    """As our own SDK takes it."""
    return endpoint.base_url


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    values = _values(wanted)
    # Beside our address the SDK would send the key of the other header there too.
    other = set(_HEADER_VARIABLES.values()) - values.keys() if "ANTHROPIC_BASE_URL" in values else set()
    return [
        *(Set((name,), value, secret=name in _SECRETS) for name, value in values.items()),
        *(Remove((name,), texts.OTHER_HEADER(), secret=True) for name in sorted(other & document.keys())),
    ]


def _values(wanted: Wanted) -> dict[str, str]:
    endpoint = wanted.endpoint
    values = dict(zip(_OWN, (endpoint.base_url, endpoint.api_key, endpoint.model), strict=True))
    values |= zip(_OPENAI, (endpoint.v1, endpoint.api_key, endpoint.model), strict=True)
    try:
        root = endpoint.root_for("messages")
    except ConfigurationError:  # only a versioned address is known, which says nothing about this protocol
        return values
    return values | {"ANTHROPIC_BASE_URL": root, _HEADER_VARIABLES[wanted.auth_header]: endpoint.api_key}


# Reading ---------------------------------------------------------------------------------------------------


def _sources(host: Host) -> tuple[Source, ...]:
    names: dict[str, Path] = {name: (name,) for name in VARIABLES}
    file = load(env_path(host), "dotenv")
    return (env_source(host, VARIABLES), *settings_source(host, file, _TITLE, lambda _: names, ours=True, breaks=False))


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    """What our own SDK makes of it here; nothing where the folder's file says nothing about us."""
    del host
    if not any(name in source.values for source in sources if source.kind == "file" for name in _OWN):
        return Effective(problems=tuple(source.problem for source in sources if source.problem is not None))
    base_url, key, model = (first(sources, name) for name in _OWN)
    found = settle(
        sources,
        _TITLE,
        base_url=base_url,
        key=plain_key(key),
        model=model,
        model_id=model[0] if model else None,
        route=(_path_behind(base_url[0] if base_url else ""), "bearer"),
        names=dict(zip(_OWN, ("base_url", "api_key", "model"), strict=True)),
    )
    others = {name: first(sources, name) for name in VARIABLES if name not in _OWN}
    return replace(found, further={name: item[0] for name, item in others.items() if item})


def _path_behind(base_url: str) -> str:
    """What our SDK adds to this address, in whichever spelling it is."""
    try:
        endpoint = Endpoint.parse(base_url, "sk-any-000000", allow_http=True)
    except ConfigurationError:
        return "/v1/chat/completions"
    given = base_url.rstrip("/")
    url = endpoint.url("chat")
    return url[len(given) :] if url.startswith(given) else "/v1/chat/completions"


# What matters here -----------------------------------------------------------------------------------------


def _warnings(host: Host) -> Iterator[Message]:
    path = env_path(host)
    root = repository(path)
    if root is not None and tracked(path, host) == "no" and ignored(path, host) == "unknown":
        gitignore = safe_text(host.tilde(root / ".gitignore"), 1000)
        yield texts.ENV_IGNORE_UNKNOWN(file=safe_text(host.tilde(path), 1000), gitignore=gitignore)


def _detect(host: Host) -> None:
    """There is no program: it is set up only where it is asked for."""
    del host


def _headless(prompt: str) -> tuple[str, ...]:
    del prompt
    return ()


TOOL = Tool(
    id="env",
    name=_TITLE,
    protocol="chat",
    homepage="https://pypi.org/project/taotoken/",
    tested="",
    files=(
        ConfigFile(
            id="env",
            path=env_path,
            format=DOTENV,
            edits=_edits,
            owned=tuple((name,) for name in VARIABLES),
            private=True,
            bom=False,
        ),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_ENV(),
    warnings=_warnings,
    headless=_headless,
)
