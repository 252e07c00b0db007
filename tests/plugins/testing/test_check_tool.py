"""The shared test driver: our own tools pass, and every broken promise is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plugin_kit import DECLARATION
from taotoken_plugins import ConfigFile, Effective, Host, Remove, Select, Set, Source, Text, Tool, Wanted
from taotoken_plugins._registry import BUILTIN
from taotoken_plugins.testing import check_tool

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
MADE_UP: dict[str, Any] = {}
exec(DECLARATION, MADE_UP)
NAMES: dict[str, tuple[str, ...]] = MADE_UP["NAMES"]
EFFECTIVE: Callable[..., Effective] = MADE_UP["effective"]
SOURCES: Callable[[Host], tuple[Source, ...]] = MADE_UP["sources"]


def declare(**changes: Any) -> Tool:
    """The made-up tool of the plugin tests."""
    tool: Tool = MADE_UP["declare"](**changes)
    return tool


def edits(wanted: Wanted, document: Any, host: Host) -> list[Any]:
    """What it writes."""
    found: list[Any] = MADE_UP["edits"](wanted, document, host)
    return found


def lived_in(tool: Tool) -> dict[str, list[bytes]]:
    """By file id, what the tool's goldens begin with."""
    host = Host.current()
    names = {file.id: file.path(host).relative_to(host.home) for file in tool.files if _below_home(file, host)}
    cases = sorted((GOLDEN / tool.id).glob("before-*"))
    return {
        file_id: [(case / name).read_bytes() for case in cases if (case / name).is_file()]
        for file_id, name in names.items()
    }


def _below_home(file: ConfigFile, host: Host) -> bool:
    return file.path(host).is_relative_to(host.home)


@pytest.mark.parametrize("tool", BUILTIN, ids=lambda tool: tool.id)
def test_our_own_tools_keep_the_promises(tool: Tool) -> None:
    """The driver that others use, from nothing, from foreign settings, and from what people have."""
    check_tool(tool, files=lived_in(tool))


def test_the_made_up_tool_keeps_them() -> None:
    """So every failure below is one of its own."""
    check_tool(declare(), files={"config": [b'{\n  "theme": "dark",\n  "url": "https://old.example/v1"\n}\n']})


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
CALLS = iter(range(1_000_000))
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "an API of the future": ({"api": 2}, "version 2"),
    "no text in Chinese": ({"after": Text(en="Start it", zh=" ")()}, "both languages"),
    "a built-in's id": ({"id": "codex"}, "built in"),
    "a place outside": ({"file": {"path": lambda host: Path("/etc/acme.json")}}, "does not lie below"),
    "a place of chance": (
        {"file": {"path": lambda host: host.home / f".acme{next(CALLS)}.json"}}, "is not the same twice",
    ),
    "edits of chance": (
        {"file": {"edits": lambda *a: [*edits(*a), Set(("url",), str(next(CALLS)))]}}, "edits are pure",
    ),
    "a changed document": (
        {"file": {"edits": lambda wanted, document, host: document.clear() or edits(wanted, document, host)}},
        "edits are pure",
    ),
    "more than it owns": ({"file": {"edits": lambda *a: [*edits(*a), Set(("theme",), "light")]}}, "what is owned"),
    "a key that is shown": ({"file": {"edits": lambda w, *a: [Set(("key",), w.endpoint.api_key)]}}, "marked as secret"),
    "a removal without reason": (
        {"file": {"edits": lambda *a: [*edits(*a)[:2], Remove(("model",), Text(en="x", zh="")())]}}, "a reason",
    ),
    "no end of data": ({"file": {"edits": lambda *a: [*edits(*a), Set(("model",), ENDLESS)]}}, "plain data"),
    "a step of another type": (
        {"file": {"edits": lambda *a: [*edits(*a), Set(("model", Select("id", 5)), "x")]}}, "plain data",  # type: ignore[arg-type]
    ),
    "a command in one word": ({"headless": lambda prompt: f"acme {prompt}"}, "headless gives"),
    "a number for a URL": ({"tool_base_url": lambda endpoint: 5}, "tool_base_url gives"),
    "no plain data": ({"file": {"edits": lambda *a: [*edits(*a), Set(("model",), {1: 2})]}}, "plain data"),
    "a file others can read": ({"file": {"private": False}}, "is private"),
    "a stamp at every run": (
        {"file": {"edits": lambda w, d, h: [*edits(w, d, h), Set(("model",), f"{d.get('model', '')}x")]}},
        "a second set-up changes nothing",
    ),
    "a model it doesn't read": (
        {"effective": lambda s, h: Effective(base_url=EFFECTIVE(s, h).base_url, api_key=EFFECTIVE(s, h).api_key)},
        "reading gives back",
    ),
    "a URL it spells otherwise": ({"tool_base_url": lambda endpoint: endpoint.base_url}, "base_url"),
    "a list of sources": ({"sources": lambda host: list(SOURCES(host))}, "tuple of Source"),
    "a dict for effective": ({"effective": lambda s, h: {}}, "an Effective"),
    "a word for installed": ({"detect": lambda host: "yes"}, "Installed or None"),
    "a warning in one language": ({"warnings": lambda host: (Text(en="Careful", zh="")(),)}, "warnings"),
    "an old key left": (
        {"file": {
            "edits": lambda w, d, h: [*edits(w, d, h), Set(("old",), d.get("key") or w.endpoint.api_key, secret=True)]
            if d.get("old") is None else edits(w, d, h),
            "owned": (*NAMES.values(), ("old",)),
        }},
        "takes over whole",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "named"), BROKEN.values(), ids=BROKEN)
def test_a_broken_promise_is_named(changes: dict[str, Any], named: str) -> None:
    """Each by itself, with the tool's id."""
    copied = {name: dict(value) if name == "file" else value for name, value in changes.items()}
    with pytest.raises(AssertionError, match=r"^(acme|codex): ") as failed:
        check_tool(declare(**copied))
    assert named in str(failed.value)


@pytest.mark.parametrize("files", [{"other": [b"{}"]}, {"config": b"{}"}, {"config": ["{}"]}])
def test_contents_that_would_not_be_tried_are_named(files: Any) -> None:
    """A slip in the file's id, or text in place of bytes: nobody believes that real contents were tested."""
    with pytest.raises(AssertionError, match=r"^acme: files: '(other|config)'"):
        check_tool(declare(), files=files)


def test_what_is_no_tool_at_all_is_named() -> None:
    """As at its import in real life."""
    with pytest.raises(AssertionError, match="leads to a dict, not to a"):
        check_tool({})  # type: ignore[arg-type] # as an author may


def test_contents_that_the_tool_could_not_read_either_are_refused() -> None:
    """A set-up leaves them alone, which is what is promised."""
    check_tool(declare(), files={"config": [b"{not json"]})


def test_a_failure_shows_no_key() -> None:
    """Not even the driver's own."""
    other = declare(
        effective=lambda s, h: Effective(base_url=EFFECTIVE(s, h).base_url, api_key="sk-something-else-0001")
    )
    with pytest.raises(AssertionError) as failed:
        check_tool(other)
    assert "sk-" not in str(failed.value)
