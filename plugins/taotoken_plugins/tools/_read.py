"""Reading a tool's settings the way the tool does, for status and diagnosis. Nothing here raises or writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken_plugins._edit import MISSING, Path, get
from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Source
from taotoken_plugins.tools._lines import Lines

if TYPE_CHECKING:
    from taotoken_plugins._formats import Format
    from taotoken_plugins._formats._json_scan import Source as JsonSource

_BOM = b"\xef\xbb\xbf"
Kind = Literal["json", "json with comments", "jsonc", "json5", "toml", "yaml", "yaml list", "dotenv", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A file as its tool sees it: `data` is empty when it is absent or can't be used (then `reason` says why). It is
    a mapping, or a list where the tool's file holds one at its top."""

    path: FilePath
    kind: Kind
    exists: bool = False
    raw: bytes = field(default=b"", repr=False)
    data: Any = field(default_factory=dict, repr=False)
    reason: Message | None = None


class UnreadableError(Exception):
    """A text its tool can't use; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def load(path: FilePath, kind: Kind, *, bom: bool = True) -> Loaded:
    """Read and parse `path`. `bom`: does the tool accept a byte order mark there?"""
    try:
        raw = read_file(path)
    except (FileNotFoundError, NotADirectoryError):
        return Loaded(path=path, kind=kind)
    except OSError as error:
        reason = texts.FILE_UNREADABLE(file=path.name, reason=safe_text(error.strerror or type(error).__name__))
        return Loaded(path=path, kind=kind, exists=True, reason=reason)
    try:
        data = parse(raw, kind, bom=bom)
    except UnreadableError as error:
        return Loaded(path=path, kind=kind, exists=True, raw=raw, reason=error.reason)
    return Loaded(path=path, kind=kind, exists=True, raw=raw, data=data)


def parse(raw: bytes, kind: Kind, *, bom: bool = True) -> Any:
    """The data of a file or of an inline text, of the type that belongs at its top. Raises UnreadableError."""
    if raw.startswith(_BOM):
        if not bom:
            raise UnreadableError(texts.HAS_BOM())
        raw = raw[len(_BOM) :]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError(texts.NOT_UTF8()) from None
    data = _PARSERS[kind](text)
    if kind == "yaml list":
        return _a_list(data)
    if not isinstance(data, dict):
        raise UnreadableError(texts.NOT_AN_OBJECT())
    return data


def _a_list(data: Any) -> list[Any]:
    """Nothing at all is an empty list too."""
    if data == {}:
        return []
    if not isinstance(data, list):
        raise UnreadableError(texts.NOT_A_LIST())
    return data


def _parse_json(text: str) -> Any:
    def refuse(_: str) -> NoReturn:
        raise UnreadableError(texts.SYNTAX_AT(line=1, column=1))

    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise UnreadableError(texts.SYNTAX_AT(line=error.lineno, column=error.colno)) from None
    except (RecursionError, ValueError):  # nested without end; an integer of thousands of digits
        raise UnreadableError(texts.SYNTAX_AT(line=1, column=1)) from None


def _parse_commented(text: str) -> Any:
    from taotoken_plugins._formats._json_scan import commented_source

    return _parse_source(commented_source(text))


def _parse_jsonc(text: str) -> Any:
    from taotoken_plugins._formats._json_scan import jsonc_source

    return _parse_source(jsonc_source(text))


def _parse_source(source: JsonSource) -> Any:
    """The last of two equal keys counts, as in the tools' parsers; nothing at all is an empty object."""
    return {} if source.blank else _parse_json(source.clean)


def _parse_json5(text: str) -> Any:
    from taotoken_plugins._formats.json_format import JSON5

    return _load_format(JSON5, text)


def _parse_yaml(text: str) -> Any:
    from taotoken_plugins._formats.yaml_format import YAML

    return _load_format(YAML, text)


def _parse_dotenv(text: str) -> Any:
    from taotoken_plugins._formats.dotenv_format import DOTENV

    return _load_format(DOTENV, text)


def _parse_text(text: str) -> Any:
    from taotoken_plugins._formats.text_format import TEXT

    return _load_format(TEXT, text)


def _load_format(format_: Format, text: str) -> Any:
    """The data as our own format reads them, where it reads as the tools do."""
    from taotoken_plugins._formats import FormatError

    try:
        return format_.load(text.encode())
    except FormatError as error:
        line, column = (error.position.line, error.position.column) if error.position else (1, 1)
        raise UnreadableError(texts.SYNTAX_AT(line=line, column=column)) from None


def _parse_toml(text: str) -> Any:
    import re
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (1, 1)
        raise UnreadableError(texts.SYNTAX_AT(line=line, column=column)) from None


_PARSERS = {
    "json": _parse_json,
    "json with comments": _parse_commented,
    "jsonc": _parse_jsonc,
    "json5": _parse_json5,
    "toml": _parse_toml,
    "yaml": _parse_yaml,
    "yaml list": _parse_yaml,
    "dotenv": _parse_dotenv,
    "text": _parse_text,
}


_FORMS: Mapping[str, str] = {"toml": "TOML", "yaml list": "yaml"}  # where a format is called otherwise


def unusable(said: Text, loaded: Loaded, reason: Message, host: Host, tool: str) -> Message:
    """Why a file's settings are not known: `said` of what is wrong in it, or that it can't be read at all."""
    file = safe_text(host.tilde(loaded.path))
    if reason.text is texts.FILE_UNREADABLE:
        return texts.FILE_NOT_READ(file=file, reason=reason.params["reason"], tool=tool)
    return said(file=file, reason=reason, tool=tool)


def as_text(value: object) -> str | None:
    """A setting's value as text; None for what is no plain value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) else None


def file_source(
    loaded: Loaded, names: Mapping[str, Path], *, ours: bool = False, problem: Message | None = None
) -> Source:
    """The settings `names` (name → path in the file) that are there, with their lines."""
    found = {name: path for name, path in names.items() if as_text(get(loaded.data, path)) is not None}
    return Source(
        kind="file",
        path=loaded.path,
        values={name: as_text(get(loaded.data, path)) or "" for name, path in found.items()},
        lines=Lines(loaded, found),
        places=found,
        form=_FORMS.get(loaded.kind, loaded.kind),
        ours=ours,
        problem=problem,
    )


def env_source(host: Host, names: tuple[str, ...]) -> Source:
    """The process environment's values of `names`."""
    return Source(kind="env", values={name: host.env[name] for name in names if name in host.env})


def rc_sources(host: Host, names: tuple[str, ...]) -> tuple[Source, ...]:
    """One source per shell start file that exports any of `names`: what a new terminal will have."""
    from taotoken_plugins._shell import exported

    by_path: dict[FilePath, dict[str, tuple[str, int]]] = {}
    for item in exported(host, names):
        by_path.setdefault(item.path, {})[item.name] = (item.value, item.line)
    return tuple(
        Source(
            kind="rc",
            path=path,
            values={name: value for name, (value, _) in found.items()},
            lines={name: line for name, (_, line) in found.items()},
        )
        for path, found in by_path.items()
    )


def has(data: Mapping[str, Any], path: Path) -> bool:
    """Is there a value at `path` that says anything (not missing, null, empty or false)?"""
    value = get(data, path)
    return value is not MISSING and bool(value)


def place(host: Host, source: Source, name: str) -> Message | str:
    """Where a setting stands, in words: ``~/.zshrc:3``."""
    if source.path is None:
        return texts.PROCESS_ENVIRONMENT()
    line = source.lines.get(name)
    return f"{safe_text(host.tilde(source.path))}:{line}" if line else safe_text(host.tilde(source.path))
