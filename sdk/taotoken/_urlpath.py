"""The path of a base URL: endpoint paths and ``/v1`` taken off its end, doubled versions made single."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from taotoken._causes import Cause
from taotoken._edges import refusal
from taotoken._message import Message
from taotoken._texts import url as texts

# Paths that programs add themselves. `certain` ones are an endpoint wherever they stand; the others are also
# names of real base paths and web pages, so they count only behind a version.
_CERTAIN = ("chat/completions", "messages/count_tokens", "completions", "responses", "messages", "embeddings")
_BEHIND_VERSION = ("models", "chat")

_VERSION = re.compile(r"v\d+(?:alpha|beta)?\d*", re.IGNORECASE | re.ASCII)
_SLASH = re.compile(r"/|\\|%2f|%5c", re.IGNORECASE)
_DOT_SEGMENT = re.compile(r"(?:\.|%2e){1,2}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """`root` is empty or begins with a slash and never ends with one or with ``/v1``. `names_api` tells that the
    typed path ended in a version or an endpoint, so an API was meant and not a web page."""

    root: str
    names_api: bool
    repairs: tuple[tuple[Message, Cause | None], ...]


@lru_cache(maxsize=64)
def version_of(url: str) -> str | None:
    """The version a clean URL ends in, such as ``v4``; None when it is a plain root."""
    last = url.rpartition("/")[2]
    return last if _VERSION.fullmatch(last) else None


def has_dot_segment(path: str) -> bool:
    """Is there a ``.`` or ``..`` between slashes (forward or backward), plain or percent-encoded?"""
    return any(_DOT_SEGMENT.fullmatch(segment) for segment in _SLASH.split(path))


def read_path(text: str, field: Message) -> Path:
    """The API root within `text` (empty, or beginning with a slash)."""
    segments = [segment for segment in text.split("/") if segment]
    if has_dot_segment(text):
        raise refusal(Cause.BASE_URL_UNPARSABLE, texts.DOT_SEGMENT(field=field))
    repairs = _slash_repairs(text, field)
    tail = _Tail(segments)
    tail.take_off()
    if tail.endpoint:
        repairs.append((texts.ENDPOINT_REMOVED(field=field, endpoint=tail.endpoint), Cause.BASE_URL_HAS_ENDPOINT))
    if tail.doubled:
        repairs.append((texts.VERSION_DOUBLED(field=field), Cause.BASE_URL_V1_DOUBLED))
    if tail.upper_case:
        repairs.append((texts.VERSION_CASE(field=field), None))
    return Path(
        root="".join(f"/{segment}" for segment in tail.segments),
        names_api=bool(tail.endpoint) or tail.versions > 0,
        repairs=tuple(repairs),
    )


def _slash_repairs(text: str, field: Message) -> list[tuple[Message, Cause | None]]:
    repairs: list[tuple[Message, Cause | None]] = []
    if "//" in text.rstrip("/"):
        repairs.append((texts.SLASHES_JOINED(field=field), None))
    if text.endswith("/"):
        repairs.append((texts.SLASH_REMOVED(field=field), None))
    return repairs


class _Tail:
    """Takes endpoints and versions off the end of a path, in whatever order and number they were pasted."""

    def __init__(self, segments: list[str]) -> None:
        self.segments = segments
        self.endpoint = ""
        self.versions = 0
        self.doubled = False
        self.upper_case = False

    def take_off(self) -> None:
        while self._take_endpoint() or self._take_version():
            pass
        self._join_versions()
        if self.versions > 1 or (self.versions and version_of("/".join(self.segments))):
            self.doubled = True

    def _take_endpoint(self) -> bool:
        end = "/".join(self.segments[-3:]).lower()
        for endpoint in (*_CERTAIN, *_BEHIND_VERSION):
            count = endpoint.count("/") + 1
            if not (end == endpoint or end.endswith(f"/{endpoint}")):
                continue
            if endpoint in _CERTAIN or _is_version(self.segments[-count - 1 : -count]):
                del self.segments[-count:]
                self.endpoint = self.endpoint or endpoint
                return True
        return False

    def _take_version(self) -> bool:
        if not self.segments or self.segments[-1].lower() != "v1":
            return False
        self.upper_case |= self.segments.pop() == "V1"
        self.versions += 1
        return True

    def _join_versions(self) -> None:
        """Make a version that stands twice in a row single, anywhere in the path."""
        single = [
            segment
            for index, segment in enumerate(self.segments)
            if index == 0 or segment != self.segments[index - 1] or not _is_version([segment])
        ]
        self.doubled |= len(single) < len(self.segments)
        self.segments = single


def _is_version(segments: list[str]) -> bool:
    return len(segments) == 1 and _VERSION.fullmatch(segments[0]) is not None
