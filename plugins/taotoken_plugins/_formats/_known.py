"""Every format by its name, loaded only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from taotoken_plugins._formats import Format

FORMATS: Final[Mapping[str, tuple[str, str]]] = {
    "json": ("json_format", "STRICT_JSON"),
    "json with comments": ("json_format", "JSON_COMMENTS"),
    "jsonc": ("json_format", "JSONC"),
    "json5": ("json_format", "JSON5"),
    "TOML": ("toml_format", "TOML"),
    "dotenv": ("dotenv_format", "DOTENV"),
    "yaml": ("yaml_format", "YAML"),
    "text": ("text_format", "TEXT"),
    "lines": ("lines_format", "TEXT_LINES"),
    "posix shell": ("shell_format", "POSIX"),
    "fish": ("shell_format", "FISH"),
    "powershell": ("shell_format", "POWERSHELL"),
    "sh exports": ("exports_format", "SH"),
    "fish exports": ("exports_format", "FISH"),
    "powershell exports": ("exports_format", "POWERSHELL"),
}


def find_format(name: str) -> Format | None:
    """The format called `name`, None when this version doesn't know it."""
    if name not in FORMATS:
        return None
    from importlib import import_module

    module, attribute = FORMATS[name]
    found: Format = getattr(import_module(f"taotoken_plugins._formats.{module}"), attribute)
    return found
