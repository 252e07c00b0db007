"""Files of facts, parsed as their tools parse them, and flattened into settings. Pure: works on bytes only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final, Literal

from taotoken_plugins._edit import Path
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins.diagnosis.facts import FileFact

Kind = Literal["json", "jsonc", "toml", "dotenv", "other"]
BOM: Final = b"\xef\xbb\xbf"
# Files that are read as JSON with comments, or as JSON5, by their tools.
_COMMENTED: Final = (
    "opencode.json",
    "kilo.json",
    ".gemini/settings.json",
    ".qwen/settings.json",
    ".factory/settings.json",
    "models.json",
    ".vscode/settings.json",
    "code/user/settings.json",
    "machine/settings.json",
    "user/settings.json",
    "/opencode/config.json",
    "/kilo/config.json",
)
_JSON5: Final = (".json5", "openclaw.json", "claude-code-router/config.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """One file: which tool reads it, its data, and why it can't be read. `flat` maps dotted names to the path
    and the text of each plain value."""

    file: FileFact
    tool: str | None
    kind: Kind
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)
    flat: Mapping[str, tuple[Path, str]] = field(default_factory=dict, repr=False)
    faults: tuple[FormatError, ...] = ()
    bom: bool = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return PurePosixPath(self.file.path.replace("\\", "/")).name

    def line_of(self, name: str) -> int | None:
        """The line of the setting `name`."""
        found = self.flat.get(name)
        form = _form(self.file, self.kind)
        if found is None or form is None:
            return _dotenv_line(self.file.data, name) if self.kind == "dotenv" else None
        try:
            place = form.locate(self.file.data, found[0])
        except FormatError:
            return None
        return place.line if place else None


def parse(file: FileFact) -> Parsed:
    """Read a file's bytes as its tool would."""
    kind, tool = kind_of(file.path), tool_of(file.path)
    bom = file.data.startswith(BOM)
    if kind == "dotenv":
        values = {name: ((name,), value) for name, value in dotenv_values(file.data)}
        return Parsed(file=file, tool=tool, kind=kind, flat=values, bom=bom)
    form = _form(file, kind)
    if form is None:
        return Parsed(file=file, tool=tool, kind=kind, bom=bom)
    try:
        data = form.load(file.data)
    except FormatError as error:
        return Parsed(file=file, tool=tool, kind=kind, faults=_faults(file.data, form, error), bom=bom)
    return Parsed(file=file, tool=tool, kind=kind, data=data, flat=dict(_flatten(data, ())), bom=bom)


def _faults(data: bytes, form: Format, error: FormatError) -> tuple[FormatError, ...]:
    from taotoken_plugins._formats.json_format import STRICT_JSON, strict_faults

    if form is not STRICT_JSON or error.code != "json_syntax":
        return (error,)
    return strict_faults(data) or (error,)


def _form(file: FileFact, kind: Kind) -> Format | None:
    """How this very file is read: as its tool's declaration says, or as its name tells."""
    if kind not in ("json", "jsonc"):
        return format_of(kind)
    if file.form is not None:
        return file.form
    if _plain(file.path).endswith(_JSON5):
        from taotoken_plugins._formats.json_format import JSON5

        return JSON5
    return format_of(kind)


def format_of(kind: Kind) -> Format | None:
    """How a file of this kind is edited; None for what has no format."""
    if kind in ("json", "jsonc"):
        from taotoken_plugins._formats.json_format import JSONC, STRICT_JSON

        return STRICT_JSON if kind == "json" else JSONC
    if kind == "toml":
        from taotoken_plugins._formats.toml_format import TOML

        return TOML
    return None


def kind_of(path: str) -> Kind:
    """How the file at `path` is written, as its tool reads it."""
    name = _plain(path)
    if name.endswith((".jsonc", *_COMMENTED, *_JSON5)):
        return "jsonc"
    if name.endswith(".json"):
        return "json"
    if name.endswith(".toml"):
        return "toml"
    last = name.rpartition("/")[2]
    return "dotenv" if last == ".env" or last.startswith(".env.") or last.endswith(".env") else "other"


def _plain(path: str) -> str:
    return path.replace("\\", "/").lower()


def tool_of(path: str) -> str | None:
    """The tool whose folder `path` is in."""
    name = _plain(path)
    if "/.claude/" in f"/{name}" or name.endswith(".claude.json") or "claudecode/" in name or "claude-code/" in name:
        return "claude-code"
    if "/.codex/" in f"/{name}":
        return "codex"
    if "/.cline/" in f"/{name}" or name.endswith("cline_mcp_settings.json") or "claude-dev" in name:
        return "cline"
    return None


def _flatten(value: Any, path: Path) -> Iterator[tuple[str, tuple[Path, str]]]:
    name = ".".join(str(step) for step in path)
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flatten(item, (*path, str(key)))
    elif isinstance(value, list):
        if texts := [item for item in value if isinstance(item, str)]:
            yield name, (path, "\n".join(texts))
    elif isinstance(value, bool):
        yield name, (path, "true" if value else "false")
    elif isinstance(value, str | int | float):
        yield name, (path, str(value))


def dotenv_values(data: bytes) -> Iterator[tuple[str, str]]:
    """Names and values of a .env file; quotes that the file's reader takes off are off."""
    for line in data.removeprefix(BOM).decode("utf-8", "replace").splitlines():
        text = line.strip().removeprefix("export ").strip()
        name, sign, value = text.partition("=")
        if not sign or text.startswith("#") or not name.strip().isidentifier():
            continue
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        yield name.strip(), value


def _dotenv_line(data: bytes, name: str) -> int | None:
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if line.strip().removeprefix("export ").lstrip().startswith(f"{name}="):
            return number
    return None
