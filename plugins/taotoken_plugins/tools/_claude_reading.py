"""What Claude Code will use on this host: its settings files, their order, and what each value leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_plugins._edit import Path, get
from taotoken_plugins._host import Host, Platform
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import AuthHeader, Effective, Source
from taotoken_plugins.tools._read import Loaded, env_source, file_source, load, place, rc_sources

BASE_URL = "ANTHROPIC_BASE_URL"
TOKEN = "ANTHROPIC_AUTH_TOKEN"  # noqa: S105 — a variable's name
API_KEY = "ANTHROPIC_API_KEY"
MODEL = "ANTHROPIC_MODEL"
OPUS = "ANTHROPIC_DEFAULT_OPUS_MODEL"
SONNET = "ANTHROPIC_DEFAULT_SONNET_MODEL"
HAIKU = "ANTHROPIC_DEFAULT_HAIKU_MODEL"
FAMILY_MODELS = (OPUS, SONNET, HAIKU)
SMALL_FAST_MODEL = "ANTHROPIC_SMALL_FAST_MODEL"
SUBAGENT_MODEL = "CLAUDE_CODE_SUBAGENT_MODEL"
OAUTH_TOKEN = "CLAUDE_CODE_OAUTH_TOKEN"  # noqa: S105 — a variable's name
CUSTOM_HEADERS = "ANTHROPIC_CUSTOM_HEADERS"
BYPASSES = ("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY")

VARIABLES = (
    BASE_URL,
    TOKEN,
    API_KEY,
    MODEL,
    *FAMILY_MODELS,
    SMALL_FAST_MODEL,
    SUBAGENT_MODEL,
    OAUTH_TOKEN,
    CUSTOM_HEADERS,
    *BYPASSES,
)
OFFICIAL = "https://api.anthropic.com"

_ALIASES = {
    "opus": OPUS,
    "sonnet": SONNET,
    "haiku": HAIKU,
    "opusplan": SONNET,
}
_LITERAL_ALIASES = ("default",)
_SETTINGS_NAMES: Mapping[str, Path] = {
    **{name: ("env", name) for name in VARIABLES},
    "model": ("model",),
    "apiKeyHelper": ("apiKeyHelper",),
}
_STATE_NAMES: Mapping[str, Path] = {
    **{name: ("env", name) for name in VARIABLES},
    "primaryApiKey": ("primaryApiKey",),
}
_REJECTED = "customApiKeyResponses.rejected"
_LOGIN = "claudeAiOauth.accessToken"


def config_dir(host: Host) -> FilePath:
    """CLAUDE_CONFIG_DIR, or ~/.claude."""
    moved = host.env.get("CLAUDE_CONFIG_DIR")
    return host.cwd / moved if moved else host.home / ".claude"


def settings_path(host: Host) -> FilePath:
    """The user's settings.json."""
    return config_dir(host) / "settings.json"


def state_path(host: Host) -> FilePath:
    """The state file: inside a moved folder, beside the folder otherwise."""
    return config_dir(host) / ".claude.json" if host.env.get("CLAUDE_CONFIG_DIR") else host.home / ".claude.json"


def is_alias(model: str) -> bool:
    """Is this a family name, which follows the variables, rather than a model's id?"""
    name = model.removesuffix("[1m]")
    return name in _ALIASES or name in _LITERAL_ALIASES


def carries_auth(headers: object) -> bool:
    """Do these custom headers (``Name: value`` lines) send a key of their own?"""
    if not isinstance(headers, str):
        return False
    names = {line.partition(":")[0].strip().lower() for line in headers.splitlines()}
    return bool(names & {"authorization", "x-api-key"})


# Where the settings are -----------------------------------------------------------------------------------


def managed_dir(platform: Platform) -> FilePath:
    """The folder of the administrator's settings."""
    if platform == "win32":
        return FilePath("C:\\Program Files\\ClaudeCode")
    if platform == "darwin":
        return FilePath("/Library/Application Support/ClaudeCode")
    return FilePath("/etc/claude-code")


def _managed_files(host: Host) -> list[FilePath]:
    """Strongest first: later drop-in files win over earlier ones and over the main file."""
    folder = managed_dir(host.platform)
    try:
        extra = sorted((p for p in (folder / "managed-settings.d").iterdir() if p.suffix == ".json"), reverse=True)
    except OSError:
        extra = []
    return [*extra, folder / "managed-settings.json"]


def sources(host: Host) -> tuple[Source, ...]:
    """Every place Claude Code reads here, strongest first."""
    user = settings_path(host)
    project = host.cwd / ".claude"
    files = [*_managed_files(host), project / "settings.local.json", project / "settings.json"]
    settings = [_settings_source(host, path, ours=False) for path in files if path != user]
    settings.append(_settings_source(host, user, ours=True))
    return (
        *(source for source in settings if source is not None),
        *_state_source(host),
        *_login_source(host),
        env_source(host, VARIABLES),
        *rc_sources(host, VARIABLES),
    )


def _settings_source(host: Host, path: FilePath, *, ours: bool) -> Source | None:
    loaded = load(path, "json")
    if not loaded.exists:
        return None
    reason = loaded.reason or _wrong_type(loaded.data)
    if reason is None:
        return file_source(loaded, _SETTINGS_NAMES, ours=ours)
    problem = texts.FILE_IGNORED(file=safe_text(host.tilde(path)), reason=reason, tool="Claude Code")
    return Source(kind="file", path=path, ours=ours, problem=problem)


def _wrong_type(data: Mapping[str, Any]) -> Message | None:
    """Measured: one known key of the wrong type and the whole file is skipped."""
    for name in ("model", "apiKeyHelper"):
        if name in data and not isinstance(data[name], str):
            return texts.WRONG_TYPE(field=name, expected=texts.A_STRING())
    for name in ("env", "permissions", "hooks"):
        if data.get(name) is not None and not isinstance(data[name], dict):
            return texts.WRONG_TYPE(field=name, expected=texts.AN_OBJECT())
    for name in ("allow", "deny", "ask"):
        value = get(data, ("permissions", name))
        if isinstance(value, str | int | float | dict):
            return texts.WRONG_TYPE(field=f"permissions.{name}", expected=texts.AN_ARRAY())
    for name, value in (data.get("env") or {}).items():
        if isinstance(value, list | dict):
            return texts.WRONG_TYPE(field=f"env.{safe_text(name, 80)}", expected=texts.A_STRING())
    return None


def _state_source(host: Host) -> Iterator[Source]:
    loaded = load(state_path(host), "json")
    if not loaded.exists:
        return
    if loaded.reason is not None:
        file = safe_text(host.tilde(loaded.path))
        problem = texts.FILE_IGNORED(file=file, reason=loaded.reason, tool="Claude Code")
        yield Source(kind="file", path=loaded.path, ours=True, problem=problem)
        return
    source = file_source(loaded, _STATE_NAMES, ours=True)
    rejected = get(loaded.data, ("customApiKeyResponses", "rejected"))
    if isinstance(rejected, list) and rejected:
        tails = "\n".join(item for item in rejected if isinstance(item, str))
        source = Source(
            kind="file", path=source.path, values={**source.values, _REJECTED: tails}, lines=source.lines, ours=True
        )
    yield source


def _login_source(host: Host) -> Iterator[Source]:
    loaded: Loaded = load(config_dir(host) / ".credentials.json", "json")
    source = file_source(loaded, {_LOGIN: ("claudeAiOauth", "accessToken")})
    if source.values:
        yield source


# What they lead to ----------------------------------------------------------------------------------------


def _winner(sources: Sequence[Source], name: str) -> tuple[str, Source] | None:
    """The value that counts and its source; an empty value wins and means "not set"."""
    for source in sources:
        if name in source.values and source.kind != "rc":
            return (source.values[name], source) if source.values[name] else None
    return None


def effective(sources: Sequence[Source], host: Host) -> Effective:
    """What Claude Code will send here."""
    url = _winner(sources, BASE_URL)
    keys = _keys(sources)
    model, model_source = _model(sources)
    origin = {"base_url": url[1]} if url else {}
    if keys:
        origin["api_key"] = keys[0][2]
    if model_source:
        origin["model"] = model_source
    base_url = url[0] if url else None
    return Effective(
        base_url=base_url,
        api_key=next((value for _, value, _ in keys if value), None),
        model=model,
        auth_headers=tuple(header for header, _, _ in keys),
        endpoint_url=f"{base_url.rstrip('/')}/v1/messages" if base_url else None,
        origin=origin,
        shadowed=_shadowed(sources),
        problems=tuple(_problems(sources, keys, base_url, host)),
    )


Key = tuple[AuthHeader, str | None, Source]  # None: sent, but its value isn't known here


def _keys(sources: Sequence[Source]) -> list[Key]:
    """Header by header what goes out; the key named first is the one `Effective.api_key` gives."""
    token, key = _winner(sources, TOKEN), _winner(sources, API_KEY)
    helper, saved = _winner(sources, "apiKeyHelper"), _winner(sources, "primaryApiKey")
    login = _winner(sources, OAUTH_TOKEN) or _winner(sources, _LOGIN)
    bearer: Key | None = None
    if token:
        bearer = ("bearer", *token)
    elif helper:
        bearer = ("bearer", None, helper[1])
    second: Key | None = None
    if key:
        second = ("x-api-key", *key)
    elif helper:
        second = ("x-api-key", None, helper[1])
    elif saved:
        second = ("x-api-key", *saved)
    if login and bearer is None and second is None:
        bearer = ("bearer", None, login[1])
    return [item for item in (bearer, second) if item is not None]


def _model(sources: Sequence[Source]) -> tuple[str | None, Source | None]:
    chosen = _winner(sources, MODEL) or _winner(sources, "model")
    if chosen is None:
        chosen = _winner(sources, OPUS)
        return (_plain(chosen[0]), chosen[1]) if chosen else (None, None)
    variable = _ALIASES.get(_plain(chosen[0]))
    family = _winner(sources, variable) if variable else None
    return (_plain(family[0]), family[1]) if family else (_plain(chosen[0]), chosen[1])


def _plain(model: str) -> str:
    """Claude Code strips the ``[1m]`` suffix before it sends the id."""
    return model.removesuffix("[1m]")


def _shadowed(sources: Sequence[Source]) -> tuple[tuple[str, Source], ...]:
    lost = []
    for name, value in ((BASE_URL, "base_url"), (TOKEN, "api_key"), (API_KEY, "api_key"), (MODEL, "model")):
        having = [source for source in sources if name in source.values]
        lost += [(value, source) for source in having[1:]]
    return tuple(lost)


def _problems(
    sources: Sequence[Source], keys: Sequence[Key], base_url: str | None, host: Host
) -> Iterator[Message]:
    yield from (source.problem for source in sources if source.problem is not None)
    for name in BYPASSES:
        found = _winner(sources, name)
        if found and found[0].lower() not in ("0", "false", "no", "off"):
            yield texts.BYPASSED(name=name)
    if base_url is None:
        yield texts.NO_BASE_URL(tool="Claude Code", host=OFFICIAL)
    if not keys:
        yield texts.NO_KEY(tool="Claude Code")
    for _, value, source in keys:
        if value is None and "apiKeyHelper" in source.values:
            yield texts.KEY_FROM_COMMAND(name="apiKeyHelper")
            return
        if value is None and base_url is not None:
            yield texts.LOGIN_TOKEN_SENT(account="Claude", url=safe_text(base_url))
    if len(keys) > 1 and keys[0][1] != keys[1][1]:
        yield texts.BOTH_HEADERS(
            first=mask_key(keys[0][1] or "") or "…",
            first_place=_where(keys[0], TOKEN, host),
            second=mask_key(keys[1][1] or "") or "…",
            second_place=_where(keys[1], API_KEY, host),
        )
    if [header for header, _, _ in keys] == ["x-api-key"] and _is_rejected(sources, keys[0][1]):
        yield texts.KEY_REJECTED()


def _where(key: Key, name: str, host: Host) -> Message | str:
    return place(host, key[2], name if name in key[2].values else "primaryApiKey")


def _is_rejected(sources: Sequence[Source], key: str | None) -> bool:
    listed = next((source.values[_REJECTED] for source in sources if _REJECTED in source.values), "")
    return bool(key) and (key or "")[-20:] in listed.split("\n")


# What to tell before writing ------------------------------------------------------------------------------


def warnings(host: Host) -> Iterator[Message]:
    """Files that beat ours, exports that still matter, and a terminal inside Claude Code."""
    found = sources(host)
    ours = settings_path(host)
    for source in found[: next((i for i, item in enumerate(found) if item.path == ours), len(found))]:
        if source.kind != "file" or source.path in (state_path(host), config_dir(host) / ".credentials.json"):
            continue
        if names := [name for name in _SETTINGS_NAMES if name in source.values and name != "model"]:
            yield texts.STRONGER_FILE(
                file=safe_text(host.tilde(source.path or "")),
                names=", ".join(names),
                ours=safe_text(host.tilde(ours)),
            )
    yield from _export_warnings(found, host)
    if host.env.get("CLAUDECODE"):
        yield texts.RUNNING_INSIDE_CLAUDE()


def _export_warnings(found: Sequence[Source], host: Host) -> Iterator[Message]:
    """Exports that our settings don't replace: other routes, a sub-agent model, a header with a key."""
    for source in found:
        if source.kind == "file":
            continue
        for name in (*BYPASSES, SUBAGENT_MODEL, CUSTOM_HEADERS):
            value = source.values.get(name)
            if value and (name != CUSTOM_HEADERS or carries_auth(value)):
                yield texts.EXPORTED(name=name, place=place(host, source, name), tool="Claude Code")
    if not host.env.get("CLAUDE_CONFIG_DIR"):
        for source in rc_sources(host, ("CLAUDE_CONFIG_DIR",)):
            where = place(host, source, "CLAUDE_CONFIG_DIR")
            yield texts.FOLDER_ONLY_IN_RC(place=where, name="CLAUDE_CONFIG_DIR", tool="Claude Code")
