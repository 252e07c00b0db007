"""What was just typed, tried at once, with the causes of the doctor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from taotoken._endpoint import Endpoint
from taotoken.testing import Gateway
from taotoken_plugins._host import Host
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis.typed import NO_KEY, Typed, try_address, try_key, try_model

KEY = "sk-test-gateway-000001"
WRONG = "sk-demo-7f3a99990000aaaa1111"
pytestmark = pytest.mark.anyio


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    async with Gateway() as running:
        yield running


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(
        home=tmp_path, cwd=tmp_path, env={}, platform="linux", config_dir=tmp_path / "own", now=datetime.now(UTC)
    )


def typed(host: Host, tool: str, url: str, key: str = NO_KEY, model: str = "") -> Typed:
    declared = get_tool(tool)
    endpoint = Endpoint(base_url=url, api_key=key, model=model)
    return Typed(tool=declared, protocol=declared.protocol, endpoint=endpoint, host=host)


@pytest.mark.parametrize("tool", ["claude-code", "codex", "cline"])
async def test_an_address(gateway: Gateway, host: Host, tool: str) -> None:
    """Right, with a slip in the path, of nobody who listens, of no host; no request carries a key."""
    good = await try_address(typed(host, tool, gateway.base_url))
    assert good.finding is None
    slip = await try_address(typed(host, tool, gateway.base_url + "i"))
    assert slip.finding is not None
    assert (slip.finding.cause, slip.blames) == ("base_url_path_missing", "address")
    assert (slip.good_url or "").startswith(gateway.base_url + "/v1/")
    refused = await try_address(typed(host, tool, "http://127.0.0.1:9"))
    assert refused.finding is not None
    assert refused.finding.cause == "local_gateway_not_running"
    nowhere = await try_address(typed(host, tool, "https://gateway.invalid/api"))
    assert nowhere.finding is not None
    assert nowhere.finding.cause == "dns_failed"
    assert all(not {"authorization", "x-api-key"} & set(request.headers) for request in gateway.requests)


@pytest.mark.parametrize("accepts", ["any", "bearer", "x-api-key"])
@pytest.mark.parametrize("tool", ["claude-code", "codex"])
async def test_a_key(host: Host, tool: str, accepts: str) -> None:
    """Whichever header the gateway takes: accepted with the list of models, or refused with the doctor's cause."""
    async with Gateway(accepts=accepts, strict_header=False) as gateway:  # type: ignore[arg-type]  # one of the three
        good = await try_key(typed(host, tool, gateway.base_url, KEY))
        assert (good.finding, good.models, good.proved) == (None, ("demo-large", "demo-small"), True)
        bad = await try_key(typed(host, tool, gateway.base_url, WRONG))
        assert bad.finding is not None
        assert (bad.finding.cause, bad.blames) == ("key_invalid", "key")
        assert WRONG not in str(bad.finding.message)


async def test_a_model(gateway: Gateway, host: Host) -> None:
    """One real request: it answers, it is not there, or the key was the fault all along."""
    listed = ("demo-large", "demo-small")
    assert (await try_model(typed(host, "codex", gateway.base_url, KEY, "demo-large"), listed)).finding is None
    wrong = await try_model(typed(host, "codex", gateway.base_url, KEY, "demo-lareg"), listed)
    assert wrong.finding is not None
    assert (wrong.finding.cause, wrong.blames) == ("model_id_wrong", "model")
    assert "demo-large" in str(wrong.finding.message)
    key = await try_model(typed(host, "codex", gateway.base_url, WRONG, "demo-large"), None)
    assert key.finding is not None
    assert (key.finding.cause, key.blames) == ("key_invalid", "key")
