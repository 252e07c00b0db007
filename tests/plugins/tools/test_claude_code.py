"""Claude Code: what is written, what is taken out, and what the tool then uses."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from taotoken._errors import ConfigurationError
from taotoken_plugins._diff import diff
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._registry import get_tool
from taotoken_plugins._status import status
from taotoken_plugins._undo import undo
from told_before import told_before

TOOL = get_tool("claude-code")
KEY = "sk-demo-7f3a"
OURS = {
    "ANTHROPIC_BASE_URL": "https://gw.example/api",
    "ANTHROPIC_AUTH_TOKEN": KEY,
    "ANTHROPIC_MODEL": "demo-large",
    "ANTHROPIC_DEFAULT_OPUS_MODEL": "demo-large",
    "ANTHROPIC_DEFAULT_SONNET_MODEL": "demo-large",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL": "demo-large",
}
SetUp = Callable[..., Plan]
MakeHost = Callable[..., Host]


def write(path: Path, content: str | Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8", newline="")
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


def settings(host: Host) -> Path:
    return host.home / ".claude" / "settings.json"


def state(host: Host) -> Path:
    return host.home / ".claude.json"


def notes(plan: Plan) -> list[str]:
    return [str(note) for change in plan.changes for note in change.notes]


def warned(host: Host) -> str:
    return told_before(TOOL, host)


# Writing --------------------------------------------------------------------------------------------------


def test_c01_layout_is_kept(host: Host, set_up: SetUp) -> None:
    """C01: our lines join the existing object; every other byte stays."""
    head = '{\n    "zz":   {"b": 1,   "a": [1, 2,\n        3]},\n    "env": {\n        "MY_VAR": "1"'
    write(settings(host), head + "\n    }\n}\n")
    set_up("claude-code", host)
    ours = "".join(f',\n        "{name}": "{value}"' for name, value in OURS.items())
    assert settings(host).read_text() == head + ours + "\n    }\n}\n"


def test_c09_competing_key_is_removed_and_reported(host: Host, set_up: SetUp) -> None:
    """C09: the other key goes, the report says so without its value, undo brings it back."""
    before = '{"env":{"ANTHROPIC_API_KEY":"sk-old-1"}}'
    write(settings(host), before)
    plan = set_up("claude-code", host)
    assert read(settings(host))["env"] == OURS
    assert "removes env.ANTHROPIC_API_KEY (it would conflict)" in notes(plan)
    assert "sk-old-1" not in "".join(diff(change, host) for change in plan.changes)
    undo(host)
    assert settings(host).read_text() == before


def test_the_small_model_is_kept_while_the_gateway_stays(host: Host, set_up: SetUp) -> None:
    """A small model of its own is written, kept by later runs that name none, and gone with the gateway."""
    small = "ANTHROPIC_DEFAULT_HAIKU_MODEL"
    set_up("claude-code", host, options={"small-model": "demo-small"})
    assert read(settings(host))["env"] == {**OURS, small: "demo-small"}
    assert set_up("claude-code", host).changes == ()
    set_up("claude-code", host, model="demo-other")
    assert read(settings(host))["env"][small] == "demo-small"
    set_up("claude-code", host, url="https://two.example", model="demo-other")
    assert read(settings(host))["env"][small] == "demo-other"


@pytest.mark.parametrize("where", ["process", ".zshrc", ".config/fish/config.fish"])
def test_an_exported_key_is_beaten_by_an_empty_value(where: str, make_host: MakeHost, set_up: SetUp) -> None:
    """Where the shell exports ANTHROPIC_API_KEY, an empty one is written: both headers would go out otherwise."""
    host = make_host(env={"ANTHROPIC_API_KEY": "sk-shell-1"} if where == "process" else {})
    if where != "process":
        command = "set -gx ANTHROPIC_API_KEY " if where.endswith("fish") else "export ANTHROPIC_API_KEY="
        write(host.home / where, f"{command}sk-shell-1\n")
    plan = set_up("claude-code", host)
    assert read(settings(host))["env"] == {**OURS, "ANTHROPIC_API_KEY": ""}
    assert sum("ANTHROPIC_API_KEY is set to empty" in note for note in notes(plan)) == 1
    effective = status(TOOL, host)
    assert (effective.auth_headers, effective.api_key) == (("bearer",), KEY)
    assert set_up("claude-code", host).changes == ()


@pytest.mark.parametrize(
    ("env", "gone"),
    [
        ({"ANTHROPIC_SMALL_FAST_MODEL": "glm-old-air"}, "ANTHROPIC_SMALL_FAST_MODEL"),
        ({"CLAUDE_CODE_SUBAGENT_MODEL": "glm-old-air"}, "CLAUDE_CODE_SUBAGENT_MODEL"),
        ({"CLAUDE_CODE_USE_BEDROCK": "1"}, "CLAUDE_CODE_USE_BEDROCK"),
        ({"CLAUDE_CODE_USE_VERTEX": "1"}, "CLAUDE_CODE_USE_VERTEX"),
        ({"CLAUDE_CODE_USE_FOUNDRY": "1"}, "CLAUDE_CODE_USE_FOUNDRY"),
        ({"CLAUDE_CODE_OAUTH_TOKEN": "sk-ant-oat-old"}, "CLAUDE_CODE_OAUTH_TOKEN"),
        ({"CLAUDE_CODE_USE_MANTLE": "yes"}, "CLAUDE_CODE_USE_MANTLE"),
        ({"CLAUDE_CODE_USE_ANTHROPIC_AWS": True}, "CLAUDE_CODE_USE_ANTHROPIC_AWS"),
        ({"ANTHROPIC_API_KEY": None}, "ANTHROPIC_API_KEY"),
        ({"ANTHROPIC_API_KEY": False}, "ANTHROPIC_API_KEY"),
        ({"ANTHROPIC_DEFAULT_FABLE_MODEL": "glm-old"}, "ANTHROPIC_DEFAULT_FABLE_MODEL"),
        ({"ANTHROPIC_DEFAULT_OPUS_MODEL_NAME": "GLM old"}, "ANTHROPIC_DEFAULT_OPUS_MODEL_NAME"),
        ({"ANTHROPIC_CUSTOM_MODEL_OPTION": "glm-old"}, "ANTHROPIC_CUSTOM_MODEL_OPTION"),
        ({"ANTHROPIC_REASONING_MODEL": "glm-old"}, "ANTHROPIC_REASONING_MODEL"),
        ({"ANTHROPIC_CUSTOM_HEADERS": "X-Api-Key: sk-old"}, "ANTHROPIC_CUSTOM_HEADERS"),
    ],
)
def test_what_would_beat_us_in_the_file_goes(env: dict[str, Any], gone: str, host: Host, set_up: SetUp) -> None:
    """Other routes, keys and models of the previous provider are taken out, and each is told."""
    write(settings(host), {"env": {"ANTHROPIC_BASE_URL": "https://old.example", "KEEP": "1", **env}})
    plan = set_up("claude-code", host)
    assert read(settings(host))["env"] == {"KEEP": "1", **OURS}
    assert any(note.startswith(f"removes env.{gone} (") for note in notes(plan))


@pytest.mark.parametrize(
    "kept",
    [
        {"env": {"ANTHROPIC_CUSTOM_HEADERS": "X-Team: blue"}},
        {"env": {"ANTHROPIC_API_KEY": ""}},
        {"env": {"CLAUDE_CODE_USE_BEDROCK": "0", "CLAUDE_CODE_USE_VERTEX": None}},
        {"env": {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "API_TIMEOUT_MS": "3000000"}},
        {"model": "opus"},
        {"model": "sonnet[1m]"},
        {"env": {"ANTHROPIC_BASE_URL": "https://gw.example/api/", "CLAUDE_CODE_SUBAGENT_MODEL": "demo-small"}},
        {"env": {"ANTHROPIC_BASE_URL": "https://gw.example/api"}, "model": "demo-small"},
        {"model": "claude-opus-4-8"},
    ],
)
def test_what_does_no_harm_stays(kept: dict[str, Any], host: Host, set_up: SetUp) -> None:
    """Harmless headers, family names, and models chosen for this same gateway are the user's."""
    write(settings(host), kept)
    set_up("claude-code", host)
    found = read(settings(host))
    assert {**kept.get("env", {}), **OURS} == found["env"]
    assert found.get("model") == kept.get("model")


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_only_the_key_among_the_headers_goes(eol: str, host: Host, set_up: SetUp) -> None:
    """Custom headers may carry a key of another provider and the user's own ones: those stay."""
    headers = eol.join(("X-Team: blue", "authorization: Bearer sk-old", "X-Env: dev"))
    before = write(settings(host), {"env": {"ANTHROPIC_CUSTOM_HEADERS": headers}}).read_bytes()
    plan = set_up("claude-code", host)
    assert read(settings(host))["env"] == {"ANTHROPIC_CUSTOM_HEADERS": f"X-Team: blue{eol}X-Env: dev", **OURS}
    assert any("removes the key from env.ANTHROPIC_CUSTOM_HEADERS" in note for note in notes(plan))
    assert "sk-old" not in "".join(diff(change, host) for change in plan.changes)
    undo(host)
    assert settings(host).read_bytes() == before


@pytest.mark.parametrize("where", ["process", ".zshrc"])
def test_another_route_in_the_shell_is_switched_off(where: str, make_host: MakeHost, set_up: SetUp) -> None:
    """Exported CLAUDE_CODE_USE_BEDROCK would bypass the base URL: an empty value beats it, and that is told."""
    host = make_host(env={"CLAUDE_CODE_USE_BEDROCK": "1"} if where == "process" else {"CLAUDE_CODE_USE_VERTEX": "0"})
    if where != "process":
        write(host.home / where, "export CLAUDE_CODE_USE_BEDROCK=true\nexport CLAUDE_CODE_USE_FOUNDRY=0\n")
    plan = set_up("claude-code", host)
    assert read(settings(host))["env"] == {**OURS, "CLAUDE_CODE_USE_BEDROCK": ""}
    assert any("CLAUDE_CODE_USE_BEDROCK is set to empty" in note for note in notes(plan))
    assert status(TOOL, host).problems == ()
    assert set_up("claude-code", host).changes == ()


def test_the_state_file_switches_nothing_on(host: Host, set_up: SetUp) -> None:
    """env in ~/.claude.json counts too: other routes and keys there go, what settings.json beats stays."""
    env = {
        "ANTHROPIC_BASE_URL": "https://old.example",
        "ANTHROPIC_API_KEY": None,
        "CLAUDE_CODE_USE_BEDROCK": "1",
        "ANTHROPIC_CUSTOM_HEADERS": "x-api-key: sk-old",
    }
    write(state(host), {"env": env})
    set_up("claude-code", host)
    assert read(state(host))["env"] == {"ANTHROPIC_BASE_URL": "https://old.example"}


@pytest.mark.parametrize("broken", [{"model": None}, {"model": 5}, {"apiKeyHelper": None}, {"apiKeyHelper": 5}])
def test_a_value_that_spoils_the_file_is_healed(broken: dict[str, Any], host: Host, set_up: SetUp) -> None:
    """Claude Code skips the whole file for a model or helper that is no text: it goes, and nothing is warned."""
    write(settings(host), broken)
    plan = set_up("claude-code", host)
    assert read(settings(host)) == {"env": OURS}
    (name,) = broken
    assert any(note.startswith(f"removes {name} (") and "skip the whole file" in note for note in notes(plan))
    assert warned(host) == ""
    assert status(TOOL, host).api_key == KEY


@pytest.mark.parametrize(
    ("foreign", "field"),
    [
        ({"permissions": None}, "permissions"),
        ({"permissions": {"deny": None}}, "permissions.deny"),
        ({"permissions": {"allow": "x"}}, "permissions.allow"),
        ({"statusLine": "x"}, "statusLine"),
        ({"enabledPlugins": []}, "enabledPlugins"),
        ({"verbose": "x"}, "verbose"),
        ({"cleanupPeriodDays": 0}, "cleanupPeriodDays"),
        ({"cleanupPeriodDays": None}, "cleanupPeriodDays"),
        ({"outputStyle": None}, "outputStyle"),
    ],
)
def test_a_file_the_tool_will_skip_is_told(foreign: Any, field: str, host: Host, set_up: SetUp) -> None:
    """Someone else's setting of the wrong type stays, but setup says that the tool ignores the whole file."""
    write(settings(host), foreign)
    assert f"{field} must be" in warned(host)
    set_up("claude-code", host)
    assert read(settings(host)) == {**foreign, "env": OURS}
    assert any(f"{field} must be" in str(problem) for problem in status(TOOL, host).problems)


def test_a_model_of_the_previous_gateway_goes(host: Host, set_up: SetUp) -> None:
    """A top-level model id of another gateway is unknown at the new one."""
    write(settings(host), {"env": {"ANTHROPIC_BASE_URL": "https://old.example"}, "model": "glm-old"})
    plan = set_up("claude-code", host)
    assert "model" not in read(settings(host))
    assert "removes model (a model of the previous provider)" in notes(plan)


def test_key_helper_in_the_file_goes(host: Host, set_up: SetUp) -> None:
    """A helper's key would go out as x-api-key beside our token."""
    write(settings(host), {"apiKeyHelper": "~/key.sh", "cleanupPeriodDays": 9})
    plan = set_up("claude-code", host)
    assert read(settings(host)) == {"cleanupPeriodDays": 9, "env": OURS}
    assert "removes apiKeyHelper (it would conflict)" in notes(plan)


@pytest.mark.parametrize(("key", "tail"), [(KEY, KEY), ("sk-demo-0123456789abcdefghij", "0123456789abcdefghij")])
def test_a_gateway_that_takes_only_x_api_key(key: str, tail: str, host: Host, set_up: SetUp) -> None:
    """The key goes under ANTHROPIC_API_KEY and is approved beforehand, by its last 20 characters."""
    write(settings(host), {"env": {"ANTHROPIC_AUTH_TOKEN": "sk-old-1"}})
    write(state(host), {"customApiKeyResponses": {"approved": ["other"], "rejected": [tail, "more"]}})
    set_up("claude-code", host, key=key, auth_header="x-api-key")
    env = read(settings(host))["env"]
    assert env["ANTHROPIC_API_KEY"] == key
    assert "ANTHROPIC_AUTH_TOKEN" not in env
    assert read(state(host))["customApiKeyResponses"] == {"approved": ["other", tail], "rejected": ["more"]}
    effective = status(TOOL, host)
    assert (effective.auth_headers, effective.api_key) == (("x-api-key",), key)
    assert set_up("claude-code", host, key=key, auth_header="x-api-key").changes == ()


def test_approvals_given_twice_are_no_hindrance(host: Host, set_up: SetUp) -> None:
    """The same answer twice in the state file: still approved, no longer rejected, and undo gives it back."""
    before = write(
        state(host), {"customApiKeyResponses": {"approved": [KEY, KEY], "rejected": [KEY, "more", KEY]}}
    ).read_bytes()
    set_up("claude-code", host, auth_header="x-api-key")
    assert read(state(host))["customApiKeyResponses"] == {"approved": [KEY, KEY], "rejected": ["more"]}
    undo(host)
    assert state(host).read_bytes() == before


def test_a_fresh_home_gets_the_whole_approval(host: Host, set_up: SetUp) -> None:
    """Both lists are there afterwards, as the tool itself writes them."""
    set_up("claude-code", host, auth_header="x-api-key")
    assert read(state(host)) == {
        "hasCompletedOnboarding": True,
        "customApiKeyResponses": {"approved": [KEY], "rejected": []},
    }


def test_x_api_key_with_an_exported_token(make_host: MakeHost, set_up: SetUp) -> None:
    """An exported token is beaten by an empty one, the other way round."""
    host = make_host(env={"ANTHROPIC_AUTH_TOKEN": "sk-shell-1"})
    set_up("claude-code", host, auth_header="x-api-key")
    assert read(settings(host))["env"]["ANTHROPIC_AUTH_TOKEN"] == ""
    assert status(TOOL, host).auth_headers == ("x-api-key",)


def test_a_saved_login_key_goes(host: Host, set_up: SetUp) -> None:
    """primaryApiKey would be sent as x-api-key along with our token; undo brings it back."""
    before = '{"primaryApiKey": "sk-old-1", "env": {"ANTHROPIC_API_KEY": "sk-old-2", "A": "1"}}'
    write(state(host), before)
    plan = set_up("claude-code", host)
    assert read(state(host)) == {"env": {"A": "1"}, "hasCompletedOnboarding": True}
    assert any(note.startswith("removes primaryApiKey (") for note in notes(plan))
    undo(host)
    assert state(host).read_text() == before


# C24, C25 -------------------------------------------------------------------------------------------------


def test_c24_the_folder_can_be_moved(make_host: MakeHost, set_up: SetUp, tmp_path: Path) -> None:
    """C24: CLAUDE_CONFIG_DIR holds both files; nothing appears under ~/.claude."""
    host = make_host(env={"CLAUDE_CONFIG_DIR": str(tmp_path / "x" / "c")})
    set_up("claude-code", host)
    assert read(tmp_path / "x" / "c" / "settings.json")["env"] == OURS
    assert read(tmp_path / "x" / "c" / ".claude.json") == {"hasCompletedOnboarding": True}
    assert not (host.home / ".claude").exists()
    assert not (host.home / ".claude.json").exists()
    assert status(TOOL, host).base_url == "https://gw.example/api"


def test_c25_onboarding_is_merged(host: Host, set_up: SetUp) -> None:
    """C25: the flag is added, the other bytes stay."""
    write(state(host), '{"numStartups":5,"mcpServers":{"m":{"command":"npx"}}}')
    set_up("claude-code", host)
    text = state(host).read_text()
    assert text == '{"numStartups":5,"mcpServers":{"m":{"command":"npx"}},"hasCompletedOnboarding":true}'


def test_c25_onboarding_file_is_made_private(host: Host, set_up: SetUp) -> None:
    """C25: a missing state file is made with only that key, 0600."""
    set_up("claude-code", host)
    assert read(state(host)) == {"hasCompletedOnboarding": True}
    assert state(host).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ['{"a": 1} /* c */', '{"a": '])
def test_c25_a_broken_state_file_is_left_with_a_warning(text: str, host: Host, set_up: SetUp) -> None:
    """C25: it is the tool's own file: untouched, told, and the settings are still written."""
    write(state(host), text)
    plan = set_up("claude-code", host)
    assert state(host).read_text() == text
    assert str(plan.warnings[0].message).startswith("~/.claude.json:1:")
    assert len(plan.warnings) == 1
    assert read(settings(host))["env"] == OURS


def test_a_base_with_another_version_has_no_messages_url(host: Host, set_up: SetUp) -> None:
    """C22: from …/v4 no Anthropic URL can be derived; with one given, it is used."""
    with pytest.raises(ConfigurationError):
        set_up("claude-code", host, url="https://gw.example/api/v4")
    set_up("claude-code", host, url="https://gw.example/api/v4", messages_base_url="https://gw.example/anthropic")
    assert read(settings(host))["env"]["ANTHROPIC_BASE_URL"] == "https://gw.example/anthropic"


# What the tool uses ---------------------------------------------------------------------------------------


def test_effective_after_set_up(host: Host, set_up: SetUp) -> None:
    """The inverse of writing: the set comes back, with its file and lines."""
    set_up("claude-code", host)
    effective = status(TOOL, host)
    assert effective.base_url == OURS["ANTHROPIC_BASE_URL"]
    assert effective.endpoint_url == "https://gw.example/api/v1/messages"
    assert (effective.api_key, effective.model, effective.auth_headers) == (KEY, "demo-large", ("bearer",))
    assert {source.path for source in effective.origin.values()} == {settings(host)}
    assert effective.origin["base_url"].lines["ANTHROPIC_BASE_URL"] == 3
    assert effective.problems == ()


def test_stronger_files_win_key_by_key(host: Host, set_up: SetUp, tmp_path: Path) -> None:
    """managed > project local > project > user > shell, merged key by key; losers are listed."""
    set_up("claude-code", host)
    project = write(host.cwd / ".claude" / "settings.json", {"env": {"ANTHROPIC_BASE_URL": "https://project.example"}})
    assert status(TOOL, host).base_url == "https://project.example"
    local = write(
        host.cwd / ".claude" / "settings.local.json", {"env": {"ANTHROPIC_BASE_URL": "https://local.example"}}
    )
    assert status(TOOL, host).base_url == "https://local.example"
    managed = tmp_path / "etc" / "claude-code" / "managed-settings.json"
    write(managed, {"env": {"ANTHROPIC_BASE_URL": "https://managed.example"}})
    effective = status(TOOL, host)
    assert (effective.base_url, effective.api_key) == ("https://managed.example", KEY)
    assert effective.origin["base_url"].path == managed
    losers = [source.path for name, source in effective.shadowed if name == "base_url"]
    assert losers == [local, project, settings(host)]
    told = warned(host)
    assert all(host.tilde(path) in told for path in (managed, local, project))
    assert "ANTHROPIC_BASE_URL" in told


def test_later_managed_drop_ins_win(host: Host, tmp_path: Path) -> None:
    """managed-settings.d beats managed-settings.json."""
    folder = tmp_path / "etc" / "claude-code"
    write(folder / "managed-settings.json", {"env": {"ANTHROPIC_MODEL": "a"}})
    write(folder / "managed-settings.d" / "10.json", {"env": {"ANTHROPIC_MODEL": "b"}})
    write(folder / "managed-settings.d" / "20.json", {"env": {"ANTHROPIC_MODEL": "c"}})
    assert status(TOOL, host).model == "c"


def test_the_files_beat_the_shell(make_host: MakeHost, set_up: SetUp) -> None:
    """env in settings.json beats exported variables; without the file they count."""
    host = make_host(
        env={"ANTHROPIC_BASE_URL": "https://shell.example", "ANTHROPIC_AUTH_TOKEN": "sk-s", "ANTHROPIC_MODEL": "s"}
    )
    effective = status(TOOL, host)
    assert (effective.base_url, effective.api_key, effective.model) == ("https://shell.example", "sk-s", "s")
    assert effective.origin["base_url"].kind == "env"
    set_up("claude-code", host)
    assert status(TOOL, host).base_url == "https://gw.example/api"


@pytest.mark.parametrize(
    ("content", "env", "headers", "key"),
    [
        ({"env": {"ANTHROPIC_AUTH_TOKEN": "sk-t"}}, {"ANTHROPIC_API_KEY": "sk-k"}, ("bearer", "x-api-key"), "sk-t"),
        (
            {"env": {"ANTHROPIC_AUTH_TOKEN": "sk-t", "ANTHROPIC_API_KEY": ""}},
            {"ANTHROPIC_API_KEY": "sk-k"},
            ("bearer",),
            "sk-t",
        ),
        ({"env": {"ANTHROPIC_API_KEY": "sk-k"}}, {}, ("x-api-key",), "sk-k"),
        ({"apiKeyHelper": "x"}, {}, ("bearer", "x-api-key"), None),
        ({"apiKeyHelper": "x", "env": {"ANTHROPIC_AUTH_TOKEN": "sk-t"}}, {}, ("bearer", "x-api-key"), "sk-t"),
        ({"apiKeyHelper": "x", "env": {"ANTHROPIC_API_KEY": "sk-k"}}, {}, ("bearer", "x-api-key"), "sk-k"),
        ({}, {}, (), None),
    ],
)
def test_headers_as_measured(
    content: dict[str, Any], env: dict[str, str], headers: tuple[str, ...], key: str | None, make_host: MakeHost
) -> None:
    """Token: Authorization; key: x-api-key; both: both; a helper fills whichever is free."""
    host = make_host(env=env)
    write(settings(host), content)
    effective = status(TOOL, host)
    assert (effective.auth_headers, effective.api_key) == (headers, key)


def test_a_saved_login_key_is_sent_too(host: Host) -> None:
    """C26: primaryApiKey beside a token is one finding."""
    write(settings(host), {"env": {"ANTHROPIC_BASE_URL": "https://gw.example", "ANTHROPIC_AUTH_TOKEN": "sk-t"}})
    write(state(host), {"primaryApiKey": "sk-old-1111222233334444"})
    effective = status(TOOL, host)
    assert effective.auth_headers == ("bearer", "x-api-key")
    (problem,) = map(str, effective.problems)
    assert "Two keys go out at once" in problem
    assert "~/.claude.json:1" in problem
    assert "sk-old-1111222233334444" not in problem


def test_a_login_with_only_a_base_url_leaks_its_token(host: Host) -> None:
    """The OAuth token goes to the gateway; its value is never given to us as a key."""
    write(settings(host), {"env": {"ANTHROPIC_BASE_URL": "https://gw.example"}})
    write(host.home / ".claude" / ".credentials.json", {"claudeAiOauth": {"accessToken": "oat-1"}})
    effective = status(TOOL, host)
    assert (effective.auth_headers, effective.api_key) == (("bearer",), None)
    assert any("token of your Claude login" in str(problem) for problem in effective.problems)


@pytest.mark.parametrize(
    ("content", "model"),
    [
        ({"env": {"ANTHROPIC_MODEL": "m"}, "model": "other"}, "m"),
        ({"model": "m"}, "m"),
        ({"model": "m[1m]"}, "m"),
        ({"model": "default"}, "default"),
        ({"env": {"ANTHROPIC_DEFAULT_HAIKU_MODEL": "h"}, "model": "haiku"}, "h"),
        ({"env": {"ANTHROPIC_DEFAULT_OPUS_MODEL": "o"}}, "o"),
        ({"model": "opus"}, "opus"),
        ({}, None),
    ],
)
def test_model_precedence(content: dict[str, Any], model: str | None, host: Host) -> None:
    """ANTHROPIC_MODEL > "model"; family names follow their variable; [1m] is not part of the id."""
    write(settings(host), content)
    assert status(TOOL, host).model == model


@pytest.mark.parametrize(
    "text",
    [
        '{"env": {"ANTHROPIC_BASE_URL": "https://x.example"},}',
        '{"env": {"ANTHROPIC_BASE_URL": "https://x.example"}} // c',
        "",
        "[]",
        '{"model": 5, "env": {"ANTHROPIC_BASE_URL": "https://x.example"}}',
        '{"permissions": {"allow": "x"}, "env": {"ANTHROPIC_BASE_URL": "https://x.example"}}',
        '{"env": ["ANTHROPIC_BASE_URL"]}',
        '{"a": NaN}',
    ],
)
def test_a_file_the_tool_skips_counts_for_nothing(text: str, host: Host) -> None:
    """Broken JSON or one key of the wrong type: the whole file is ignored, and we say so."""
    write(settings(host), text)
    effective = status(TOOL, host)
    assert effective.base_url is None
    assert any("ignores the whole file" in str(problem) for problem in effective.problems)


def test_what_the_tool_reads_all_the_same(host: Host) -> None:
    """A byte order mark, a number as a value, a duplicate key: read."""
    first, second = (f'"env": {{"ANTHROPIC_BASE_URL": "https://{name}.example", "A": 1}}' for name in "ab")
    write(settings(host), f"\ufeff{{{first}, {second}}}")
    assert status(TOOL, host).base_url == "https://b.example"


def test_a_rejected_key_is_told(host: Host) -> None:
    """A key answered with No is not used by the terminal interface."""
    write(settings(host), {"env": {"ANTHROPIC_BASE_URL": "https://gw.example", "ANTHROPIC_API_KEY": KEY}})
    write(state(host), {"customApiKeyResponses": {"approved": [], "rejected": [KEY]}})
    assert any("answered with No" in str(problem) for problem in status(TOOL, host).problems)


# Warnings -------------------------------------------------------------------------------------------------


def test_warnings_name_exports_that_still_matter(make_host: MakeHost) -> None:
    """A sub-agent model or a key header in the shell is named with its place, what we beat is not."""
    env = {
        "CLAUDE_CODE_USE_BEDROCK": "1",
        "ANTHROPIC_CUSTOM_HEADERS": "x-api-key: sk-old",
        "ANTHROPIC_BASE_URL": "https://old.example",
        "CLAUDECODE": "1",
    }
    host = make_host(env=env)
    write(host.home / ".zshrc", "\nexport CLAUDE_CODE_SUBAGENT_MODEL=old\nexport CLAUDE_CONFIG_DIR=/x\n")
    told = warned(host)
    assert "ANTHROPIC_CUSTOM_HEADERS is set in this terminal" in told
    assert "CLAUDE_CODE_USE_BEDROCK" not in told
    assert "CLAUDE_CODE_SUBAGENT_MODEL is exported (~/.zshrc:2)" in told
    assert "~/.zshrc:3 sets CLAUDE_CONFIG_DIR" in told
    assert "restart Claude Code" in told
    assert "ANTHROPIC_BASE_URL" not in told


def test_no_warnings_on_a_quiet_host(host: Host, set_up: SetUp) -> None:
    """Nothing to say before or after a plain set-up."""
    assert warned(host) == ""
    set_up("claude-code", host)
    assert warned(host) == ""


def test_headless_command() -> None:
    """One turn, printed."""
    assert TOOL.headless("say hi") == ("claude", "-p", "say hi")


def test_a_state_file_without_a_key_is_not_said_to_hold_one(host: Host, set_up: SetUp) -> None:
    """It is closed to others all the same: it holds the login's account."""
    write(state(host), "{}").chmod(0o644)
    told = "\n".join(notes(set_up("claude-code", host)))
    assert "~/.claude.json is for you alone: mode 0644 becomes 0600." in told
    assert "~/.claude.json holds a key" not in told


@pytest.mark.parametrize("tool", ["claude-code", "codex", "cline", "opencode"])
def test_a_file_that_may_not_be_read_is_not_called_invalid(
    tool: str, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the tool makes of it is not known."""
    from taotoken_plugins.tools import _read

    path = write(get_tool(tool).files[0].path(host), "{}")

    def closed(asked: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(asked)) if asked == path else FileNotFoundError(2, "gone")

    monkeypatch.setattr(_read, "read_file", closed)
    problems = "\n".join(map(str, status(get_tool(tool), host).problems))
    assert f"{host.tilde(path)} can't be read (Permission denied)" in problems
    assert "not valid" not in problems
