"""A home folder with two made-up tools, for the tests of the config engine."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from taotoken import Endpoint
from taotoken._message import Text
from taotoken_plugins import ConfigFile, Effective, Host, Remove, Set, Tool, Wanted
from taotoken_plugins._edit import Edit
from taotoken_plugins._formats import Format
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._formats.toml_format import TOML

KEY = "sk-demo-7f3a-0123456789"
OLD_KEY = "sk-demo-old1-9876543210"
NOW = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)
CONFLICT = Text(en="it would conflict", zh="会造成冲突")


def host_for(home: Path, **changes: Any) -> Host:
    """A host whose home is `home`; our own folder is `home`/.config/taotoken."""
    host = Host(
        home=home,
        cwd=home,
        env={"PATH": os.environ.get("PATH", ""), "HOME": str(home)},
        platform="linux",
        config_dir=home / ".config" / "taotoken",
        now=NOW,
        euid=os.geteuid(),
    )
    return replace(host, **changes)


def wanted(model: str = "demo-large", key: str = KEY, base_url: str = "https://gw.example/api") -> Wanted:
    """A three-piece set."""
    return Wanted(endpoint=Endpoint(base_url=base_url, api_key=key, model=model))


def json_edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
    """What the made-up JSON tool wants: the shape of a real one."""
    return (
        Set(("env", "URL"), want.endpoint.base_url),
        Set(("env", "TOKEN"), want.endpoint.api_key, secret=True),
        Set(("env", "MODEL"), want.endpoint.model),
        Remove(("env", "OLD_KEY"), CONFLICT(), secret=True),
        Set(("stamp",), host.now.isoformat(), volatile=True),
    )


def toml_edits(want: Wanted, data: Mapping[str, Any], host: Host) -> Sequence[Edit]:
    """What the made-up TOML tool wants."""
    return (
        Set(("model",), want.endpoint.model),
        Set(("provider",), "taotoken"),
        Set(("providers", "taotoken", "url"), want.endpoint.v1),
        Set(("providers", "taotoken", "token"), want.endpoint.api_key, secret=True),
    )


def config_file(
    name: str,
    edits: Callable[[Wanted, Mapping[str, Any], Host], Sequence[Edit]] = json_edits,
    format_: Format = STRICT_JSON,
    **changes: Any,
) -> ConfigFile:
    """A private file at `name` below home."""
    settings: dict[str, Any] = {"private": True, **changes}
    return ConfigFile(
        id=Path(name).stem,
        path=lambda host: host.home / name,
        format=format_,
        edits=edits,
        owned=(("env",), ("stamp",), ("model",), ("provider",), ("providers", "taotoken")),
        **settings,
    )


SETTINGS = config_file(".jay/settings.json")
CONFIG = config_file(".toml-tool/config.toml", toml_edits, TOML)


def tool(*files: ConfigFile, name: str = "jay") -> Tool:
    """A tool that owns `files`."""
    return Tool(
        id=name,
        name=name.title(),
        protocol="chat",
        homepage="https://tools.example",
        tested="1.0",
        files=files,
        sources=lambda host: (),
        effective=lambda sources, host: Effective(),
        detect=lambda host: None,
        tool_base_url=lambda endpoint: endpoint.base_url,
        after=CONFLICT(),
        warnings=lambda host: (),
        headless=lambda prompt: ("true", prompt),
    )


JAY = tool(SETTINGS)
TOM = tool(CONFIG, name="tom")


@dataclass(frozen=True, slots=True)
class State:
    """What a tree of files looks like: bytes and mode of files, text of links, mode of folders."""

    entries: Mapping[str, tuple[object, ...]] = field(default_factory=dict)


def state(folder: Path, *, without: Sequence[str] = (".config",)) -> State:
    """Everything below `folder`, our own folder left out."""
    entries: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name.split("/")[0] in without:
            continue
        info = path.lstat()
        mode = stat.S_IMODE(info.st_mode)
        if path.is_symlink():
            entries[name] = ("link", os.readlink(path))
        elif not path.is_file():
            entries[name] = ("folder" if path.is_dir() else "special", mode)
        else:
            entries[name] = ("file", path.read_bytes(), mode, info.st_uid, info.st_gid)
    return State(entries)


def mode_of(path: Path) -> int:
    """Permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def write(path: Path, data: str | bytes, mode: int = 0o644) -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    path.chmod(mode)
    return path
