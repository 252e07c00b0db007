"""For those who declare a tool: one function that checks it as ours are checked.

from taotoken_plugins.testing import check_tool
from acme_plugin import TOOL

def test_acme() -> None:
    check_tool(TOOL, files={"config": [b'{"theme": "dark"}']})
"""

from __future__ import annotations

from taotoken_plugins.testing._check_tool import check_tool

__all__ = ["check_tool"]
