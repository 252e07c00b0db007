"""Is a program installed, and which version? From folders and package metadata, never by running it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._tool import Installed

_VERSION = re.compile(r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*\Z")
_VERSION_START = re.compile(r"\d+(?:\.\d+)*[0-9A-Za-z.+!]*\Z")


def detect_npm(host: Host, program: str, package: str) -> Installed | None:
    """The program `program` of the npm package `package`, where it is on this host."""
    found = find_program(host, program)
    if found is None:
        return None
    return Installed(program=found, version=_version(found, package))


def detect_pip(host: Host, program: str, package: str) -> Installed | None:
    """The program `program` of the Python package `package`, in whatever environment it was installed."""
    found = find_program(host, program)
    if found is None:
        return None
    return Installed(program=found, version=_dist_version(found, package))


def find_program(host: Host, name: str) -> Path | None:
    """The first file called `name` on PATH, then in the places where npm and its friends install."""
    endings = (".cmd", ".exe", ".ps1", "") if host.platform == "win32" else ("",)
    seen: set[Path] = set()
    for folder in _folders(host):
        if folder in seen:
            continue
        seen.add(folder)
        for ending in endings:
            path = folder / f"{name}{ending}"
            if _is_program(path, host):
                return path
    return None


def _is_program(path: Path, host: Host) -> bool:
    try:
        return path.is_file() and (host.platform == "win32" or os.access(path, os.X_OK))
    except OSError:
        return False


def _folders(host: Host) -> Iterator[Path]:
    separator = ";" if host.platform == "win32" else ":"
    for text in host.env.get("PATH", "").split(separator):
        if text:
            yield host.cwd / text
    home = host.home
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        yield (Path(roaming) if roaming else home / "AppData" / "Roaming") / "npm"
        yield home / ".local" / "bin"
        return
    if prefix := _npm_prefix(host):
        yield prefix / "bin"
    yield from _nvm_folders(host)
    for folder in (".local/bin", ".npm-global/bin", ".claude/local", ".volta/bin", ".bun/bin"):
        yield home / folder
    yield from system_folders()


def system_folders() -> tuple[Path, ...]:
    """Homebrew's and the system's folders for programs."""
    return (Path("/opt/homebrew/bin"), Path("/usr/local/bin"), Path("/home/linuxbrew/.linuxbrew/bin"))


def _npm_prefix(host: Host) -> Path | None:
    """npm's global folder: NPM_CONFIG_PREFIX, or ``prefix=`` in ~/.npmrc."""
    for name in ("NPM_CONFIG_PREFIX", "npm_config_prefix"):
        if value := host.env.get(name):
            return Path(value)
    try:
        text = read_file(host.home / ".npmrc").decode("utf-8", "replace")
    except OSError:
        return None
    match = re.search(r"^\s*prefix\s*=\s*(.+?)\s*$", text, re.MULTILINE)
    if match is None:
        return None
    value = match[1].strip("\"'").replace("${HOME}", str(host.home))
    return host.home / value[2:] if value.startswith("~/") else Path(value)


def _nvm_folders(host: Host) -> Iterator[Path]:
    """The bin folders of nvm's Node versions, newest first."""
    root = Path(host.env.get("NVM_DIR") or host.home / ".nvm") / "versions" / "node"
    try:
        names = [entry.name for entry in root.iterdir()]
    except OSError:
        return
    for name in sorted(names, key=_numbers, reverse=True):
        yield root / name / "bin"


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", name))


def _version(program: Path, package: str) -> str | None:
    """The version in the package's package.json beside the real program, or in a versioned file name."""
    shim = program.parent / "node_modules" / package / "package.json"  # Windows, and `npm install` in a folder
    if (version := _package_version(shim, package)) is not None:
        return version
    try:
        real = program.resolve()
    except (OSError, RuntimeError):
        return None
    for folder in list(real.parents)[:6]:
        for manifest in (folder / "package.json", folder / "node_modules" / package / "package.json"):
            if (version := _package_version(manifest, package)) is not None:
                return version
    return real.name if _VERSION.match(real.name) else None


def _package_version(manifest: Path, package: str) -> str | None:
    import json

    try:
        data = json.loads(manifest.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("name") != package:
        return None
    version = data.get("version")
    return version if isinstance(version, str) and _VERSION.match(version) else None


def _dist_version(program: Path, package: str) -> str | None:
    """The version in the name of the dist-info folder of the environment that `program` belongs to. pipx and uv link
    to programs, so the real one counts first."""
    wanted = _plain_name(package)
    try:
        real = program.resolve()
    except (OSError, RuntimeError):
        real = program
    for root in dict.fromkeys((real.parent.parent, program.parent.parent)):
        for pattern in ("lib*/python*/*-packages/*.dist-info", "Lib/site-packages/*.dist-info"):
            for folder in _found(root, pattern):
                name, _, version = folder.name.removesuffix(".dist-info").partition("-")
                if _plain_name(name) == wanted and _VERSION_START.match(version):
                    return version
    return None


def _found(root: Path, pattern: str) -> list[Path]:
    try:
        return sorted(root.glob(pattern), reverse=True)
    except OSError:
        return []


def _plain_name(package: str) -> str:
    """One spelling for all that name the same Python package."""
    return re.sub(r"[-_.]+", "-", package).lower()
