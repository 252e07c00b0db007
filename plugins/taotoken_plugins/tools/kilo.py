"""Kilo: the provider `taotoken` in the config file that wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

from taotoken._message import Message
from taotoken_plugins._detect import detect_npm
from taotoken_plugins._edit import Edit
from taotoken_plugins._formats.json_format import JSONC
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import ConfigFile, Effective, Installed, Source, Tool, Wanted
from taotoken_plugins.tools import _opencode_family as family

_KILO: Final = family.Family(
    name="Kilo",
    folder="kilo",
    names=("opencode.jsonc", "opencode.json", "kilo.jsonc", "kilo.json", "config.json"),
    fresh="kilo.jsonc",
    project_names=("opencode.jsonc", "opencode.json", "kilo.jsonc", "kilo.json"),
    prefix="KILO",
    schema="https://app.kilo.ai/config.json",
)


def _path(host: Host) -> FilePath:
    return family.config_path(_KILO, host)


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    del host
    return family.edits(_KILO, wanted, document)


def _sources(host: Host) -> tuple[Source, ...]:
    return family.sources(_KILO, host)


def _effective(sources: Sequence[Source], host: Host) -> Effective:
    return family.effective(_KILO, sources, host)


def _warnings(host: Host) -> Iterator[Message]:
    return family.warnings(_KILO, host)


def _detect(host: Host) -> Installed | None:
    return detect_npm(host, "kilo", "@kilocode/cli")


def _headless(prompt: str) -> tuple[str, ...]:
    return ("kilo", "run", prompt)


TOOL = Tool(
    id="kilo",
    name="Kilo",
    protocol="chat",
    homepage="https://kilo.ai",
    tested="7.7.9",
    files=(
        ConfigFile(id="config", path=_path, format=JSONC, edits=_edits, owned=family.OWNED, private=True),
    ),
    sources=_sources,
    effective=_effective,
    detect=_detect,
    tool_base_url=family.tool_base_url,
    after=texts.AFTER_KILO(),
    warnings=_warnings,
    headless=_headless,
)
