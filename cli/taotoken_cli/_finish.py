"""The end of every command: the result as JSON or in words, and its exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from taotoken._message import Language
from taotoken_cli._app import App
from taotoken_cli._console import Console
from taotoken_cli._envelope import Status
from taotoken_cli._report import show_json, show_problems
from taotoken_plugins._problem import Problem


class Result(Protocol):
    """What every command's result has."""

    @property
    def status(self) -> Status: ...
    @property
    def changed(self) -> bool: ...
    @property
    def errors(self) -> Sequence[Problem]: ...
    @property
    def exit_code(self) -> int: ...


R = TypeVar("R", bound=Result)


def finish(
    app: App,
    command: str,
    result: R,
    *,
    as_json: bool,
    data: Callable[[R, Language], Mapping[str, Any]],
    show: Callable[[R, Console], None],
    top: Callable[[R, Language], Mapping[str, Any]] | None = None,
) -> int:
    """Show `result`; `data` is its JSON, `show` its words, `top` what stands beside `data`."""
    console = app.console
    if as_json:
        show_json(
            console,
            command,
            status=result.status,
            changed=result.changed,
            data=data(result, console.language),
            errors=result.errors,
            top=top(result, console.language) if top else None,
        )
    else:
        show(result, console)
        show_problems(console, result.errors)
    return result.exit_code
