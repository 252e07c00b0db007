"""From an entry point to a tool that can be used."""

from __future__ import annotations

from collections.abc import Callable

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._problem import PluginFailedError, Problem
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._third_party._declared import faults
from taotoken_plugins._third_party._entries import Entry
from taotoken_plugins._third_party._guard import guarded
from taotoken_plugins._third_party._quiet import FailedError, call
from taotoken_plugins._tool import Tool


def load_entry(entry: Entry) -> Tool:
    """Import the tool. Raises PluginFailedError where that fails, or where its declaration can't be used."""
    fail = failing(entry)
    try:
        tool = call(entry.point.load)
        fault = call(_first_fault, tool, entry.id)  # showing what it holds runs its code too
    except FailedError as error:
        reason = texts.IMPORT_RAISED(name=safe_text(error.name, 60), text=safe_text(error.text, 200) or "-")
        raise fail(reason) from None
    if fault is not None:
        raise fail(fault)
    return guarded(tool, fail)


def _first_fault(tool: object, tool_id: str) -> Message | None:
    return next(faults(tool, tool_id), None)


def failing(entry: Entry) -> Callable[[Message], PluginFailedError]:
    """Makes the error of this plugin from a reason."""

    def fail(reason: Message) -> PluginFailedError:
        return PluginFailedError(plugin_problem(entry.id, entry.distribution, entry.version, reason))

    return fail


def plugin_problem(tool_id: str, distribution: str, version: str, reason: Message) -> Problem:
    """A plugin that can't be used, and why."""
    message = texts.BROKEN(tool=tool_id, distribution=distribution, version=version, reason=reason)
    following = texts.BROKEN_NEXT(tool=tool_id, distribution=distribution)
    return Problem(code="plugin_broken", message=message, tool=tool_id, next=following)
