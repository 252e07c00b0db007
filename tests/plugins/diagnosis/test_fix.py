"""The plan that puts findings right: the smallest change, within what setup owns, and nothing guessed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from taotoken._causes import Cause
from taotoken._message import Text
from taotoken_plugins._edit import Set, show_path
from taotoken_plugins._host import Host
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._pieces import repaired
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.fix import FixPlan, is_fixable, must_be_named, plan_fix

KEY = "sk-demo-7f3a99990000aaaa1111"
URL = "https://gw.example/api"
WORDS = Text(en="x", zh="x")


def host_at(home: Path, **env: str) -> Host:
    """A machine whose home is `home`."""
    return Host(
        home=home, cwd=home, env=env, platform="linux", config_dir=home / "own", now=datetime(2026, 1, 1, tzinfo=UTC)
    )


def claude(home: Path, **env: str) -> Path:
    """Claude Code's settings with these variables."""
    path = home / ".claude/settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"env": env, "theme": "dark"}, indent=2), encoding="utf-8")
    path.chmod(0o600)
    return path


def finding(cause: str, fix: Fix | None = None, *, tool: str | None = "claude-code") -> Finding:
    """A finding with this fix."""
    return Finding(cause=Cause(cause), level="error", tool=tool, message=WORDS(), remedy=WORDS(), who="you", fix=fix)


def edited(plan: FixPlan) -> list[str]:
    """The paths that the plan sets or takes out."""
    return [show_path(item.edit.path) for change in plan.plan.changes for item in change.edits]


def test_one_value_where_one_value_is_wrong(tmp_path: Path) -> None:
    """The fix that names a value setup owns changes that value alone."""
    claude(tmp_path, ANTHROPIC_BASE_URL=URL + "/v1", ANTHROPIC_AUTH_TOKEN=KEY, ANTHROPIC_MODEL="m")
    host = host_at(tmp_path)
    found = judge(collect(get_tool("claude-code"), host)).findings

    plan = plan_fix(found, host)

    assert edited(plan) == ["env.ANTHROPIC_BASE_URL"]
    assert [one.cause for one in plan.covered] == ["base_url_v1_doubled"]


def test_a_fault_in_the_shell_is_beaten_by_the_tools_own_file(tmp_path: Path) -> None:
    """Exported variables are left; the file that is stronger gets the repaired pieces."""
    claude(tmp_path, ANTHROPIC_MODEL="m")
    host = host_at(tmp_path, ANTHROPIC_BASE_URL=URL + "/v1/", ANTHROPIC_AUTH_TOKEN=KEY)
    plan = plan_fix(judge(collect(get_tool("claude-code"), host)).findings, host)
    edits = [item.edit for change in plan.plan.changes for item in change.edits]
    written = {edit.path[-1]: edit.value for edit in edits if isinstance(edit, Set)}
    assert (written["ANTHROPIC_BASE_URL"], written["ANTHROPIC_AUTH_TOKEN"]) == (URL, KEY)


@pytest.mark.parametrize(
    ("cause", "fix"),
    [
        ("key_invalid", Fix(ask="api_key")),
        ("dns_failed", None),
        ("overloaded", None),
        ("clock_skew", Fix(run=("sudo hwclock -s",))),
        ("proxy_env_dead", Fix(unset=("HTTPS_PROXY",))),
        ("json_syntax", Fix()),
        ("check_crashed", None),
    ],
)
def test_what_no_file_of_the_tool_puts_right(tmp_path: Path, cause: str, fix: Fix | None) -> None:
    """The gateway's, the network's and the shell's causes are for people."""
    claude(tmp_path, ANTHROPIC_BASE_URL=URL, ANTHROPIC_AUTH_TOKEN=KEY, ANTHROPIC_MODEL="m")
    assert not is_fixable(finding(cause, fix), host_at(tmp_path))


@pytest.mark.parametrize("tool", [None, "any", "roo-code"])
def test_only_tools_that_setup_knows(tmp_path: Path, tool: str | None) -> None:
    """Another tool's files are never written."""
    path = tmp_path / "settings.json"
    path.write_text('{"apiKey": "x"}')
    fix = Fix(set_file={str(path): {"apiKey": "y"}})
    assert not is_fixable(finding("key_quoted", fix, tool=tool), host_at(tmp_path))


def test_values_outside_wait_for_consent(tmp_path: Path) -> None:
    """What setup doesn't own is planned for the cause that is consented to, and for no other."""
    path = claude(tmp_path, ANTHROPIC_BASE_URL=URL, MY_OWN="1")
    host = host_at(tmp_path)
    outside = finding("settings_shadowed", Fix(unset_file={str(path): ("env.MY_OWN",)}))

    assert must_be_named(outside, host)
    waiting = plan_fix([outside], host)
    assert (waiting.plan.changes, waiting.waiting) == ((), (outside,))
    agreed = plan_fix([outside], host, consent={Cause.SETTINGS_SHADOWED})
    assert edited(agreed) == ["env.MY_OWN"]
    assert plan_fix([outside], host, consent={Cause.KEY_QUOTED}).plan.changes == ()


def test_a_place_that_is_not_known_is_not_made_up(tmp_path: Path) -> None:
    """``<id>`` in a fix is for the reader."""
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex/config.toml").write_text('model = "m"\n')
    fix = Fix(set_file={"~/.codex/config.toml": {"model_providers.<id>.wire_api": "responses"}})
    assert not is_fixable(finding("settings_shadowed", fix, tool="codex"), host_at(tmp_path))


def test_a_broken_file_refuses(tmp_path: Path) -> None:
    """Nothing is planned over a file that can't be read."""
    path = claude(tmp_path)
    path.write_text('{"env": {', encoding="utf-8")
    host = host_at(tmp_path, ANTHROPIC_BASE_URL=URL, ANTHROPIC_AUTH_TOKEN=KEY, ANTHROPIC_MODEL="m")
    ill = finding("key_quoted", Fix(set={"ANTHROPIC_AUTH_TOKEN": KEY}))
    with pytest.raises(RefusedError):
        plan_fix([ill], host)
    assert not is_fixable(ill, host)


@pytest.mark.parametrize(
    ("theirs", "taken"), [(URL, True), ("https://gw.example/other", True), ("https://elsewhere.example/api", False)]
)
def test_the_profiles_key_stays_at_its_host(tmp_path: Path, theirs: str, taken: bool) -> None:
    """A missing key is taken from the profile for that host and for no other."""
    claude(tmp_path, ANTHROPIC_BASE_URL=theirs, ANTHROPIC_MODEL="m")
    own = tmp_path / "own"
    own.mkdir()
    (own / "profile.json").write_text(json.dumps({"base_url": URL, "api_key": KEY, "model": "m"}), encoding="utf-8")
    host = host_at(tmp_path)
    tool = get_tool("claude-code")

    wanted = repaired(tool, [], tool.effective(tool.sources(host), host), host)

    assert (wanted is not None) is taken
    if wanted is not None:
        assert wanted.endpoint.api_key == KEY


@pytest.mark.parametrize(
    ("fix", "header"),
    [
        (Fix(set={"ANTHROPIC_API_KEY": KEY}, unset=("ANTHROPIC_AUTH_TOKEN",)), "x-api-key"),
        (Fix(set={"ANTHROPIC_AUTH_TOKEN": KEY}, unset=("ANTHROPIC_API_KEY",)), "bearer"),
        (Fix(unset=("ANTHROPIC_AUTH_TOKEN",)), "x-api-key"),
        (Fix(unset=("ANTHROPIC_API_KEY",)), "bearer"),
    ],
)
def test_the_header_is_the_one_the_fix_leaves(tmp_path: Path, fix: Fix, header: str) -> None:
    """The name that a key gets decides its header."""
    claude(tmp_path, ANTHROPIC_BASE_URL=URL, ANTHROPIC_AUTH_TOKEN=KEY, ANTHROPIC_MODEL="m")
    host, tool = host_at(tmp_path), get_tool("claude-code")
    wanted = repaired(tool, [finding("key_wrong_header", fix)], tool.effective(tool.sources(host), host), host)
    assert wanted is not None
    assert wanted.auth_header == header
