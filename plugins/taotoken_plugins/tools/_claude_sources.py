"""Where Claude Code's settings are on this host, strongest first, and what the names in them are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken_plugins._edit import MISSING, Path, get, show_path
from taotoken_plugins._host import Host, Platform
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Source
from taotoken_plugins.tools._read import Loaded, env_source, file_source, load, rc_sources, unusable

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
BYPASSES = (
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_USE_FOUNDRY",
    "CLAUDE_CODE_USE_MANTLE",
    "CLAUDE_CODE_USE_ANTHROPIC_AWS",
)
FABLE = "ANTHROPIC_DEFAULT_FABLE_MODEL"
_OPTION = "ANTHROPIC_CUSTOM_MODEL_OPTION"
# what a set-up for one provider leaves behind: models, and the words that describe them in the model list
PROVIDER_MODELS = (
    SUBAGENT_MODEL,
    FABLE,
    _OPTION,
    "ANTHROPIC_REASONING_MODEL",
    "CLAUDE_CODE_AUTO_MODE_MODEL",
    "CLAUDE_CODE_BG_CLASSIFIER_MODEL",
    *(
        f"{name}_{about}"
        for name in (*FAMILY_MODELS, FABLE, _OPTION)
        for about in ("NAME", "DESCRIPTION", "SUPPORTED_CAPABILITIES")
    ),
)

VARIABLES = (
    BASE_URL,
    TOKEN,
    API_KEY,
    MODEL,
    *FAMILY_MODELS,
    SMALL_FAST_MODEL,
    SUBAGENT_MODEL,
    FABLE,
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
    "fable": FABLE,
    "best": FABLE,
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
_STRINGS: tuple[Path, ...] = (("model",), ("apiKeyHelper",), ("outputStyle",), ("language",))
_OBJECTS: tuple[Path, ...] = (
    ("permissions",),
    ("statusLine",),
    ("enabledPlugins",),
    ("extraKnownMarketplaces",),
    ("sandbox",),
)
_ARRAYS: tuple[Path, ...] = (
    ("availableModels",),
    *(("permissions", name) for name in ("allow", "deny", "ask", "additionalDirectories")),
)
_SWITCHES: tuple[Path, ...] = (
    ("alwaysThinkingEnabled",),
    ("disableAllHooks",),
    ("enableAllProjectMcpServers",),
    ("includeCoAuthoredBy",),
    ("spinnerTipsEnabled",),
    ("verbose",),
)
_TYPES: tuple[tuple[tuple[type, ...], Text, tuple[Path, ...]], ...] = (
    ((str,), texts.A_STRING, _STRINGS),
    ((dict,), texts.AN_OBJECT, _OBJECTS),
    ((list,), texts.AN_ARRAY, _ARRAYS),
    ((bool,), texts.TRUE_OR_FALSE, _SWITCHES),
    ((int, float), texts.A_POSITIVE_NUMBER, (("cleanupPeriodDays",),)),
)
HEALED = ("model", "apiKeyHelper")  # of the wrong type they go
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


def is_set(document: Mapping[str, Any], name: str) -> bool:
    """Does the file's env give `name` a value? Measured: null, false and numbers go out as text; only an empty
    text means "not set"."""
    value = get(document, ("env", name))
    return value is not MISSING and value != ""


def is_on(value: object) -> bool:
    """Is a switch such as CLAUDE_CODE_USE_BEDROCK on? Measured: anything but these words is off."""
    return str(value).strip().lower() in ("1", "true", "yes", "on")


def carries_auth(headers: object) -> bool:
    """Do these custom headers (``Name: value`` lines) send a key of their own?"""
    return isinstance(headers, str) and any(_is_auth(line) for line in headers.splitlines())


def without_auth(headers: str) -> str:
    """The same headers without those that send a key; empty when there is no other."""
    return "".join(line for line in headers.splitlines(keepends=True) if not _is_auth(line)).strip()


def _is_auth(line: str) -> bool:
    return line.partition(":")[0].strip().lower() in ("authorization", "x-api-key")


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
    problem = unusable(texts.FILE_IGNORED, loaded, reason, host, "Claude Code")
    return Source(kind="file", path=path, ours=ours, problem=problem)


def _wrong_type(data: Mapping[str, Any]) -> Message | None:
    """Measured: one known key of the wrong type, null included, and the whole file is skipped."""
    for types, word, paths in _TYPES:
        for path in paths:
            value = get(data, path)
            if value is not MISSING and type(value) not in types:
                return texts.WRONG_TYPE(field=show_path(path), expected=word())
    days = data.get("cleanupPeriodDays", 1)
    if days < 1:
        return texts.WRONG_TYPE(field="cleanupPeriodDays", expected=texts.A_POSITIVE_NUMBER())
    if data.get("env") is not None and not isinstance(data["env"], dict):
        return texts.WRONG_TYPE(field="env", expected=texts.AN_OBJECT())
    return None


def ignored(path: FilePath, host: Host, healed: tuple[str, ...] = ()) -> Message | None:
    """Why Claude Code skips a settings file that parses, `healed` keys apart; None when it doesn't."""
    data = {name: value for name, value in load(path, "json").data.items() if name not in healed}
    if (reason := _wrong_type(data)) is None:
        return None
    return _file_ignored(path, reason, host)


def _file_ignored(path: FilePath, reason: Message, host: Host) -> Message:
    return texts.FILE_IGNORED(file=safe_text(host.tilde(path)), reason=reason, tool="Claude Code")


def _state_source(host: Host) -> Iterator[Source]:
    loaded = load(state_path(host), "json")
    if not loaded.exists:
        return
    if loaded.reason is not None:
        problem = unusable(texts.FILE_IGNORED, loaded, loaded.reason, host, "Claude Code")
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
