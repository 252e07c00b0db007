"""Arguments, checked before anything is sent: a wrong one is named, with what it has to be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text

_LARGEST = 2**1000  # of a whole number that still is a float


class Rule(NamedTuple):
    """What a value has to be, and the words for it."""

    holds: Callable[[Any], bool]
    words: str


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool) or value != value:
        return False
    return isinstance(value, float) or abs(value) < _LARGEST


def _is_seconds(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    return _is_whole(value) and value >= 0


def _is_share(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _is_span(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _list_of(kind: type) -> Callable[[Any], bool]:
    def holds(value: Any) -> bool:
        listed = isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)
        return listed and all(isinstance(item, kind) for item in value)

    return holds


def _either(*rules: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: any(rule(value) for rule in rules)


SECONDS = Rule(_is_seconds, "a number of seconds above 0")
SPAN = Rule(_is_span, "a number of seconds")
COUNT = Rule(_is_count, "a whole number, 0 or more")
SHARE = Rule(_is_share, "a number from 0 to 1")
TEXT, _NUMBER, _WHOLE = Rule(_is_text, "a string"), Rule(_is_number, "a number"), Rule(_is_whole, "a whole number")
_MAPPING = Rule(_is_mapping, "a dict")

_OPTIONS: Mapping[str, Rule] = {
    "model": TEXT,
    "max_tokens": _WHOLE,
    "temperature": _NUMBER,
    "top_p": _NUMBER,
    "stop": Rule(_either(_is_text, _list_of(str)), "a string or a list of strings"),
    "seed": _WHOLE,
    "tools": Rule(_list_of(Mapping), "a list of dicts"),
    "tool_choice": Rule(_either(_is_text, _is_mapping), "a string or a dict"),
    "response_format": _MAPPING,
    "extra_body": _MAPPING,
    "extra_headers": _MAPPING,
    "url": TEXT,
    "timeout": SECONDS,
    "first_token_timeout": SECONDS,
    "idle_timeout": SECONDS,
}


def check(name: str, value: Any, rule: Rule) -> None:
    """Raise ConfigurationError for a value that is not what its argument has to be."""
    if not rule.holds(value):
        shown = repr(value) if isinstance(value, float) or _is_number(value) else type(value).__name__
        raise ConfigurationError(f"{name} must be {rule.words}, not {safe_text(shown, 40)}")


def check_options(options: Mapping[str, Any]) -> None:
    """Check the options of a call; None is the same as left out."""
    for name, value in options.items():
        if value is not None and (rule := _OPTIONS.get(name)) is not None:
            check(name, value, rule)


def check_kind(name: str, value: Any, kind: type) -> None:
    """Raise ConfigurationError for a value of another kind; None is none at all."""
    if value is not None:
        check(name, value, Rule(lambda given: isinstance(given, kind), f"of type {kind.__name__}"))


# The transport sets these; one from a caller would contradict what is really sent.
_TRANSPORTS = frozenset(
    [
        *("connection", "content-length", "expect", "host", "keep-alive", "proxy-connection"),
        *("te", "trailer", "transfer-encoding", "upgrade"),
    ]
)
TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def checked_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """A caller's headers, names in lower case."""
    if not headers:
        return {}
    check("extra_headers", headers, _MAPPING)
    checked = {}
    for name, value in headers.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise ConfigurationError(f"extra_headers: name and value of {safe_text(str(name), 40)!r} must be strings")
        if (lower := name.lower()) in _TRANSPORTS:
            raise ConfigurationError(f"extra_headers: {lower!r} is set by the transport; leave it out")
        checked[lower] = value
    return checked
