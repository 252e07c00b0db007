"""`taotoken doctor --fix`: through setup's engine, claimed only when the second look passes, taken back by undo."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"
OTHER = "sk-demo-bbbb0000cccc2222dddd"
CLAUDE, CODEX, CLINE = ".claude/settings.json", ".codex/config.toml", ".cline/data/settings/providers.json"


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


def set_up(cli: Any, gateway: Gateway, tool: str) -> None:
    """`tool` as setup leaves it."""
    place = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin")
    done = cli("setup", tool, *place, "--yes", "--no-smoke", stdin=KEY)
    assert done.code == 0, done.both


def break_file(path: Path, old: str, new: str) -> bytes:
    """Replace a part that is there; the bytes as they are then."""
    text = path.read_text(encoding="utf-8")
    assert old in text, text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path.read_bytes()


CELLS = [
    ("claude-code", CLAUDE, '/api"', '/api/v1"', "base_url_v1_doubled"),
    ("claude-code", CLAUDE, '/api"', '/api/v1/messages"', "base_url_has_endpoint"),
    ("claude-code", CLAUDE, f'"{KEY}"', f'"\\"{KEY}\\""', "key_quoted"),
    ("claude-code", CLAUDE, f'"{KEY}"', f'"Bearer {KEY}"', "key_bearer_prefix"),
    ("claude-code", CLAUDE, f'"{KEY}"', f'"\\u200b{KEY}"', "key_non_ascii"),
    ("claude-code", CLAUDE, f'"{KEY}"', '"YOUR_API_KEY"', "key_placeholder"),
    ("claude-code", CLAUDE, '"ANTHROPIC_MODEL": "demo-large"', '"ANTHROPIC_MODEL": "demo-lagre"', "model_id_wrong"),
    ("codex", CODEX, '/api/v1"', '/api"', "base_url_v1_missing"),
    ("codex", CODEX, '/api/v1"', '/api/v1/responses"', "base_url_has_endpoint"),
    ("codex", CODEX, 'wire_api = "responses"', 'wire_api = "chat"', "codex_wire_api_chat"),
    ("codex", CODEX, f'"{KEY}"', f'"Bearer {KEY}"', "key_bearer_prefix"),
    ("cline", CLINE, '/api/v1"', '/api"', "base_url_v1_missing"),
    ("cline", CLINE, f'"{KEY}"', f'" {KEY}"', "key_whitespace"),
]


@pytest.mark.parametrize(("tool", "file", "old", "new", "cause"), CELLS, ids=[f"{c[0]}-{c[4]}" for c in CELLS])
def test_a_fixable_fault_becomes_well_and_undo_takes_it_back(
    cli: Any, clean_home: Path, gateway: Gateway, tool: str, file: str, old: str, new: str, cause: str
) -> None:
    """Found with the command that fixes it, fixed, well, and after undo as broken as before, byte for byte."""
    set_up(cli, gateway, tool)
    ill_bytes = break_file(clean_home / file, old, new)

    ill = cli("doctor", tool, "--json")
    assert (ill.code, ill.json["root_cause"]) == (1, cause), ill.out
    root = ill.json["findings"][0]
    assert (root["fixable"], root["fix"]) == (True, f"taotoken doctor {tool} --fix")

    fixed = cli("doctor", tool, "--fix", "--yes", "--json")
    assert (fixed.code, fixed.json["status"], fixed.json["changed"]) == (0, "ok", True), fixed.out
    assert cause in fixed.json["data"]["fixed"]["fixed"]
    assert fixed.json["data"]["fixed"]["left"] == []
    assert KEY not in fixed.both
    assert cli("doctor", tool).code == 0

    assert cli("undo", "--yes").code == 0
    assert (clean_home / file).read_bytes() == ill_bytes


def claude_env(**variables: str | None) -> Callable[[dict[str, Any]], None]:
    """Set variables in Claude Code's settings, or take them out."""

    def change(data: dict[str, Any]) -> None:
        data["env"] |= {name: value for name, value in variables.items() if value is not None}
        for name in (name for name, value in variables.items() if value is None):
            del data["env"][name]

    return change


def at_the_top(data: dict[str, Any]) -> None:
    """The variables beside the table they belong in."""
    data.update(data.pop("env"))


MORE = [
    (CLAUDE, claude_env(ANTHROPIC_API_KEY=OTHER), "auth_conflict_env_key"),
    (".claude.json", lambda data: data.update(primaryApiKey=OTHER), "auth_conflict_login_key"),
    (CLAUDE, lambda data: data.update(apiKeyHelper="echo x"), "auth_conflict_api_key_helper"),
    (CLAUDE, claude_env(ANTHROPIC_BASE_URL=None), "base_url_missing"),
    (CLAUDE, claude_env(ANTHROPIC_AUTH_TOKEN="$MY_KEY"), "value_not_expanded"),
    (CLAUDE, at_the_top, "config_shape_misplaced"),
]


@pytest.mark.parametrize(("file", "change", "cause"), MORE, ids=[case[2] for case in MORE])
def test_more_than_one_value(
    cli: Any, clean_home: Path, gateway: Gateway, file: str, change: Callable[[dict[str, Any]], None], cause: str
) -> None:
    """Conflicts, and pieces that are missing or in the wrong place: the tool is set up again with what is known."""
    set_up(cli, gateway, "claude-code")
    path = clean_home / file
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    ill_bytes = path.read_bytes()

    fixed = cli("doctor", "claude-code", "--fix", "--yes", "--json")

    assert (fixed.code, fixed.json["data"]["fixed"]["left"]) == (0, []), fixed.out
    assert cause in fixed.json["data"]["fixed"]["fixed"]
    assert cli("undo", "--yes").code == 0
    assert path.read_bytes() == ill_bytes


def test_what_is_missing_comes_from_the_profile(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """A key that is gone is written again, for the host that the profile keeps it for."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, f'"ANTHROPIC_AUTH_TOKEN": "{KEY}",', "")
    assert cli("doctor", "--json").json["root_cause"] == "key_missing"

    assert cli("doctor", "--fix", "--yes").code == 0


def test_a_key_is_not_given_to_another_host(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """The profile's key stays home when the address in use is of another gateway."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, f'"ANTHROPIC_AUTH_TOKEN": "{KEY}",', "")
    with Gateway(keys=(OTHER,)).in_thread() as other:
        break_file(clean_home / CLAUDE, gateway.base_url, other.base_url.replace("127.0.0.1", "localhost"))
        before = (clean_home / CLAUDE).read_bytes()
        done = cli("doctor", "--fix", "--yes", "--json")
        assert (done.code, done.json["changed"]) == (1, False)
        assert (clean_home / CLAUDE).read_bytes() == before
        assert other.requests == ()


def test_without_consent_nothing_is_written(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """No terminal and no --yes: exit 2, the option is named, nothing changes."""
    set_up(cli, gateway, "claude-code")
    before = break_file(clean_home / CLAUDE, '/api"', '/api/v1"')

    done = cli("doctor", "--fix")

    assert done.code == 2
    assert "--yes" in done.err
    assert (clean_home / CLAUDE).read_bytes() == before


def test_values_that_setup_does_not_own_wait_for_their_name(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """A project's file is left alone by --yes, and changed when the finding is named."""
    set_up(cli, gateway, "claude-code")
    project = clean_home / "work"
    (project / ".claude").mkdir(parents=True)
    local = project / ".claude/settings.local.json"
    local.write_text(json.dumps({"env": {"ANTHROPIC_BASE_URL": gateway.base_url + "/v1"}}), encoding="utf-8")
    before = local.read_bytes()

    left = cli("doctor", "claude-code", "--fix", "--yes", "--json", cwd=project)
    assert left.code == 1
    assert local.read_bytes() == before
    waiting = left.json["data"]["fixed"]["waiting"]
    assert waiting

    named = [part for cause in waiting for part in ("--check", cause)]
    done = cli("doctor", "claude-code", "--fix", "--yes", "--json", *named, cwd=project)
    assert done.code == 0, done.out
    assert local.read_bytes() != before
    assert cli("undo", "--yes", cwd=project).code == 0
    assert local.read_bytes() == before


def test_success_is_not_claimed_when_the_gateway_still_refuses(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """The first fault is gone, the second one is told; exit 1 and the way back is named."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, '/api"', '/api/v1"')
    break_file(clean_home / CLAUDE, KEY, OTHER)

    done = cli("doctor", "--fix", "--yes", "--lang", "en")

    assert done.code == 1
    assert "taotoken undo" in done.out
    assert "the second check passes" not in done.out
    assert "key_invalid" in done.out


def test_nothing_to_fix(cli: Any, gateway: Gateway) -> None:
    """A healthy machine stays as it is."""
    set_up(cli, gateway, "claude-code")
    done = cli("doctor", "--fix", "--yes", "--json")
    assert (done.code, done.json["changed"]) == (0, False)


def test_what_no_file_puts_right_is_left_to_the_user(cli: Any, clean_home: Path) -> None:
    """A key the gateway refuses is no matter of files, where no other key is kept for it."""
    with Gateway(keys=(OTHER,)).in_thread() as gateway:
        set_up(cli, gateway, "claude-code")
        before = (clean_home / CLAUDE).read_bytes()
        done = cli("doctor", "--fix", "--yes", "--json")

    assert (done.code, done.json["root_cause"], done.json["changed"]) == (1, "key_invalid", False)
    assert done.json["data"]["fixed"]["by_hand"] == ["key_invalid"]
    assert (clean_home / CLAUDE).read_bytes() == before


# What goes wrong beside a fix -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mine.json", "nowhere/report.json"])
def test_a_report_that_cannot_be_written_stops_before_the_fix(
    cli: Any, clean_home: Path, gateway: Gateway, name: str
) -> None:
    """Something else is there, or the folder is missing: exit 3, no request, and the tool's file as it was."""
    set_up(cli, gateway, "claude-code")
    ill_bytes = break_file(clean_home / CLAUDE, '/api"', '/api/v1"')
    (clean_home / "mine.json").write_text("{}", encoding="utf-8")
    count = len(gateway.requests)
    done = cli("doctor", "claude-code", "--fix", "--yes", "--report", name, "--json")
    assert (done.code, done.json["changed"]) == (3, False)
    assert done.json["errors"][0]["file"].endswith(name)
    assert (clean_home / CLAUDE).read_bytes() == ill_bytes
    assert len(gateway.requests) == count


@pytest.mark.parametrize("as_json", [False, True])
def test_a_report_that_fails_after_the_fix(
    cli: Any, clean_home: Path, gateway: Gateway, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    """The fix stands and is told; the error names the report, not the file beside it."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, '/api"', '/api/v1"')

    def full(name: object, *_: object) -> int:
        raise OSError(errno.ENOSPC, "full", str(name))

    monkeypatch.setattr("taotoken_cli._doctor._report._replace", full)
    arguments = ("--report", "report.json", *(("--json",) if as_json else ()))
    done = cli("doctor", "claude-code", "--fix", "--yes", *arguments)
    assert done.code == 1
    assert ".tmp" not in done.both
    if as_json:
        assert (done.json["status"], done.json["changed"]) == ("partial", True)
        assert [error["file"] for error in done.json["errors"]] == [str(clean_home / "report.json")]
        assert done.json["data"]["report"] is None
    else:
        assert "taotoken undo 2" in done.out
        assert "report.json" in done.err


def second_look(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the look after the fix end with `error`."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("taotoken_cli._doctor._fix.examine", fail)


def test_an_error_in_the_second_look(
    cli: Any, clean_home: Path, gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are written: changed, with the way back, and nothing is called fixed."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, '/api"', '/api/v1"')
    second_look(monkeypatch, RuntimeError("boom"))
    done = cli("doctor", "claude-code", "--fix", "--yes", "--json").json
    assert (done["status"], done["changed"], done["errors"][0]["code"]) == ("partial", True, "internal")
    assert done["data"]["fixed"]["undo"].startswith("taotoken undo 2")
    assert done["data"]["fixed"]["fixed"] == []
    break_file(clean_home / CLAUDE, '/api"', '/api/v1"')
    shown = cli("doctor", "claude-code", "--fix", "--yes", "--lang", "en").out
    assert "could not be finished" in shown
    assert "Fixed" not in shown


def test_an_interrupt_in_the_second_look(
    cli: Any, clean_home: Path, gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never says that nothing was changed."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, '/api"', '/api/v1"')
    second_look(monkeypatch, KeyboardInterrupt())
    done = cli("doctor", "claude-code", "--fix", "--yes", "--json")
    assert (done.code, done.json["changed"]) == (130, True)
    assert "taotoken undo 2" in done.json["errors"][0]["message"]


def test_the_kept_key_is_written_only_where_it_works(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """A refused key is replaced by the one that the profile keeps for this gateway, once that one has been accepted."""
    set_up(cli, gateway, "claude-code")
    break_file(clean_home / CLAUDE, KEY, OTHER)
    ill = cli("doctor", "claude-code", "--json").json
    assert (ill["root_cause"], ill["findings"][0]["fixable"]) == ("key_invalid", True)
    assert KEY not in json.dumps(ill)

    assert cli("doctor", "claude-code", "--fix", "--yes").code == 0
    assert KEY in (clean_home / CLAUDE).read_text("utf-8")


def test_a_file_that_cannot_be_worked_on_stops_no_other(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """One tool's broken file is left to the user, and the other tool is put right."""
    for tool in ("claude-code", "cline"):
        set_up(cli, gateway, tool)
    broken = break_file(clean_home / CLINE, '"providers": {', '"providers": {,')
    break_file(clean_home / CLAUDE, '/api"', '/api/v1"')

    done = cli("doctor", "--fix", "--yes", "--json").json

    assert done["data"]["fixed"]["fixed"] == ["base_url_v1_doubled"]
    assert "cline_providers_invalid" in done["data"]["fixed"]["by_hand"]
    assert (clean_home / CLINE).read_bytes() == broken


def test_what_may_be_meant_is_changed_only_where_it_is_named(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """A variable of the shell that loses to the file is told, with the command that would write it there."""
    set_up(cli, gateway, "claude-code")
    before = (clean_home / CLAUDE).read_bytes()
    shell = {"ANTHROPIC_AUTH_TOKEN": OTHER}
    told = cli("doctor", "claude-code", "--json", env=shell).json["findings"][0]
    assert (told["id"], told["status"]) == ("settings_file_overrides_env", "warning")
    assert told["fix"] == "taotoken doctor claude-code --fix --check settings_file_overrides_env"

    done = cli("doctor", "claude-code", "--fix", "--yes", "--json", env=shell)
    assert (done.code, done.json["changed"]) == (0, False)
    assert (clean_home / CLAUDE).read_bytes() == before


def test_a_key_file_that_others_can_read_is_closed_where_it_is_named(
    cli: Any, clean_home: Path, gateway: Gateway
) -> None:
    """The mode alone changes, and undo turns it back; without its name nothing happens."""
    set_up(cli, gateway, "claude-code")
    file = clean_home / CLAUDE
    before = file.read_bytes()
    file.chmod(0o644)
    assert cli("doctor", "claude-code", "--fix", "--yes", "--json").json["changed"] is False

    done = cli("doctor", "claude-code", "--fix", "--yes", "--check", "key_file_exposed", "--json")
    assert (done.code, done.json["changed"]) == (0, True), done.out
    assert (file.stat().st_mode & 0o777, file.read_bytes()) == (0o600, before)
    assert cli("undo", "--yes").code == 0
    assert (file.stat().st_mode & 0o777, file.read_bytes()) == (0o644, before)
