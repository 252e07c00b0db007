"""What both adapters do alike: checks before and after a request, and opening compressed bodies."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from taotoken._errors import BadResponseError, ConfigurationError
from taotoken._text import safe_text
from taotoken._transport import MAX_HEADERS, _proxies
from taotoken._transport._inflate import Inflater, inflater_for
from taotoken._transport._lanes import Route

if TYPE_CHECKING:
    import ssl


class Routing:
    """Which way a URL is reached: its origin, and its proxy by the environment as it was at first use."""

    def __init__(self) -> None:
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
            self._proxies = _proxies.environment()
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc}", _proxies.proxy_for(url, self._proxies)

    def tls(self, route: Route) -> ssl.SSLContext | None:
        """The TLS context for a way that needs one; made once."""
        origin, proxy = route
        if not (origin.startswith("https:") or (proxy or "").startswith("https:")):
            return None
        if self._tls is None:
            self._tls = _tls_context()
        return self._tls


def _tls_context() -> ssl.SSLContext:
    """What the machine trusts; SSL_CERT_FILE or SSL_CERT_DIR replace it, as everywhere."""
    import ssl

    import truststore

    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def bad_header(headers: Mapping[str, str]) -> str | None:
    """The name of a header that an HTTP library would refuse with its value, and so the key, in the message."""
    for name, value in headers.items():
        if not name.isascii() or not value.isascii() or not value.isprintable() or value != value.strip():
            return safe_text(name, 60)
    return None


def bad_header_error(name: str) -> ConfigurationError:
    """The error for what `bad_header` found; raised where no local value holds the key."""
    return ConfigurationError(f"the header {name} holds a character that headers can't hold")


def server_of(url: str) -> str:
    """Host and port of a URL, for people."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"


def problem_with(header_bytes: int, encoding: str) -> str | None:
    """What makes an answer unusable before its body is read, or None."""
    if header_bytes > MAX_HEADERS:
        return "the headers of the answer are too large"
    try:
        inflater_for(encoding)
    except ValueError:
        return f"the body has an encoding that was not asked for: {safe_text(encoding, 40)}"
    return None


Reading = Callable[[], Coroutine[Any, Any, bytes]]


class Body:
    """The bytes of a body, decompressed where it says that it is compressed; `more` gives them as they come."""

    __slots__ = ("_inflater", "_more", "_status", "read")

    def __init__(self, encoding: str, status: int, more: Reading) -> None:
        self._more = more
        self._status = status
        self._inflater = inflater_for(encoding)
        self.read: Reading = more if self._inflater is None else self._read_inflated

    async def _read_inflated(self) -> bytes:
        assert self._inflater is not None
        if piece := self._take(self._inflater):
            return piece
        while chunk := await self._more():
            self._inflater.feed(chunk)
            if piece := self._take(self._inflater):
                return piece
        return b""

    def _take(self, inflater: Inflater) -> bytes:
        try:
            return inflater.take()
        except zlib.error:
            pass
        raise BadResponseError("the body can't be decompressed", status=self._status, http_status=self._status)
