"""The machine we run on, refused in words where there is no working folder."""

from __future__ import annotations

from taotoken_cli._texts import common as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError


def this_machine() -> Host:
    """`Host.current()`; RefusedError when the folder we stand in is gone."""
    try:
        return Host.current()
    except FileNotFoundError as error:
        problem = Problem(code="cwd_missing", message=texts.CWD_MISSING(), next=texts.CWD_MISSING_NEXT())
        raise RefusedError(problem) from error
