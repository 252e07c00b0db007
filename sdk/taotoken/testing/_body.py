"""Request bodies: bounded, and decoded where the client compressed them."""

from __future__ import annotations

import zlib

MAX_BODY = 64 * 1024 * 1024


class UnsupportedEncodingError(Exception):
    """A Content-Encoding this gateway does not read, or data that does not fit it."""


class BodyTooLargeError(Exception):
    """More than `MAX_BODY`, as sent or decoded."""


def decode(body: bytes, encoding: str | None) -> bytes:
    """`body` without its Content-Encoding (identity, gzip, deflate).

    Raises:
        UnsupportedEncodingError: another encoding, or corrupt data.
        BodyTooLargeError: it unpacks to more than `MAX_BODY`.
    """
    match (encoding or "identity").strip().lower():
        case "identity":
            return body
        case "gzip":
            return _inflate(body, 16 + zlib.MAX_WBITS)
        case "deflate":
            # Meant is the zlib format; some clients send the raw one.
            zlib_header = len(body) > 1 and body[0] & 15 == 8 and not (body[0] * 256 + body[1]) % 31
            return _inflate(body, zlib.MAX_WBITS if zlib_header else -zlib.MAX_WBITS)
        case other:
            raise UnsupportedEncodingError(other)


def _inflate(body: bytes, window: int) -> bytes:
    unpacker = zlib.decompressobj(window)
    try:
        data = unpacker.decompress(body, MAX_BODY + 1)
    except zlib.error as error:
        raise UnsupportedEncodingError(str(error)) from error
    if len(data) > MAX_BODY:
        raise BodyTooLargeError
    if not unpacker.eof:
        raise UnsupportedEncodingError("the compressed data stops short")
    return data
