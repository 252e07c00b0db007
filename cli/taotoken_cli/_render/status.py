"""`status` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language, Message
from taotoken._text import mask_key, mask_queries_in, safe_text
from taotoken_cli._console import Console
from taotoken_cli._texts import status as texts

if TYPE_CHECKING:
    from taotoken_cli._results.status import StatusResult, ToolStatus
    from taotoken_plugins._host import Host
    from taotoken_plugins._tool import Effective, Source

_PARTS = {"base_url": ("URL",), "api_key": ("KEY", "TOKEN"), "model": ("MODEL",)}
_VALUES = (("base_url", texts.BASE_URL), ("api_key", texts.API_KEY), ("model", texts.MODEL))


def show(result: StatusResult, console: Console) -> None:
    """A block per tool."""
    if not result.tools:
        console.say(texts.NOTHING())
    for index, item in enumerate(result.tools):
        if index:
            console.say()
        _show_tool(item, result.host, console)


def _show_tool(item: ToolStatus, host: Host, console: Console) -> None:
    tool, effective = item.tool, item.effective
    console.say(texts.TITLE(name=tool.name, id=tool.id, installed=_installed(item)))
    if tool.kind == "manual" and tool.shares is None:
        console.say(texts.BY_HAND_UNREAD(id=tool.id))
        return
    for name, what in _VALUES:
        value, source = _shown(effective, name), effective.origin.get(name)
        if value is None:
            console.say(texts.LINE(what=what(), value=texts.NOT_SET()))
        elif source is None:
            console.say(texts.LINE(what=what(), value=value))
        else:
            place = _place(source, _line(source, _raw(effective, name)), host, name)
            console.say(texts.LINE_FROM(what=what(), value=value, source=place))
    if effective.endpoint_url:
        console.say(texts.LINE(what=texts.POSTS_TO(), value=_outside(effective.endpoint_url)))
    for name, source in effective.shadowed:
        console.say(texts.LOST(what=dict(_VALUES)[name](), source=_place(source, None, host, name)))
    for problem in effective.problems:
        console.say(texts.PROBLEM(message=problem))


def _installed(item: ToolStatus) -> Message:
    if item.tool.kind == "manual":
        return texts.BY_HAND()
    if not item.has_program:
        return texts.NO_PROGRAM()
    if item.installed is None:
        return texts.NOT_INSTALLED()
    if item.installed.version is None:
        return texts.INSTALLED_UNKNOWN()
    return texts.INSTALLED(version=safe_text(item.installed.version, 40))


def _raw(effective: Effective, name: str) -> str | None:
    value: str | None = getattr(effective, name)
    return value


def _shown(effective: Effective, name: str) -> str | None:
    value = _raw(effective, name)
    if value is None:
        return None
    return mask_key(value) if name == "api_key" else _outside(value)


def _outside(value: str) -> str:
    return safe_text(mask_queries_in(value))


def _line(source: Source, value: str | None) -> int | None:
    """The line of the setting in `source` that holds `value` (tools trim values, so a part counts)."""
    for name, text in source.values.items():
        if value and value in text and name in source.lines:
            return source.lines[name]
    return None


def _place(source: Source, line: int | None, host: Host, name: str) -> Message:
    if source.path is None:
        return texts.SOURCE_ENV(name=_variables(source, name))
    path = safe_text(host.tilde(source.path))
    return texts.SOURCE_LINE(path=path, line=line) if line else texts.SOURCE_FILE(path=path)


def _variables(source: Source, name: str) -> str:
    """The variables of the environment that a setting can come from, told by their names."""
    fitting = [variable for variable in source.values if any(part in variable for part in _PARTS[name])]
    return safe_text(", ".join(fitting or source.values), 120)


def data(result: StatusResult, language: Language) -> dict[str, Any]:
    """The data of the envelope; keys are masked."""
    return {"tools": [_tool_data(item, language) for item in result.tools]}


def _tool_data(item: ToolStatus, language: Language) -> dict[str, Any]:
    effective = item.effective
    return {
        "id": item.tool.id,
        "name": item.tool.name,
        "kind": item.tool.kind,
        "installed": item.installed is not None,
        "version": item.installed.version if item.installed else None,
        **{name: _shown(effective, name) for name, _ in _VALUES},
        "endpoint_url": _outside(effective.endpoint_url) if effective.endpoint_url else None,
        "auth_headers": list(effective.auth_headers),
        "origin": {
            name: _source_data(source, _line(source, _raw(effective, name)))
            for name, source in effective.origin.items()
        },
        "shadowed": [{"name": name, **_source_data(source, None)} for name, source in effective.shadowed],
        "problems": [problem.render(language) for problem in effective.problems],
    }


def _source_data(source: Source, line: int | None) -> dict[str, Any]:
    return {"kind": source.kind, "file": str(source.path) if source.path else None, "line": line}
