"""What a failed connection means, read from the chain of exceptions behind it."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator

from taotoken._causes import Cause
from taotoken._errors import ConnectionFailedError, ProxyFailedError, TimedOutError, TLSError, TransportError
from taotoken._text import safe_text
from taotoken._transport import CutError

_EXPIRED, _NOT_YET_VALID, _HOST_MISMATCH, _IP_MISMATCH = 10, 9, 62, 64
_TLS_CAUSES = {
    _EXPIRED: (Cause.TLS_EXPIRED, "its certificate has expired"),
    _NOT_YET_VALID: (Cause.CLOCK_SKEW, "its certificate is not valid yet; check this machine's clock"),
    _HOST_MISMATCH: (Cause.TLS_WRONG_NAME, "its certificate is for another name"),
    _IP_MISMATCH: (Cause.TLS_WRONG_NAME, "its certificate is for another name"),
}
_EXCEPTION = re.compile(r"\b[A-Za-z]+(?:Error|Exception)\b")
_UNTRUSTED = (Cause.TLS_UNTRUSTED_CA, "its certificate is not signed by an authority this machine trusts")


def connect_failure(error: BaseException, *, server: str, loopback: bool, proxy: str | None) -> TransportError:
    """The error for a connection that was not made to `server` (host:port), through `proxy` or directly."""
    chain = list(_chain(error))
    if (tls := _tls_failure(chain, server)) is not None:
        return tls
    why, cause = _reason(chain, loopback)
    if proxy is not None:
        return ProxyFailedError(f"can't reach the proxy {proxy}: {why}", cause=Cause.PROXY_ENV_DEAD)
    return ConnectionFailedError(f"can't connect to {server}: {why}", cause=cause)


def connect_timeout(*, server: str, seconds: float | None, proxy: str | None) -> TransportError:
    """The error for a connection that took too long."""
    within = "" if seconds is None else f" within {seconds:g} s"
    if proxy is not None:
        return ProxyFailedError(f"no connection to the proxy {proxy}{within}", cause=Cause.PROXY_ENV_DEAD)
    return TimedOutError(f"no connection to {server}{within}", cause=Cause.CONNECT_TIMEOUT)


def proxy_refusal(text: str, proxy: str | None) -> TransportError:
    """The error for a proxy that answered, but did not let the request through."""
    through = proxy or "in use"
    if text.lstrip().startswith("407"):
        return ProxyFailedError(
            f"the proxy {through} wants a login (HTTP 407)", status=407, cause=Cause.PROXY_AUTH_REQUIRED
        )
    return ProxyFailedError(f"the proxy {through} refused: {safe_text(text, 120)}")


def _tls_failure(chain: list[BaseException], server: str) -> TransportError | None:
    import ssl

    for error in chain:
        # An HTTP library's own class may derive from this one without what OpenSSL found.
        if isinstance(error, ssl.SSLCertVerificationError) and hasattr(error, "verify_code"):
            cause, why = _TLS_CAUSES.get(error.verify_code, _UNTRUSTED)
            return TLSError(f"no secure connection to {server}: {why}", cause=cause)
    found = [error for error in chain if isinstance(error, ssl.SSLError)]
    if not found:
        return None
    why = next((reason for error in found if (reason := getattr(error, "reason", None))), str(found[-1]))
    return TLSError(f"no secure connection to {server}: {safe_text(why, 120)}")


def _reason(chain: list[BaseException], loopback: bool) -> tuple[str, Cause | None]:
    for error in chain:
        if isinstance(error, socket.gaierror):
            return "its name can't be resolved", Cause.DNS_FAILED
    for error in chain:
        if isinstance(error, ConnectionRefusedError):
            cause = Cause.LOCAL_GATEWAY_NOT_RUNNING if loopback else Cause.CONNECT_REFUSED
            return "the connection was refused", cause
    for error in chain:
        if isinstance(error, OSError) and error.strerror:
            return safe_text(os.strerror(error.errno) if error.errno else error.strerror, 120), None
    return _words(str(chain[0])) or "the connection failed", None


def broke_off(why: str) -> CutError:
    """The error for a body that did not come to its end; `why` is what the library says."""
    return CutError(_words(why) or "the connection was lost")


def _words(text: str) -> str:
    """What a library says, if it is words: the name of one of its exceptions tells people nothing."""
    return "" if _EXCEPTION.search(text) else safe_text(text, 120)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what caused it, and the members of groups in between."""
    waiting, seen = [error], set[int]()
    while waiting:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        waiting += [other for other in (current.__cause__, current.__context__) if other is not None]
        if isinstance(current, BaseExceptionGroup):
            waiting += current.exceptions
