"""What in config.toml keeps Codex from starting at all, whichever provider is in use. Measured with 0.171.0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import tools as texts

_RESERVED = ("openai",)
_OTHER_KEYS = ("env_key", "experimental_bearer_token", "requires_openai_auth")


def faults(config: Mapping[str, Any], *, apart_from: str) -> Iterator[Message]:
    """One message for each provider table that Codex refuses, the one called `apart_from` left out."""
    providers = config.get("model_providers")
    for name, table in providers.items() if isinstance(providers, dict) else ():
        if name != apart_from and (reason := _fault(name, table)) is not None:
            yield texts.CODEX_PROVIDER_REFUSED(provider=safe_text(name, 80), reason=reason)


def _fault(name: str, table: object) -> Message | None:
    if name in _RESERVED:
        return texts.CODEX_RESERVED()
    if not isinstance(table, dict):
        return texts.CODEX_NO_TABLE()
    if not table.get("name"):
        return texts.CODEX_NAMELESS()
    if table.get("wire_api", "responses") != "responses":
        return texts.CODEX_WIRE_API(value=safe_text(str(table["wire_api"]), 80))
    if "auth" in table and any(table.get(other) for other in _OTHER_KEYS):
        return texts.CODEX_AUTH_TWICE()
    return None
