"""Fixtures for pytest, for those who ask for them. In ``conftest.py``:

    pytest_plugins = ["taotoken.testing.fixtures"]

Then a test that takes `taotoken_gateway` has a `Gateway` of its own, and `AsyncTaoToken()` and `TaoToken()` use it:

    @pytest.mark.taotoken_gateway(text="Short.", fault="429", times=1)
    def test_summary(taotoken_gateway):
        assert my_app.summarise("Long.") == "Short."
        assert [request.status for request in taotoken_gateway.requests] == [429, 200]

The marker takes the arguments of `Gateway`; it may stand at a test, a class or a module.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taotoken._endpoint import Endpoint
from taotoken.testing._gateway import Gateway

__all__ = ["taotoken_endpoint", "taotoken_gateway"]


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "taotoken_gateway(**options): arguments of the test's Gateway")


@pytest.fixture
def taotoken_gateway(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gateway]:
    """A gateway that runs as long as the test, with the settings of the environment leading to it."""
    marker = request.node.get_closest_marker("taotoken_gateway")
    with Gateway(**(marker.kwargs if marker else {})).in_thread() as gateway:
        monkeypatch.setenv("TAOTOKEN_BASE_URL", gateway.base_url)
        monkeypatch.setenv("TAOTOKEN_API_KEY", gateway.endpoint.api_key)
        monkeypatch.setenv("TAOTOKEN_MODEL", gateway.endpoint.model)
        yield gateway


@pytest.fixture
def taotoken_endpoint(taotoken_gateway: Gateway) -> Endpoint:
    """The endpoint of the test's gateway, for code that takes one."""
    return taotoken_gateway.endpoint
