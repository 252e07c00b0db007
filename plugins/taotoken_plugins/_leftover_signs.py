"""Could values of a tool stand where nobody reads them? A quick look, before a diagnosis is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._tool import Tool

_WORDS: Final = (b"base_url", b"baseurl", b"api_base", b"apibase", b"endpoint")
_AT_THE_TOP: Final = ("baseurl", "apibaseurl", "apikey", "key", "token", "openai")  # without underscores
_ENDINGS: Final = (".json", ".jsonc", ".toml")
_MOST_FILES: Final = 40
_MOST_BYTES: Final = 1_000_000


def may_have_leftovers(tool: Tool, host: Host) -> bool:
    """Is there any sign of it: pieces at the top of one of the tool's own files, or, where the tool has no whole set,
    an address in a file beside them?"""
    own = [file.path(host) for file in tool.files if not file.shared]
    if any(_has_top_pieces(path) for path in own):
        return True
    effective = tool.effective(tool.sources(host), host)
    if effective.base_url and effective.auth_headers:
        return False
    return any(word in text for path in _beside(own, host) for text in (_read(path).lower(),) for word in _WORDS)


def _has_top_pieces(path: Path) -> bool:
    if path.suffix not in (".json", ".toml"):
        return False
    from taotoken_plugins.tools._read import load

    data: Any = load(path, "toml" if path.suffix == ".toml" else "json").data
    return isinstance(data, dict) and any(isinstance(name, str) and _is_piece(name.lower()) for name in data)


def _is_piece(name: str) -> bool:
    return name.startswith("anthropic_") or name.replace("_", "") in _AT_THE_TOP


def _beside(own: list[Path], host: Host) -> Iterator[Path]:
    """Other config files in the folders of the tool's files."""
    for folder in dict.fromkeys(path.parent for path in own if path.parent not in (host.home, host.cwd)):
        try:
            there = sorted(folder.iterdir())
        except OSError:
            continue
        yield from [path for path in there if path.suffix in _ENDINGS and path not in own][:_MOST_FILES]


def _read(path: Path) -> bytes:
    try:
        data = read_file(path)
    except OSError:
        return b""
    return data if len(data) <= _MOST_BYTES else b""
