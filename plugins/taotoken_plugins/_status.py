"""What a tool will really use on this host."""

from __future__ import annotations

from taotoken_plugins._host import Host
from taotoken_plugins._tool import Effective, Tool


def status(tool: Tool, host: Host) -> Effective:
    """The tool's effective settings in this folder, each with the source it came from."""
    return tool.effective(tool.sources(host), host)
