"""Cline: the provider file, entries that would make Cline discard it, the extension's files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import get_tool
from taotoken_plugins._status import status
from taotoken_plugins._undo import undo

TOOL = get_tool("cline")
KEY = "sk-demo-7f3a"
STAMP = "2026-12-01T08:30:00.250Z"
ENTRY = {
    "settings": {
        "provider": "openai-compatible",
        "apiKey": KEY,
        "model": "demo-large",
        "baseUrl": "https://gw.example/api/v1",
    },
    "updatedAt": STAMP,
    "tokenSource": "manual",
}
SetUp = Callable[..., Plan]
MakeHost = Callable[..., Host]


def data_dir(host: Host) -> Path:
    return host.home / ".cline" / "data"


def providers(host: Host) -> Path:
    return data_dir(host) / "settings" / "providers.json"


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8", newline="")
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


def other(**more: Any) -> dict[str, Any]:
    settings = {"provider": "anthropic", "apiKey": "sk-old-1"}
    return {"settings": settings, "updatedAt": "2026-01-01T00:00:00.000Z", **more}


def entry(**settings: Any) -> dict[str, Any]:
    return {"settings": {"provider": "anthropic", **settings}, "updatedAt": "2026-01-01T00:00:00Z"}


def test_fresh_file(host: Host, set_up: SetUp) -> None:
    """What `cline auth` itself would have written, private."""
    set_up("cline", host)
    assert read(providers(host)) == {
        "version": 1,
        "lastUsedProvider": "openai-compatible",
        "modes": {},
        "providers": {"openai-compatible": ENTRY},
    }
    assert providers(host).stat().st_mode & 0o777 == 0o600
    assert {path.name for path in data_dir(host).iterdir()} == {"settings"}


def test_other_providers_and_fields_stay(host: Host, set_up: SetUp) -> None:
    """Another provider's key, an unknown field and our entry's other fields are the user's."""
    mine = {"settings": {"headers": {"X-Team": "blue", "x-API-key": "sk-old-2"}, "contextWindow": 5}, "updatedAt": "x"}
    write(providers(host), {"version": 1, "more": 2, "providers": {"anthropic": other(), "openai-compatible": mine}})
    plan = set_up("cline", host)
    data = read(providers(host))
    assert (data["version"], data["more"]) == (1, 2)
    assert "modes" not in data
    assert data["providers"]["anthropic"] == other()
    assert data["providers"]["openai-compatible"]["settings"] == {
        **ENTRY["settings"],  # type: ignore[dict-item]
        "headers": {"X-Team": "blue"},
        "contextWindow": 5,
    }
    (note,) = (str(note) for change in plan.changes for note in change.notes if "headers" in str(note))
    assert note == "removes providers.openai-compatible.settings.headers.x-API-key (it carries another key)"


def test_a_second_run_later_changes_nothing(host: Host, set_up: SetUp) -> None:
    """The stamp moves only with another value; the tool's own rewrite doesn't count as a change."""
    set_up("cline", host)
    data = read(providers(host))
    data["providers"]["openai-compatible"]["updatedAt"] = "2026-12-05T00:00:00.000Z"
    write(providers(host), json.dumps(data, indent=2) + "\n")
    later = replace(host, now=host.now + timedelta(days=9))
    assert set_up("cline", later).changes == ()
    set_up("cline", later, model="demo-small")
    assert read(providers(host))["providers"]["openai-compatible"]["updatedAt"] == "2026-12-10T08:30:00.250Z"


def test_undo_after_the_tool_rewrote_the_file(host: Host, set_up: SetUp) -> None:
    """Cline stamps and formats the file at every start: undo of a fresh set-up still leaves nothing behind."""
    set_up("cline", host)
    data = read(providers(host))
    data["providers"]["openai-compatible"]["updatedAt"] = "2026-12-05T00:00:00.000Z"
    write(providers(host), json.dumps(data, indent=2) + "\n")
    undo(host)
    assert not data_dir(host).exists()


@pytest.mark.parametrize("before", [None, "{}", '{"version": 1, "providers": {}}'])
@pytest.mark.parametrize("ours", [{}, {"timeout": 5}])
def test_undo_leaves_a_file_that_cline_accepts(
    before: str | None, ours: dict[str, Any], host: Host, set_up: SetUp
) -> None:
    """What the user added in Cline survives undo, and with it what the file needs to be valid."""
    if before is not None:
        write(providers(host), before)
    set_up("cline", host)
    data = read(providers(host))
    data["lastUsedProvider"] = "anthropic"
    data["providers"]["anthropic"] = other()
    data["providers"]["openai-compatible"]["settings"] |= ours
    write(providers(host), data)
    undo(host)
    left = read(providers(host))
    mine = {"openai-compatible": entry(provider="openai-compatible", **ours) | {"updatedAt": STAMP}} if ours else {}
    assert left["providers"] == {"anthropic": other(), **mine}
    assert left["version"] == 1
    assert [str(problem) for problem in status(TOOL, host).problems] == [
        "No base URL is set: Cline talks to api.anthropic.com."
    ]


def test_a_missing_stamp_is_added(host: Host, set_up: SetUp) -> None:
    """Without updatedAt Cline discards the file: it is set even when nothing else changes."""
    set_up("cline", host)
    data = read(providers(host))
    del data["providers"]["openai-compatible"]["updatedAt"]
    write(providers(host), data)
    set_up("cline", host)
    assert read(providers(host))["providers"]["openai-compatible"] == ENTRY


def test_another_entry_that_spoils_the_file_is_refused(host: Host, set_up: SetUp) -> None:
    """Cline would overwrite such a file with all its keys: refused, named, unchanged."""
    spoiled = other()
    del spoiled["updatedAt"]
    before = write(providers(host), {"providers": {"anthropic": spoiled}}).read_bytes()
    with pytest.raises(RefusedError) as refused:
        set_up("cline", host)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("config_invalid", "providers.anthropic.updatedAt")
    assert STAMP in str(problem.next)
    assert providers(host).read_bytes() == before


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"version": 2}, "version"),
        ({"version": "1"}, "version"),
        ({"version": None}, "version"),
        ({"modes": 5}, "modes"),
        ({"providers": {"anthropic": None}}, "providers.anthropic"),
        ({"providers": {"anthropic": {"updatedAt": STAMP}}}, "providers.anthropic.settings"),
        ({"providers": {"anthropic": entry() | {"updatedAt": "yesterday"}}}, "providers.anthropic.updatedAt"),
        (
            {"providers": {"anthropic": entry() | {"updatedAt": "2026-01-01T00:00:00+08:00"}}},
            "providers.anthropic.updatedAt",
        ),
        ({"providers": {"x": {"settings": {"apiKey": "k"}, "updatedAt": STAMP}}}, "providers.x.settings.provider"),
        ({"providers": {"anthropic": entry(baseUrl="nope")}}, "providers.anthropic.settings.baseUrl"),
        ({"providers": {"anthropic": entry(baseUrl="")}}, "providers.anthropic.settings.baseUrl"),
        ({"providers": {"anthropic": entry(headers={"A": 5})}}, "providers.anthropic.settings.headers"),
        ({"providers": {"anthropic": entry(timeout=-1)}}, "providers.anthropic.settings.timeout"),
        ({"providers": {"anthropic": entry(maxTokens="9")}}, "providers.anthropic.settings.maxTokens"),
        ({"providers": {"anthropic": entry(apiKey=None)}}, "providers.anthropic.settings.apiKey"),
    ],
)
def test_one_wrong_type_spoils_the_whole_file(more: Any, field: str, host: Host, set_up: SetUp) -> None:
    """Cline would throw the file away, our key with it: refused, the field named, status says so too."""
    before = write(providers(host), {"version": 1, "providers": {}, **more}).read_bytes()
    with pytest.raises(RefusedError) as refused:
        set_up("cline", host)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("config_invalid", field)
    assert providers(host).read_bytes() == before
    (told, *_) = (str(problem) for problem in status(TOOL, host).problems)
    assert f"{field} must be" in told


@pytest.mark.parametrize(
    "settings",
    [
        {"model": "", "timeout": 600000.0, "baseUrl": "localhost:1234", "auth": {}, "capabilities": ["x"]},
        {"protocol": "a-later-one", "reasoning": {"effort": "high"}, "more": [None]},
    ],
)
def test_what_cline_accepts_is_no_hindrance(settings: dict[str, Any], host: Host, set_up: SetUp) -> None:
    """Unusual but valid entries of other providers stay as they are."""
    write(providers(host), {"version": 1, "providers": {"anthropic": entry(**settings)}})
    set_up("cline", host)
    assert read(providers(host))["providers"]["anthropic"] == entry(**settings)
    assert status(TOOL, host).problems == ()


@pytest.mark.parametrize(
    ("ours", "left"),
    [
        ({"auth": {"accessToken": "at-old", "accountId": "a"}}, {"auth": {"accountId": "a"}}),
        ({"auth": None}, {}),
        ({"headers": None}, {}),
        ({"headers": {"A": 1}}, {}),
    ],
)
def test_a_login_or_broken_headers_in_our_entry_go(ours: Any, left: Any, host: Host, set_up: SetUp) -> None:
    """A login's token beats apiKey; headers of the wrong type would spoil the file. Undo brings them back."""
    before = write(
        providers(host), {"version": 1, "providers": {"openai-compatible": {"settings": ours, "updatedAt": "x"}}}
    ).read_bytes()
    set_up("cline", host)
    wanted = {**ENTRY["settings"], **left}  # type: ignore[dict-item]
    assert read(providers(host))["providers"]["openai-compatible"] == {**ENTRY, "settings": wanted}
    undo(host)
    assert providers(host).read_bytes() == before


@pytest.mark.parametrize("text", ['{"version": 1,}', "[]", '{"providers": []}'])
def test_a_file_cline_would_overwrite_is_refused(text: str, host: Host, set_up: SetUp) -> None:
    """Unparsable or of another shape: nothing is written."""
    write(providers(host), text)
    with pytest.raises(RefusedError):
        set_up("cline", host)
    assert providers(host).read_text() == text


@pytest.mark.parametrize(
    ("env", "place"),
    [
        ({"CLINE_DIR": "c"}, "c/data/settings/providers.json"),
        ({"CLINE_DIR": "c", "CLINE_DATA_DIR": "d"}, "d/settings/providers.json"),
        ({"CLINE_DATA_DIR": "d", "CLINE_PROVIDER_SETTINGS_PATH": "p.json"}, "p.json"),
    ],
)
def test_c24_the_folder_can_be_moved(
    env: dict[str, str], place: str, make_host: MakeHost, set_up: SetUp, tmp_path: Path
) -> None:
    """C24: Cline's own variables, strongest last."""
    host = make_host(env={name: str(tmp_path / "x" / value) for name, value in env.items()})
    set_up("cline", host)
    assert read(tmp_path / "x" / place)["providers"]["openai-compatible"] == ENTRY
    assert not (host.home / ".cline").exists()
    assert status(TOOL, host).api_key == KEY


def test_mcp_file_is_never_touched(host: Host, set_up: SetUp) -> None:
    """It holds other servers' tokens."""
    mcp = write(data_dir(host) / "settings" / "cline_mcp_settings.json", '{"mcpServers": {"a": {"env": {"T": "t"}}}}')
    before = mcp.read_bytes(), mcp.stat().st_mtime_ns
    set_up("cline", host)
    undo(host)
    assert (mcp.read_bytes(), mcp.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    "sign",
    [
        ".cline/data/globalState.json",
        ".cline/data/secrets.json",
        ".vscode/extensions/saoudrizwan.claude-dev-4.1.0/package.json",
    ],
)
def test_the_extensions_files_only_where_it_is(sign: str, host: Host, set_up: SetUp) -> None:
    """Both legacy files are written when the extension or its files are there, and that is told."""
    write(host.home / sign, '{"keep": 1}')
    (told,) = map(str, TOOL.warnings(host))
    assert "not proved by running" in told
    set_up("cline", host)
    assert read(data_dir(host) / "secrets.json")["openAiApiKey"] == KEY
    assert (data_dir(host) / "secrets.json").stat().st_mode & 0o777 == 0o600
    state = read(data_dir(host) / "globalState.json")
    assert {name: value for name, value in state.items() if name != "keep"} == {
        "actModeApiProvider": "openai",
        "planModeApiProvider": "openai",
        "openAiBaseUrl": "https://gw.example/api/v1",
        "actModeOpenAiModelId": "demo-large",
        "planModeOpenAiModelId": "demo-large",
    }


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("linux", {}, ".config"),
        ("darwin", {}, "Library/Application Support"),
        ("win32", {}, "AppData/Roaming"),
    ],
)
def test_the_extension_is_found_by_its_storage(
    platform: str, env: dict[str, str], folder: str, make_host: MakeHost
) -> None:
    """VS Code's storage folder is a sign of the extension, on every platform."""
    host = make_host(platform=platform, env=env)
    assert list(TOOL.warnings(host)) == []
    (host.home / folder / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev").mkdir(parents=True)
    assert len(list(TOOL.warnings(host))) == 1


# What the tool uses ---------------------------------------------------------------------------------------


def test_effective_after_set_up(host: Host, set_up: SetUp) -> None:
    """The inverse of writing."""
    set_up("cline", host)
    effective = status(TOOL, host)
    assert effective.endpoint_url == "https://gw.example/api/v1/chat/completions"
    assert (effective.api_key, effective.model, effective.auth_headers) == (KEY, "demo-large", ("bearer",))
    assert {source.path for source in effective.origin.values()} == {providers(host)}
    assert effective.problems == ()


@pytest.mark.parametrize(
    ("provider", "url", "headers"),
    [
        ("anthropic", "https://p.example/v1/messages", ("x-api-key",)),
        ("openai-native", "https://p.example/v1/responses", ("bearer",)),
        ("openrouter", None, ("bearer",)),
    ],
)
def test_other_providers_routes(provider: str, url: str | None, headers: tuple[str, ...], host: Host) -> None:
    """Each provider has its own path and header; an unknown one has no known URL."""
    found = entry(provider=provider, apiKey="sk-p", baseUrl="https://p.example/v1/")
    write(providers(host), {"version": 1, "lastUsedProvider": provider, "providers": {provider: found}})
    effective = status(TOOL, host)
    assert (effective.endpoint_url, effective.auth_headers) == (url, headers)


def test_a_stray_variable_stands_in_for_a_missing_key(make_host: MakeHost, set_up: SetUp) -> None:
    """OPENAI_API_KEY reaches the gateway only where no key is stored."""
    host = make_host(env={"OPENAI_API_KEY": "sk-env"})
    write(
        providers(host),
        {
            "version": 1,
            "lastUsedProvider": "openai-compatible",
            "providers": {
                "openai-compatible": {
                    "settings": {"provider": "openai-compatible", "baseUrl": "https://p.example/v1"},
                    "updatedAt": STAMP,
                }
            },
        },
    )
    assert (status(TOOL, host).api_key, status(TOOL, host).origin["api_key"].kind) == ("sk-env", "env")
    set_up("cline", host)
    effective = status(TOOL, host)
    assert effective.api_key == KEY
    assert [(name, source.kind) for name, source in effective.shadowed] == [("api_key", "env")]


def test_a_broken_file_is_named(host: Host) -> None:
    """Cline takes it for empty; so do we, and say so."""
    write(providers(host), '{"providers": {},}')
    effective = status(TOOL, host)
    assert effective.base_url is None
    assert any("overwrites it" in str(problem) for problem in effective.problems)


@pytest.mark.parametrize("prompt", ["hi", " hi ", "say hi"])
def test_headless_prompt_has_two_words(prompt: str) -> None:
    """Cline takes one bare word for a command."""
    program, text = TOOL.headless(prompt)
    assert program == "cline"
    assert len(text.split()) >= 2
    assert "hi" in text
