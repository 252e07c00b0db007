"""Codex's auth.json: when it is ours to write, and when our key in it is left over from before.

Measured with 0.171.0: an auth.json that holds nothing (``{}``) counts as a ChatGPT login, so the file goes with
the last thing in it, as `codex logout` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Remove, Set, get
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._profile_path import profile_path
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._codex_reading import PROVIDER, auth_path, config_path
from taotoken_plugins.tools._read import load

_KEY, _MODE = "OPENAI_API_KEY", "auth_mode"


def in_auth_json(wanted: Wanted) -> bool:
    """Is the key wanted in auth.json?"""
    return wanted.options.get("codex-auth") == "auth-json"


def auth_wanted(wanted: Wanted, host: Host) -> bool:
    """Is auth.json part of this set-up: to hold the key, or because it still holds ours?"""
    return in_auth_json(wanted) or _is_left_over(_stored(host), wanted, host)


def auth_edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    """The API-key form; or nothing of it any more, where the key goes into config.toml now."""
    if not in_auth_json(wanted):
        reason = texts.OTHER_PLACEMENT(place="config.toml")
        return [Remove((_MODE,), reason), Remove((_KEY,), reason, secret=True)]
    if problem := _problem(wanted, document, host):
        raise RefusedError(problem)
    return [
        Set((_MODE,), "apikey"),
        Set((_KEY,), wanted.endpoint.api_key, secret=True, note=texts.CODEX_RESTART_SERVER()),
    ]


def foreign_key_stays(wanted: Wanted, host: Host) -> bool:
    """Does auth.json hold an API key that may be someone else's, once our provider stops using it?"""
    stored = _stored(host)
    return bool(stored.get(_KEY)) and not _is_left_over(stored, wanted, host)


def _stored(host: Host) -> Mapping[str, Any]:
    stored: Mapping[str, Any] = load(auth_path(host), "json").data
    return stored


def _is_left_over(stored: Mapping[str, Any], wanted: Wanted, host: Host) -> bool:
    """Exactly what we write, for the provider that is ours, with the key that is given now or was given last."""
    key = stored.get(_KEY)
    if not key or not stored.keys() <= {_KEY, _MODE} or stored.get(_MODE, "apikey") != "apikey":
        return False
    last = load(profile_path(host), "json").data.get("api_key")
    return key in (wanted.endpoint.api_key, last) and _used_by_us(load(config_path(host), "toml").data)


def _used_by_us(config: Mapping[str, Any]) -> bool:
    """Does our provider take its key from auth.json?"""
    asks = get(config, ("model_providers", PROVIDER, "requires_openai_auth"))
    return config.get("model_provider") == PROVIDER and asks is True


def _problem(wanted: Wanted, document: Mapping[str, Any], host: Host) -> Problem | None:
    """Why auth.json must not be written: Codex doesn't read it, or what it holds isn't ours."""
    config = load(config_path(host), "toml").data
    store = get(config, ("cli_auth_credentials_store",))
    path = auth_path(host)
    shown = safe_text(host.tilde(path))
    if store in ("keyring", "ephemeral"):
        message = texts.CODEX_LOGIN_STORE(file=safe_text(host.tilde(config_path(host))), store=store)
        return Problem(
            code="auth_not_read",
            message=message,
            file=config_path(host),
            field="cli_auth_credentials_store",
            next=texts.CODEX_LOGIN_STORE_NEXT(),
        )
    key = document.get(_KEY)
    if document.get("tokens") or document.get(_MODE) not in (None, "apikey"):
        message = texts.CODEX_AUTH_LOGIN(file=shown)
    elif key and key != wanted.endpoint.api_key and not _used_by_us(config):
        message = texts.CODEX_AUTH_OTHER_KEY(file=shown)
    else:
        return None
    return Problem(code="auth_not_ours", message=message, file=path, field="--codex-auth", next=texts.CODEX_AUTH_NEXT())
