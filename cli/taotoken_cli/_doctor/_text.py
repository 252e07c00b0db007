"""``--explain TEXT|FILE|-``: the text to explain."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from taotoken._text import safe_text
from taotoken_cli._app import App
from taotoken_cli._texts import doctor as texts
from taotoken_plugins._problem import Problem, RefusedError

STDIN: Final = "-"
MAX_BYTES: Final = 8_000_000
_LONGEST_NAME: Final = 1000
_ENDINGS: Final = (".log", ".txt", ".json", ".jsonl", ".toml", ".yaml", ".yml", ".env", ".md")


def given_text(app: App, given: str) -> str:
    """What `given` stands for. RefusedError for what is plainly the name of a file that is not there."""
    if given == STDIN:
        if app.stdin.isatty():
            app.console.tell(texts.PASTE_NOW())
        raw = getattr(app.stdin, "buffer", None)
        return _decoded(raw.read(MAX_BYTES)) if raw else app.stdin.read(MAX_BYTES)
    path = _file(given)
    if path is not None:
        with path.open("rb") as file:
            return _decoded(file.read(MAX_BYTES))
    if _is_a_name(given):
        message, following = texts.NO_SUCH_FILE(name=safe_text(given, 200)), texts.NO_SUCH_FILE_NEXT()
        raise RefusedError(Problem(code="no_such_file", message=message, field="--explain", next=following))
    return given


def _file(given: str) -> Path | None:
    if len(given) > _LONGEST_NAME or "\n" in given or "\0" in given:
        return None
    path = Path(given).expanduser()
    try:
        return path if path.is_file() else None
    except OSError:
        return None


def _is_a_name(given: str) -> bool:
    return not any(char.isspace() for char in given) and "://" not in given and given.lower().endswith(_ENDINGS)


def _decoded(data: bytes) -> str:
    """Text of any encoding that a terminal or an editor saves it in."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")
