"""Cline's MCP settings, touched on request alone: a server of ours, or the three pieces for one of the user's.

Measured with CLI 3.0.65: servers stand in mcpServers, each with command, args and env, or with these in a table
`transport`; an invalid file is passed over in silence; without a timeout a server gets 3 seconds to start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any, Final

from taotoken._text import safe_text
from taotoken_plugins._edit import MISSING, Edit, Path, Set, get
from taotoken_plugins._formats.json_format import STRICT_JSON
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import cline_mcp as texts
from taotoken_plugins._tool import ConfigFile, Tool, Wanted
from taotoken_plugins._values import strings_in
from taotoken_plugins.tools._cline_reading import data_dir

SERVER: Final = "mcp"
"""The option whose value is the interpreter that starts `taotoken mcp`."""
ENTRY: Final = "mcp-env"
"""The option whose value is the name of the user's own entry."""
ARGUMENTS: Final = ("-m", "taotoken_cli", "mcp")
_SERVERS: Path = ("mcpServers",)
_OURS: Path = (*_SERVERS, "taotoken")
_SECRET: Final = 12  # characters
_SECONDS: Final = 600  # an answer of a slow model; the start itself takes two


def mcp_path(host: Host) -> FilePath:
    """CLINE_MCP_SETTINGS_PATH, or settings/cline_mcp_settings.json in the data folder."""
    moved = host.env.get("CLINE_MCP_SETTINGS_PATH")
    return host.cwd / moved if moved else data_dir(host) / "settings" / "cline_mcp_settings.json"


def with_mcp(tool: Tool) -> Tool:
    """Cline with its MCP settings among its files; which edits are made, the options say."""
    file = ConfigFile(
        id="mcp",
        path=mcp_path,
        format=STRICT_JSON,
        edits=_edits,
        owned=(_SERVERS,),
        private=True,
        when=lambda wanted, _: SERVER in wanted.options or ENTRY in wanted.options,
        bom=False,  # as for its other files
        hidden=_hidden,
    )
    return replace(tool, files=(*tool.files, file))


def _hidden(document: Mapping[str, Any]) -> Iterator[str]:
    """What servers are given in variables and headers, whatever it is called; short words are no secrets."""
    servers = get(document, _SERVERS)
    for entry in servers.values() if isinstance(servers, dict) else ():
        for path in (("env",), ("headers",), ("transport", "env"), ("transport", "headers")):
            yield from (text for text in strings_in(get(entry, path)) if len(text) >= _SECRET)


def _edits(wanted: Wanted, document: Mapping[str, Any], host: Host) -> list[Edit]:
    python, name = wanted.options.get(SERVER), wanted.options.get(ENTRY)
    return [
        *(_server_edits(python, document, host) if python else ()),
        *(_entry_edits(name, wanted, document, host) if name is not None else ()),
    ]


def _server_edits(python: str, document: Mapping[str, Any], host: Host) -> Iterator[Edit]:
    """One entry that starts our server; of one that is there already only what differs."""
    entry = get(document, _OURS)
    values: dict[str, Any] = {"command": python, "args": list(ARGUMENTS), **_own_folder(host)}
    if entry is MISSING:
        yield Set(_OURS, {**values, "timeout": _SECONDS}, note=texts.RESTART())
        return
    if not isinstance(entry, dict) or entry.get("args") != list(ARGUMENTS):
        file = safe_text(host.tilde(mcp_path(host)))
        problem = Problem(code="mcp_entry_taken", message=texts.TAKEN(file=file), file=mcp_path(host), field="--mcp")
        raise RefusedError(replace(problem, next=texts.TAKEN_NEXT()))
    yield from (Set((*_OURS, name), value) for name, value in values.items() if name != "env")
    for name, value in values.get("env", {}).items():
        yield Set((*_OURS, "env", name), value)


def _own_folder(host: Host) -> dict[str, Any]:
    """Where our profile is, if a variable moves it: Cline hands few variables on to its servers."""
    if not (host.env.get("TAOTOKEN_CONFIG_DIR") or host.env.get("XDG_CONFIG_HOME")):
        return {}
    return {"env": {"TAOTOKEN_CONFIG_DIR": str(host.config_dir)}}


def _entry_edits(name: str, wanted: Wanted, document: Mapping[str, Any], host: Host) -> Iterator[Edit]:
    """The three pieces into the environment of the user's own entry."""
    servers = get(document, _SERVERS)
    entry = servers.get(name) if isinstance(servers, dict) else None
    if not isinstance(entry, dict):
        raise RefusedError(_no_entry(name, servers, host))
    inside = ("transport", "env") if isinstance(entry.get("transport"), dict) else ("env",)
    env: Path = (*_SERVERS, name, *inside)
    yield Set((*env, "OPENAI_BASE_URL"), wanted.endpoint.v1_for("chat"))
    yield Set(
        (*env, "OPENAI_API_KEY"),
        wanted.endpoint.api_key,
        secret=True,
        note=texts.KEY_IN_ENTRY(name=safe_text(name, 80)),
    )
    yield Set((*env, "OPENAI_MODEL"), wanted.endpoint.model)


def _no_entry(name: str, servers: Any, host: Host) -> Problem:
    known = [safe_text(str(one), 60) for one in servers] if isinstance(servers, dict) else []
    return Problem(
        code="no_mcp_entry",
        message=texts.NO_ENTRY(
            file=safe_text(host.tilde(mcp_path(host))),
            name=safe_text(name, 60),
            known=", ".join(known[:20]) if known else texts.NONE(),
        ),
        file=mcp_path(host),
        field="--mcp-env",
        next=texts.NO_ENTRY_NEXT(),
    )
