"""A home folder to try a tool in."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from taotoken_plugins._host import Host, this_platform
from taotoken_plugins._tool import Tool
from taotoken_plugins.testing._starts import Start

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A machine of this platform whose home and project hold nothing but what a start says."""

    host: Host

    def tree(self) -> dict[str, tuple[bytes, int]]:
        """Every file outside our own folder: bytes and mode."""
        own = self.host.config_dir
        root = self.host.home.parent
        files = [path for path in sorted(root.rglob("*")) if path.is_file() and own not in path.parents]
        return {str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode & 0o777) for path in files}

    def own_files(self) -> dict[str, bytes]:
        """Every file of our own folder: what the journal keeps."""
        found = (path for path in self.host.config_dir.rglob("*") if path.is_file())
        return {path.name: path.read_bytes() for path in found}


@contextlib.contextmanager
def world(tool: Tool, start: Start) -> Iterator[World]:
    """A fresh machine on which `tool`'s files are as `start` says."""
    with tempfile.TemporaryDirectory(prefix="check-tool-") as name:
        root = Path(name).resolve()
        home, project = root / "home", root / "project"
        home.mkdir()
        project.mkdir()
        host = Host(
            home=home,
            cwd=project,
            env={"HOME": str(home)},
            platform=this_platform(),
            config_dir=home / ".taotoken-own",
            now=NOW,
            euid=os.geteuid() if hasattr(os, "geteuid") else None,
        )
        for file in tool.files:
            content = start.get(file.id)
            if content is not None:
                path = file.path(host)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod(0o644)
        yield World(host=host)
