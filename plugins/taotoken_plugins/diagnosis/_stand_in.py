"""Values fit to leave the machine: keys as made-up ones of the same shape, addresses without logins and queries.

A rule that looks at the shape of a key (a blank, a quote, a prefix) finds the same in its stand-in, and equal keys
have equal stand-ins; nothing of the key itself is left but the prefix that tells whose it is.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import string
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

from taotoken._causes import Cause
from taotoken._edges import is_unexpanded
from taotoken._errors import ConfigurationError
from taotoken._key import clean_key
from taotoken._text import KEY_PREFIX, mask_keys_in, safe_text
from taotoken_plugins.diagnosis._names import role_of

_PREFIX: Final = re.compile(
    r"[^A-Za-z0-9]*(?:bearer\s+)?[^A-Za-z0-9]*"
    rf"(?:sk-(?:ant-(?:oat\d\d-|api\d\d-)?|or-|proj-|svcacct-)?|{KEY_PREFIX}|eyJ)?",
    re.IGNORECASE,
)
_CLASSES: Final = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
# Settings without a role whose values say how a tool is set up and can't hold a secret.
_PLAIN: Final = re.compile(
    r"(?:.*\.)?(?:wire_api|model_provider|requires_openai_auth|auth_mode|provider|actmodeapiprovider|planmodeapiprovider"
    r"|hascompletedonboarding|claude_code_(?:use_|disable_|max_)\w+|no_proxy|ssl_cert_file|node_extra_ca_certs"
    r"|requests_ca_bundle|env_key|cli_auth_credentials_store|api_timeout_ms|stream_\w+_ms)",
    re.IGNORECASE,
)
# Queries of addresses within a sentence: whatever follows the "?" of a URL, and name=value where there is no scheme.
_END: Final = r"\s\"'<>`，。；：、（）"
_QUERY: Final = re.compile(rf"(://[^?{_END}]{{1,1000}})\?[^{_END}]+|\?[\w.%\[\]-]{{1,100}}=[^{_END}]+")
_NAME: Final = re.compile(r"[A-Za-z0-9_./:,* @~\\-]{0,200}")


@dataclass(slots=True)
class StandIns:
    """The stand-ins of one report; `kept` are the secrets: `keep` them all before the first text is told."""

    kept: list[str] = field(default_factory=list, repr=False)
    _salt: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def value(self, name: str, value: str) -> str | None:
        """What may be told of the setting `name`; None for one that may hold anything."""
        role = role_of(name)
        if role in ("api_key", "login"):
            return self.key(value)
        if role in ("base_url", "proxy"):
            return self.text(address(value))
        if role == "model":
            return self.text(value, 120)
        return self.text(value) if _PLAIN.fullmatch(name) and _NAME.fullmatch(value) else None

    def text(self, text: str, limit: int = 400) -> str:
        """Any other text, safe to show."""
        bare = _QUERY.sub(lambda match: f"{match[1] or ''}?query=1", mask_keys_in(text, *self.kept))
        return safe_text(bare, limit, secrets=tuple(self.kept))

    def keep(self, key: str) -> None:
        """From now on `key` is told nowhere, however it is quoted, prefixed or escaped."""
        if _is_no_key(key):
            return
        for form in _forms(key):
            if form not in self.kept:
                self.kept.append(form)

    def key(self, key: str) -> str:
        """A made-up key of the same shape; what is no key at all (a variable's name, example text) as it is."""
        if _is_no_key(key):
            return key[:200]
        self.keep(key)
        start = _PREFIX.match(key)
        prefix = start[0] if start else ""
        digest = hmac.new(self._salt, key.strip(" \t\r\n\"'").encode("utf-8", "surrogatepass"), hashlib.sha512).digest()
        rest = key[len(prefix) :][:400]
        return prefix + "".join(_like(char, digest[at % len(digest)] + at) for at, char in enumerate(rest))


def address(url: str) -> str:
    """A URL without its login, and with a query only hinted at."""
    bare = re.sub(r"://[^/\s@]{1,300}@", "://login@", url[:1000])
    return re.sub(r"\?.{0,1000}$", "?query=1", bare, flags=re.DOTALL)


def _is_no_key(key: str) -> bool:
    return not key.strip() or is_unexpanded(key.strip()) or _is_example(key)


def _forms(key: str) -> tuple[str, ...]:
    """`key` as it stands, bare, without its scheme, and as a URL has it."""
    bare = key.strip(" \t\r\n\"'")
    alone = re.sub(r"^\W*bearer\s+|[^!-~]", "", bare, flags=re.IGNORECASE) or bare
    escaped = quote(alone.encode("utf-8", "surrogatepass"), safe="")
    return tuple(form for form in dict.fromkeys((key, bare, alone, escaped)) if form)


def _is_example(key: str) -> bool:
    try:
        clean_key(key)
    except ConfigurationError as error:
        return error.cause is Cause.KEY_PLACEHOLDER
    return False


def _like(char: str, number: int) -> str:
    letters = next((kind for kind in _CLASSES if char in kind), None)
    return letters[number % len(letters)] if letters else char
