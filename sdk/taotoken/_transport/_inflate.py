"""Compressed bodies, opened a piece at a time so that a small one can't fill the memory."""

from __future__ import annotations

import zlib

PIECE = 1024 * 1024


class Inflater:
    """Opens ``gzip`` or ``deflate``; `feed` adds bytes, `take` gives at most `PIECE` of what they hold."""

    def __init__(self, encoding: str) -> None:
        self._raw_allowed = encoding == "deflate"
        self._engine = zlib.decompressobj(zlib.MAX_WBITS | 16 if encoding == "gzip" else zlib.MAX_WBITS)
        self._waiting = b""

    def feed(self, data: bytes) -> None:
        """More compressed bytes."""
        self._waiting += data

    def take(self) -> bytes:
        """The next piece; empty when more input is needed. Raises zlib.error on bad data."""
        if not self._waiting or self._engine.eof:
            return b""
        try:
            piece = self._engine.decompress(self._waiting, PIECE)
        except zlib.error:
            if not self._raw_allowed:
                raise
            self._engine = zlib.decompressobj(-zlib.MAX_WBITS)  # deflate without the zlib header
            piece = self._engine.decompress(self._waiting, PIECE)
        self._raw_allowed = False
        self._waiting = self._engine.unconsumed_tail
        return piece


def inflater_for(encoding: str) -> Inflater | None:
    """What opens a ``content-encoding``, or None for a plain body. Raises ValueError for one it can't open."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return None
    if name in ("gzip", "x-gzip", "deflate"):
        return Inflater("deflate" if name == "deflate" else "gzip")
    raise ValueError(name)
