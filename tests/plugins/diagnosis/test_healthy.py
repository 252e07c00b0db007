"""What `setup` writes is healthy: for every tool there is no finding above info, and the request works."""

from __future__ import annotations

from pathlib import Path

import pytest

from matrix_kit import KEY, diagnosed, set_up
from taotoken.testing import Gateway
from taotoken_plugins._registry import BUILTIN

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("tool", [tool.id for tool in BUILTIN])
async def test_no_finding_above_info(tmp_path: Path, tool: str) -> None:
    """Each supported tool, set up for a gateway that answers."""
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        report = await diagnosed(world, tool, timeout=5.0)
        asked = gateway.requests

    assert [(f.cause.value, f.level) for f in report.findings if f.level != "info"] == []
    assert report.tools[0].smoke is not None
    assert report.tools[0].smoke.ok
    assert any(request.key == KEY and request.status == 200 for request in asked)
