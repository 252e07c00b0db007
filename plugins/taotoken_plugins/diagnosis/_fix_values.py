"""The values that a fix names, as edits of files that are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from taotoken._message import Message
from taotoken_plugins._clear import is_the_users
from taotoken_plugins._edit import Edit, Remove, Set
from taotoken_plugins._edit import Path as EditPath
from taotoken_plugins._file_edits import FileEdits
from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._texts import fix as texts
from taotoken_plugins._tool import Tool
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._names import role_of
from taotoken_plugins.diagnosis._parsed import Parsed, format_of, parse
from taotoken_plugins.diagnosis.facts import FileFact

_SECRET: Final = ("api_key", "login")


def file_edits(finding: Finding, tool: Tool, host: Host) -> tuple[FileEdits, ...]:
    """The fix of `finding` as edits; empty where it is more, or something else, than values in readable files."""
    fix = finding.fix
    if fix is None or _leaves_out(fix):
        return ()
    reason = texts.LEFT_OVER() if fix.left_over else texts.BECAUSE(tool=tool.name, cause=str(finding.cause))
    names = dict.fromkeys((*fix.set_file, *fix.unset_file, *fix.without_bom))
    found = [_of_file(name, fix, tool, host, reason) for name in names]
    return tuple(one for one in found if one is not None) if all(found) else ()


def removals(finding: Finding, tool: Tool, host: Host) -> tuple[FileEdits, ...]:
    """What of the fix takes values out of files; where they go then is the tool's own declaration's to say."""
    fix = finding.fix
    return file_edits(replace(finding, fix=replace(fix, set_file={}, set={})), tool, host) if fix is not None else ()


def _leaves_out(fix: Fix) -> bool:
    """Does the fix ask for something that is no value of a file: a variable, a command, an answer?"""
    in_files = {_last(name) for table in fix.set_file.values() for name in table}
    out_of_files = {_last(name) for names in fix.unset_file.values() for name in names}
    variables = {_last(name) for name in fix.set} - in_files | {_last(name) for name in fix.unset} - out_of_files
    return bool(variables or fix.ask or fix.point_at)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _of_file(name: str, fix: Fix, tool: Tool, host: Host, reason: Message) -> FileEdits | None:
    path = host.home / name[2:] if name.startswith(("~/", "~\\")) else Path(name)
    own = next((file for file in tool.files if file.path(host) == path), None)
    if own is None and not is_the_users(path, host):
        return None
    parsed = _parsed(path)
    form = own.format if own else format_of(parsed.kind) if parsed else None
    if parsed is None or form is None or parsed.faults:
        return None
    edits = tuple(_edits(name, fix, parsed, reason))
    if None in edits or not (edits or name in fix.without_bom):
        return None
    known = tuple(edit for edit in edits if edit is not None)
    owned = own is not None and all(_within(edit.path, own.owned) for edit in known)
    goes = fix.left_over and (own is None or own.gone_when_empty)
    return FileEdits(path=path, format=form, edits=known, owned=owned, gone_when_empty=goes)


def _parsed(path: Path) -> Parsed | None:
    try:
        return parse(FileFact(path=str(path), data=read_file(path)))
    except OSError:
        return None


def _edits(name: str, fix: Fix, parsed: Parsed, reason: Message) -> Iterator[Edit | None]:
    """The edits of one file; None for a setting whose place is not known."""
    for setting, value in fix.set_file.get(name, {}).items():
        place = _place(setting, parsed)
        yield Set(place, value, secret=role_of(setting) in _SECRET) if place else None
    for setting in fix.unset_file.get(name, ()):
        place = _place(setting, parsed)
        yield Remove(place, reason, secret=role_of(setting) in _SECRET) if place else None


def _place(setting: str, parsed: Parsed) -> EditPath | None:
    """Where a dotted setting stands: names may hold dots themselves, so the file's own are looked at first."""
    if setting in parsed.flat:
        return parsed.flat[setting][0]
    if "<" in setting or "[" in setting or not parsed.data:
        return None
    steps = setting.split(".")
    return tuple(steps) if len(steps) == 1 or isinstance(parsed.data.get(steps[0]), Mapping) else None


def _within(path: EditPath, owned: tuple[EditPath, ...]) -> bool:
    return any(path[: len(one)] == one for one in owned)
