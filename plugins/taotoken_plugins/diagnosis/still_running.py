"""What to say about programs of a tool that run while its settings are changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from taotoken._message import Message
from taotoken_plugins._host import Host
from taotoken_plugins._texts import running as texts
from taotoken_plugins._tool import Tool
from taotoken_plugins.diagnosis._program import Running
from taotoken_plugins.diagnosis.collect_running import PROC, processes, running


def still_running(tools: Sequence[Tool], host: Host, proc: Path = PROC) -> Iterator[Message]:
    """For each tool one sentence for the program, one for what it leaves in the background."""
    there = processes(proc) if host.platform == "linux" else ()
    for tool in tools if there else ():
        yield from _of_tool(tool, running(tool, host, proc, there))


def _of_tool(tool: Tool, found: Sequence[Running]) -> Iterator[Message]:
    for daemon in (False, True):
        pids = ", ".join(str(one.pid) for one in found if one.daemon is daemon)
        if pids and daemon:
            yield texts.DAEMON_RUNS(pid=pids)
        elif pids and tool.id == "claude-code":
            yield texts.CLAUDE_RUNS(pid=pids)
        elif pids:
            yield texts.RUNS(tool=tool.name, pid=pids)
