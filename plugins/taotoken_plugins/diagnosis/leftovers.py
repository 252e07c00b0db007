"""Values of a known shape in a place nobody reads: what they are, and how the place is emptied of them.

The same rules find them for the doctor; here a set-up takes the values over and the keys out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from taotoken._causes import Cause
from taotoken._endpoint import clean_key, clean_model, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken_plugins._file_edits import NO_PIECES, FileEdits
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Tool, Wanted
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix_values import removals
from taotoken_plugins.diagnosis._tilde import with_tilde
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.known import know
from taotoken_plugins.diagnosis.rules import codex_shapes, misplaced

_RULES: Final = (*misplaced.RULES, *codex_shapes.RULES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """One such place.

    Attributes:
        tool: the tool that would read the values elsewhere.
        message: what stands there.
        path: the file.
        base_url, api_key, model: the pieces that can be used as they are.
        in_server: is it the environment of an MCP server?
        edits: what empties the place.
    """

    tool: Tool = field(repr=False)
    message: Message
    path: Path
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    in_server: bool = False
    edits: tuple[FileEdits, ...] = field(default=(), repr=False)

    @property
    def complete(self) -> bool:
        """Are base URL and key there?"""
        return self.base_url is not None and self.api_key is not None

    def wanted(self) -> Iterator[tuple[Tool, Wanted]]:
        """The edits, to be planned along with the tool's own."""
        return ((edits.as_tool(self.tool), NO_PIECES) for edits in self.edits)


def leftovers(tool: Tool, host: Host) -> tuple[Leftover, ...]:
    """What of `tool` stands where it reads nothing; files that came with a project are left out."""
    facts = collect(tool, host)
    known = know(facts)
    found = [finding for rule in _RULES for finding in rule(known)]
    return tuple(
        _leftover(tool, finding, finding.file, host)
        for finding in found
        if finding.file is not None and finding.fix is not None and _counts(finding, facts.project)
    )


def _counts(finding: Finding, project: frozenset[str]) -> bool:
    fix = finding.fix
    return fix is not None and fix.left_over and bool(fix.found) and str(finding.file) not in project


def _leftover(tool: Tool, finding: Finding, path: Path, host: Host) -> Leftover:
    values = finding.fix.found if finding.fix else {}
    return Leftover(
        tool=tool,
        message=with_tilde(finding, host).message,
        path=path,
        base_url=_clean(values, "base_url"),
        api_key=_clean(values, "api_key"),
        model=_clean(values, "model"),
        in_server=finding.cause is Cause.CLINE_GATEWAY_ONLY_IN_MCP,
        edits=removals(finding, tool, host),
    )


def _clean(values: Mapping[str, str], role: str) -> str | None:
    """A value that can be used; a stand-in such as YOUR_API_KEY can't."""
    text = values.get(role)
    if not text:
        return None
    try:
        if role == "base_url":
            return parse_base_url(text, allow_http=True).url
        return clean_key(text).key if role == "api_key" else clean_model(text).model or None
    except ConfigurationError:
        return None
