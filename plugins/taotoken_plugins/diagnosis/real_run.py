"""The real tool, run once headless with the settings it finds: where only the tool itself can say whether it works.

It stands in an empty folder, gets no input and a bounded time; what it prints is kept up to a bound and shown only
with keys masked. Starting a program is never done unasked: `setup` does it for its own smoke test, the doctor with
``--deep``.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import anyio

from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Tool
from taotoken_plugins.diagnosis._ask import PROMPT
from taotoken_plugins.diagnosis.facts import RunProbe

if TYPE_CHECKING:
    from anyio.abc import ByteReceiveStream, Process

SECONDS: Final = 90.0
_VERSION_SECONDS: Final = 10.0
_KEPT: Final = 64_000  # bytes of output
_LINES: Final = 8
_REST: Final = 0.5  # seconds for what is printed last; a daemon that stays behind may hold the pipe
_VERSION: Final = re.compile(r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*")


async def run_once(
    tool: Tool, host: Host, *, secrets: tuple[str, ...] = (), seconds: float = SECONDS
) -> RunProbe | None:
    """One turn of `tool` with a prompt of one line; None where it is not installed or has no headless mode."""
    argv = _argv(tool, host, tool.headless(PROMPT))
    if argv is None:
        return None
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="taotoken-run-", ignore_cleanup_errors=True) as folder:
        ran = await _run(argv, _env(argv, host, tool.headless_env), folder, seconds)
    ok = ran.code == 0 and bool(ran.said.strip())
    told = ran.said if ok else f"{ran.said}\n{ran.complained}"  # good runs warn of much
    lines = [shown for line in told.splitlines() if (shown := safe_text(line, 240, secrets=secrets))]
    return RunProbe(
        ok=ok, exit_code=ran.code, seconds=time.perf_counter() - began, lines=tuple(lines[-_LINES:]), text=told
    )


async def version_of(tool: Tool, host: Host) -> str | None:
    """What the program says its version is."""
    argv = _argv(tool, host, (*tool.headless("")[:1], "--version"))
    if argv is None or len(argv) < 2:
        return None
    ran = await _run(argv, _env(argv, host, {}), str(host.home), _VERSION_SECONDS)
    match = _VERSION.search(ran.said)
    return match[0] if match and ran.code == 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ran:
    """Exit code (None: stopped when its time was over, or it can't be started), standard output and error."""

    code: int | None
    said: str = ""
    complained: str = ""


def _argv(tool: Tool, host: Host, argv: Sequence[str]) -> tuple[str, ...] | None:
    installed = tool.detect(host)
    if installed is None or installed.program is None or not argv:
        return None
    return (str(installed.program), *argv[1:])


def _env(argv: Sequence[str], host: Host, extra: Mapping[str, str]) -> dict[str, str]:
    """The user's environment; programs of nvm find their Node beside them."""
    path = os.pathsep.join(part for part in (host.env.get("PATH", ""), str(Path(argv[0]).parent)) if part)
    return {**host.env, "PATH": path, **extra}


async def _run(argv: Sequence[str], env: Mapping[str, str], folder: str, seconds: float) -> _Ran:
    said, complained = bytearray(), bytearray()
    code: int | None = None
    try:
        process = await anyio.open_process(argv, stdin=subprocess.DEVNULL, cwd=folder, env=env, start_new_session=True)
    except OSError as error:
        return _Ran(code=None, complained=str(error))
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_keep, process.stdout, said)
            group.start_soon(_keep, process.stderr, complained)
            with anyio.move_on_after(seconds):
                code = await process.wait()
                await anyio.sleep(_REST)
            group.cancel_scope.cancel()
    finally:
        _end(process)
        with anyio.CancelScope(shield=True), suppress(OSError, ProcessLookupError):
            await process.aclose()
    return _Ran(code=code, said=said.decode("utf-8", "replace"), complained=complained.decode("utf-8", "replace"))


async def _keep(stream: ByteReceiveStream | None, output: bytearray) -> None:
    """The last of what it prints; all of it is read, for a full pipe would stop the program."""
    assert stream is not None, "a pipe is the default"
    async for chunk in stream:
        output += chunk
        del output[:-_KEPT]


def _end(process: Process) -> None:
    """The program and what it started, when its time is over."""
    if process.returncode is not None:
        return
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
