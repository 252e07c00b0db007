"""Edits of one file that no tool's declaration names, planned by the engine like any others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from taotoken._endpoint import Endpoint
from taotoken_plugins._edit import Edit, Set
from taotoken_plugins._formats import Format
from taotoken_plugins._host import Host
from taotoken_plugins._tool import ConfigFile, Tool, Wanted

# Edits of single values never look at the pieces, but the engine hands them to every tool.
NO_PIECES: Final = Wanted(endpoint=Endpoint(base_url="https://unused.invalid", api_key="unused"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEdits:
    """Edits of one file, and whether all of them are within what `setup` may write there. `gone_when_empty`: a file
    in which nothing is left goes. Without any edit the file is saved anew, without its byte order mark."""

    path: Path
    format: Format
    edits: tuple[Edit, ...] = field(repr=False)
    owned: bool = False
    gone_when_empty: bool = False

    def as_tool(self, tool: Tool) -> Tool:
        """`tool` with these edits for its only file, so that the engine plans them like any others."""
        file = ConfigFile(
            id="fix",
            path=self._path,
            format=self.format,
            edits=self._edits,
            owned=tuple(edit.path for edit in self.edits),
            private=any(edit.secret for edit in self.edits if isinstance(edit, Set)),
            gone_when_empty=self.gone_when_empty,
            bom=bool(self.edits),
        )
        return replace(tool, files=(file,))

    def _path(self, _host: Host) -> Path:
        return self.path

    def _edits(self, _wanted: object, _document: Mapping[str, Any], _host: Host) -> tuple[Edit, ...]:
        return self.edits
