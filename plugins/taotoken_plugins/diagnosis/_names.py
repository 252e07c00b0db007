"""What the names of settings mean, in any tool: base URL, key or model, and how the URL is spelled there."""

from __future__ import annotations

import re
from typing import Final, Literal

from taotoken._protocol import Protocol
from taotoken_plugins._tool import AuthHeader

Role = Literal["base_url", "api_key", "model", "login", "proxy", "other"]
Form = Literal["root", "v1", "full", "any"]

_BASE_URL: Final = re.compile(
    r"(?:.*_)?(?:api_?)?base_?(?:url|uri)?|.*base_?url|.*api_base|api_?url|endpoint", re.IGNORECASE
)
_NOT_URL: Final = re.compile(r".*(?:data|supa|fire|code)base.*", re.IGNORECASE)
_KEY: Final = re.compile(
    r"(?:.*[_-])?(?:api_?key|auth_token|bearer_token|token|secret_?key)|.*apikey|key", re.IGNORECASE
)
_NOT_KEY: Final = re.compile(r"env_key|.*max.*token.*|.*tokens|.*token_source|.*helper.*|.*_name", re.IGNORECASE)
_LOGIN: Final = re.compile(r".*oauth.*|access_?token|refresh_?token|id_token", re.IGNORECASE)
_MODEL: Final = re.compile(r"(?:.*_)?model(?:_?id|_?name)?|.*modelid", re.IGNORECASE)
_NOT_MODEL: Final = re.compile(r".*(?:provider|context|max|effort).*", re.IGNORECASE)
_PROXY: Final = re.compile(r"(?:all|http|https|no|ws|wss)_proxy", re.IGNORECASE)
_X_API_KEY: Final = {"ANTHROPIC_API_KEY", "primaryApiKey", "anthropic-api-key", "anthropic_api_key"}

ENDPOINTS: Final = {"messages": "/v1/messages", "responses": "/responses", "chat": "/chat/completions"}
_BY_LAST_STEP: Final[dict[str, Protocol]] = {
    "completions": "chat",
    "responses": "responses",
    "messages": "messages",
}
DEFAULT_MODELS: Final = {"claude-code": "claude-opus-4-8", "codex": "gpt-6.2-sol"}
"""What a tool asks for where no setting names a model (measured)."""

# Tools whose settings want the root without a version, and those that want the whole endpoint.
_ROOT_TOOLS: Final = {"claude-code"}
_FULL_TOOLS: Final = {"claude-code-router", "ccr", "vscode-copilot"}


def role_of(name: str) -> Role:
    """What the setting `name` (its last part, where it is dotted) holds."""
    if ".Authorization" in name:
        return "api_key"
    last = name.rpartition(".")[2].replace("-", "_")
    if _PROXY.fullmatch(last):
        return "proxy"
    if _LOGIN.fullmatch(last) or name.startswith("tokens."):
        return "login"
    if _KEY.fullmatch(last) and not _NOT_KEY.fullmatch(last):
        return "api_key"
    if _BASE_URL.fullmatch(last) and not _NOT_URL.fullmatch(last):
        return "base_url"
    return "model" if _MODEL.fullmatch(last) and not _NOT_MODEL.fullmatch(last) else "other"


def header_of(name: str) -> AuthHeader:
    """The header in which a key of this name goes out."""
    return "x-api-key" if name.rpartition(".")[2] in _X_API_KEY else "bearer"


def form_of(tool: str | None, name: str) -> Form:
    """How `tool` wants a base URL spelled in the setting `name`."""
    last = name.rpartition(".")[2]
    if last.startswith("TAOTOKEN_") or tool == "taotoken":
        return "any"
    if tool in _FULL_TOOLS:
        return "full"
    if tool in _ROOT_TOOLS or "anthropic" in last.lower():
        return "root"
    return "v1"


def protocol_of(tool: str | None, name: str) -> Literal["messages", "responses", "chat"]:
    """The protocol that requests to a base URL of this name speak."""
    if tool in _ROOT_TOOLS or "anthropic" in name.lower():
        return "messages"
    return "responses" if tool == "codex" else "chat"


def protocol_of_url(url: str | None) -> Protocol | None:
    """The protocol of requests to this very URL, None where its end tells of none."""
    return _BY_LAST_STEP.get((url or "").rpartition("/")[2])


def spelled(root: str, form: Form) -> str:
    """The clean API root as a setting of this form wants it."""
    if form == "v1" and not re.search(r"/v\d+[a-z]*\d*$", root):
        return f"{root}/v1"
    return root


def posted_to(base_url: str, form: Form, protocol: Literal["messages", "responses", "chat"]) -> str:
    """The URL a tool posts to: it puts the path behind whatever stands in the setting."""
    base = base_url.strip().rstrip("/")
    if form == "full":
        return base
    if form == "any":
        base = spelled(base, "v1")
        return f"{base}{ENDPOINTS[protocol].removeprefix('/v1')}"
    return f"{base}{ENDPOINTS[protocol]}"
