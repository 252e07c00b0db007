"""What is known of one tool on this machine before any request: the only step of a diagnosis that reads files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from taotoken_plugins._host import Host, Platform
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._profile import read_profile
from taotoken_plugins._tool import Source, Tool
from taotoken_plugins.diagnosis.facts import Facts, FileFact, Os

MAX_FILE: Final = 4_000_000
_SYSTEMS: Final[dict[Platform, Os]] = {"linux": "linux", "darwin": "macos", "win32": "windows"}


def collect(tool: Tool, host: Host) -> Facts:
    """The settings of `tool` that are effective in `host.cwd`, and the files they stand in."""
    sources = tool.sources(host)
    installed = tool.detect(host)
    return Facts(
        tool=tool.id,
        sources=sources,
        effective=tool.effective(sources, host),
        env=host.env,
        files=tuple(_files(tool, sources, host)),
        os=_SYSTEMS.get(host.platform),
        version=installed.version if installed else None,
        now=host.now,
        complete=True,
        base_url=_profile_url(host),
    )


def _files(tool: Tool, sources: Sequence[Source], host: Host) -> Iterator[FileFact]:
    paths = [source.path for source in sources if source.kind == "file" and source.path is not None]
    paths += [file.path(host) for file in tool.files]
    for path in dict.fromkeys(paths):
        if (data := _bytes(path)) is not None:
            yield FileFact(path=str(path), data=data)


def _bytes(path: Path) -> bytes | None:
    """The file's bytes; None for what is absent, unreadable or too long to be a config file."""
    try:
        return path.read_bytes() if path.stat().st_size <= MAX_FILE else None
    except OSError:
        return None


def _profile_url(host: Host) -> str | None:
    try:
        profile = read_profile(host)
    except RefusedError:
        return None
    return profile.base_url if profile else None
