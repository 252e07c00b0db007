"""Taking out what would win: edits for the values that can go, words for the others."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins import _tracked
from taotoken_plugins._edit import Remove
from taotoken_plugins._file_edits import NO_PIECES, FileEdits
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import Override, unset_command
from taotoken_plugins._place import check_writable, look
from taotoken_plugins._plan import Plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._texts import overrides as texts
from taotoken_plugins._tool import Tool, Wanted
from taotoken_plugins.diagnosis._names import role_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearing:
    """What can be taken out of files of the user and of the project, and what can't: files of an administrator,
    lines that do more than export, this process."""

    can_go: tuple[Override, ...] = ()
    stays: tuple[Override, ...] = ()

    def wanted(self, host: Host) -> tuple[tuple[Tool, Wanted], ...]:
        """The edits, to be planned along with the tools' own."""
        return tuple((edits.as_tool(tool), NO_PIECES) for tool, edits in _edits(self.can_go, host))

    def edits(self, host: Host) -> tuple[FileEdits, ...]:
        """The same, file by file."""
        return tuple(edits for _, edits in _edits(self.can_go, host))


def clearing(found: Sequence[Override], host: Host, made: Plan | None = None) -> Clearing:
    """Sort what was found into what can go and what can't. A file that `made` writes in another way (our block in a
    start file) is left to the next run: undo takes back the values of one way."""
    formats = {change.target: change.format for change in made.changes} if made is not None else {}
    going = [one for group in _by_file(found).values() for one in _editable(group, formats, host)]
    return Clearing(
        can_go=tuple(one for one in found if any(one is other for other in going)),
        stays=tuple(one for one in found if not any(one is other for other in going)),
    )


def _by_file(found: Sequence[Override]) -> dict[tuple[str, Path], list[Override]]:
    groups: dict[tuple[str, Path], list[Override]] = {}
    for one in found:
        if one.path is not None:
            groups.setdefault((one.tool.id, one.path), []).append(one)
    return groups


def _editable(group: Sequence[Override], formats: Mapping[Path, str], host: Host) -> list[Override]:
    """Those of one file's values that can be taken out together."""
    path, format_ = group[0].path, _format(group[0], host)
    if path is None or format_ is None or not is_the_users(path, host):
        return []
    try:
        there = look(path, host)
        check_writable(path, there.target, there.before, host)
        if formats.get(there.target, format_.name) != format_.name or not is_the_users(there.target, host):
            return []
        data = there.before.data or b""
        format_.load(data)
    except (RefusedError, FormatError):
        return []
    if group[0].kind == "file":
        return [one for one in group if one.name in one.source.places]
    from taotoken_plugins._formats.exports_format import removable

    names = removable(data, format_, [one.name for one in group])
    return [one for one in group if one.name in names]


def _format(one: Override, host: Host) -> Format | None:
    if one.kind == "rc" and one.path is not None:
        from taotoken_plugins._shell import start_file_format

        return start_file_format(one.path, host)
    from taotoken_plugins._formats._known import find_format

    return find_format(one.source.form) if one.source.form else None


def is_the_users(path: Path, host: Host) -> bool:
    """Is it below the home folder or in the project one stands in? An administrator's is not, nor what a link of the
    project leads to elsewhere."""
    root = _tracked.repository(host.cwd / "file") or host.cwd
    places = {place for folder in (host.home, root) for place in (folder, Path(os.path.realpath(folder)))}
    return any(path.is_relative_to(place) for place in places)


def _edits(found: Sequence[Override], host: Host) -> Iterator[tuple[Tool, FileEdits]]:
    for (_, path), group in _by_file(found).items():
        format_ = _format(group[0], host)
        if format_ is None:
            continue
        removals = tuple(
            Remove(
                one.source.places[one.name] if one.kind == "file" else (one.name,),
                texts.WINS(tool=one.tool.name),
                secret=is_secret(one),
            )
            for one in group
        )
        yield group[0].tool, FileEdits(path=path, format=format_, edits=removals)


def is_secret(one: Override) -> bool:
    """May its value hold a key?"""
    return role_of(one.name) in ("api_key", "login") or "HEADERS" in one.name or one.source.variable is not None


# In words -------------------------------------------------------------------------------------------------


def what_wins(found: Sequence[Override], host: Host) -> Iterator[Message]:
    """What wins, and how it loses: one sentence a file or variable."""
    for (_, path), group in _by_file([one for one in found if one.kind == "file"]).items():
        names = ", ".join(one.name for one in group)
        ours = safe_text(host.tilde(group[0].tool.files[0].path(host)))
        yield texts.STRONGER_FILE(file=safe_text(host.tilde(path)), names=safe_text(names, 200), ours=ours)
    for one in found:
        if one.kind == "rc" and one.path is not None:
            place = safe_text(host.tilde(one.path)) + (f":{one.line}" if one.line else "")
            yield texts.EXPORTED(name=safe_text(one.name, 80), place=place, tool=one.tool.name)
        elif one.kind == "env":
            command = unset_command(one.name, host.platform == "win32", host.env.get("SHELL", ""))
            yield texts.SET_HERE(name=safe_text(one.name, 80), tool=one.tool.name, command=command)


def keys_in_git(found: Sequence[Override], host: Host) -> Iterator[Message]:
    """Keys among `found` that stand in a file git tracks: they must be made anew."""
    seen: set[Path] = set()
    for (_, path), group in _by_file(found).items():
        names = [one.name for one in group if is_secret(one) and one.value]
        if path in seen or not names or _tracked.tracked(path, host) != "yes":
            continue
        seen.add(path)
        yield texts.TRACKED_KEY(file=safe_text(host.tilde(path)), names=safe_text(", ".join(names), 200))
