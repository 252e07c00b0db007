"""The .gitignore of the repository that a folder's .env lies in: written with the .env, on consent, never offered as a
tool. What git ignores already needs no line; a file that git tracks is not ignored whatever it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from taotoken_plugins._edit import Edit, Path, Select, Set
from taotoken_plugins._formats.lines_format import LINES, TEXT_LINES
from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._tool import ConfigFile, Effective, Source, Wanted
from taotoken_plugins._tracked import ignored, repository, tracked
from taotoken_plugins.tools.env import TOOL as ENV
from taotoken_plugins.tools.env import env_path

LINE = ".env"
_PATH: Path = (LINES, Select(None, LINE))


def gitignore_path(host: Host) -> FilePath:
    """At the root of the repository; beside the .env where there is none."""
    return (repository(env_path(host)) or host.cwd) / ".gitignore"


def needs_line(host: Host) -> bool:
    """Would git pick the .env up?"""
    path = env_path(host)
    return repository(path) is not None and tracked(path, host) == "no" and ignored(path, host) == "no"


def is_link(host: Host) -> bool:
    """Is the file a link? Git reads none through one."""
    return gitignore_path(host).is_symlink()


def has_line(host: Host) -> bool:
    """Is the line there already? Where one is needed all the same, another line says otherwise."""
    try:
        return LINE in TEXT_LINES.load(read_file(gitignore_path(host))).get(LINES, [])
    except OSError:
        return False


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> Sequence[Edit]:
    del wanted, document, host
    return (Set(_PATH, LINE),)


def _sources(host: Host) -> tuple[Source, ...]:
    del host
    return ()


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    del sources, host
    return Effective()


TOOL = replace(
    ENV,
    files=(
        ConfigFile(id="gitignore", path=gitignore_path, format=TEXT_LINES, edits=_edits, owned=(_PATH,), shared=True),
    ),
    sources=_sources,
    effective=_effective,
)
