"""Turning a tool of a third party on and off: what has to hold, and the plan that does it. The list of enabled tools is
written by the engine as every other file is, so that undo covers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from taotoken._endpoint import Endpoint
from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Remove, Set
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._third_party._enabled import TABLE, Enabled, enabled_path, read_enabled
from taotoken_plugins._third_party._enabled_tools import is_reserved
from taotoken_plugins._third_party._entries import Entry, installed
from taotoken_plugins._third_party._listing import checked_tool, is_for, obstacles
from taotoken_plugins._third_party._load import failing
from taotoken_plugins._tool import ConfigFile, Wanted
from taotoken_plugins.tools.own import TOOL as OWN

# Switching a tool never looks at the pieces, but the engine hands them to every tool.
_NO_PIECES: Final = Wanted(endpoint=Endpoint(base_url="https://unused.invalid", api_key="unused"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A tool that is to be turned on or off, and the plan for it (without changes where it is so already)."""

    id: str
    distribution: str
    version: str
    plan: Plan


def switch_on(tool_id: str, host: Host) -> Switch:
    """Find the tool, try it, and plan to enable it. Raises RefusedError, with nothing changed."""
    _refuse_builtin(tool_id)
    row, entries = read_enabled(host).get(tool_id), installed()
    entry = _entry(tool_id, entries, row)
    for obstacle in obstacles(entry, entries, row):
        raise failing(entry)(obstacle)
    checked_tool(entry, host)
    wanted = Enabled(id=entry.id, distribution=entry.distribution, version=entry.version)
    return Switch(id=entry.id, distribution=entry.distribution, version=entry.version, plan=_plan_enable(wanted, host))


def switch_off(tool_id: str, host: Host) -> Switch:
    """Plan to disable the tool; nothing of it is run. Raises RefusedError, with nothing changed."""
    _refuse_builtin(tool_id)
    row = read_enabled(host).get(tool_id)
    if row is None:
        message = texts.NOT_ON(tool=safe_text(tool_id, 60))
        raise RefusedError(Problem(code="unknown_plugin", message=message, field="ID", next=texts.LIST_NEXT()))
    return Switch(id=row.id, distribution=row.distribution, version=row.version, plan=_plan_disable(row.id, host))


def _refuse_builtin(tool_id: str) -> None:
    if is_reserved(tool_id):
        message = texts.ALWAYS_ON(tool=tool_id)
        raise RefusedError(Problem(code="builtin_tool", message=message, field="ID", next=texts.LIST_NEXT()))


def _entry(tool_id: str, entries: tuple[Entry, ...], row: Enabled | None) -> Entry:
    """The entry of this id; the one that is enabled where several have it."""
    found = [entry for entry in entries if entry.id == tool_id]
    if not found:
        message = texts.NOT_INSTALLED(tool=safe_text(tool_id, 60))
        raise RefusedError(Problem(code="unknown_plugin", message=message, field="ID", next=texts.LIST_NEXT()))
    return next((entry for entry in found if is_for(row, entry)), found[0])


def _plan_enable(row: Enabled, host: Host) -> Plan:
    """The plan that enables `row`."""
    return _planned(Set((TABLE, row.id), {"distribution": row.distribution, "version": row.version}), host)


def _plan_disable(tool_id: str, host: Host) -> Plan:
    """The plan that disables an id."""
    return _planned(Remove((TABLE, tool_id), texts.DISABLED()), host)


def _planned(edit: Edit, host: Host) -> Plan:
    def edits(_: Wanted, __: Mapping[str, Any], ___: Host) -> list[Edit]:
        return [edit]

    file = ConfigFile(id="plugins", path=enabled_path, format=STRICT_JSON, edits=edits, owned=((TABLE,),), private=True)
    return plan([(replace(OWN, files=(file,)), _NO_PIECES)], host)
