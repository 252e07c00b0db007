"""What a certificate says, read from its DER bytes: the standard library parses only those that it trusts."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

_SEQUENCE: Final = 0x30
_CONTEXT_0: Final = 0xA0  # the version
_CONTEXT_3: Final = 0xA3  # the extensions
_UTC_TIME: Final = 0x17
_SAN: Final = bytes.fromhex("551d11")
_COMMON_NAME: Final = bytes.fromhex("550403")
_ORGANIZATION: Final = bytes.fromhex("55040a")
_DNS_NAME, _IP_ADDRESS = 0x82, 0x87

Item = tuple[int, bytes]  # tag, content


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """Who issued it, when it is valid, and for which names and addresses."""

    issuer: str | None
    not_before: datetime
    not_after: datetime
    names: tuple[str, ...]


def read_certificate(der: bytes) -> Certificate | None:
    """The certificate in `der`; None when it can't be read."""
    try:
        return _read(der)
    except (ValueError, IndexError, StopIteration):
        return None


def _read(der: bytes) -> Certificate:
    ((_, whole),) = _items(der)
    body = list(_items(next(_items(whole))[1]))
    if body[0][0] == _CONTEXT_0:
        del body[0]
    _, _, issuer, validity, *rest = body  # serial, algorithm, issuer, validity, subject, key, …
    begin, end = _items(validity[1])
    extensions = next((content for tag, content in rest if tag == _CONTEXT_3), b"")
    return Certificate(
        issuer=_name(issuer[1]), not_before=_time(begin), not_after=_time(end), names=tuple(_names(extensions))
    )


def _items(data: bytes) -> Iterator[Item]:
    """The values that stand one behind the other in `data`."""
    at = 0
    while at < len(data):
        tag, length = data[at], data[at + 1]
        at += 2
        if length & 0x80:
            size = length & 0x7F
            length = int.from_bytes(data[at : at + size], "big")
            at += size
        if at + length > len(data):
            raise ValueError("cut off")
        yield tag, data[at : at + length]
        at += length


def _name(data: bytes) -> str | None:
    """The common name, else the organization."""
    found: dict[bytes, str] = {}
    for _, group in _items(data):
        for _, pair in _items(group):
            (_, kind), (_, value) = _items(pair)
            found[kind] = value.decode("utf-8", "replace")
    return found.get(_COMMON_NAME) or found.get(_ORGANIZATION)


def _time(item: Item) -> datetime:
    text = item[1].decode("ascii")
    if item[0] == _UTC_TIME:
        text = ("19" if text[:2] >= "50" else "20") + text
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)


def _names(extensions: bytes) -> Iterator[str]:
    for _, listed in _items(extensions):
        for tag, extension in _items(listed):
            parts = [content for _, content in _items(extension)] if tag == _SEQUENCE else []
            if parts and parts[0] == _SAN:
                yield from _alternatives(parts[-1])


def _alternatives(data: bytes) -> Iterator[str]:
    for _, names in _items(data):
        for tag, value in _items(names):
            if tag == _DNS_NAME:
                yield value.decode("ascii", "replace")
            elif tag == _IP_ADDRESS:
                yield str(ipaddress.ip_address(value))
