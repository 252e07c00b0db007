"""Tools, safe config editing and diagnosis.

A tool is data plus pure functions (`Tool`, `ConfigFile`); changing its files goes `plan` → `diff` → `apply`,
and back with `undo`. Names are imported on first use, so that a command pays only for what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taotoken_plugins._apply import apply, recover
    from taotoken_plugins._diff import diff
    from taotoken_plugins._edit import MISSING, Edit, EditConflictError, Remove, Select, Set
    from taotoken_plugins._formats import Format, FormatError, Position
    from taotoken_plugins._host import Host
    from taotoken_plugins._journal import broken_records, prune, runs
    from taotoken_plugins._plan import AppliedEdit, Change, Plan, Unchanged, plan
    from taotoken_plugins._problem import (
        ChangedMeanwhileError,
        Problem,
        ProblemError,
        RefusedError,
        WriteFailedError,
    )
    from taotoken_plugins._run import Run, RunFile
    from taotoken_plugins._tool import AuthHeader, ConfigFile, Effective, Installed, Source, Tool, Wanted
    from taotoken_plugins._undo import UndoneFile, UndoPlan, UndoResult, plan_undo, undo

_HOMES = {
    "_apply": ("apply", "recover"),
    "_diff": ("diff",),
    "_edit": ("MISSING", "Edit", "EditConflictError", "Remove", "Select", "Set"),
    "_formats": ("Format", "FormatError", "Position"),
    "_host": ("Host",),
    "_journal": ("broken_records", "prune", "runs"),
    "_plan": ("AppliedEdit", "Change", "Plan", "Unchanged", "plan"),
    "_problem": ("ChangedMeanwhileError", "Problem", "ProblemError", "RefusedError", "WriteFailedError"),
    "_run": ("Run", "RunFile"),
    "_tool": ("AuthHeader", "ConfigFile", "Effective", "Installed", "Source", "Tool", "Wanted"),
    "_undo": ("UndoPlan", "UndoResult", "UndoneFile", "plan_undo", "undo"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "MISSING",
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
    "Plan",
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
    "Tool",
    "Unchanged",
    "UndoPlan",
    "UndoResult",
    "UndoneFile",
    "Wanted",
    "WriteFailedError",
    "apply",
    "broken_records",
    "diff",
    "plan",
    "plan_undo",
    "prune",
    "recover",
    "runs",
    "undo",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
