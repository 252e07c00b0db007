"""Files of ``NAME=value`` lines (.env), edited so that all common readers agree on what was written.

Data are a flat mapping of names to text. A value is written bare, in single or in double quotes, so that Node's
dotenv, python-dotenv and a shell that sources the file read the same; where that can't be, the edit is refused.
Of a name that is there twice, the last counts, as in all three; removing it removes all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Path, apply_to_data
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._dotenv_scan import Assignment, assignments
from taotoken_plugins._formats._json_text import decode, line_end, position_at
from taotoken_plugins._texts import formats_dotenv as texts

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BARE: Final = re.compile(r"[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=-]*|")
# Characters that mean something inside the quotes to at least one reader.
_NOT_IN_DOUBLE: Final = re.compile(r'["\\$`]')
_NOT_IN_SINGLE: Final = re.compile(r"'|\\\\|\\\Z")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def load(data: bytes) -> dict[str, str]:
    """Every name with its value. Raises FormatError with code ``encoding`` or ``dotenv_syntax``."""
    return {item.name: item.value for item in assignments(decode(data).text) if not item.odd}


def edit(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes with `edits` made. Raises FormatError and EditConflictError."""
    decoded = decode(data)
    items = list(assignments(decoded.text))
    old = {item.name: item.value for item in items if not item.odd}
    new = apply_to_data(old, edits)
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    gone = old.keys() - new.keys()
    _refuse_odd(decoded.text, items, changed.keys() | gone)
    if not changed and not gone:
        return data
    after = decoded.encode(_rewritten(decoded.text, items, changed, gone))
    if load(after) != new:
        raise FormatError("unsafe_edit", texts.UNSAFE_EDIT())
    return after


def _refuse_odd(text: str, items: Sequence[Assignment], names: set[str]) -> None:
    for item in items:
        if item.odd and item.name in names:
            message = texts.UNREADABLE_LINE(name=safe_text(item.name, 80))
            raise FormatError("unsafe_edit", message, position_at(text, item.value_start))


def _rewritten(text: str, items: Sequence[Assignment], changed: Mapping[str, Any], gone: set[str]) -> str:
    eol = line_end(text)
    last = {item.name: item for item in items}
    parts: list[str] = []
    done = 0
    for item in items:
        if item.name in gone:
            parts.append(text[done : item.start])
            done = item.end
        elif item.name in changed and last[item.name] is item:
            parts += (text[done : item.value_start], _written(item.name, changed[item.name], item.quote, eol))
            done = item.value_end
    body = "".join((*parts, text[done:]))
    if gone and text and not text.endswith(("\n", "\r")) and items[-1].name in gone:
        body = _without_last_break(body)
    return _appended(body, {name: value for name, value in changed.items() if name not in last}, items, eol)


def _without_last_break(text: str) -> str:
    """The file had no line break at its end, and shall have none."""
    return text[:-2] if text.endswith("\r\n") else text[:-1] if text.endswith(("\n", "\r")) else text


def _appended(text: str, new: Mapping[str, Any], items: Sequence[Assignment], eol: str) -> str:
    """`text` with new lines at its end, in the file's own way: ``export`` where all others have it."""
    if not new:
        return text
    export = "export " if items and all(item.exported for item in items) else ""
    lines = eol.join(f"{export}{_checked(name)}={_written(name, value, '', eol)}" for name, value in new.items())
    if not text or text.endswith(("\n", "\r")):
        return f"{text}{lines}{eol}"
    return f"{text}{eol}{lines}"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise FormatError("unsafe_edit", texts.BAD_NAME(name=safe_text(name, 80)))
    return name


def _written(name: str, value: Any, quote: str, eol: str) -> str:
    """`value` so that every reader reads it, in the quotes it stood in where they do."""
    if not isinstance(value, str):
        raise FormatError("unsafe_edit", texts.NOT_TEXT(name=safe_text(name, 80)))
    if _CONTROL.search(value):
        raise _unwritable(name, texts.CONTROL_CHARACTER())
    if "${" in value:
        raise _unwritable(name, texts.INTERPOLATION())
    if not quote and _BARE.fullmatch(value):
        return value
    single, double = not _NOT_IN_SINGLE.search(value), not _NOT_IN_DOUBLE.search(value)
    if not single and not double:
        raise _unwritable(name, texts.BOTH_QUOTES() if "'" in value else texts.BACKSLASHES())
    mark = '"' if double and (quote == '"' or not single) else "'"
    return f"{mark}{value}{mark}".replace("\n", eol)


def _unwritable(name: str, what: Message) -> FormatError:
    return FormatError("unsafe_edit", texts.UNWRITABLE(name=safe_text(name, 80), what=what))


def locate(data: bytes, path: Path) -> Position | None:
    """Where the value of a name starts (the last, where there are several)."""
    text = decode(data).text
    found = [item for item in assignments(text) if not item.odd and (item.name,) == path]
    return position_at(text, found[-1].value_start) if found else None


DOTENV: Final = Format(name="dotenv", load=load, edit=edit, locate=locate, empty=b"")

__all__ = ["DOTENV"]
