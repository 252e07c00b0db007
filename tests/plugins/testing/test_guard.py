"""What stands between us and a third party's tool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from plugin_kit import DECLARATION
from taotoken._endpoint import Endpoint
from taotoken._message import Message, Text
from taotoken_plugins import ConfigFile, PluginFailedError, Problem, RefusedError, Select, Set, Tool
from taotoken_plugins._edit import EditConflictError
from taotoken_plugins._edit import Path as Steps
from taotoken_plugins._host import Host
from taotoken_plugins._third_party._declared import faults
from taotoken_plugins._third_party._guard import guarded
from taotoken_plugins._tool import Wanted

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
    whole = MADE_UP["declare"](file=given, small_model=lambda *_: None)
    assert list(faults(whole)) == []
    safe = guarded(whole, fail)

    refused = {name for name in functions(Tool) if list(faults(MADE_UP["declare"](**{name: lambda *_: None})))}
    assert refused == {"by_hand"}
    for name in functions(Tool) - refused:
        assert getattr(safe, name) is not getattr(whole, name), name
    for name in functions(ConfigFile):
        assert getattr(safe.files[0], name) is not getattr(whole.files[0], name), name


KEY = "plain-words-as-a-key"
WANTED = Wanted(endpoint=Endpoint(base_url="https://gateway.example", api_key=KEY, model="m"))
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A machine whose home is empty."""
    return replace(Host.current(), home=tmp_path, cwd=tmp_path, env={})


def edits_of(edits: Callable[..., Any], host: Host) -> Any:
    """What the guarded file gives for the edits of a third party."""
    safe = guarded(MADE_UP["declare"](file={"edits": edits}), fail)
    return safe.files[0].edits(WANTED, {}, host)


@pytest.mark.parametrize("value", [ENDLESS, float("nan"), float("inf"), 1 << 64, "\ud800", {"\udfff": 1}, (1,), b""])
def test_a_value_that_no_file_can_hold_is_the_plugins_fault(value: Any, host: Host) -> None:
    """It is refused with the plugin's name, before any format sees it."""
    with pytest.raises(PluginFailedError, match="plain values"):
        edits_of(lambda *_: [Set(("url",), value)], host)


@pytest.mark.parametrize("step", [Select("id", 5), Select(5, "id"), Select("id", "x", secret="yes"), 5])  # type: ignore[arg-type]
def test_a_step_of_other_types_is_the_plugins_fault(step: Any, host: Host) -> None:
    """In an edit as in a declaration."""
    path: Steps = ("url", step)
    with pytest.raises(PluginFailedError, match="plain values"):
        edits_of(lambda *_: [Set(path, "x")], host)
    assert [str(fault) for fault in faults(MADE_UP["declare"](file={"owned": (path,)}))]


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_path_that_no_file_system_has_is_the_plugins_fault(name: str, host: Host) -> None:
    """It is refused before it is looked up."""
    safe = guarded(MADE_UP["declare"](file={"path": lambda host: host.home / name}), fail)
    with pytest.raises(PluginFailedError, match="an absolute path"):
        safe.files[0].path(host)


def test_what_edits_raise_is_told_by_its_own_name_and_place(host: Host) -> None:
    """An author finds the line that failed."""

    def edits(*_: object) -> Any:
        raise LookupError(KEY)

    with pytest.raises(PluginFailedError, match=r"config\.edits raised LookupError at test_guard\.py:\d+") as caught:
        edits_of(edits, host)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [
        EditConflictError((KEY,), "object", "array"),
        EditConflictError(("a",), KEY, "array"),
        EditConflictError(("a", Select("id", KEY)), "object", "array"),
    ],
)
def test_a_conflict_that_tells_the_key_is_the_plugins_fault(error: EditConflictError, host: Host) -> None:
    """Only its type is said."""

    def edits(*_: object) -> Any:
        raise error

    with pytest.raises(PluginFailedError, match="raised EditConflictError") as caught:
        edits_of(edits, host)
    assert KEY not in str(caught.value)


def test_no_sentence_of_a_plugin_shows_the_key(host: Host) -> None:
    """Neither a refusal nor a note."""
    told = Text(en=f"see {KEY}", zh=f"见 {KEY}")()

    def refuses(*_: object) -> Any:
        raise RefusedError(Problem(code="odd", message=told, next=told))

    with pytest.raises(RefusedError) as caught:
        edits_of(refuses, host)
    (edit,) = edits_of(lambda *_: [Set(("key",), KEY, secret=True, note=told)], host)
    problem = caught.value.problems[0]
    for message in (problem.message, problem.next, edit.note):
        assert message is not None
        assert KEY not in message.render("en") + message.render("zh")
