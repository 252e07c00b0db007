"""Certificates read from their bytes, as the way to a gateway shows them."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from hypothesis import given, settings
from hypothesis import strategies as st

from matrix_tls import Authority, https_before
from taotoken.testing import Gateway
from taotoken_plugins.diagnosis._certificate import read_certificate
from taotoken_plugins.diagnosis._way import connect, look_along
from taotoken_plugins.diagnosis.facts import ClockProbe, ConnectProbe, TlsProbe

BEGIN, END = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), datetime(2056, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture(scope="module")
def der() -> bytes:
    issued = trustme.CA(organization_name="Demo CA").issue_cert(
        "gw.example", "127.0.0.1", "::1", not_before=BEGIN, not_after=END
    )
    return ssl.PEM_cert_to_DER_cert(issued.cert_chain_pems[0].bytes().decode())


def test_issuer_times_and_names(der: bytes) -> None:
    """Two spellings of time (before and after 2050), names and addresses."""
    found = read_certificate(der)

    assert found is not None
    assert found.issuer is not None
    assert "Demo CA" in found.issuer
    assert (found.not_before, found.not_after) == (BEGIN, END)
    assert set(found.names) == {"gw.example", "127.0.0.1", "::1"}


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_bytes_that_are_no_certificate(der: bytes, data: st.DataObject) -> None:
    """Cut off, changed or anything else: no exception."""
    changed = bytearray(der)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(der) - 1))] = data.draw(st.integers(0, 255))
    read_certificate(bytes(changed[: data.draw(st.integers(0, len(der)))]))
    read_certificate(data.draw(st.binary(max_size=60)))


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("kind", "trusted"), [("good", True), ("expired", None), ("wrong name", None), ("untrusted", False)]
)
async def test_the_way_shows_the_certificate(tmp_path: Path, kind: str, trusted: bool | None) -> None:
    """Trusted or not, with what stands in it where it is refused, and the server's clock beside it."""
    authority = Authority(tmp_path)
    env = {} if kind == "untrusted" else {"SSL_CERT_FILE": str(authority.file)}
    async with Gateway() as gateway, https_before(gateway.port, authority.context(kind)) as port:
        reached, seen, *clock = await look_along(f"https://127.0.0.1:{port}/api", env, seconds=5)

    assert isinstance(reached, ConnectProbe)
    assert reached.result == "ok"
    assert isinstance(seen, TlsProbe)
    assert seen.trusted is trusted
    if trusted is not True:
        assert seen.issuer is not None
        assert seen.names == ("other.example" if kind == "wrong name" else "127.0.0.1",)
        assert [type(probe) for probe in clock] == [ClockProbe]
    if kind == "expired":
        assert seen.not_after is not None
        assert seen.not_after < datetime.now(UTC) - timedelta(days=1)


@pytest.mark.anyio
async def test_names_that_do_not_exist() -> None:
    """Told as that, not as a refusal."""
    assert await connect("gateway.invalid", 80, seconds=5) == "dns"


@pytest.mark.anyio
async def test_a_server_without_tls(tmp_path: Path) -> None:
    """https to a port of plain http: the connection stands, and no certificate is made up."""
    async with Gateway() as gateway:
        probes = await look_along(f"https://127.0.0.1:{gateway.port}/api", {}, seconds=3)

    assert [type(probe) for probe in probes] == [ConnectProbe]
