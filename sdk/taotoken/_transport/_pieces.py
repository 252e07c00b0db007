"""Bytes to iterate over without a generator, which would have to be closed."""

from __future__ import annotations

from collections.abc import AsyncIterator


class Pieces:
    """An asynchronous iterator over pieces that are there, the last one first."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        if not self._pieces:
            raise StopAsyncIteration
        return self._pieces.pop()
