"""What stands between us and a third party's tool."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from plugin_kit import DECLARATION
from taotoken._message import Message
from taotoken_plugins import ConfigFile, PluginFailedError, Problem, Tool
from taotoken_plugins._third_party._declared import faults
from taotoken_plugins._third_party._guard import guarded

MADE_UP: dict[str, Any] = {}
exec(DECLARATION, MADE_UP)


def fail(reason: Message) -> PluginFailedError:
    """The error of a plugin."""
    return PluginFailedError(Problem(code="plugin_broken", message=reason))


def functions(kind: type) -> set[str]:
    """The fields that hold functions."""
    return {field.name for field in fields(kind) if "Callable" in str(field.type)}


def test_every_function_of_a_tool_is_guarded() -> None:
    """Whatever field is added to a declaration: what it holds is wrapped, or is refused."""
    given = {name: lambda *_: None for name in functions(ConfigFile)}
    whole = MADE_UP["declare"](file=given)
    assert list(faults(whole)) == []
    safe = guarded(whole, fail)

    refused = {name for name in functions(Tool) if list(faults(MADE_UP["declare"](**{name: lambda *_: None})))}
    assert refused == {"by_hand"}
    for name in functions(Tool) - refused:
        assert getattr(safe, name) is not getattr(whole, name), name
    for name in functions(ConfigFile):
        assert getattr(safe.files[0], name) is not getattr(whole.files[0], name), name
