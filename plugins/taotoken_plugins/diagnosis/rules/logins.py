"""Two ways to prove who one is, at once or the wrong one: tokens beside keys, helpers, stored and OAuth logins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins._tool import Source
from taotoken_plugins.diagnosis._finding import Finding, Level
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make, place_of, said
from taotoken_plugins.diagnosis.facts import RequestProbe
from taotoken_plugins.diagnosis.known import Known, Setting, probes_of

_TOKEN, _KEY = "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"


def _find(known: Known, name: str) -> Setting | None:
    """The setting of this name that counts: an empty one that is stronger means there is none."""
    found = next((setting for setting in known.settings if setting.name == name), None)
    return found if found is not None and found.value else None


def _source_with(known: Known, name: str) -> Source | None:
    return next((source for source in known.sources if source.values.get(name) and source.kind != "rc"), None)


def both_set(known: Known) -> Iterator[Finding]:
    """Token and API key are both set, so both headers go out."""
    token, key = _find(known, _TOKEN), _find(known, _KEY)
    if known.tool != "claude-code" or token is None or key is None or token.value == key.value:
        return
    alone = [p for p in probes_of(known.facts, RequestProbe) if p.good and p.auth in ("bearer", "x-api-key")]
    lines = [
        evidence.BOTH_SET(first=_TOKEN, first_place=place_of(token), second=_KEY, second_place=place_of(key)),
        *(evidence.HEADER_OK(header=probe.auth) for probe in alone),
        *said(known, "conflict-env"),
    ]
    confidence = (96 if alone else 86) if known.failing else 60
    level: Level = "error" if known.failing else "warning"
    by_header = bool(alone) and alone[0].auth == "x-api-key"
    odd = token if by_header else key
    # Our own probe sends the token in the other header: there it is wanted, and the foreign key is not.
    moved = by_header and known.facts.complete
    yield make(
        known,
        Cause.AUTH_CONFLICT_ENV_KEY,
        known.weigh(Cause.AUTH_CONFLICT_ENV_KEY, confidence),
        *lines,
        fix=Fix(set={_KEY: token.value}, unset=(_TOKEN,)) if moved else _unset(odd),
        level=level,
        setting=odd,
    )


def _unset(setting: Setting) -> Fix:
    path = setting.source.path
    in_file = {path.as_posix(): (f"env.{setting.name}",)} if setting.source.kind == "file" and path is not None else {}
    return Fix(unset=(setting.short,), unset_file=in_file)


def stored_key(known: Known) -> Iterator[Finding]:
    """A key that a login stored goes out beside the token."""
    stored, token = _find(known, "primaryApiKey"), _find(known, _TOKEN)
    if known.tool != "claude-code" or stored is None or (token is None and not known.failing):
        return
    confidence = 90 if known.failing else 62
    yield make(
        known,
        Cause.AUTH_CONFLICT_LOGIN_KEY,
        known.weigh(Cause.AUTH_CONFLICT_LOGIN_KEY, confidence),
        evidence.FILE_HOLDS(file=place_of(stored), what="primaryApiKey"),
        *said(known, "conflict-login"),
        fix=Fix(
            unset=("primaryApiKey",),
            unset_file={"~/.claude.json": ("primaryApiKey",)},
            run=("claude /logout",),
        ),
        level="error" if known.failing else "warning",
        setting=stored,
    )


def key_helper(known: Known) -> Iterator[Finding]:
    """A command supplies a key, often by the administrator's settings, against the user's own."""
    source = _source_with(known, "apiKeyHelper")
    if known.tool != "claude-code" or source is None:
        return
    other = next(
        (s for s in (_find(known, _TOKEN), _find(known, _KEY), _find(known, "CLAUDE_CODE_OAUTH_TOKEN")) if s),
        None,
    )
    if other is None and not known.failing:
        return
    file = safe_text(str(source.path), 200)
    managed = "managed" in file
    confidence = (92 if other or known.has_hit("helper-failed") else 76) if known.failing else 60
    own = fixes.ADMINISTRATOR(file=file, name=other.short if other else _TOKEN) if managed else None
    yield make(
        known,
        Cause.AUTH_CONFLICT_API_KEY_HELPER,
        known.weigh(Cause.AUTH_CONFLICT_API_KEY_HELPER, confidence),
        evidence.FILE_HOLDS(file=file, what="apiKeyHelper"),
        *said(known, "conflict-helper", "helper-failed"),
        fix=Fix(unset=(other.short,))
        if managed and other
        else Fix(unset=("apiKeyHelper",), unset_file={file: ("apiKeyHelper",)}),
        remedy=own,
        level="error" if known.failing else "warning",
        file=file,
    )


def login_for_gateway(known: Known) -> Iterator[Finding]:
    """A gateway is set but no key: the token of a login leaves for it."""
    if known.base_url is None or not known.base_url.value or _official(known):
        return
    login = next((s for s in known.settings if s.role == "login" and s.value and "refresh" not in s.name), None)
    asked = _source_with(known, _requires_login(known)) if known.tool == "codex" else login
    if login is None or asked is None or any(setting.value for setting in known.keys) or _has_key(known):
        return
    fix = Fix(ask="api_key")
    yield make(
        known,
        Cause.OAUTH_TOKEN_SENT_TO_GATEWAY,
        known.weigh(Cause.OAUTH_TOKEN_SENT_TO_GATEWAY, 93),
        evidence.FILE_HOLDS(file=place_of(login), what=login.short),
        evidence.NOT_SET(name="API key"),
        fix=fix,
        setting=login,
    )


def _requires_login(known: Known) -> str:
    source = _source_with(known, "model_provider")
    return f"model_providers.{source.values['model_provider'] if source else ''}.requires_openai_auth"


def _has_key(known: Known) -> bool:
    return any(s.role == "api_key" and s.value and not s.name.startswith("mcp") for s in known.settings) or bool(
        _source_with(known, "apiKeyHelper")
    )


def _official(known: Known) -> bool:
    return bool(known.host and known.host.endswith(("anthropic.com", "openai.com")))


def expired(known: Known) -> Iterator[Finding]:
    """The tool says that the login it uses is over."""
    hit = known.has_hit("oauth-expired", "oauth-refresh", "oauth-session", "login-over")
    if hit is None:
        return
    lines = list(said(known, hit.symptom))
    confidence = 84
    if known.base_url is None and (known.files or known.facts.complete):
        lines.append(evidence.NOT_SET(name="ANTHROPIC_BASE_URL" if known.tool == "claude-code" else "base URL"))
        confidence = 91
    login = "codex login" if known.tool == "codex" else "claude /login"
    gateway = Fix(set=_pair(known), ask="api_key")
    yield make(known, Cause.OAUTH_TOKEN_EXPIRED, confidence, *lines, fix=Fix(run=(login,), others=(gateway,)))


def _pair(known: Known) -> dict[str, str]:
    """The gateway's variables, to be filled in by the user."""
    if known.tool == "codex":
        return {}
    url = known.facts.base_url or "https://taotoken.net/api"
    return {"ANTHROPIC_BASE_URL": url, _TOKEN: "KEY"}


def wrong_kind(known: Known) -> Iterator[Finding]:
    """An endpoint for logins called with a key, or the reverse."""
    hit = known.has_hit("oauth-only")
    if hit is not None:
        yield make(known, Cause.OAUTH_VS_API_KEY, 90, *said(known, "oauth-only"), remedy=fixes.SIGN_IN_OR_KEY())


RULES: Final = (both_set, stored_key, key_helper, login_for_gateway, expired, wrong_kind)
