"""All tools of third parties, the enabled ones, the others and the broken ones. Only enabled ones are imported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from taotoken._message import Message
from taotoken_plugins._host import Host
from taotoken_plugins._problem import PluginFailedError
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._third_party._enabled import Enabled, read_enabled
from taotoken_plugins._third_party._enabled_tools import is_reserved
from taotoken_plugins._third_party._entries import ID, Entry, installed, plain_name
from taotoken_plugins._third_party._load import load_entry, plugin_problem
from taotoken_plugins._tool import Tool

State = Literal["enabled", "available", "broken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """One tool that a distribution declares; `problem` says why it is broken, `name` is known of loaded ones."""

    id: str
    distribution: str
    version: str
    state: State
    name: str | None = None
    problem: Message | None = None


def plugins(host: Host) -> tuple[Plugin, ...]:
    """Every installed or enabled one, by id."""
    rows, entries = read_enabled(host), installed()
    found = [_plugin(entry, entries, rows.get(entry.id), host) for entry in entries]
    gone = [row for row in rows.values() if not any(is_for(row, entry) for entry in entries)]
    found += [_broken(row.id, row.distribution, row.version, texts.GONE()) for row in gone]
    return tuple(sorted(found, key=lambda plugin: (plugin.id, plugin.distribution)))


def is_for(row: Enabled | None, entry: Entry) -> bool:
    """Was this entry enabled?"""
    return row is not None and row.id == entry.id and plain_name(row.distribution) == plain_name(entry.distribution)


def obstacles(entry: Entry, entries: Sequence[Entry], row: Enabled | None) -> Iterator[Message]:
    """Why an entry can't be enabled, found out without importing it."""
    if not ID.fullmatch(entry.point.name):
        yield texts.BAD_NAME()
    if is_reserved(entry.id):
        yield texts.BUILTIN_NAME()
    rivals = [other for other in entries if other.id == entry.id]
    if len(rivals) > 1 and not is_for(row, entry):
        yield texts.SEVERAL(distributions=", ".join(other.distribution for other in rivals))


def checked_tool(entry: Entry, host: Host) -> Tool:
    """The tool of an entry, with its files where they may be on this host. Raises PluginFailedError."""
    tool = load_entry(entry)
    for file in tool.files:
        file.path(host)
    return tool


def _plugin(entry: Entry, entries: Sequence[Entry], row: Enabled | None, host: Host) -> Plugin:
    for obstacle in obstacles(entry, entries, row):
        return _broken(entry.id, entry.distribution, entry.version, obstacle)
    if not is_for(row, entry):
        return Plugin(id=entry.id, distribution=entry.distribution, version=entry.version, state="available")
    try:
        name = checked_tool(entry, host).name
    except PluginFailedError as error:
        return Plugin(
            id=entry.id,
            distribution=entry.distribution,
            version=entry.version,
            state="broken",
            problem=error.problems[0].message,
        )
    return Plugin(id=entry.id, distribution=entry.distribution, version=entry.version, state="enabled", name=name)


def _broken(tool_id: str, distribution: str, version: str, reason: Message) -> Plugin:
    problem = plugin_problem(tool_id, distribution, version, reason).message
    return Plugin(id=tool_id, distribution=distribution, version=version, state="broken", problem=problem)
