"""How the path of a request's URL is wrong, from the URL alone or beside one that works."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._hosts import known_host

_ENDPOINT: Final = r"(?:chat/completions|completions|responses|messages)"
_DOUBLED: Final = re.compile(r"/v1/v1(?:/|$)")
_TWICE: Final = re.compile(rf"/{_ENDPOINT}(?:/v1)?/{_ENDPOINT}(?:/|$)")
_BARE: Final = re.compile(r"(?P<before>(?:/[^/?#]+)*?)/(?:chat/completions|responses|messages)$")
_VERSIONED: Final = re.compile(r"/v\d+[a-z]*\d*$")


def path_fault(url: str) -> Cause | None:
    """The fault in the path of a URL (or a bare path) that a tool posted to; None when it is well formed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    path = re.sub(r"/{2,}", "/", parts.path).rstrip("/")
    if _DOUBLED.search(path):
        return Cause.BASE_URL_V1_DOUBLED
    if _TWICE.search(path):
        return Cause.BASE_URL_HAS_ENDPOINT
    known = known_host(parts.hostname) if parts.hostname else None
    if known is not None and not (path == known.api_path or path.startswith(known.api_path + "/")):
        return Cause.BASE_URL_PATH_MISSING
    match = _BARE.fullmatch(path)
    if (
        match is not None
        and not _VERSIONED.search(match["before"])
        and not match["before"].endswith(("/codex", "/openai"))
    ):
        return Cause.BASE_URL_V1_MISSING
    return None


def url_fault(used: str, good: str) -> Cause:
    """How a URL that does not exist differs from the one that does."""
    used_parts, good_path = urlsplit(used), urlsplit(good).path
    path = used_parts.path
    if used_parts.query and path != good_path:
        return Cause.BASE_URL_HAS_QUERY
    if "/v1/v1" in path:
        return Cause.BASE_URL_V1_DOUBLED
    tail = good_path.rpartition("/v1/")[2]
    if (tail and path.count("/" + tail) > 1) or (tail and not path.endswith("/" + tail)):
        return Cause.BASE_URL_HAS_ENDPOINT
    if path.replace("//", "/") != path and path.replace("//", "/") == good_path:
        return Cause.BASE_URL_PATH_MISSING
    prefix = path.removesuffix("/" + tail)
    good_prefix = good_path.removesuffix("/v1/" + tail)
    if prefix == good_prefix:
        return Cause.BASE_URL_V1_MISSING
    if any(segment in prefix for segment in ("/chat/completions", "/responses", "/messages")):
        return Cause.BASE_URL_HAS_ENDPOINT
    return Cause.BASE_URL_PATH_MISSING
