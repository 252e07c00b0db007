"""Where Claude Code's settings are on this host, strongest first, and what the names in them are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import Path, get
from taotoken_plugins._host import Host, Platform
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Source
from taotoken_plugins.tools._read import Loaded, env_source, file_source, load, rc_sources

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

ALIASES = {
    "opus": OPUS,
    "sonnet": SONNET,
    "haiku": HAIKU,
    "opusplan": SONNET,
}
_LITERAL_ALIASES = ("default",)
SETTINGS_NAMES: Mapping[str, Path] = {
    **{name: ("env", name) for name in VARIABLES},
    "model": ("model",),
    "apiKeyHelper": ("apiKeyHelper",),
}
_STATE_NAMES: Mapping[str, Path] = {
    **{name: ("env", name) for name in VARIABLES},
    "primaryApiKey": ("primaryApiKey",),
}
REJECTED = "customApiKeyResponses.rejected"
LOGIN = "claudeAiOauth.accessToken"


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
    return name in ALIASES or name in _LITERAL_ALIASES


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
        return file_source(loaded, SETTINGS_NAMES, ours=ours)
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
            kind="file", path=source.path, values={**source.values, REJECTED: tails}, lines=source.lines, ours=True
        )
    yield source


def _login_source(host: Host) -> Iterator[Source]:
    loaded: Loaded = load(config_dir(host) / ".credentials.json", "json")
    source = file_source(loaded, {LOGIN: ("claudeAiOauth", "accessToken")})
    if source.values:
        yield source
