"""What a set-up tells before it writes."""

from __future__ import annotations

from taotoken._endpoint import Endpoint
from taotoken_plugins._clear import what_wins
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import Override, overrides, planned
from taotoken_plugins._plan import plan
from taotoken_plugins._tool import Tool, Wanted

WANTED = Wanted(endpoint=Endpoint.parse("https://gw.example/api", "sk-demo-7f3a", "demo-large"))


def found_before(tool: Tool, host: Host, want: Wanted = WANTED) -> tuple[Override, ...]:
    """What would win over `want`, before it is written."""
    with planned(plan([(tool, want)], host, allow_tracked=True)):
        return overrides(tool, host)


def told_before(tool: Tool, host: Host, want: Wanted = WANTED) -> str:
    """The tool's own warnings, and what would win."""
    return "\n".join(map(str, (*tool.warnings(host), *what_wins(found_before(tool, host, want), host))))
