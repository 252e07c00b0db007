"""Variables that a fix takes out of the environment, as edits of the shell's start files that export them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from taotoken_plugins._edit import Remove
from taotoken_plugins._file_edits import FileEdits
from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._texts import fix as texts
from taotoken_plugins._tool import Tool
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._names import role_of


def export_edits(finding: Finding, tool: Tool, host: Host) -> tuple[FileEdits, ...]:
    """The lines that export what the finding's fix takes out; empty where a value comes from elsewhere, or where a
    line does more than export."""
    from taotoken_plugins._shell import exported

    names = _taken_out(finding.fix, host)
    lines = [item for item in exported(host, names) if item.value == host.env.get(item.name)]
    if not names or {item.name for item in lines} != set(names):
        return ()
    found = []
    for path in dict.fromkeys(item.path for item in lines):
        edits = _edits(path, [item.name for item in lines if item.path == path], finding, tool, host)
        if edits is None:
            return ()
        found.append(edits)
    return tuple(found)


def _taken_out(fix: Fix | None, host: Host) -> tuple[str, ...]:
    """The variables of the first way that takes out variables alone, as far as they are set."""
    for way in _ways(fix):
        if way.unset and not (way.set or way.set_file or way.unset_file or way.point_at or way.ask):
            return tuple(name for name in way.unset if name in host.env)
    return ()


def _ways(fix: Fix | None) -> Iterator[Fix]:
    if fix is not None:
        yield fix
        yield from fix.others


def _edits(path: Path, names: list[str], finding: Finding, tool: Tool, host: Host) -> FileEdits | None:
    from taotoken_plugins._formats.exports_format import removable
    from taotoken_plugins._shell import start_file_format

    format_ = start_file_format(path, host)
    try:
        if format_ is None or removable(read_file(path), format_, names) != set(names):
            return None
    except OSError:
        return None
    reason = texts.BECAUSE(tool=tool.name, cause=str(finding.cause))
    removals = tuple(Remove((name,), reason, secret=role_of(name) in ("api_key", "login", "proxy")) for name in names)
    return FileEdits(path=path, format=format_, edits=removals)
