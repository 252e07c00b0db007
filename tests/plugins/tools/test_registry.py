"""The list of tools, and our own profile."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from taotoken._protocol import Protocol
from taotoken_plugins._apply import apply
from taotoken_plugins._edit import Edit, Remove, Select, Set
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._profile import read_profile
from taotoken_plugins._registry import BUILTIN, OWN, get_tool, tool_ids
from taotoken_plugins._status import status
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Tool, Wanted

KEY = "sk-demo-7f3a"
MakeWanted = Callable[..., Wanted]


def test_ids() -> None:
    """The first three come first, each id is there once; our own profile is not offered."""
    assert tool_ids()[:3] == ("claude-code", "codex", "cline")
    assert len(set(tool_ids())) == len(tool_ids())
    assert [get_tool(name).id for name in tool_ids()] == list(tool_ids())
    assert OWN not in BUILTIN


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("claude", "claude-code"), ("Claude_Code", "claude-code"), ("codx", "codex"), ("clin", "cline"), ("zzz", None)],
)
def test_unknown_tool_names_the_nearest(name: str, nearest: str | None) -> None:
    """A typo gets a suggestion, nonsense gets the list."""
    with pytest.raises(RefusedError) as refused:
        get_tool(name)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("unknown_tool", "TOOL")
    assert "claude-code, codex, cline" in str(problem.message)
    assert (problem.next is None) is (nearest is None)
    assert nearest is None or nearest in str(problem.next)


@pytest.mark.parametrize("tool", [*BUILTIN, OWN], ids=lambda tool: tool.id)
@pytest.mark.parametrize("header", ["bearer", "x-api-key"])
@pytest.mark.parametrize("options", [{}, {"codex-auth": "auth-json"}])
def test_edits_stay_within_what_is_declared(
    tool: Tool, header: str, options: dict[str, str], wanted: MakeWanted, host: Host
) -> None:
    """Every edit, on an empty file, lies below an owned path, and every key is marked as one."""
    for file in tool.files:
        for edit in file.edits(wanted(auth_header=header, options=options), {}, host):
            assert any(edit.path[: len(path)] == path for path in file.owned), edit.path
            values = [step.value for step in edit.path if isinstance(step, Select)]
            values += [edit.value] if isinstance(edit, Set) else []
            assert edit.secret or KEY not in values, edit.path


@pytest.mark.parametrize("tool", [*BUILTIN, OWN], ids=lambda tool: tool.id)
def test_no_key_in_reprs(tool: Tool, wanted: MakeWanted, host: Host) -> None:
    """What ends in a log or a traceback shows no key."""
    want = wanted()
    made = plan([(tool, want)], host)
    assert KEY not in repr(want)
    apply(made, host)
    assert KEY not in repr(status(tool, host))


def test_texts_have_both_languages() -> None:
    """Every reason and warning is there in both languages (placeholders are compared elsewhere)."""
    assert texts.CONFLICT().render("zh") != texts.CONFLICT().render("en")
    assert isinstance(Remove(("a",), texts.CONFLICT()).reason.render("zh"), str)


# Our own profile ------------------------------------------------------------------------------------------


def test_profile_is_written_and_read(wanted: MakeWanted, host: Host) -> None:
    """What set-up stored comes back; the file is private; a root that is no longer given goes."""
    assert read_profile(host) is None
    apply(plan([(OWN, wanted(messages_base_url="https://gw.example/anthropic"))], host), host)
    profile = read_profile(host)
    assert profile is not None
    assert (profile.base_url, profile.api_key, profile.model) == ("https://gw.example/api", KEY, "demo-large")
    assert profile.messages_base_url == "https://gw.example/anthropic"
    assert KEY not in repr(profile)
    assert (host.config_dir / "profile.json").stat().st_mode & 0o777 == 0o600
    assert host.config_dir.stat().st_mode & 0o777 == 0o700
    apply(plan([(OWN, wanted())], host), host)
    assert json.loads((host.config_dir / "profile.json").read_bytes()) == {
        "base_url": "https://gw.example/api",
        "api_key": KEY,
        "model": "demo-large",
    }
    assert status(OWN, host).api_key == KEY


@pytest.mark.parametrize("text", ["{", "[]", '{"base_url": 5}'])
def test_a_broken_profile_is_refused_with_the_way_out(text: str, host: Host) -> None:
    """Named with its file and what to do."""
    host.config_dir.mkdir(parents=True)
    (host.config_dir / "profile.json").write_text(text)
    with pytest.raises(RefusedError) as refused:
        read_profile(host)
    (problem,) = refused.value.problems
    assert problem.code == "profile_invalid"
    assert problem.next is not None


@pytest.mark.parametrize("tool", BUILTIN, ids=lambda tool: tool.id)
def test_declared_choices_are_those_that_count(tool: Tool, wanted: MakeWanted, host: Host) -> None:
    """Each declared protocol and size changes what is written and no other does; the default protocol comes first."""
    usual = _written(tool, wanted(), host)
    protocols: tuple[Protocol, ...] = ("chat", "responses", "messages")
    by_protocol = {name: _written(tool, wanted(options={"protocol": name}), host) for name in protocols}
    by_size = {name: _written(tool, wanted(options={name: "1234"}), host) for name in ("context-window", "max-output")}

    assert tool.protocols[:1] in ((), (tool.protocol,))
    for name in tool.protocols:
        assert (by_protocol[name] == usual) is (name == tool.protocol)
        assert by_protocol[name] is not None
    assert all(edits in (usual, None) for name, edits in by_protocol.items() if name not in tool.protocols)
    assert {name for name, edits in by_size.items() if edits != usual} == set(tool.sizes)


def _written(tool: Tool, wanted: Wanted, host: Host) -> list[Edit] | None:
    """All edits on empty files; None where it is refused. Times apart, they are the same each time."""
    try:
        return [edit for file in tool.files for edit in file.edits(wanted, {}, host)]
    except RefusedError:
        return None
