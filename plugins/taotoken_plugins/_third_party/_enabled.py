"""Which ids are enabled, for which distribution: ``plugins.json`` in our own folder, written by the engine as every
other file is, so that undo covers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from taotoken._endpoint import Endpoint
from taotoken_plugins._edit import Edit, Remove, Set
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._tool import ConfigFile, Wanted
from taotoken_plugins.tools._read import load
from taotoken_plugins.tools.own import TOOL as OWN

_TABLE: Final = "enabled"
_NO_PIECES: Final = Wanted(endpoint=Endpoint(base_url="https://unused.invalid", api_key="unused"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Enabled:
    """An id that may be used, and the distribution that it was enabled for, as it was then."""

    id: str
    distribution: str
    version: str


def enabled_path(host: Host) -> Path:
    """plugins.json in our own folder."""
    return host.config_dir / "plugins.json"


def read_enabled(host: Host) -> dict[str, Enabled]:
    """What is enabled, by id. Raises RefusedError when the file can't be used."""
    path = enabled_path(host)
    loaded = load(path, "json")
    table = loaded.data.get(_TABLE, {})
    rows = table.items() if isinstance(table, dict) else [("", None)]
    found = {name: _row(name, value) for name, value in rows}
    if loaded.reason is not None or None in found.values():
        message = texts.ENABLED_INVALID(file=host.tilde(path))
        raise RefusedError(
            Problem(code="plugins_invalid", message=message, file=path, next=texts.ENABLED_INVALID_NEXT())
        )
    return {name: row for name, row in found.items() if row is not None}


def _row(name: str, value: Any) -> Enabled | None:
    if not isinstance(value, dict):
        return None
    distribution, version = value.get("distribution"), value.get("version")
    if not isinstance(distribution, str) or not isinstance(version, str):
        return None
    return Enabled(id=name, distribution=distribution, version=version)


def plan_enable(row: Enabled, host: Host) -> Plan:
    """The plan that enables `row`."""
    return _planned(Set((_TABLE, row.id), {"distribution": row.distribution, "version": row.version}), host)


def plan_disable(tool_id: str, host: Host) -> Plan:
    """The plan that disables an id."""
    return _planned(Remove((_TABLE, tool_id), texts.DISABLED()), host)


def _planned(edit: Edit, host: Host) -> Plan:
    def edits(_: Wanted, __: Mapping[str, Any], ___: Host) -> list[Edit]:
        return [edit]

    file = ConfigFile(
        id="plugins", path=enabled_path, format=STRICT_JSON, edits=edits, owned=((_TABLE,),), private=True
    )
    return plan([(replace(OWN, files=(file,)), _NO_PIECES)], host)
