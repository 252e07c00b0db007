"""TOML: read by `tomllib`, edited span by span, and every edit checked by `tomllib` again."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Sequence
from typing import Any, Final

from taotoken_plugins._edit import MISSING, Edit, Path, Remove, Select, apply_to_data, find_index, get
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._toml_edit import remove, same, set_value
from taotoken_plugins._formats._toml_find import find, position_at
from taotoken_plugins._formats._toml_scan import Address, Document, ScanError, scan
from taotoken_plugins._formats._toml_value import UnwritableError
from taotoken_plugins._texts import formats_toml as texts

_BOM: Final = b"\xef\xbb\xbf"


def load(data: bytes) -> dict[str, Any]:
    """The file as plain data. Raises FormatError with code `encoding` or `toml_syntax`."""
    return _parse(_decode(data)[1])


def edit(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes with `edits` made. Raises FormatError and EditConflictError."""
    bom, text = _decode(data)
    current = _parse(text)
    try:
        expected = apply_to_data(current, edits)
        if same(current, expected):
            return data
        document = scan(text)
        for one in edits:
            _make(document, current, one)
        result = document.render()
        if not same(tomllib.loads(result), expected):
            raise FormatError("unsafe_edit", texts.UNSAFE_EDIT())
        return bom + result.encode()
    except (ScanError, UnwritableError, RecursionError, tomllib.TOMLDecodeError):
        raise FormatError("unsafe_edit", texts.UNSAFE_EDIT()) from None


def locate(data: bytes, path: Path) -> Position | None:
    """Where the value at `path` stands; of a table, its first line."""
    _, text = _decode(data)
    parsed = _parse(text)
    if get(parsed, path) is MISSING:
        return None
    try:
        offset = find(scan(text), _address(parsed, path))
    except (ScanError, RecursionError):
        return None
    return None if offset is None else position_at(text, offset)


def _decode(data: bytes) -> tuple[bytes, str]:
    """The BOM if there is one, and the text after it."""
    bom = _BOM if data.startswith(_BOM) else b""
    try:
        return bom, data[len(bom) :].decode()
    except UnicodeDecodeError as error:
        from taotoken_plugins._formats._toml_explain import explain_encoding

        raise explain_encoding(data[len(bom) :], error.start) from None


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    # Besides its own error: an integer with more digits than Python takes, and brackets without end.
    except (ValueError, RecursionError) as error:
        from taotoken_plugins._formats._toml_explain import explain

        raise explain(text, error) from None


def _make(document: Document, current: dict[str, Any], one: Edit) -> None:
    """Make one edit on the document, and on `current`, its data."""
    address = _address(current, one.path)
    parent = _parent(current, address)
    step: Any = address[-1]
    old = _child(parent, step)
    if isinstance(one, Remove):
        if old is not None:
            remove(document, address, parent)
            del parent[step]
        return
    set_value(document, address, old, one.value)
    _put(current, address, copy.deepcopy(one.value))


def _address(data: Any, path: Path) -> Address:
    """`path` with selectors turned into indices; the index after the last one for an element that is missing."""
    address: Address = ()
    for position, step in enumerate(path):
        key: str | int
        if isinstance(step, Select):
            items = data if isinstance(data, list) else []
            index = find_index(items, step, path[: position + 1])
            key = len(items) if index is None else index
        else:
            key = step
        address = (*address, key)
        data = _child(data, key)
    return address


def _child(container: Any, step: str | int) -> Any:
    """The member or item of `container`, None when missing (TOML has no null)."""
    if isinstance(step, int):
        return container[step] if isinstance(container, list) and step < len(container) else None
    return container.get(step) if isinstance(container, dict) else None


def _parent(data: Any, address: Address) -> Any:
    for step in address[:-1]:
        data = _child(data, step)
    return data


def _put(data: Any, address: Address, value: Any) -> None:
    for step, following in zip(address, (*address[1:], None), strict=True):
        child = value if following is None else _child(data, step)
        if child is None:
            child = [] if isinstance(following, int) else {}
        if isinstance(step, int) and step == len(data):
            data.append(child)
        else:
            data[step] = child
        data = child


TOML: Final = Format(name="TOML", load=load, edit=edit, locate=locate, empty=b"")
