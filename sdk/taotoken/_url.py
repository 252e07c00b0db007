"""A base URL as people type and paste it, made into the root of an API.

The only place that knows how ``/v1``, endpoint paths and web pages of known hosts appear in base URLs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from taotoken._causes import Cause
from taotoken._edges import Repairs, describe, is_assignment, is_unexpanded, refusal, strip_edges
from taotoken._hosts import KnownHost, known_host
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken._texts import url as texts
from taotoken._texts import values
from taotoken._urlpath import Path, read_path, version_of

__all__ = ["CleanUrl", "host_of", "is_loopback", "parse_base_url", "version_of"]

MAX_LENGTH = 2048
_OPENING = "<(（【《〈"
_CLOSING = ">)）】》〉,;.，。；、！"

_BLANK = re.compile(r"[\s\x00-\x20\x7f-\x9f]")
_NOT_URL = re.compile(r"[^A-Za-z0-9\-._~:/\[\]@!$&'()*+,;=%]")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HTTP = re.compile(r"(?:(https?):/*)+", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://|[A-Za-z][A-Za-z0-9+\-]*:(?!\d)")
_KEY = re.compile(r"(?:sk|rk|pk|ak)-[A-Za-z0-9_\-]{4,}")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMERIC_LABEL = re.compile(r"\d+|0x[0-9a-f]*")
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)", re.ASCII)
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanUrl:
    """The root of an API, with a note and, where there is one, a cause for each repair that led to it."""

    url: str
    notes: tuple[Message, ...] = ()
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class _Address:
    scheme: str
    host: str
    port: int | None

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}" + ("" if self.port is None else f":{self.port}")


def parse_base_url(text: str, *, allow_http: bool = False, field: Message | None = None) -> CleanUrl:
    """The API root that `text` means: no trailing slash, no ``/v1`` (another ``/vN`` at the end stays).

    `field` names the value in notes and errors. Raises `ConfigurationError` with cause and detail when the text
    can't be a base URL, or is plain http to another machine and `allow_http` is false.
    """
    field = field or values.BASE_URL()
    repairs = Repairs()
    text = _checked_text(text, field, repairs)
    bare, has_query = _without_query(text)
    _refuse_odd_characters(bare, field)
    scheme, rest = _split_scheme(bare, field, repairs)
    authority, slash, path_text = rest.partition("/")
    address = _read_address(scheme, authority, field, repairs)
    path = read_path(slash + path_text, field)
    known = known_host(address.host) if address.port is None else None
    if known and path.root.split("/")[1:2] != known.api_path.split("/")[1:2]:
        return _proposed(known, path, field, repairs)
    if has_query:
        repairs.add(texts.QUERY_REMOVED(field=field), Cause.BASE_URL_HAS_QUERY)
    for note, cause in path.repairs:
        repairs.add(note, cause)
    _refuse_plain_http(address, allow_http, field)
    if known and address.host != known.host:
        repairs.add(texts.ALIAS(field=field, alias=address.host, api_root=known.api_root))
        address = _Address(address.scheme, known.host, None)
    return CleanUrl(url=address.origin + path.root, notes=repairs.notes, causes=repairs.causes)


def _checked_text(text: str, field: Message, repairs: Repairs) -> str:
    """The text without its edges, once it is sure that an address was meant."""
    if not isinstance(text, str):
        raise refusal(Cause.BASE_URL_MISSING, values.NOT_TEXT(field=field))
    text = strip_edges(text, field, repairs, opening=_OPENING, closing=_CLOSING)
    if not text:
        raise refusal(Cause.BASE_URL_MISSING, texts.MISSING(field=field))
    if len(text) > MAX_LENGTH:
        too_long = values.TOO_LONG(field=field, length=len(text), limit=MAX_LENGTH)
        raise refusal(Cause.BASE_URL_UNPARSABLE, too_long)
    if is_assignment(text):
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, values.ASSIGNMENT(field=field))
    if is_unexpanded(text, anywhere=True):
        raise refusal(Cause.VALUE_NOT_EXPANDED, values.NOT_EXPANDED(field=field))
    if _KEY.fullmatch(text):
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, texts.IS_KEY(field=field))
    return text


def _without_query(text: str) -> tuple[str, bool]:
    """The text before the first ``?`` or ``#``, and was there one?"""
    bare = text.partition("?")[0].partition("#")[0]
    return bare, bare != text


def _refuse_odd_characters(text: str, field: Message) -> None:
    if found := _BLANK.search(text):
        detail = texts.BLANK_INSIDE(field=field, position=found.start() + 1, char=describe(found[0]))
        raise refusal(Cause.BASE_URL_UNPARSABLE, detail)
    if found := _NOT_URL.search(text):
        detail = texts.ODD_CHARACTER(field=field, position=found.start() + 1, char=describe(found[0]))
        raise refusal(Cause.BASE_URL_UNPARSABLE, detail)
    if found := _BAD_PERCENT.search(text):
        detail = texts.BAD_PERCENT(field=field, position=found.start() + 1)
        raise refusal(Cause.BASE_URL_UNPARSABLE, detail)


def _split_scheme(text: str, field: Message, repairs: Repairs) -> tuple[str, str]:
    """``http``, ``https`` or, where none was given, an empty scheme; and the text after it."""
    if found := _HTTP.match(text):
        scheme = found[1].lower()
        if found[0].lower() != f"{scheme}://":
            repairs.add(texts.SCHEME_REPAIRED(field=field, scheme=scheme))
        return scheme, text[found.end() :]
    rest = text.removeprefix("//")
    if "@" in rest.partition("/")[0]:
        raise refusal(Cause.BASE_URL_UNPARSABLE, texts.HAS_LOGIN(field=field))
    if _OTHER_SCHEME.match(rest):
        raise refusal(Cause.BASE_URL_UNPARSABLE, texts.BAD_SCHEME(field=field))
    return "", rest


def _read_address(scheme: str, authority: str, field: Message, repairs: Repairs) -> _Address:
    if "@" in authority:
        raise refusal(Cause.BASE_URL_UNPARSABLE, texts.HAS_LOGIN(field=field))
    host, port_text = _split_port(authority)
    host = _read_host(host, field)
    port = None if port_text is None else _read_port(port_text, field)
    if not scheme:
        if port is None and "." not in host and not is_loopback(host):
            raise refusal(Cause.BASE_URL_UNPARSABLE, texts.NOT_AN_ADDRESS(field=field))
        scheme = "http" if is_loopback(host) else "https"
        repairs.add(texts.SCHEME_ADDED(field=field, scheme=scheme))
    return _Address(scheme, host, None if port == _DEFAULT_PORTS[scheme] else port)


def _split_port(authority: str) -> tuple[str, str | None]:
    if authority.startswith("["):
        host, bracket, port = authority.rpartition("]")
        if port and not port.startswith(":"):
            return authority, None
        return host + bracket, port[1:] if port else None
    host, colon, port = authority.partition(":")
    return host, port if colon else None


def _read_host(text: str, field: Message) -> str:
    """The host in its usual form: lower case, no final dot, an IPv6 address shortened and in brackets."""
    host = text.lower().removesuffix(".")
    if host.startswith("[") and (address := _read_ipv6(host)):
        return f"[{address}]"
    if _is_name_or_ipv4(host):
        return host
    raise refusal(Cause.BASE_URL_UNPARSABLE, texts.BAD_HOST(field=field))


def _read_ipv6(host: str) -> str | None:
    import ipaddress

    try:
        address = ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        return None
    return address.compressed if host.endswith("]") and address.scope_id is None else None


def _is_name_or_ipv4(host: str) -> bool:
    labels = host.split(".")
    if len(host) > 253 or host in ("http", "https") or not all(_LABEL.fullmatch(label) for label in labels):
        return False
    return not _NUMERIC_LABEL.fullmatch(labels[-1]) or _IPV4.fullmatch(host) is not None


def _read_port(text: str, field: Message) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise refusal(Cause.BASE_URL_UNPARSABLE, texts.BAD_PORT(field=field))
    return int(text)


def _refuse_plain_http(address: _Address, allow_http: bool, field: Message) -> None:
    if address.scheme == "http" and not allow_http and not is_loopback(address.host):
        raise refusal(Cause.PLAIN_HTTP_KEY, texts.PLAIN_HTTP(field=field, host=safe_text(address.host, 100)))


def _proposed(known: KnownHost, path: Path, field: Message, repairs: Repairs) -> CleanUrl:
    """The API root of a known host, for an address of the same host that isn't its API."""
    text, cause = texts.WEB_PAGE, Cause.BASE_URL_IS_WEB_PAGE
    if path.names_api:
        text, cause = texts.PATH_MISSING, Cause.BASE_URL_PATH_MISSING
    repairs.add(text(field=field, host=known.host, api_root=known.api_root), cause)
    return CleanUrl(url=known.api_root, notes=repairs.notes, causes=repairs.causes)


def host_of(url: str) -> str:
    """The host of a clean URL, without port; an IPv6 address without its brackets."""
    authority = url.partition("://")[2].partition("/")[0]
    return _split_port(authority)[0].strip("[]")


def is_loopback(host: str) -> bool:
    """Is this host the machine itself: ``localhost``, ``127.0.0.0/8`` or ``::1``?"""
    if host == "localhost" or host.endswith(".localhost") or host.strip("[]") == "::1":
        return True
    return host.startswith("127.") and _IPV4.fullmatch(host) is not None
