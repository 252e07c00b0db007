"""Small questions about plain data: equal, empty, which strings, a keyed fingerprint."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def same(left: Any, right: Any) -> bool:
    """Equal as a file format sees it: `1`, `1.0` and `true` are three values, key order doesn't count."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        if len(left) != len(right):
            return False
        for name, one in left.items():  # a loop: generators take three times as long, and files can be large
            if name not in right or not (one == right[name] if type(one) is str else same(one, right[name])):
                return False
        return True
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right or (left != left and right != right))


def is_hollow(value: Any) -> bool:
    """Nothing in it but empty containers?"""
    if isinstance(value, dict):
        return all(is_hollow(item) for item in value.values())
    return isinstance(value, list) and all(is_hollow(item) for item in value)


def strings_in(value: Any) -> Iterator[str]:
    """Every string in `value`, member names left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings_in(item)


def fingerprint(value: Any, salt: str) -> str:
    """A salted HMAC of `value`: tells later whether a value is still ours without keeping it."""
    import hmac

    text = json.dumps(value, sort_keys=True, default=str)
    return hmac.digest(bytes.fromhex(salt), text.encode("utf-8", "surrogatepass"), "sha256").hex()
