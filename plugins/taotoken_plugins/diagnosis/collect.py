"""What is known of one tool on this machine before any request: the only step of a diagnosis that reads files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from taotoken_plugins._host import Host, Platform
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._profile import Profile, read_profile
from taotoken_plugins._tool import Source, Tool
from taotoken_plugins.diagnosis.facts import Facts, FileFact, Os
from taotoken_plugins.diagnosis.known import host_in

MAX_FILE: Final = 4_000_000
_SYSTEMS: Final[dict[Platform, Os]] = {"linux": "linux", "darwin": "macos", "win32": "windows"}


def collect(tool: Tool, host: Host) -> Facts:
    """The settings of `tool` that are effective in `host.cwd`, and the files they stand in."""
    sources = tool.sources(host)
    installed = tool.detect(host)
    profile = _profile(host)
    at_home = host_in(profile.base_url or "")
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
        known_keys={profile.api_key: at_home} if profile.api_key and at_home else {},
        base_url=profile.base_url,
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


def _profile(host: Host) -> Profile:
    """The set that our own profile holds; an empty one where there is none, or none that can be read."""
    try:
        return read_profile(host) or Profile()
    except RefusedError:
        return Profile()
