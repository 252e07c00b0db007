"""What a declaration must be before it is used: the rules, as one list of faults."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final, get_args

from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._edit import Path, Remove, Select, Set
from taotoken_plugins._formats import Format
from taotoken_plugins._formats._known import find_format
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._third_party._entries import ID
from taotoken_plugins._tool import API, ConfigFile, Effective, Installed, Size, Source, Tool

_PROTOCOLS: Final = get_args(Protocol)
_SIZES: Final = get_args(Size)
_CALLABLES: Final = ("sources", "effective", "detect", "tool_base_url", "warnings", "headless")
_FLAGS: Final = ("private", "optional", "gone_when_empty", "bom", "shared")
_LONGEST: Final = 80
_DEEPEST: Final = 50


def faults(tool: object, tool_id: str | None = None) -> Iterator[Message]:
    """What is wrong with a declaration; `tool_id` is the id that it was found under."""
    if type(tool) is not Tool:
        yield texts.NOT_A_TOOL(found=safe_text(type(tool).__name__, 60))
        return
    if tool.api != API:
        yield texts.OTHER_API(found=safe_text(repr(tool.api), 40), ours=API)
        return
    if not isinstance(tool.id, str) or not ID.fullmatch(tool.id):
        yield texts.FIELD(field="id", expected=texts.AN_ID())
    elif tool_id is not None and tool.id != tool_id:
        yield texts.OTHER_ID(found=tool.id, name=safe_text(tool_id, 60))
    yield from _plain_fields(tool)
    yield from _protocols(tool)
    yield from (texts.FIELD(field=name, expected=texts.A_FUNCTION()) for name in _CALLABLES if not _runs(tool, name))
    if not isinstance(tool.after, Message):
        yield texts.FIELD(field="after", expected=texts.A_MESSAGE())
    elif not is_told(tool.after):
        yield texts.FIELD(field="after", expected=texts.BOTH_LANGUAGES())
    for name in ("by_hand", "shares"):
        if getattr(tool, name) is not None:
            yield texts.FIELD(field=name, expected=texts.NONE())
    yield from _files(tool.files)


def _runs(owner: object, name: str) -> bool:
    return callable(getattr(owner, name))


def _plain_fields(tool: Tool) -> Iterator[Message]:
    for name in ("name", "homepage", "tested"):
        value = getattr(tool, name)
        if not isinstance(value, str) or safe_text(value, _LONGEST) != value:
            yield texts.FIELD(field=name, expected=texts.A_LINE(longest=_LONGEST))
    if not tool.name:
        yield texts.FIELD(field="name", expected=texts.A_LINE(longest=_LONGEST))


def _protocols(tool: Tool) -> Iterator[Message]:
    offered = ", ".join(_PROTOCOLS)
    if tool.protocol not in _PROTOCOLS:
        yield texts.FIELD(field="protocol", expected=texts.ONE_OF(known=offered))
    if not _all_of(tool.protocols, _PROTOCOLS) or tool.protocols[:1] not in ((), (tool.protocol,)):
        yield texts.FIELD(field="protocols", expected=texts.PROTOCOLS(known=offered))
    if not _all_of(tool.sizes, _SIZES):
        yield texts.FIELD(field="sizes", expected=texts.ONE_OF(known=", ".join(_SIZES)))
    if tool.small_model is not None and not _runs(tool, "small_model"):
        yield texts.FIELD(field="small_model", expected=texts.A_FUNCTION())
    if not _is_table(tool.headless_env, str):
        yield texts.FIELD(field="headless_env", expected=texts.A_TABLE())


def _all_of(values: object, known: Sequence[str]) -> bool:
    return isinstance(values, tuple) and all(value in known for value in values)


def _files(files: object) -> Iterator[Message]:
    if not isinstance(files, tuple) or not files or not all(type(file) is ConfigFile for file in files):
        yield texts.FIELD(field="files", expected=texts.FILES())
        return
    ids = [file.id for file in files]
    for number, file in enumerate(files):
        where = f"files[{number}]"
        if not isinstance(file.id, str) or not file.id or ids.count(file.id) > 1:
            yield texts.FIELD(field=f"{where}.id", expected=texts.UNIQUE())
        if not isinstance(file.format, Format) or find_format(file.format.name) is not file.format:
            yield texts.FIELD(field=f"{where}.format", expected=texts.A_FORMAT())
        if not isinstance(file.owned, tuple) or not file.owned or not all(is_path(path) for path in file.owned):
            yield texts.FIELD(field=f"{where}.owned", expected=texts.PATHS())
        for name in ("path", "edits"):
            if not _runs(file, name):
                yield texts.FIELD(field=f"{where}.{name}", expected=texts.A_FUNCTION())
        for name in ("when", "hidden"):
            if getattr(file, name) is not None and not _runs(file, name):
                yield texts.FIELD(field=f"{where}.{name}", expected=texts.A_FUNCTION())
        for name in _FLAGS:
            if not isinstance(getattr(file, name), bool):
                yield texts.FIELD(field=f"{where}.{name}", expected=texts.A_BOOLEAN())


def is_path(path: object) -> bool:
    """Is it a path of steps that the formats know?"""
    return isinstance(path, tuple) and bool(path) and all(isinstance(step, str) or _is_select(step) for step in path)


def _is_select(step: object) -> bool:
    return (
        type(step) is Select
        and (step.key is None or isinstance(step.key, str))
        and isinstance(step.value, str)
        and isinstance(step.secret, bool)
    )


def is_edit(edit: object) -> bool:
    """Is it an edit whose fields are of the types that they are declared to be?"""
    if type(edit) is Remove:
        return is_path(edit.path) and is_told(edit.reason) and isinstance(edit.secret, bool)
    if type(edit) is not Set:
        return False
    flags = (edit.secret, edit.volatile, edit.frame)
    told = edit.note is None or is_told(edit.note)
    return is_path(edit.path) and is_plain(edit.value) and told and all(isinstance(flag, bool) for flag in flags)


def is_place(path: object) -> bool:
    """Is it an absolute path that a file system can have?"""
    try:
        return isinstance(path, FilePath) and path.is_absolute() and b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def is_within(path: Path, owned: Sequence[Path]) -> bool:
    """Is `path` one of `owned` or inside one?"""
    return any(path[: len(one)] == one for one in owned)


def is_told(message: object) -> bool:
    """Is it a sentence in both languages that can be shown?"""
    if not isinstance(message, Message):
        return False
    try:
        return bool(message.render("en").strip()) and bool(message.render("zh").strip())
    except (Exception, SystemExit):  # noqa: BLE001 - a placeholder without a value, a value that can't be shown
        return False


def is_plain(value: Any, deepest: int = _DEEPEST) -> bool:
    """Is it a value that every format can hold?"""
    if type(value) is dict:
        return deepest > 0 and all(_is_text(name) and is_plain(item, deepest - 1) for name, item in value.items())
    if type(value) is list:
        return deepest > 0 and all(is_plain(item, deepest - 1) for item in value)
    if type(value) is int:
        return value.bit_length() < 64  # what TOML holds
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) is bool or _is_text(value)


def _is_text(value: object) -> bool:
    try:
        return type(value) is str and bool(value.encode() or True)
    except UnicodeEncodeError:  # half of a pair
        return False


def is_source(value: object) -> bool:
    """Is it a Source whose fields are of the types that they are declared to be?"""
    return (
        type(value) is Source
        and value.kind in ("file", "env", "rc")
        and (value.path is None or is_place(value.path))
        and _is_table(value.values, str)
        and _is_table(value.lines, int)
        and _is_table(value.places, tuple)
        and all(map(is_path, value.places.values()))
        and all(text is None or isinstance(text, str) for text in (value.form, value.variable))
        and isinstance(value.ours, bool)
        and (value.problem is None or is_told(value.problem))
    )


def is_effective(value: object) -> bool:
    """Is it an Effective whose fields are of the types that they are declared to be?"""
    if type(value) is not Effective:
        return False
    told = (value.base_url, value.api_key, value.model, value.endpoint_url)
    return (
        all(text is None or isinstance(text, str) for text in told)
        and _all_of(value.auth_headers, ("bearer", "x-api-key"))
        and _is_table(value.origin, Source)
        and isinstance(value.shadowed, tuple)
        and all(isinstance(pair, tuple) and len(pair) == 2 and is_source(pair[1]) for pair in value.shadowed)
        and isinstance(value.problems, tuple)
        and all(is_told(problem) for problem in value.problems)
    )


def is_installed(value: object) -> bool:
    """Is it an Installed whose fields are of the types that they are declared to be, or None?"""
    if value is None:
        return True
    if type(value) is not Installed:
        return False
    program, version = value.program, value.version
    return (program is None or isinstance(program, FilePath)) and (version is None or isinstance(version, str))


def _is_table(table: object, kind: type) -> bool:
    if not isinstance(table, Mapping):
        return False
    return all(isinstance(name, str) and isinstance(value, kind) for name, value in table.items())
