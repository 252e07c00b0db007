"""The machine as the plugins see it: injected, so that every platform can be tested on one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

Platform = Literal["linux", "darwin", "win32"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """Where we run: home and working folder, environment, platform, clock, and our own folder.

    Attributes:
        home: the user's home folder.
        cwd: the folder the user stands in (project files are looked up from here).
        env: the process environment.
        platform: decides path conventions.
        config_dir: taotoken's own folder (profile, journal, lock).
        now: the time of this run, UTC.
        euid: effective user id, None on Windows.
    """

    home: Path
    cwd: Path
    env: Mapping[str, str] = field(repr=False)
    platform: Platform
    config_dir: Path
    now: datetime
    euid: int | None = None

    @classmethod
    def current(cls) -> Host:
        """The real machine. `TAOTOKEN_CONFIG_DIR` moves our own folder (``~`` is the home folder)."""
        own = os.environ.get("TAOTOKEN_CONFIG_DIR")
        if not own:
            import platformdirs

            own = platformdirs.user_config_dir("taotoken", appauthor=False)
        return cls(
            home=user_home(),
            cwd=Path.cwd(),
            env=dict(os.environ),
            platform=this_platform(),
            config_dir=Path(own).expanduser().absolute(),
            now=datetime.now(UTC),
            euid=os.geteuid() if hasattr(os, "geteuid") else None,
        )

    def tilde(self, path: Path | str) -> str:
        """`path` with the home folder shown as ``~``."""
        return tilde(path, self.home)


def this_platform() -> Platform:
    """The path conventions of this machine; every other Unix is like Linux."""
    return "win32" if sys.platform == "win32" else "darwin" if sys.platform == "darwin" else "linux"


def user_home() -> Path:
    """The home folder of the user we run for."""
    return Path(os.path.expanduser("~"))


def tilde(path: Path | str, home: Path) -> str:
    """`path` with the folder `home` shown as ``~``."""
    text, start = str(path), str(home)
    if text == start:
        return "~"
    return "~" + text[len(start) :] if text.startswith(start + os.sep) else text


def project_root(host: Host) -> Path | None:
    """The project one stands in: the repository around the working folder, else that folder; None where that is the
    home folder or one above it."""
    folders = (host.cwd, *host.cwd.parents)
    root = next((folder for folder in folders if (folder / ".git").exists()), host.cwd)
    return None if host.home.is_relative_to(root) else root
