"""Text from outside, made safe to show: no control codes, no secrets, bounded."""

from __future__ import annotations

import re

# What may not reach a terminal: C0 and C1 controls, bidi marks and isolates, zero-width and other invisible
# characters, tag characters, lone surrogates. Line ends and other blanks are not here: they become a space.
_UNSAFE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
# CSI sequences; strings for the terminal (OSC, DCS, ...) with their terminator; the other two-byte escapes. A
# string without terminator loses only its opening, so that it can't hide the text behind it.
_ESCAPE_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]{0,2000}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b(?:[@-_]|[()*+][AB0-2])"
)
_SPACES = re.compile(r"\s+")
_PLAIN = re.compile(r"[A-Za-z0-9_.\-]*")  # nothing to remove here, and no secret but one with the shape of a key

# How the keys of known services begin. After the ones of the second line ordinary words are joined by `-` or `_`.
_SURE_PREFIX = r"(?:sk|rk|pk|ak)-|gh[opsur]_|github_pat_|xox[a-z]-|AIza|AKIA|glpat-|nvapi-"
_WORDLIKE_PREFIX = r"hf_|gsk_|xai-|pplx-"
KEY_PREFIX = f"(?:{_SURE_PREFIX}|{_WORDLIKE_PREFIX})"

# Each alternative starts where a run of its characters starts, so a search is linear in the length of the text.
_KEY_SHAPED = re.compile(
    rf"(?<![A-Za-z0-9])(?:{_SURE_PREFIX})[A-Za-z0-9_\-]{{6,}}"
    rf"|(?<![A-Za-z0-9])(?:{_WORDLIKE_PREFIX})[A-Za-z0-9]{{10,}}[A-Za-z0-9_\-]*"
    r"|(?<![A-Za-z0-9_\-])eyJ[A-Za-z0-9_\-]{6,}\.[A-Za-z0-9_\-]{4,}(?:\.[A-Za-z0-9_\-]*)?"
)
_NAMED_SECRET = re.compile(
    r"""((?:api[_\-]?key|(?:auth|access|refresh|bearer|id)_token|client_secret|password)["']?\s{0,20}[:=]\s{0,20}["']?"""
    r"""|\bbearer\s{1,20})(?=[^\s"',;&{}<>…]{0,200}[0-9])([^\s"',;&{}<>…]{6,})""",
    re.IGNORECASE,
)
_URL_LOGIN = re.compile(r"""://[^/\s@"'?#,<>]{1,200}@""")
_URL = re.compile(r"""://[^\s"'<>]+""")
_LEAST_SECRET = 4  # shorter ones stand in ordinary words
_LONG_KEY = 512  # a key of this length that a cut would halve is still masked whole


def mask_key(key: str) -> str:
    """A key as it may be shown: ``sk-…last4`` from 16 characters on, shorter ones without any of their text."""
    if not key:
        return ""
    prefix = "sk-" if key.startswith("sk-") else ""
    return f"{prefix}…{key[-4:]}" if len(key) >= 16 else f"{prefix}…"


def mask_keys_in(text: str, *secrets: str) -> str:
    """`text` with the given secrets masked, and with everything that looks like one: keys and tokens by their
    shape, values named ``api_key`` or the like that hold a digit, and the login part of URLs."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= _LEAST_SECRET:
            text = text.replace(secret, mask_key(secret))
    text = _KEY_SHAPED.sub(lambda match: mask_key(match[0]), text)
    text = _NAMED_SECRET.sub(lambda match: match[1] + mask_key(match[2]), text)
    return _URL_LOGIN.sub("://…@", text)


def mask_queries_in(text: str) -> str:
    """`text` with the values in the queries of its URLs masked; the names stay."""
    return _URL.sub(lambda match: _mask_query(match[0]), text)


def _mask_query(url: str) -> str:
    start, mark, query = url.partition("?")
    return start + mark + "&".join(_mask_pair(pair) for pair in query.split("&"))


def _mask_pair(pair: str) -> str:
    name, mark, value = pair.partition("=")
    if not mark:
        name, value = "", name
    return name + mark + (value if "…" in value else mask_key(value))


def safe_text(text: str, limit: int = 400, *, secrets: tuple[str, ...] = ()) -> str:
    """Text of a server, file or user made fit to show: one line, no control, bidi or invisible characters, at
    most `limit` characters (an ellipsis marks a cut), `secrets` and everything like a key masked."""
    if len(text) <= limit and _is_plain(text, secrets):
        return text
    # Masked before and after: removing a control sequence can take a key's first letter, or join its parts.
    text = mask_keys_in(text[: limit * 8 + _LONG_KEY], *secrets)[: limit * 8]
    text = _SPACES.sub(" ", _UNSAFE.sub("", _ESCAPE_SEQUENCE.sub("", text))).strip()
    text = mask_keys_in(text, *secrets)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _is_plain(text: str, secrets: tuple[str, ...]) -> bool:
    """Is it fit to show as it stands? Most names and ids are; it costs a tenth of looking for everything."""
    if _PLAIN.fullmatch(text) is None or _KEY_SHAPED.search(text) is not None:
        return False
    for secret in secrets:  # noqa: SIM110 - at every request, and a generator costs more than the search
        if secret in text:
            return False
    return True
