"""What is known of one tool on this machine before any request: the only step of a diagnosis that reads files."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from taotoken_plugins._host import Host, Platform
from taotoken_plugins._overrides import overrides
from taotoken_plugins._problem import PluginFailedError, RefusedError
from taotoken_plugins._profile import Profile, read_profile
from taotoken_plugins._tool import Source, Tool
from taotoken_plugins.diagnosis._parsed import parse
from taotoken_plugins.diagnosis.collect_files import file_facts, in_project, neighbours
from taotoken_plugins.diagnosis.collect_running import running
from taotoken_plugins.diagnosis.collect_starts import starts
from taotoken_plugins.diagnosis.facts import Facts, FileFact, Os
from taotoken_plugins.diagnosis.known import host_in

_SYSTEMS: Final[dict[Platform, Os]] = {"linux": "linux", "darwin": "macos", "win32": "windows"}
# Variables by which a settings file changes the way that requests take.
_OF_THE_WAY: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE")


def collect(tool: Tool, host: Host) -> Facts:
    """The settings of `tool` that are effective in `host.cwd`, and the files they stand in."""
    try:
        return _collected(tool, host)
    except PluginFailedError as error:
        return Facts(tool=tool.id, plugin_failure=error.problems[0])


def _collected(tool: Tool, host: Host) -> Facts:
    watch = _Watch()
    installed = tool.detect(host)
    watch.lap("tool")
    sources = tool.sources(host)
    paths = [source.path for source in sources if source.kind == "file" and source.path is not None]
    effective = tool.effective(sources, host)
    own = [*paths, *(file.path(host) for file in tool.files)]
    forms = {str(file.path(host)): file.format for file in tool.files}
    files = tuple(replace(file, form=forms.get(file.path)) for file in file_facts(own, host))
    if not effective.base_url or not effective.auth_headers:
        files += neighbours(own, host)
    profile = _profile(host)
    watch.lap("file")
    other_starts, programs = starts(tool, host), running(tool, host)
    watch.lap("env")
    at_home = host_in(profile.base_url or "")
    return Facts(
        tool=tool.id,
        sources=sources,
        effective=effective,
        env={**host.env, **_of_the_way(tool, files, sources)},
        files=files,
        os=_SYSTEMS.get(host.platform),
        version=installed.version if installed else None,
        now=host.now,
        complete=True,
        known_keys={profile.api_key: at_home} if profile.api_key and at_home else {},
        base_url=profile.base_url,
        starts=other_starts,
        running=programs,
        project=in_project(paths, host),
        overrides=overrides(tool, host),
        took=watch.laps,
    )


class _Watch:
    """Seconds from one lap to the next."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """What took the time since the last lap."""
        now = time.perf_counter()
        self.laps[name], self._last = now - self._last, now


def _of_the_way(tool: Tool, files: Sequence[FileFact], sources: Sequence[Source]) -> dict[str, str]:
    """Proxies and authorities that Claude Code's settings add to its environment, the strongest file last."""
    found: dict[str, str] = {}
    if tool.id != "claude-code":
        return found
    usable = [str(source.path) for source in sources if source.kind == "file" and source.problem is None]
    by_path = {file.path: file for file in files}
    for path in reversed(usable):
        flat = parse(by_path[path]).flat if path in by_path else {}
        for name in _OF_THE_WAY:
            if f"env.{name}" in flat:
                found[name] = flat[f"env.{name}"][1]
    return found


def _profile(host: Host) -> Profile:
    """The set that our own profile holds; an empty one where there is none, or none that can be read."""
    try:
        return read_profile(host) or Profile()
    except RefusedError:
        return Profile()
