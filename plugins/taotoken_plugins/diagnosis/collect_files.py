"""The tool's files as they are on this machine: bytes, mode, owner, and whether they belong to the project."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from taotoken_plugins._host import Host, project_root
from taotoken_plugins.diagnosis._parsed import parse
from taotoken_plugins.diagnosis.facts import FileFact

MAX_FILE: Final = 4_000_000
MAX_NEIGHBOURS: Final = 40
_CONFIGS: Final = (".json", ".jsonc", ".toml")


def file_facts(paths: Iterable[Path], host: Host) -> tuple[FileFact, ...]:
    """What there is of `paths`, each once; what can't be read or is too long for a config file is left out."""
    home_owner = _owner_id(host.home)
    facts = (_fact(path, host, home_owner) for path in dict.fromkeys(paths))
    return tuple(fact for fact in facts if fact is not None)


def _fact(path: Path, host: Host, home_owner: int | None) -> FileFact | None:
    try:
        found = path.stat()
        if found.st_size > MAX_FILE or not stat.S_ISREG(found.st_mode):
            return None
        data = path.read_bytes()
    except OSError:
        return None
    foreign = host.euid is not None and found.st_uid != home_owner and path.is_relative_to(host.home)
    return FileFact(
        path=str(path),
        data=data,
        owner=_name(found.st_uid) if foreign else None,
        mode=stat.S_IMODE(found.st_mode),
        changed=datetime.fromtimestamp(found.st_mtime, UTC),
    )


def neighbours(paths: Iterable[Path], host: Host) -> tuple[FileFact, ...]:
    """Other config files in the folders of `paths`, as far as they can be read: where settings land by mistake."""
    known = set(paths)
    folders = dict.fromkeys(path.parent for path in known if path.parent not in (host.home, host.cwd))
    found = [path for folder in folders for path in _entries(folder) if path.suffix in _CONFIGS and path not in known]
    facts = file_facts(found[:MAX_NEIGHBOURS], host)
    return tuple(fact for fact in facts if not parse(fact).faults)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _owner_id(path: Path) -> int | None:
    try:
        return path.stat().st_uid
    except OSError:
        return None


def _name(uid: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(uid).pw_name
    except (ImportError, KeyError):
        return str(uid)


def in_project(paths: Iterable[Path], host: Host) -> frozenset[str]:
    """Those of `paths` that came with the project, and so perhaps from a stranger."""
    root = project_root(host)
    return frozenset(str(path) for path in paths if root is not None and path.is_relative_to(root))
