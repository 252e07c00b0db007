"""What both adapters do alike: checks before and after a request, and opening compressed bodies."""

from __future__ import annotations

import os
import zlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._checks import TOKEN
from taotoken._errors import BadResponseError, ConfigurationError
from taotoken._text import safe_text
from taotoken._transport import MAX_HEADERS, _proxies
from taotoken._transport._headers import add_header
from taotoken._transport._inflate import Inflater, inflater_for

if TYPE_CHECKING:
    import ssl

    from taotoken._transport._lanes import Route


HEADERS_TOO_LARGE = "the headers of the answer are too large"


class Routing:
    """Which way a URL is reached: its origin, and its proxy by the environment as it was at first use. `env` stands
    in for the process's variables; `authorities` is a file of certificates to trust besides."""

    def __init__(self, env: Mapping[str, str] | None = None, authorities: str | None = None) -> None:
        self._env = env
        self._authorities = authorities
        self._proxies: dict[str, str] | None = None
        self._last: tuple[str, Route] | None = None
        self._tls: ssl.SSLContext | None = None

    def route(self, url: str) -> Route:
        """The origin of `url`, and its proxy or None."""
        if self._last is None or self._last[0] != url:
            self._last = (url, self._find(url))
        return self._last[1]

    def _find(self, url: str) -> Route:
        if self._proxies is None:
            self._proxies = _proxies.environment(self._env)
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc}", _proxies.proxy_for(url, self._proxies, self._env)

    def tls(self, route: Route) -> ssl.SSLContext | None:
        """The TLS context for a way that needs one; made once."""
        origin, proxy = route
        if not (origin.startswith("https:") or (proxy or "").startswith("https:")):
            return None
        if self._tls is None:
            self._tls = tls_context(os.environ if self._env is None else self._env, self._authorities)
        return self._tls


def tls_context(env: Mapping[str, str], authorities: str | None = None) -> ssl.SSLContext:
    """What the machine trusts; SSL_CERT_FILE or SSL_CERT_DIR replace it, as everywhere. `authorities` is a file of
    certificates to trust besides."""
    import ssl

    import truststore

    file, folder = env.get("SSL_CERT_FILE"), env.get("SSL_CERT_DIR")
    context: ssl.SSLContext
    try:
        if file or folder:
            context = ssl.create_default_context(cafile=file or None, capath=folder or None)
        else:
            context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if authorities:
            context.load_verify_locations(cafile=authorities)
    except OSError as error:  # ssl.SSLError is one
        reason = safe_text(error.strerror or type(error).__name__, 100)
        raise ConfigurationError(
            f"SSL_CERT_FILE or SSL_CERT_DIR names certificates that can't be read: {reason}",
            cause=Cause.TLS_UNTRUSTED_CA,
        ) from None
    return context


def bad_header(headers: Mapping[str, str]) -> str | None:
    """The name of a header that an HTTP library would refuse with its value, and so the key, in the message."""
    for name, value in headers.items():
        if TOKEN.fullmatch(name) is None or not value.isascii() or not value.isprintable() or value != value.strip():
            return safe_text(name, 60)
    return None


def bad_header_error(name: str) -> ConfigurationError:
    """The error for what `bad_header` found; raised where no local value holds the key."""
    return ConfigurationError(f"the header {name} holds a character that headers can't hold")


def server_of(url: str) -> str:
    """Host and port of a URL, for people."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Names in lower case; several of one name become one, as HTTP allows."""
    headers: dict[str, str] = {}
    for name, value in raw:
        add_header(headers, name, value)
    return headers


def check_answer(headers: Mapping[str, str], header_bytes: int, status: int) -> Opener | None:
    """What opens the body of an answer, or None where it is open.

    Raises:
        BadResponseError: the answer can't be used.
    """
    problem = HEADERS_TOO_LARGE
    if header_bytes <= MAX_HEADERS:
        encoding = headers.get("content-encoding", "")
        try:
            inflater = inflater_for(encoding)
        except ValueError:
            problem = f"the body has an encoding that was not asked for: {safe_text(encoding, 40)}"
        else:
            return None if inflater is None else Opener(inflater, status)
    raise BadResponseError(problem, status=status, http_status=status)


class Opener:
    """Opens a compressed body as its bytes come; `status` is for the error when they can't be opened."""

    __slots__ = ("_inflater", "_status")

    def __init__(self, inflater: Inflater, status: int) -> None:
        self._inflater = inflater
        self._status = status

    async def read(self, more: Callable[[], Awaitable[bytes]]) -> bytes:
        """The next open bytes, or empty bytes at the end of what `more` gives."""
        while True:
            if piece := self._take():
                return piece
            chunk = await more()
            if not chunk:
                return b""
            self._inflater.feed(chunk)

    def _take(self) -> bytes:
        try:
            return self._inflater.take()
        except zlib.error:
            pass
        raise BadResponseError("the body can't be decompressed", status=self._status, http_status=self._status)
