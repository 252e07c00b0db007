"""Which ids are enabled, for which distribution: ``plugins.json`` in our own folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import third_party as texts

TABLE: Final = "enabled"
_LONGEST: Final = 100


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
    if not path.exists():
        return {}
    from taotoken_plugins.tools._read import load

    loaded = load(path, "json")
    table = loaded.data.get(TABLE, {})
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
    if any(safe_text(text, _LONGEST) != text for text in (name, distribution, version)):  # we wrote no such thing
        return None
    return Enabled(id=name, distribution=distribution, version=version)
