"""Tools, safe config editing and diagnosis.

A tool is data plus pure functions (`Tool`, `ConfigFile`); changing its files goes `plan` → `diff` → `apply`,
and back with `undo`. Names are imported on first use, so that a command pays only for what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taotoken._message import Message, Text
    from taotoken_plugins._apply import apply, recover
    from taotoken_plugins._detect import detect_npm, detect_pip, find_program
    from taotoken_plugins._diff import diff
    from taotoken_plugins._edit import MISSING, Edit, EditConflictError, Remove, Select, Set
    from taotoken_plugins._formats import Format, FormatError, Position
    from taotoken_plugins._formats.dotenv_format import DOTENV
    from taotoken_plugins._formats.json_format import JSON5, JSONC, STRICT_JSON
    from taotoken_plugins._formats.text_format import TEXT
    from taotoken_plugins._formats.toml_format import TOML
    from taotoken_plugins._formats.yaml_format import YAML
    from taotoken_plugins._host import Host
    from taotoken_plugins._journal import broken_records, prune, runs
    from taotoken_plugins._plan import AppliedEdit, Change, Plan, Unchanged, plan
    from taotoken_plugins._problem import (
        ChangedMeanwhileError,
        PluginFailedError,
        Problem,
        ProblemError,
        RefusedError,
        WriteFailedError,
    )
    from taotoken_plugins._run import Run, RunFile
    from taotoken_plugins._tool import API, AuthHeader, ConfigFile, Effective, Installed, Source, Tool, Wanted
    from taotoken_plugins._undo import UndoneFile, UndoPlan, UndoResult, plan_undo, undo
    from taotoken_plugins.tools._choices import (
        chosen_base,
        chosen_protocol,
        context_window,
        max_output,
        small_model,
    )
    from taotoken_plugins.tools._read import env_source, file_source, load, rc_sources
    from taotoken_plugins.tools._settle import effective_from

_HOMES = {
    "taotoken._message": ("Message", "Text"),
    "._apply": ("apply", "recover"),
    "._detect": ("detect_npm", "detect_pip", "find_program"),
    "._diff": ("diff",),
    "._edit": ("MISSING", "Edit", "EditConflictError", "Remove", "Select", "Set"),
    "._formats": ("Format", "FormatError", "Position"),
    "._formats.dotenv_format": ("DOTENV",),
    "._formats.json_format": ("JSON5", "JSONC", "STRICT_JSON"),
    "._formats.text_format": ("TEXT",),
    "._formats.toml_format": ("TOML",),
    "._formats.yaml_format": ("YAML",),
    "._host": ("Host",),
    "._journal": ("broken_records", "prune", "runs"),
    "._plan": ("AppliedEdit", "Change", "Plan", "Unchanged", "plan"),
    "._problem": (
        "ChangedMeanwhileError", "PluginFailedError", "Problem", "ProblemError", "RefusedError", "WriteFailedError",
    ),
    "._run": ("Run", "RunFile"),
    "._tool": ("API", "AuthHeader", "ConfigFile", "Effective", "Installed", "Source", "Tool", "Wanted"),
    "._undo": ("UndoPlan", "UndoResult", "UndoneFile", "plan_undo", "undo"),
    ".tools._choices": ("chosen_base", "chosen_protocol", "context_window", "max_output", "small_model"),
    ".tools._read": ("env_source", "file_source", "load", "rc_sources"),
    ".tools._settle": ("effective_from",),
}  # fmt: skip
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "API",
    "DOTENV",
    "JSON5",
    "JSONC",
    "MISSING",
    "STRICT_JSON",
    "TEXT",
    "TOML",
    "YAML",
    "AppliedEdit",
    "AuthHeader",
    "Change",
    "ChangedMeanwhileError",
    "ConfigFile",
    "Edit",
    "EditConflictError",
    "Effective",
    "Format",
    "FormatError",
    "Host",
    "Installed",
    "Message",
    "Plan",
    "PluginFailedError",
    "Position",
    "Problem",
    "ProblemError",
    "RefusedError",
    "Remove",
    "Run",
    "RunFile",
    "Select",
    "Set",
    "Source",
    "Text",
    "Tool",
    "Unchanged",
    "UndoPlan",
    "UndoResult",
    "UndoneFile",
    "Wanted",
    "WriteFailedError",
    "apply",
    "broken_records",
    "chosen_base",
    "chosen_protocol",
    "context_window",
    "detect_npm",
    "detect_pip",
    "diff",
    "effective_from",
    "env_source",
    "file_source",
    "find_program",
    "load",
    "max_output",
    "plan",
    "plan_undo",
    "prune",
    "rc_sources",
    "recover",
    "runs",
    "small_model",
    "undo",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOME_OF[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
