"""A pasted config file, recognised by what is in it."""

from __future__ import annotations

import re
from typing import Any, Final

from taotoken_plugins._formats import FormatError
from taotoken_plugins.diagnosis.facts import FileFact

MAX_FILE: Final = 1_000_000
CLAUDE_SETTINGS: Final = "~/.claude/settings.json"
CLAUDE_STATE: Final = "~/.claude.json"
CODEX_CONFIG: Final = "~/.codex/config.toml"
CODEX_AUTH: Final = "~/.codex/auth.json"
CLINE_PROVIDERS: Final = "~/.cline/data/settings/providers.json"
CLINE_MCP: Final = "~/.cline/data/settings/cline_mcp_settings.json"
DOTENV: Final = ".env"
PIECES: Final = "config.json"

_TOML: Final = re.compile(
    r"^\s*(?:model_provider\s*=|\[model_providers[.\]]|wire_api\s*=|\[mcp_servers\.|\[projects\.|model\s*=\s*\"|preferred_auth_method\s*=)",
    re.MULTILINE,
)
_DOTENV: Final = re.compile(r"\s*(?:export\s+|set\s+|\$env:)?[A-Za-z_][A-Za-z0-9_]*\s*=.*")
_BROKEN_JSON: Final = (
    (re.compile(r"[\"']mcpServers[\"']"), CLINE_MCP),
    (re.compile(r"[\"']lastUsedProvider[\"']|[\"']tokenSource[\"']"), CLINE_PROVIDERS),
    (
        re.compile(r"ANTHROPIC_(?:BASE_URL|AUTH_TOKEN|API_KEY|MODEL)|[\"']permissions[\"']\s*:"),
        CLAUDE_SETTINGS,
    ),
    (re.compile(r"[\"']OPENAI_API_KEY[\"']\s*:|[\"']auth_mode[\"']"), CODEX_AUTH),
    (re.compile(r"[\"'](?:base_?url|api_?key)[\"']\s*:", re.IGNORECASE), PIECES),
)
_URL_NAMES: Final = {"base_url", "baseurl", "apibase", "api_base", "openaibaseurl", "url"}
_KEY_NAMES: Final = {"api_key", "apikey", "openaiapikey", "key", "token"}


def pasted_file(text: str) -> FileFact | None:
    """The config file that `text` is, under the path where such a file is read; None when it is none."""
    stripped = text.strip().removeprefix("\ufeff").strip()
    if not stripped or len(text) > MAX_FILE:
        return None
    stripped = _unfenced(stripped)
    path = _json_path(stripped) if stripped[0] == "{" else _other_path(stripped)
    # The text as pasted, so that lines and columns are those the user sees.
    return (
        FileFact(path=path, data=(stripped if "```" in text else text).encode("utf-8", "surrogatepass"))
        if path
        else None
    )


def _unfenced(text: str) -> str:
    """The text without the fence of a Markdown code block."""
    match = re.fullmatch(r"```[\w.+-]*\n([\s\S]*?)\n?```", text)
    return match[1].strip() or text if match else text


def _json_path(text: str) -> str | None:
    from taotoken_plugins._formats.json_format import JSONC

    try:
        data = JSONC.load(text.encode("utf-8", "surrogatepass"))
    except FormatError:
        if re.match(r"\{\s*[\"'](?:error|type)[\"']", text):
            return None
        return next((path for pattern, path in _BROKEN_JSON if pattern.search(text)), None)
    return path_of_data(data)


def path_of_data(data: dict[str, Any]) -> str | None:
    """The path where a JSON file of this shape is read; None for one of no known shape."""
    names = set(data)
    if "error" in names or data.get("type") == "error":
        return None
    if "mcpServers" in names:
        return CLINE_MCP
    if "providers" in names and ("lastUsedProvider" in names or "version" in names):
        return CLINE_PROVIDERS
    if names & {"hasCompletedOnboarding", "customApiKeyResponses", "primaryApiKey"}:
        return CLAUDE_STATE
    if names & {"OPENAI_API_KEY", "auth_mode", "tokens"} or _is_community_auth(data):
        return CODEX_AUTH
    if _is_claude(data):
        return CLAUDE_SETTINGS
    lower = {name.lower() for name in names}
    return PIECES if lower & _URL_NAMES and lower & _KEY_NAMES else None


def _is_community_auth(data: dict[str, Any]) -> bool:
    table = data.get("openai")
    return isinstance(table, dict) and bool({"base_url", "api_key"} & set(table))


def _is_claude(data: dict[str, Any]) -> bool:
    if any(name.startswith("ANTHROPIC_") for name in data):
        return True
    env = data.get("env")
    if isinstance(env, dict) and any(name.startswith(("ANTHROPIC_", "CLAUDE_")) for name in env):
        return True
    return bool({"permissions", "hooks", "apiKeyHelper", "statusLine", "enabledPlugins"} & set(data))


def _other_path(text: str) -> str | None:
    lines = [line for line in text.splitlines()[:200] if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return None
    first = lines[0].lower()
    if _TOML.search(text) and not ("error" in first or "traceback" in first):
        return CODEX_CONFIG
    if all(_DOTENV.fullmatch(line) for line in lines) and re.search(
        r"_(?:BASE_URL|API_KEY|AUTH_TOKEN|API_BASE)\s*=", text
    ):
        return DOTENV
    return None
