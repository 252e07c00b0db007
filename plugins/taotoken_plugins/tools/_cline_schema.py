"""What Cline accepts in providers.json: one wrong type and it takes the whole file for damaged and overwrites it.

Measured with CLI 3.0.65. Only types are asked here: the names it accepts for a protocol or a client change from
version to version, and they are rarely written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from taotoken._message import Message, Text
from taotoken_plugins._edit import MISSING, Path
from taotoken_plugins._texts import tools as texts

Check = tuple[Callable[[Any], bool], Text]
Fault = tuple[Path, Message]  # where, and what should be there

_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z", re.ASCII)
_PROVIDER_ID = re.compile(r"[a-z0-9][a-z0-9-]*", re.ASCII | re.IGNORECASE)
_URL = re.compile(r"\s*(https?:[/\\]*[^/\\\s?#]|(?!https?:)[a-z][a-z0-9+.-]*:)", re.ASCII | re.IGNORECASE)


def is_stamp(value: object) -> bool:
    """A time as Cline reads it: UTC, ending in Z."""
    return isinstance(value, str) and _STAMP.fullmatch(value) is not None


def _is_provider_id(value: object) -> bool:
    return isinstance(value, str) and _PROVIDER_ID.fullmatch(value) is not None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_url(value: object) -> bool:
    return isinstance(value, str) and _URL.match(value) is not None


def _is_positive_integer(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and value == int(value)


def is_headers(value: object) -> bool:
    """A table of texts."""
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


_TEXT: Check = (lambda value: isinstance(value, str), texts.A_STRING)
_OBJECT: Check = (lambda value: isinstance(value, dict), texts.AN_OBJECT)
_ARRAY: Check = (lambda value: isinstance(value, list), texts.AN_ARRAY)
_NUMBER: Check = (_is_positive_integer, texts.A_POSITIVE_INTEGER)
_ROOT: Mapping[str, Check] = {
    "version": (lambda value: value == 1 and not isinstance(value, bool), texts.THE_NUMBER_1),
    "lastUsedProvider": (_is_name, texts.A_STRING),
    "modes": _OBJECT,
    "providers": _OBJECT,
}
_ENTRY: Mapping[str, Check] = {
    "settings": _OBJECT,
    "updatedAt": (is_stamp, texts.A_STAMP),
    "tokenSource": _TEXT,
}
_SETTINGS: Mapping[str, Check] = {
    "provider": (_is_provider_id, texts.A_PROVIDER_ID),
    **dict.fromkeys(("apiKey", "model", "protocol", "client", "region", "apiLine"), _TEXT),
    "routingProviderId": (_is_provider_id, texts.A_PROVIDER_ID),
    **dict.fromkeys(("maxTokens", "contextWindow", "timeout"), _NUMBER),
    "baseUrl": (_is_url, texts.A_URL),
    "headers": (is_headers, texts.A_TABLE_OF_STRINGS),
    "capabilities": _ARRAY,
    **dict.fromkeys(("auth", "reasoning", "aws", "gcp", "azure", "sap", "oca", "modelCatalog"), _OBJECT),
}


def faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Every value for which Cline discards the file."""
    yield from _faults(document, _ROOT, (), needed=("version", "providers"))
    providers = document.get("providers")
    for name, entry in providers.items() if isinstance(providers, dict) else ():
        path: Path = ("providers", name)
        if not isinstance(entry, dict):
            yield path, texts.AN_OBJECT()
            continue
        yield from _faults(entry, _ENTRY, path, needed=("settings", "updatedAt"))
        if isinstance(entry.get("settings"), dict):
            yield from _faults(entry["settings"], _SETTINGS, (*path, "settings"), needed=("provider",))


def _faults(
    table: Mapping[str, Any], checks: Mapping[str, Check], path: Path, needed: tuple[str, ...]
) -> Iterator[Fault]:
    for name, (is_good, expected) in checks.items():
        value = table.get(name, MISSING)
        if value is MISSING:
            if name in needed:
                yield (*path, name), expected()
        elif not is_good(value):
            yield (*path, name), expected()
