"""Codex: a provider table `taotoken` in config.toml; auth.json stays untouched unless asked for.

Measured with 0.171.0: the base URL carries /v1, only ``wire_api = "responses"`` is accepted, and a key in the
provider table reaches the next session while a ChatGPT login in auth.json survives. A background app-server
keeps a key of auth.json until it is restarted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._text import safe_text
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit, Path, Remove, Set, get
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._formats.toml_format import TOML
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import ConfigFile, Installed, Tool, Wanted
from taotoken_plugins.tools._codex_auth import auth_edits, auth_wanted, foreign_key_stays, in_auth_json
from taotoken_plugins.tools._codex_reading import (
    AUTH_HEADER_TABLES,
    PROVIDER,
    auth_path,
    config_path,
    effective,
    key_headers,
    sources,
    warnings,
)
from taotoken_plugins.tools._read import has

_TABLE: Path = ("model_providers", PROVIDER)


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Codex adds ``/responses`` to."""
    return endpoint.v1_for("responses")


def _config_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    return [
        Set(("model",), wanted.endpoint.model),
        Set(("model_provider",), PROVIDER),
        Set((*_TABLE, "name"), "TaoToken", frame=True),  # without it Codex does not start
        Set((*_TABLE, "base_url"), tool_base_url(wanted.endpoint)),
        Set((*_TABLE, "wire_api"), "responses"),
        *_key_edits(wanted, document, host),
        *_conflicts(document),
    ]


def _key_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> Iterator[Edit]:
    """The key's one place; what belongs to the other placement goes."""
    bearer, login = (*_TABLE, "experimental_bearer_token"), (*_TABLE, "requires_openai_auth")
    if in_auth_json(wanted):
        yield Set(login, True)
        if has(document, bearer):
            yield Remove(bearer, texts.OTHER_PLACEMENT(place="auth.json"), secret=True)
        return
    moves = has(document, login)
    left = moves and foreign_key_stays(wanted, host)
    note = texts.CODEX_AUTH_LEFT(file=safe_text(host.tilde(auth_path(host)))) if left else None
    yield Set(bearer, wanted.endpoint.api_key, secret=True, note=note)
    if moves:
        yield Remove(login, texts.OTHER_PLACEMENT(place="config.toml"))


def _conflicts(document: Mapping[str, Any]) -> Iterator[Edit]:
    """Other ways to a key in our own provider table: env_key beats ours, `auth` or `aws` beside ours doesn't load."""
    for name in ("env_key", "env_key_instructions", "auth", "aws"):
        if has(document, (*_TABLE, name)):
            yield Remove((*_TABLE, name), texts.CONFLICT())
    for table in AUTH_HEADER_TABLES:
        for header in key_headers(get(document, (*_TABLE, table))):
            yield Remove((*_TABLE, table, header), texts.OTHER_KEY(), secret=True)


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "codex", "@openai/codex")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("codex", "exec", "--skip-git-repo-check", prompt)


TOOL = Tool(
    id="codex",
    name="Codex",
    protocol="responses",
    homepage="https://www.npmjs.com/package/@openai/codex",
    tested="0.171.0",
    files=(
        ConfigFile(
            id="config",
            path=config_path,
            format=TOML,
            edits=_config_edits,
            owned=(("model",), ("model_provider",), _TABLE),
            private=True,
        ),
        ConfigFile(
            id="auth",
            path=auth_path,
            format=STRICT_JSON,
            edits=auth_edits,
            owned=(("auth_mode",), ("OPENAI_API_KEY",)),
            private=True,
            when=auth_wanted,
            gone_when_empty=True,
            bom=False,
        ),
    ),
    sources=sources,
    effective=effective,
    detect=_detect,
    tool_base_url=tool_base_url,
    after=texts.AFTER_CODEX(),
    warnings=warnings,
    headless=_headless,
)
