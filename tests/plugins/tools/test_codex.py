"""Codex: the provider table, both key placements, a login that must survive, and what the tool then uses."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins._apply import apply
from taotoken_plugins._diff import diff
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._plan import plan as plan_of
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import OWN, get_tool
from taotoken_plugins._status import status
from taotoken_plugins._tool import Wanted
from taotoken_plugins._undo import undo
from told_before import told_before

TOOL = get_tool("codex")
KEY = "sk-demo-7f3a"
LOGIN = (
    '{"auth_mode":"chatgpt","OPENAI_API_KEY":null,"tokens":{"id_token":"h.p.s","access_token":"at-1",'
    '"refresh_token":"rt-1","account_id":"a1"},"last_refresh":"2026-08-01T00:00:00Z"}'
)
IN_AUTH = {"codex-auth": "auth-json"}
OURS = {
    "name": "TaoToken",
    "base_url": "https://gw.example/api/v1",
    "wire_api": "responses",
    "experimental_bearer_token": KEY,
}
SetUp = Callable[..., Plan]
MakeHost = Callable[..., Host]


def config(host: Host) -> Path:
    return host.home / ".codex" / "config.toml"


def auth(host: Host) -> Path:
    return host.home / ".codex" / "auth.json"


def write(path: Path, content: str | bytes | Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8", newline="")
    return path


def parsed(host: Host) -> dict[str, Any]:
    return tomllib.loads(config(host).read_text("utf-8"))


@pytest.fixture
def both(wanted: Callable[..., Wanted]) -> SetUp:
    """Codex and our own profile, as `setup` does."""

    def run(host: Host, **changes: Any) -> Plan:
        made = plan_of([(TOOL, wanted(**changes)), (OWN, wanted(**changes))], host)
        if made.changes:
            apply(made, host)
        return made

    return run


def notes(plan: Plan) -> list[str]:
    return [str(note) for change in plan.changes for note in change.notes]


# Writing --------------------------------------------------------------------------------------------------


def test_c18_root_keys_stay_root(host: Host, set_up: SetUp) -> None:
    """C18: our root keys stand before the first table, comments and other tables keep their bytes."""
    block = '[mcp_servers.docs]\ncommand = "npx"\n'
    text = '# mine\nmodel = "gpt-5.4"   # default\napproval_policy = "untrusted"\nsandbox_mode = "read-only"\n\n'
    write(config(host), text + block)
    set_up("codex", host)
    after, data = config(host).read_text(), parsed(host)
    assert (data["approval_policy"], data["sandbox_mode"]) == ("untrusted", "read-only")
    assert (data["model"], data["model_provider"]) == ("demo-large", "taotoken")
    assert data["model_providers"] == {"taotoken": OURS}
    assert '# mine\nmodel = "demo-large"   # default\n' in after
    assert after.index(block) < after.index("[model_providers.taotoken]")


def test_c19_other_providers_keep_their_bytes(host: Host, set_up: SetUp) -> None:
    """C19: other provider tables, profiles, inline tables and quoted project keys stay in place."""
    text = (
        '[model_providers.old]\nname = "Old"\nbase_url = "https://old.example/v1"\nenv_key = "OLD_KEY"\n'
        'http_headers = { "X-Team" = "blue" }\n\n[profiles.review]\nmodel_provider = "old"\n\n'
        '[projects."/home/u/my app"]\ntrust_level = "trusted"\n'
    )
    write(config(host), text)
    set_up("codex", host)
    assert text in config(host).read_text()
    assert parsed(host)["model_providers"]["taotoken"] == OURS


def test_c20_a_commented_url_is_not_the_current_one(host: Host) -> None:
    """C20: status follows model_provider, not the first base_url in the text."""
    write(
        config(host),
        'model_provider = "cur"\n# [model_providers.old]\n# base_url = "https://old.example/v1"\n'
        '[model_providers.cur]\nbase_url = "https://cur.example/v1"\n',
    )
    effective = status(TOOL, host)
    assert effective.base_url == "https://cur.example/v1"
    assert effective.endpoint_url == "https://cur.example/v1/responses"
    assert effective.origin["base_url"].lines["model_providers.cur.base_url"] == 5


def test_undo_leaves_a_config_that_codex_loads(host: Host, set_up: SetUp) -> None:
    """A provider table without a name stops Codex altogether: beside what the user added there it stays."""
    set_up("codex", host)
    text = config(host).read_text() + '\n[model_providers.taotoken.http_headers]\nX-Team = "blue"\n'
    config(host).write_text(text)
    undo(host)
    assert tomllib.loads(config(host).read_text()) == {
        "model_providers": {"taotoken": {"name": "TaoToken", "http_headers": {"X-Team": "blue"}}}
    }


def test_c21_a_login_is_kept(host: Host, set_up: SetUp) -> None:
    """C21: auth.json keeps its bytes and mode through set-up and undo, and our key is the one sent."""
    write(auth(host), LOGIN).chmod(0o600)
    set_up("codex", host)
    assert auth(host).read_text() == LOGIN
    effective = status(TOOL, host)
    assert (effective.api_key, effective.auth_headers, effective.problems) == (KEY, ("bearer",), ())
    undo(host)
    assert auth(host).read_text() == LOGIN
    assert auth(host).stat().st_mode & 0o777 == 0o600
    assert not config(host).exists()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("https://gw.example/api", "https://gw.example/api/v1"),
        ("https://gw.example/api/", "https://gw.example/api/v1"),
        ("https://gw.example/api/v1", "https://gw.example/api/v1"),
        ("https://gw.example/api/v1/chat/completions", "https://gw.example/api/v1"),
        ("https://gw.example/api/v1/v1", "https://gw.example/api/v1"),
        ("https://gw.example/api/v4", "https://gw.example/api/v4"),
        ("https://taotoken.net/api-keys", "https://taotoken.net/api/v1"),
    ],
)
def test_c22_base_url_forms(typed: str, written: str, host: Host, set_up: SetUp) -> None:
    """C22: whatever was typed, the tool's own form is written."""
    set_up("codex", host, url=typed)
    assert parsed(host)["model_providers"]["taotoken"]["base_url"] == written


def test_c24_the_folder_can_be_moved(make_host: MakeHost, set_up: SetUp, tmp_path: Path) -> None:
    """C24: CODEX_HOME is used, and made (Codex refuses a missing one), private."""
    host = make_host(env={"CODEX_HOME": str(tmp_path / "x" / "d")})
    set_up("codex", host, options=IN_AUTH)
    assert (tmp_path / "x" / "d").stat().st_mode & 0o777 == 0o700
    assert {path.name for path in (tmp_path / "x" / "d").iterdir()} == {"config.toml", "auth.json"}
    assert not (host.home / ".codex").exists()
    assert status(TOOL, host).api_key == KEY


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('env_key = "OLD_KEY"', "env_key"),
        ("requires_openai_auth = true", "requires_openai_auth"),
        ('auth = { command = "/bin/key" }', "auth"),
        ('http_headers = { authorization = "Bearer sk-old-1" }', "http_headers.authorization"),
        ('env_http_headers = { Authorization = "OLD" }', "env_http_headers.Authorization"),
    ],
)
def test_other_ways_to_a_key_in_our_table_go(line: str, name: str, host: Host, set_up: SetUp) -> None:
    """What would beat our key, or stop Codex from loading beside it, is taken out and told."""
    table = f'[model_providers.taotoken]\n{line}\nquery_params = {{ a = "1" }}\n'
    write(config(host), 'model_provider = "taotoken"\n' + table)
    plan = set_up("codex", host)
    after = parsed(host)["model_providers"]["taotoken"]
    assert {name: value for name, value in after.items() if value} == {**OURS, "query_params": {"a": "1"}}
    assert any(note.startswith(f"removes model_providers.taotoken.{name} (") for note in notes(plan))
    assert not any("sk-old-1" in note for note in notes(plan))


def test_a_stray_root_base_url_is_left(host: Host, set_up: SetUp) -> None:
    """Root keys that Codex ignores are not ours to tidy."""
    urls = 'base_url = "https://x.example"\nopenai_base_url = "https://y.example"\n'
    write(config(host), urls + 'model_reasoning_effort = "high"\n')
    set_up("codex", host)
    data = parsed(host)
    assert (data["base_url"], data["openai_base_url"]) == ("https://x.example", "https://y.example")
    assert data["model_reasoning_effort"] == "high"


# The other placement --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    [None, "{}", f'{{"OPENAI_API_KEY": "{KEY}"}}', '{"auth_mode": "apikey", "OPENAI_API_KEY": null}'],
    ids=["absent", "empty", "our key", "no key"],
)
def test_key_in_auth_json(before: str | None, host: Host, set_up: SetUp) -> None:
    """--codex-auth auth-json: the API-key form, the provider asks for it, and a restart is advised."""
    if before is not None:
        write(auth(host), before)
    plan = set_up("codex", host, options=IN_AUTH)
    assert json.loads(auth(host).read_bytes()) == {"auth_mode": "apikey", "OPENAI_API_KEY": KEY}
    assert auth(host).stat().st_mode & 0o777 == 0o600
    table = parsed(host)["model_providers"]["taotoken"]
    assert table["requires_openai_auth"] is True
    assert "experimental_bearer_token" not in table
    told = any("codex app-server daemon restart" in note for note in notes(plan))
    assert told is (before is None or KEY not in before)
    effective = status(TOOL, host)
    assert (effective.api_key, effective.problems) == (KEY, ())
    assert effective.origin["api_key"].path == auth(host)
    assert set_up("codex", host, options=IN_AUTH).changes == ()


def test_a_new_key_replaces_ours_in_auth_json(host: Host, set_up: SetUp) -> None:
    """A key of an earlier set-up is ours: the provider in config.toml says so."""
    set_up("codex", host, options=IN_AUTH)
    set_up("codex", host, options=IN_AUTH, key="sk-demo-next")
    assert status(TOOL, host).api_key == "sk-demo-next"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (LOGIN, "auth_not_ours"),
        ('{"auth_mode": "chatgpt"}', "auth_not_ours"),
        ('{"OPENAI_API_KEY": "sk-someone-else-1"}', "auth_not_ours"),
        ('{"OPENAI_API_KEY": ', "json_syntax"),
    ],
)
def test_auth_json_that_is_not_ours_is_refused(content: str, code: str, host: Host, set_up: SetUp) -> None:
    """A login, another key or a broken file: refused, nothing changed, no key shown."""
    write(auth(host), content)
    with pytest.raises(RefusedError) as refused:
        set_up("codex", host, options=IN_AUTH)
    (problem,) = refused.value.problems
    assert (problem.code, problem.file) == (code, auth(host))
    assert problem.next is not None
    assert "sk-someone-else-1" not in str(refused.value)
    assert auth(host).read_text() == content
    assert not config(host).exists()


def test_auth_json_is_refused_where_codex_does_not_read_it(host: Host, set_up: SetUp) -> None:
    """With the keyring as its store Codex ignores auth.json."""
    write(config(host), 'cli_auth_credentials_store = "keyring"\n')
    with pytest.raises(RefusedError, match="cli_auth_credentials_store"):
        set_up("codex", host, options=IN_AUTH)


def test_a_byte_order_mark_in_auth_json_goes(host: Host, set_up: SetUp) -> None:
    """Codex silently sends no key with one; in config.toml it stays."""
    write(auth(host), b'\xef\xbb\xbf{"OPENAI_API_KEY": "' + KEY.encode() + b'"}')
    write(config(host), b'\xef\xbb\xbfmodel = "x"\r\n')
    set_up("codex", host, options=IN_AUTH)
    assert not auth(host).read_bytes().startswith(b"\xef\xbb\xbf")
    assert config(host).read_bytes().startswith(b"\xef\xbb\xbfmodel = ")
    assert b"\n" not in config(host).read_bytes().replace(b"\r\n", b"")


def test_moving_between_the_placements(host: Host, set_up: SetUp) -> None:
    """Each placement takes out what belongs to the other, and says where the key is now."""
    set_up("codex", host)
    to_auth = set_up("codex", host, options=IN_AUTH)
    assert any("experimental_bearer_token (the key now comes from auth.json)" in note for note in notes(to_auth))
    back = set_up("codex", host)
    assert any("requires_openai_auth (the key now comes from config.toml)" in note for note in notes(back))
    assert parsed(host)["model_providers"]["taotoken"] == OURS
    assert status(TOOL, host).api_key == KEY


@pytest.mark.parametrize("key", [KEY, "sk-demo-next"], ids=["same key", "new key"])
def test_our_key_leaves_auth_json_with_the_placement(key: str, host: Host, both: SetUp) -> None:
    """Back to config.toml: the file that held nothing but our key goes (`{}` would count as a ChatGPT login), with
    notes; undo gives it back."""
    both(host, options=IN_AUTH)
    kept = auth(host).read_bytes()
    back = both(host, key=key)
    assert not auth(host).exists()
    assert "removes OPENAI_API_KEY (the key now comes from config.toml)" in notes(back)
    assert KEY not in "".join(diff(change, host) for change in back.changes)
    assert both(host, key=key).changes == ()
    undo(host)
    assert (auth(host).read_bytes(), auth(host).stat().st_mode & 0o777) == (kept, 0o600)
    assert status(TOOL, host).api_key == KEY


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (LOGIN, False),
        (f'{{"auth_mode":"apikey","OPENAI_API_KEY":"{KEY}","tokens":null}}', True),
        (f'{{"auth_mode":"chatgpt","OPENAI_API_KEY":"{KEY}"}}', True),
        ('{"auth_mode":"apikey","OPENAI_API_KEY":"sk-someone-else-1"}', True),
        ('{"OPENAI_API_KEY": ', False),
        ("{}", False),
    ],
)
def test_auth_json_that_is_not_exactly_ours_stays(content: str, told: bool, host: Host, both: SetUp) -> None:
    """A login, another key, anything beside our form: not a byte changes, and a key that stays is reported."""
    both(host, options=IN_AUTH)
    write(auth(host), content)
    back = both(host)
    assert auth(host).read_text() == content
    assert any("codex logout" in note for note in notes(back)) is told
    assert "sk-someone-else-1" not in "".join(notes(back))


def test_our_key_in_auth_json_of_another_provider_stays(host: Host, both: SetUp) -> None:
    """The same key, but our provider never asked for it there: the user's own login."""
    write(auth(host), f'{{"auth_mode":"apikey","OPENAI_API_KEY":"{KEY}"}}')
    both(host)
    both(host)
    assert json.loads(auth(host).read_text())["OPENAI_API_KEY"] == KEY


# What the tool uses ---------------------------------------------------------------------------------------

TABLE = '\n[model_providers.p]\nname = "P"\nbase_url = "https://p.example/v1/"\n'


@pytest.mark.parametrize(
    ("table", "env", "files", "key"),
    [
        ('experimental_bearer_token = "sk-b"', {}, {}, "sk-b"),
        ('env_key = "V"\nexperimental_bearer_token = "sk-b"', {"V": "sk-v"}, {}, "sk-v"),
        ('env_key = "V"', {"V": "sk-shell"}, {".env": "export V='sk-dotenv'\n"}, "sk-dotenv"),
        ('env_key = "CODEX_V"', {}, {".env": "CODEX_V=sk-dotenv\n"}, None),
        ('env_key = "V"', {}, {"auth.json": '{"OPENAI_API_KEY": "sk-a"}'}, None),
        ('http_headers = { Authorization = "Bearer sk-h" }', {}, {}, "sk-h"),
        ("requires_openai_auth = true", {}, {"auth.json": '{"OPENAI_API_KEY": "sk-a"}'}, "sk-a"),
        ("", {}, {"auth.json": '{"OPENAI_API_KEY": "sk-a"}'}, None),
        ("requires_openai_auth = true", {}, {"auth.json": '\ufeff{"OPENAI_API_KEY": "sk-a"}'}, None),
    ],
)
def test_key_precedence(
    table: str, env: dict[str, str], files: dict[str, str], key: str | None, make_host: MakeHost
) -> None:
    """env_key (from .env before the shell) > bearer token > header > auth.json where it is asked for."""
    host = make_host(env=env)
    write(config(host), f'model = "m"\nmodel_provider = "p"\n{TABLE}{table}\n')
    for name, text in files.items():
        write(config(host).parent / name, text)
    effective = status(TOOL, host)
    assert effective.api_key == key
    assert effective.endpoint_url == "https://p.example/v1/responses"
    assert bool(effective.problems) is (key is None)


def test_the_built_in_provider(make_host: MakeHost) -> None:
    """openai_base_url counts, OPENAI_BASE_URL doesn't; CODEX_API_KEY beats auth.json."""
    host = make_host(env={"OPENAI_BASE_URL": "https://no.example", "CODEX_API_KEY": "sk-c", "OPENAI_API_KEY": "sk-no"})
    assert status(TOOL, host).base_url is None
    write(config(host), 'openai_base_url = "https://o.example/v1"\n')
    write(auth(host), '{"auth_mode": "apikey", "OPENAI_API_KEY": "sk-a"}')
    effective = status(TOOL, host)
    assert (effective.base_url, effective.api_key) == ("https://o.example/v1", "sk-c")
    assert [(name, source.path) for name, source in effective.shadowed] == [("api_key", auth(host))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('model_provider = "p"\n' + TABLE + 'wire_api = "chat"\n', 'wire_api = "chat" is refused'),
        ('model_provider = "gone"\n', "there is no [model_providers.gone]"),
        ('model_provider = "p"\n' + TABLE + 'env_key = "V"\n', "that variable is not set"),
        ('model_provider = "p"\n' + TABLE + 'auth = { command = "/bin/k" }\n', "comes from a command"),
        ('model = "a"\nmodel = "b"\n', "does not start"),
    ],
)
def test_problems_are_named(text: str, said: str, host: Host) -> None:
    """What keeps Codex from working is said in a sentence."""
    write(config(host), text)
    assert any(said in str(problem) for problem in status(TOOL, host).problems)


def test_a_login_that_leaks_is_named(host: Host) -> None:
    """requires_openai_auth with only a ChatGPT login sends its token to the provider; it is not given as a key."""
    write(config(host), 'model_provider = "p"\n' + TABLE + "requires_openai_auth = true\n")
    write(auth(host), LOGIN)
    effective = status(TOOL, host)
    assert (effective.api_key, effective.auth_headers) == (None, ("bearer",))
    assert any("ChatGPT login is sent to https://p.example" in str(problem) for problem in effective.problems)


def test_a_trusted_projects_model_counts(host: Host, set_up: SetUp) -> None:
    """Its model wins, its provider never does, and we warn; an untrusted folder counts for nothing."""
    set_up("codex", host)
    local = write(host.cwd / ".codex" / "config.toml", 'model = "local"\nmodel_provider = "x"\n')
    assert status(TOOL, host).model == "demo-large"
    with config(host).open("a") as file:
        file.write(f'\n[projects."{host.cwd}"]\ntrust_level = "trusted"\n')
    effective = status(TOOL, host)
    assert (effective.model, effective.base_url) == ("local", "https://gw.example/api/v1")
    assert [(name, source.path) for name, source in effective.shadowed] == [("model", config(host))]
    assert f"{host.tilde(local)} sets model and beats" in told_before(TOOL, host)


def test_a_root_profile_is_warned_about(host: Host) -> None:
    """Codex 0.171 refuses to start with one; it is left, and told with its line."""
    write(config(host), '# x\nprofile = "review"\n')
    (told,) = map(str, TOOL.warnings(host))
    assert told.startswith("~/.codex/config.toml line 2:")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('[model_providers.old]\nname = "Old"\nwire_api = "chat"\n', 'wire_api = "chat" is refused'),
        ('[model_providers.old]\nbase_url = "https://old.example"\n', "it has no name"),
        ('[model_providers.old.http_headers]\nX = "1"\n', "it has no name"),
        ('[model_providers.openai]\nname = "Mine"\n', "reserved"),
        ("[model_providers]\nold = 5\n", "must be a table"),
        ('[model_providers.old]\nname = "Old"\nenv_key = "K"\nauth = { command = "/k" }\n', "can't be combined"),
    ],
)
def test_another_provider_that_stops_codex_is_told(table: str, told: str, host: Host, set_up: SetUp) -> None:
    """One refused provider table, in use or not, and Codex doesn't start: it stays, set-up and status say so."""
    write(config(host), table)
    (warning,) = map(str, TOOL.warnings(host))
    assert told in warning
    assert "does not start" in warning
    set_up("codex", host)
    assert table in config(host).read_text()
    assert any(told in str(problem) for problem in status(TOOL, host).problems)


def test_what_set_up_itself_corrects_is_not_warned_about(host: Host, set_up: SetUp) -> None:
    """Our own table in an old shape is brought into the present one, with no word of warning."""
    write(config(host), '[model_providers.taotoken]\nwire_api = "chat"\naws = { profile = "x" }\n')
    assert list(TOOL.warnings(host)) == []
    set_up("codex", host)
    assert status(TOOL, host).problems == ()
    assert "aws" not in config(host).read_text()


@pytest.mark.parametrize("header", ["x-api-key", "API-Key"])
def test_no_other_key_goes_out_beside_ours(header: str, host: Host, set_up: SetUp) -> None:
    """A key of the previous gateway under another header would be sent to the new one."""
    write(config(host), f'[model_providers.taotoken]\nhttp_headers = {{ "{header}" = "sk-old-1", X = "1" }}\n')
    set_up("codex", host)
    assert tomllib.loads(config(host).read_text())["model_providers"]["taotoken"]["http_headers"] == {"X": "1"}


def test_headless_command() -> None:
    """One turn outside a repository."""
    assert TOOL.headless("hi") == ("codex", "exec", "--skip-git-repo-check", "hi")
