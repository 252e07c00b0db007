"""TLS and tunnels, over both transports."""

from __future__ import annotations

import base64
import ssl
from pathlib import Path
from typing import Any

import anyio
import pytest

from sdk_loops import LOOPS, chosen
from sdk_server import WHOLE, completion, serving
from sdk_tls import make_certificate, tls_server, tunnel
from taotoken import AsyncTaoToken, Cause, ConfigurationError, Endpoint, ProxyFailedError, RetryPolicy, TLSError

pytestmark = pytest.mark.anyio
KEY = "sk-test-tls-000000000001"
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(completion())
LOGIN = "Basic " + base64.b64encode(b"user:pass word").decode()


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ssl.SSLContext]:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def client_of(base_url: str) -> AsyncTaoToken:
    return AsyncTaoToken(Endpoint.parse(base_url, KEY, "demo", allow_http=True), retry=RetryPolicy(max_retries=0))


async def test_own_authority_by_the_environment(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """SSL_CERT_FILE replaces what the machine trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    async with (
        tls_server(certificate[1], ANSWER + completion()) as port,
        client_of(f"https://127.0.0.1:{port}/api") as client,
    ):
        with anyio.fail_after(10):
            assert (await client.chat("hi")).text == "Hello"


async def test_unknown_authority(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that the machine doesn't trust is told as that, and the key isn't sent."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    async with (
        tls_server(certificate[1], ANSWER + completion()) as port,
        client_of(f"https://127.0.0.1:{port}/api") as client,
    ):
        with anyio.fail_after(10), pytest.raises(TLSError) as caught:
            await client.chat("hi")
    assert caught.value.cause is Cause.TLS_UNTRUSTED_CA


async def test_certificate_for_another_name(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trusted certificate of another host is told as that."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    async with (
        tls_server(certificate[1], ANSWER + completion()) as port,
        client_of(f"https://localhost:{port}/api") as client,
    ):
        with anyio.fail_after(10), pytest.raises(TLSError) as caught:
            await client.chat("hi")
    assert caught.value.cause is Cause.TLS_WRONG_NAME


async def test_tunnel_with_a_login(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """https through a proxy: CONNECT with the proxy's login, and neither the key nor the path before TLS."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    heads: list[bytes] = []
    async with tls_server(certificate[1], ANSWER + completion()) as port, tunnel(heads, port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://user:pass%20word@127.0.0.1:{proxy}")
        async with client_of(f"https://127.0.0.1:{port}/api") as client:
            with anyio.fail_after(10):
                assert (await client.chat("hi")).text == "Hello"
    (head,) = heads
    assert head.startswith(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n".encode())
    assert f"proxy-authorization: {LOGIN}".lower() in head.decode().lower()
    assert KEY.encode() not in head
    assert b"chat/completions" not in head


async def test_tunnel_to_a_server_that_is_not_trusted(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong behind the tunnel is not the proxy's fault."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    async with tls_server(certificate[1], ANSWER + completion()) as port, tunnel([], port) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy}")
        async with client_of(f"https://127.0.0.1:{port}/api") as client:
            with anyio.fail_after(10), pytest.raises(TLSError) as caught:
                await client.chat("hi")
    assert caught.value.cause is Cause.TLS_UNTRUSTED_CA


async def test_forward_proxy_with_a_login(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain http through a proxy that wants a login: its login and our key, each in its own header."""
    async with serving(WHOLE) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://user:pass%20word@127.0.0.1:{proxy.port}")
        async with client_of("http://gateway.example/api") as client:
            for _ in range(2):
                assert (await client.chat("hi")).text == "Hello"
    for seen in proxy.seen:
        assert seen.headers["proxy-authorization"] == LOGIN
        assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert proxy.connections == 1


async def test_proxy_over_tls(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that is itself reached by https."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    async with tls_server(certificate[1], ANSWER + completion()) as port:
        monkeypatch.setenv("HTTP_PROXY", f"https://127.0.0.1:{port}")
        async with client_of("http://gateway.example/api") as client:
            with anyio.fail_after(10):
                assert (await client.chat("hi")).text == "Hello"


async def test_proxy_that_is_not_trusted(certificate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy whose certificate isn't trusted gets nothing."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    async with tls_server(certificate[1], ANSWER + completion()) as port:
        monkeypatch.setenv("HTTP_PROXY", f"https://127.0.0.1:{port}")
        async with client_of("http://gateway.example/api") as client:
            with anyio.fail_after(10), pytest.raises((TLSError, ProxyFailedError)):
                await client.chat("hi")


@pytest.mark.parametrize("named", ["/nonexistent/ca.pem", "/etc/hostname"])
async def test_certificates_that_can_not_be_read(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong SSL_CERT_FILE is told as that, not as a fault of the network or of ours."""
    monkeypatch.setenv("SSL_CERT_FILE", named)
    async with client_of("https://127.0.0.1:9/api") as client:
        with pytest.raises(ConfigurationError, match="SSL_CERT_FILE"), anyio.fail_after(10):
            await client.chat("hi")
