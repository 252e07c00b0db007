"""The headers of an answer, as every adapter gives them."""

from __future__ import annotations


def add_header(headers: dict[str, str], raw_name: bytes, raw_value: bytes) -> None:
    """Add one; its name in lower case, and several of one name become one, as HTTP allows."""
    name, value = raw_name.decode("latin-1").lower(), raw_value.decode("utf-8", "replace")
    headers[name] = f"{headers[name]}, {value}" if name in headers else value
