"""On which lines of a file its settings stand: found when somebody asks, which most commands never do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from taotoken_plugins._edit import Path

if TYPE_CHECKING:
    from taotoken_plugins._formats import Format
    from taotoken_plugins.tools._read import Kind, Loaded


class Lines(Mapping[str, int]):
    """Setting → line in `loaded`, for the settings at `paths`. It is the file as it was read that counts."""

    __slots__ = ("_found", "_loaded", "_paths")

    def __init__(self, loaded: Loaded, paths: Mapping[str, Path]) -> None:
        self._loaded = loaded
        self._paths = paths
        self._found: dict[str, int] | None = None

    def __getitem__(self, name: str) -> int:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def _all(self) -> dict[str, int]:
        if self._found is None:
            self._found = _located(self._loaded, self._paths)
        return self._found


def _located(loaded: Loaded, paths: Mapping[str, Path]) -> dict[str, int]:
    from taotoken_plugins._formats import FormatError

    if not paths:
        return {}
    format_ = _format_of(loaded.kind)
    lines = {}
    for name, path in paths.items():
        try:
            position = format_.locate(loaded.raw, path)
        except FormatError:  # stricter than the tool's own parser (a duplicate key): no line, but a value
            return {}
        if position is not None:
            lines[name] = position.line
    return lines


def _format_of(kind: Kind) -> Format:
    """The format that finds the lines of values (each is loaded only where it is needed)."""
    if kind == "toml":
        from taotoken_plugins._formats.toml_format import TOML

        return TOML
    if kind in ("yaml", "yaml list"):
        from taotoken_plugins._formats.yaml_format import YAML

        return YAML
    if kind == "dotenv":
        from taotoken_plugins._formats.dotenv_format import DOTENV

        return DOTENV
    if kind == "text":
        from taotoken_plugins._formats.text_format import TEXT

        return TEXT
    from taotoken_plugins._formats.json_format import JSON5, JSONC

    return JSON5 if kind == "json5" else JSONC
