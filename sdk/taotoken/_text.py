"""Text from outside, made safe to show: no control codes, no secrets, bounded."""

from __future__ import annotations

import re

# C0 and C1 controls, bidi marks and isolates, zero-width characters, line separators, lone surrogates.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)?|[@-_])|\x9b[0-?]*[ -/]*[@-~]")
_SPACES = re.compile(r"\s+")
_KEY_SHAPED = re.compile(r"\b(?:sk|rk|pk|ak)-[A-Za-z0-9_\-]{6,}")


def mask_key(key: str) -> str:
    """A key as it may be shown: ``sk-…last4`` from 16 characters on, shorter ones without any of their text."""
    if not key:
        return ""
    prefix = "sk-" if key.startswith("sk-") else ""
    return f"{prefix}…{key[-4:]}" if len(key) >= 16 else f"{prefix}…"


def mask_keys_in(text: str) -> str:
    """`text` with everything that looks like a key masked."""
    return _KEY_SHAPED.sub(lambda match: mask_key(match[0]), text)


def safe_text(text: str, limit: int = 400) -> str:
    """Text of a server, file or user made fit to show: one line, no control or bidi characters, at most
    `limit` characters (an ellipsis marks a cut), keys masked."""
    text = text[: limit * 8]
    text = _ESCAPE_SEQUENCE.sub("", text)
    text = _SPACES.sub(" ", _UNSAFE.sub("", text)).strip()
    text = mask_keys_in(text)
    return text if len(text) <= limit else text[: limit - 1] + "…"
