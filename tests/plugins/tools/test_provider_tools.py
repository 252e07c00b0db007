"""The tools that name a provider and a model: what they then use, what beats them, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins._diff import diff
from taotoken_plugins._edit import EditConflictError
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import get_tool
from taotoken_plugins._status import status
from taotoken_plugins._undo import undo
from taotoken_plugins.tools import qwen_code
from told_before import told_before

KEY = "sk-demo-7f3a"
SetUp = Callable[..., Plan]
MakeHost = Callable[..., Host]
TOOLS = ("opencode", "kilo", "pi", "qwen-code", "openclaw", "claude-code-router", "droid")
CHAT = "https://gw.example/api/v1/chat/completions"
RESPONSES = "https://gw.example/api/v1/responses"
MESSAGES = "https://gw.example/api/v1/messages"
OPENCODE = ".config/opencode/opencode.json"
QWEN, OPENCLAW, DROID = ".qwen/settings.json", ".openclaw/openclaw.json", ".factory/settings.json"
PI_MODELS, CCR = ".pi/agent/models.json", ".claude-code-router/config.json"


@pytest.fixture(autouse=True)
def _no_system_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(qwen_code, "system_settings_path", lambda platform: tmp_path / "etc" / "qwen.json")


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8", newline="")
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


def warned(tool: str, host: Host) -> str:
    return told_before(get_tool(tool), host)


def said(tool: str, host: Host) -> str:
    return "\n".join(str(problem) for problem in status(get_tool(tool), host).problems)


# What the tool uses afterwards -----------------------------------------------------------------------------


@pytest.mark.parametrize("tool", TOOLS)
def test_effective_after_set_up(tool: str, host: Host, set_up: SetUp) -> None:
    """The inverse of writing: URL, key and model come back, from files of ours, without a problem or warning."""
    set_up(tool, host)
    effective = status(get_tool(tool), host)
    assert effective.endpoint_url == CHAT
    assert (effective.api_key, effective.model, effective.auth_headers) == (KEY, "demo-large", ("bearer",))
    assert set(effective.origin) == {"base_url", "api_key", "model"}
    assert all(source.ours and source.path for source in effective.origin.values())
    assert (effective.problems, effective.shadowed, warned(tool, host)) == ((), (), "")
    assert KEY not in repr(effective)


@pytest.mark.parametrize(
    ("tool", "protocol", "url", "header"),
    [
        *((tool, "responses", RESPONSES, "bearer") for tool in ("opencode", "kilo", "pi", "openclaw", "droid")),
        *((tool, "messages", MESSAGES, "x-api-key") for tool in ("opencode", "kilo", "pi", "openclaw", "droid")),
        ("qwen-code", "messages", MESSAGES, "bearer"),
        *((tool, "chat", CHAT, "bearer") for tool in TOOLS),
    ],
)
def test_the_chosen_protocol(tool: str, protocol: str, url: str, header: str, host: Host, set_up: SetUp) -> None:
    """However the base URL is spelled for a tool and protocol, the request goes to the gateway's own endpoint."""
    set_up(tool, host, options={"protocol": protocol})
    effective = status(get_tool(tool), host)
    assert (effective.endpoint_url, effective.auth_headers) == (url, (header,))
    assert set_up(tool, host, options={"protocol": protocol}).changes == ()


@pytest.mark.parametrize("tool", ["opencode", "kilo", "pi", "qwen-code", "openclaw", "droid"])
def test_a_root_of_its_own_for_messages(tool: str, host: Host, set_up: SetUp) -> None:
    """Where the gateway has another root for that protocol, it is used."""
    root = "https://gw.example/anthropic"
    set_up(tool, host, options={"protocol": "messages"}, messages_base_url=root)
    assert status(get_tool(tool), host).endpoint_url == f"{root}/v1/messages"


@pytest.mark.parametrize("tool", TOOLS)
def test_a_second_gateway_replaces_the_first(tool: str, host: Host, set_up: SetUp) -> None:
    """URL, key, model and protocol follow; the old key is nowhere; two undos lead back to nothing."""
    set_up(tool, host)
    set_up(tool, host, url="https://two.example/v1", key="sk-demo-2222", model="demo-small")
    effective = status(get_tool(tool), host)
    assert effective.endpoint_url == "https://two.example/v1/chat/completions"
    assert (effective.api_key, effective.model) == ("sk-demo-2222", "demo-small")
    paths = [file.path(host) for file in get_tool(tool).files]
    assert not any(KEY in path.read_text() for path in paths if path.exists())
    undo(host)
    assert status(get_tool(tool), host).api_key == KEY
    undo(host)
    assert not any(path.exists() for path in paths)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("options", [{}, {"context-window": "200000", "max-output": "9000"}])
def test_undo_after_the_user_added_something(tool: str, options: dict[str, str], host: Host, set_up: SetUp) -> None:
    """Only our values go; the user's later line stays."""
    set_up(tool, host, options=options)
    path = get_tool(tool).files[0].path(host)
    path.write_text(path.read_text().replace("{\n", '{\n  "later": 1,\n', 1))
    undo(host)
    assert read(path) == {"later": 1}


@pytest.mark.parametrize("tool", ["opencode", "kilo"])
def test_the_small_model_is_written_where_one_is_named(tool: str, host: Host, set_up: SetUp) -> None:
    """It is listed and chosen; without one the user's own choice stays; undo takes it back."""
    path = get_tool(tool).files[0].path(host)
    before = '{"small_model": "other/tiny"}'
    write(path, before)
    set_up(tool, host)
    assert read(path)["small_model"] == "other/tiny"
    set_up(tool, host, options={"small-model": "demo-small"})
    assert read(path)["small_model"] == "taotoken/demo-small"
    assert sorted(read(path)["provider"]["taotoken"]["models"]) == ["demo-large", "demo-small"]
    assert set_up(tool, host, options={"small-model": "demo-small"}).changes == ()
    undo(host)
    undo(host)
    assert path.read_text() == before


@pytest.mark.parametrize("tool", TOOLS)
def test_no_key_in_the_diff(tool: str, host: Host, set_up: SetUp) -> None:
    """Neither the new key nor the one before."""
    first = set_up(tool, host)
    second = set_up(tool, host, key="sk-demo-2222")
    shown = "".join(diff(change, host) for plan in (first, second) for change in plan.changes)
    assert KEY not in shown
    assert "sk-demo-2222" not in shown


# What is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "protocol"), [("qwen-code", "responses"), ("claude-code-router", "messages"), ("pi", "gemini")]
)
def test_a_protocol_a_tool_cannot_speak(tool: str, protocol: str, host: Host, set_up: SetUp) -> None:
    """Refused with the ones it can, nothing written."""
    with pytest.raises(RefusedError) as refused:
        set_up(tool, host, options={"protocol": protocol})
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("protocol_not_offered", "--protocol")
    assert "chat" in str(problem.message)
    assert problem.next is not None
    assert not get_tool(tool).files[0].path(host).exists()


@pytest.mark.parametrize("value", ["0", "-1", "8k", "1.5", "9" * 20])
@pytest.mark.parametrize("name", ["context-window", "max-output"])
def test_a_size_that_is_no_number(name: str, value: str, host: Host, set_up: SetUp) -> None:
    """Named with its option."""
    with pytest.raises(RefusedError) as refused:
        set_up("pi", host, options={name: value})
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("option_invalid", f"--{name}")]


@pytest.mark.parametrize(
    ("tool", "key"),
    [
        ("opencode", "sk-{file:~/x}"),
        ("kilo", "sk-{file:~/x}-1"),
        ("pi", "!date"),
        ("qwen-code", "sk-$HOME"),
        ("claude-code-router", "sk-$HOME"),
    ],
)
def test_a_key_the_tool_would_take_for_a_reference(tool: str, key: str, host: Host, set_up: SetUp) -> None:
    """Stored as it is, it would be something else to the tool; told without the key."""
    with pytest.raises(RefusedError) as refused:
        set_up(tool, host, key=key)
    (problem,) = refused.value.problems
    assert problem.code == "key_not_literal"
    assert key not in f"{problem.message}{problem.next}"


@pytest.mark.parametrize(
    ("tool", "file", "text"),
    [
        ("opencode", OPENCODE, "{,}"),
        ("opencode", OPENCODE, '{"provider": []}'),
        ("pi", ".pi/agent/settings.json", "{} // c"),
        ("qwen-code", QWEN, '{"a": 1,}'),
        ("droid", DROID, '{"customModels": [],}'),
        ("droid", DROID, '{"customModels": {}}'),
        ("openclaw", OPENCLAW, "{a: b}"),
        ("claude-code-router", CCR, "{Providers: [{name: 'taotoken'}, {name: 'taotoken'}]}"),
    ],
)
def test_a_file_the_tool_cannot_read_is_left(tool: str, file: str, text: str, host: Host, set_up: SetUp) -> None:
    """As strict as the tool itself; a place and a next step are named."""
    path = write(host.home / file, text)
    with pytest.raises((RefusedError, EditConflictError)) as refused:
        set_up(tool, host)
    assert isinstance(refused.value, RefusedError)
    assert refused.value.problems[0].line == 1
    assert path.read_text() == text


# Places ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "env", "file"),
    [
        ("opencode", {"XDG_CONFIG_HOME": "x"}, "x/opencode/opencode.json"),
        ("opencode", {"XDG_CONFIG_HOME": "x", "OPENCODE_CONFIG": "y/oc.jsonc"}, "y/oc.jsonc"),
        ("kilo", {"XDG_CONFIG_HOME": "x"}, "x/kilo/kilo.jsonc"),
        ("kilo", {"KILO_CONFIG": "y/k.json"}, "y/k.json"),
        ("pi", {"PI_CODING_AGENT_DIR": "x"}, "x/models.json"),
        ("qwen-code", {"QWEN_HOME": "x"}, "x/settings.json"),
        ("openclaw", {"OPENCLAW_HOME": "x"}, "x/.openclaw/openclaw.json"),
        ("openclaw", {"OPENCLAW_HOME": "x", "OPENCLAW_STATE_DIR": "y"}, "y/openclaw.json"),
        ("openclaw", {"OPENCLAW_STATE_DIR": "y", "OPENCLAW_CONFIG_PATH": "z/c.json"}, "z/c.json"),
        ("droid", {"FACTORY_HOME_OVERRIDE": "x"}, "x/.factory/settings.json"),
    ],
)
def test_c24_the_place_can_be_moved(
    tool: str, env: dict[str, str], file: str, make_host: MakeHost, set_up: SetUp, tmp_path: Path
) -> None:
    """C24: the tool's own variables; nothing appears in the usual place, and status looks in the moved one."""
    usual = get_tool(tool).files[0].path(make_host())
    host = make_host(env={name: str(tmp_path / "m" / value) for name, value in env.items()})
    set_up(tool, host)
    assert KEY in (tmp_path / "m" / file).read_text()
    assert not usual.exists()
    assert status(get_tool(tool), host).api_key == KEY


@pytest.mark.parametrize("value", ["~/p", "~\\p"])
def test_a_tilde_in_a_variable_is_the_home(value: str, make_host: MakeHost, set_up: SetUp) -> None:
    """As the tool reads it."""
    host = make_host(env={"PI_CODING_AGENT_DIR": value})
    set_up("pi", host)
    assert (host.home / "p" / "models.json").is_file()


@pytest.mark.parametrize("tool", ["opencode", "kilo", "pi", "qwen-code", "openclaw", "droid"])
def test_a_place_only_in_a_start_file_is_told(tool: str, host: Host) -> None:
    """A new terminal would look elsewhere."""
    name = {
        "opencode": "OPENCODE_CONFIG",
        "kilo": "KILO_CONFIG",
        "pi": "PI_CODING_AGENT_DIR",
        "qwen-code": "QWEN_HOME",
        "openclaw": "OPENCLAW_STATE_DIR",
        "droid": "FACTORY_HOME_OVERRIDE",
    }[tool]
    write(host.home / ".bashrc", f"export {name}=/elsewhere\n")
    assert f"~/.bashrc:1 sets {name}" in warned(tool, host)


@pytest.mark.parametrize(
    ("tool", "there", "chosen"),
    [
        ("opencode", (), "opencode.json"),
        ("opencode", ("config.json",), "config.json"),
        ("opencode", ("config.json", "opencode.json"), "opencode.json"),
        ("opencode", ("opencode.json", "opencode.jsonc"), "opencode.jsonc"),
        ("kilo", (), "kilo.jsonc"),
        ("kilo", ("kilo.json",), "kilo.json"),
        ("kilo", ("kilo.json", "kilo.jsonc"), "kilo.jsonc"),
        ("kilo", ("kilo.jsonc", "opencode.json"), "opencode.json"),
    ],
)
def test_the_file_that_wins_is_written(
    tool: str, there: tuple[str, ...], chosen: str, host: Host, set_up: SetUp
) -> None:
    """Of several global files the strongest; never one more."""
    folder = host.home / ".config" / tool
    for name in there:
        write(folder / name, '{"model": "a/b"}')
    set_up(tool, host)
    assert read(folder / chosen)["model"] == "taotoken/demo-large"
    assert {path.name for path in folder.iterdir()} == {*there, chosen}
    assert status(get_tool(tool), host).model == "demo-large"
    assert len(status(get_tool(tool), host).shadowed) == len(set(there) - {chosen})


# What beats us ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "file", "content", "names"),
    [
        ("opencode", "project/opencode.json", {"model": "a/b"}, "model"),
        ("opencode", "opencode.jsonc", '{"model": "a/b",} // up', "model"),
        ("opencode", "project/.opencode/opencode.json", {"model": "a/b"}, "model"),
        (
            "opencode",
            "project/opencode.json",
            {"provider": {"taotoken": {"options": {"apiKey": "sk-x"}}}},
            "provider.taotoken.options.apiKey",
        ),
        ("kilo", "project/kilo.json", {"model": "a/b"}, "model"),
        ("qwen-code", "project/.qwen/settings.json", {"model": {"name": "x"}}, "model.name"),
        ("qwen-code", "project/.env", "TAOTOKEN_QWEN_API_KEY=sk-x\n", "TAOTOKEN_QWEN_API_KEY"),
        ("qwen-code", ".qwen/.env", "TAOTOKEN_QWEN_API_KEY=sk-x\n", "TAOTOKEN_QWEN_API_KEY"),
        (
            "droid",
            "project/.factory/settings.json",
            {"sessionDefaultSettings": {"model": "custom:x"}},
            "sessionDefaultSettings.model",
        ),
    ],
)
def test_a_stronger_file_is_told(tool: str, file: str, content: Any, names: str, host: Host, set_up: SetUp) -> None:
    """Before writing, with what it sets; status follows it."""
    path = write(host.home / file, content)
    set_up(tool, host)
    assert f"{host.tilde(path)} sets {names} and beats" in warned(tool, host)
    origin = status(get_tool(tool), host).origin
    assert path in {source.path for source in origin.values()}


def test_a_harmless_project_file_is_not_told(host: Host, set_up: SetUp) -> None:
    """Another provider's key in the project is no conflict."""
    write(host.cwd / "opencode.json", {"provider": {"other": {"options": {"apiKey": "x"}}}, "theme": "a"})
    set_up("opencode", host)
    assert warned("opencode", host) == ""


def test_project_files_end_at_the_repository(host: Host, set_up: SetUp) -> None:
    """What lies above the repository's root is not read."""
    (host.cwd / ".git").mkdir()
    write(host.home / "opencode.json", {"model": "a/b"})
    set_up("opencode", host)
    assert status(get_tool("opencode"), host).model == "demo-large"


@pytest.mark.parametrize(
    ("tool", "env", "said"),
    [
        (
            "opencode",
            {"OPENCODE_CONFIG_CONTENT": '{"model": "a/b", /* c */}'},
            "OPENCODE_CONFIG_CONTENT is set in this terminal",
        ),
        ("qwen-code", {"TAOTOKEN_QWEN_API_KEY": "sk-x"}, "QWEN_API_KEY is set in this terminal"),
    ],
)
def test_an_exported_setting_is_told(
    tool: str, env: dict[str, str], said: str, make_host: MakeHost, set_up: SetUp
) -> None:
    """The process environment beats the files."""
    host = make_host(env=env)
    set_up(tool, host)
    assert said in warned(tool, host)
    assert "env" in {source.kind for source in status(get_tool(tool), host).origin.values()}


def test_the_folder_of_the_variable_beats_the_file(make_host: MakeHost, set_up: SetUp, tmp_path: Path) -> None:
    """OPENCODE_CONFIG_DIR is read after everything but the inline text."""
    host = make_host(env={"OPENCODE_CONFIG_DIR": str(tmp_path / "d")})
    write(tmp_path / "d" / "opencode.json", {"model": "a/b"})
    set_up("opencode", host)
    assert "sets model and beats" in warned("opencode", host)
    assert status(get_tool("opencode"), host).model == "b"


def test_inline_settings_that_are_broken(make_host: MakeHost) -> None:
    """Named with the variable."""
    host = make_host(env={"OPENCODE_CONFIG_CONTENT": "{"})
    assert "OPENCODE_CONFIG_CONTENT is not valid (syntax error at line 1" in said("opencode", host)


def test_inline_settings_of_a_new_terminal(host: Host) -> None:
    """What a start file exports will beat the files there."""
    write(host.home / ".zshrc", 'export OPENCODE_CONFIG_CONTENT=\'{"model": "a/b"}\'\n')
    assert "OPENCODE_CONFIG_CONTENT is exported (~/.zshrc:1)" in warned("opencode", host)


def test_pi_project_settings_count_once_trusted(host: Host, set_up: SetUp) -> None:
    """Told, but not taken for what is used."""
    write(host.cwd / ".pi" / "settings.json", {"defaultProvider": "other"})
    set_up("pi", host)
    assert "~/project/.pi/settings.json sets defaultProvider" in warned("pi", host)
    assert status(get_tool("pi"), host).api_key == KEY


def test_an_agent_with_its_own_model_is_told(host: Host, set_up: SetUp) -> None:
    """OpenClaw's default doesn't reach it."""
    listed = "{id: 'a', model: 'x/y'}, {id: 'b'}, {id: 'c', model: {primary: 'z/w'}}"
    write(host.home / OPENCLAW, f"{{agents: {{list: [{listed}]}}}}")
    set_up("openclaw", host)
    assert [line[:13] for line in warned("openclaw", host).splitlines()] == ['The agent "a"', 'The agent "c"']


def test_routes_that_go_elsewhere_are_told(host: Host, set_up: SetUp) -> None:
    """The router's other routes are the user's."""
    routes = {"default": "a,b", "think": "a,c", "background": "a,d", "longContextThreshold": 9}
    write(host.home / CCR, json.dumps({"Router": routes}))
    set_up("claude-code-router", host)
    assert warned("claude-code-router", host).startswith("Router.background still goes to a,d")
    assert len(warned("claude-code-router", host).splitlines()) == 1


# Elements of lists -----------------------------------------------------------------------------------------


def test_our_entry_follows_the_model(host: Host, set_up: SetUp) -> None:
    """One entry of ours, whatever the model; the user's entries stay as they are."""
    write(host.home / QWEN, {"modelProviders": {"openai": [{"id": "w", "name": "Work"}]}, "$version": 4})
    set_up("qwen-code", host)
    set_up("qwen-code", host, model="demo-small")
    listed = read(host.home / QWEN)["modelProviders"]["openai"]
    assert [(item["id"], item["name"]) for item in listed] == [("w", "Work"), ("demo-small", "TaoToken")]


@pytest.mark.parametrize(
    ("tool", "file", "content"),
    [
        ("qwen-code", QWEN, {"modelProviders": {"openai": [{"id": "demo-large", "name": "Mine", "k": 1}]}}),
        ("droid", DROID, {"customModels": [{"model": "demo-large", "displayName": "Mine", "k": 1}]}),
    ],
)
def test_the_users_entry_for_the_same_model(tool: str, file: str, content: Any, host: Host, set_up: SetUp) -> None:
    """The tool takes the first of two: the user's own is used, keeps its name, and undo gives it back."""
    path = write(host.home / file, content)
    before = path.read_text()
    set_up(tool, host)
    assert path.read_text().count("demo-large") == 2
    assert '"Mine", "k": 1' in path.read_text()
    assert status(get_tool(tool), host).api_key == KEY
    assert set_up(tool, host).changes == ()
    undo(host)
    assert path.read_text() == before


def test_an_old_qwen_file_is_told(host: Host, set_up: SetUp) -> None:
    """Qwen Code rewrites a file without its version mark, readable for others."""
    write(host.home / QWEN, {"ui": {}})
    plan = set_up("qwen-code", host)
    assert any("rewrite this file" in str(note) for change in plan.changes for note in change.notes)
    assert "$version" not in read(host.home / QWEN)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"limit": {"context": 5, "output": 6}}, {"context": 5, "output": 900}),
        ({"limit": {"output": 6}}, {"context": 0, "output": 900}),
        ({}, {"context": 0, "output": 900}),
    ],
)
def test_opencode_limits_come_in_pairs(before: Any, after: Any, host: Host, set_up: SetUp) -> None:
    """With one of both alone the file would be invalid."""
    write(host.home / OPENCODE, {"provider": {"taotoken": {"models": {"demo-large": before}}}})
    set_up("opencode", host, options={"max-output": "900"})
    model = read(host.home / OPENCODE)["provider"]["taotoken"]["models"]["demo-large"]
    assert model == {"limit": after}
    assert set_up("opencode", host, options={"max-output": "900"}).changes == ()
    assert set_up("opencode", host).changes == ()


# Settings made by others -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "file", "content", "env", "key", "told"),
    [
        ("opencode", OPENCODE, {"apiKey": "{env:MY_KEY}"}, {"MY_KEY": "sk-env"}, "sk-env", ""),
        ("opencode", OPENCODE, {"apiKey": "{env:MY_KEY}"}, {}, None, "to come from MY_KEY"),
        ("opencode", OPENCODE, {"apiKey": "{file:~/k}"}, {}, None, "comes from somewhere else ({file:~/k})"),
        ("pi", PI_MODELS, {"apiKey": "${MY_KEY}"}, {"MY_KEY": "sk-env"}, "sk-env", ""),
        ("pi", PI_MODELS, {"apiKey": "$MY_KEY"}, {"MY_KEY": "sk-env"}, "sk-env", ""),
        ("pi", PI_MODELS, {"apiKey": "!cat k"}, {}, None, "comes from somewhere else (!cat k)"),
        ("openclaw", OPENCLAW, {"apiKey": "${MY_KEY}"}, {"MY_KEY": "sk-env"}, "sk-env", ""),
        ("claude-code-router", CCR, {"apiKey": "$MY_KEY"}, {"MY_KEY": "sk-env"}, "sk-env", ""),
        ("droid", DROID, {"apiKey": "${MY_KEY}"}, {}, None, "to come from MY_KEY"),
    ],
)
def test_keys_that_are_references(
    tool: str, file: str, content: dict[str, str], env: dict[str, str], key: str | None, told: str,
    make_host: MakeHost, set_up: SetUp,
) -> None:  # fmt: skip
    """A variable is followed, a file or a command only named."""
    host = make_host(env=env)
    set_up(tool, host)
    path = host.home / file
    path.write_text(path.read_text().replace(KEY, content["apiKey"]))
    assert status(get_tool(tool), host).api_key == key
    assert told in said(tool, host)


@pytest.mark.parametrize("tool", TOOLS)
def test_an_empty_home(tool: str, host: Host) -> None:
    """Nothing is set, and nothing raised."""
    effective = status(get_tool(tool), host)
    assert (effective.base_url, effective.api_key, effective.model) == (None, None, None)
    assert "No model is chosen" in said(tool, host)


@pytest.mark.parametrize(
    ("tool", "file", "content"),
    [
        ("opencode", OPENCODE, {"model": "anthropic/claude"}),
        ("openclaw", OPENCLAW, {"agents": {"defaults": {"model": "anthropic/claude"}}}),
        ("claude-code-router", CCR, {"Router": {"default": "anthropic,claude"}}),
        ("qwen-code", QWEN, {"model": {"name": "claude"}}),
        ("droid", DROID, {"sessionDefaultSettings": {"model": "claude"}}),
    ],
)
def test_a_model_of_an_unknown_provider(tool: str, file: str, content: Any, host: Host) -> None:
    """Its address is the tool's own knowledge."""
    write(host.home / file, content)
    assert status(get_tool(tool), host).model == "claude"
    assert "the address of its provider is not in the files" in said(tool, host)


@pytest.mark.parametrize(
    ("tool", "file", "text", "told"),
    [
        ("opencode", OPENCODE, "{", "does not start"),
        ("kilo", ".config/kilo/kilo.json", "[]", "does not start"),
        ("pi", PI_MODELS, "{", "ignores the whole file"),
        ("qwen-code", QWEN, '{"a": 1,}', "does not start"),
        ("openclaw", OPENCLAW, "{a: }", "does not start"),
        ("claude-code-router", CCR, "{a: '\n'}", "does not start"),
        ("droid", DROID, '{"a": 1,}', "ignores the whole file"),
    ],
)
def test_a_broken_file_is_named(tool: str, file: str, text: str, told: str, host: Host) -> None:
    """With what the tool makes of it."""
    write(host.home / file, text)
    assert told in said(tool, host)


@pytest.mark.parametrize(
    ("tool", "argv"),
    [
        ("opencode", ("opencode", "run", "say hi")),
        ("kilo", ("kilo", "run", "say hi")),
        ("pi", ("pi", "-p", "say hi")),
        ("qwen-code", ("qwen", "-p", "say hi")),
        ("openclaw", ("openclaw", "agent", "--local", "--agent", "main", "-m", "say hi")),
        ("claude-code-router", ("ccr", "code", "-p", "say hi")),
        ("droid", ("droid", "exec", "say hi")),
    ],
)
def test_how_it_is_run_once(tool: str, argv: tuple[str, ...]) -> None:
    """The command measured with the real program."""
    assert get_tool(tool).headless("say hi") == argv


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_administrators_settings_of_qwen(platform: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place of its own on every system."""
    monkeypatch.undo()
    path = str(qwen_code.system_settings_path(platform))
    assert path.endswith("settings.json")
    assert ("\\" in path) is (platform == "win32")


def test_the_route_of_thinking_follows(host: Host, set_up: SetUp) -> None:
    """Claude Code asks for thinking with every request: with its own route the router would send all of them there. It
    is not made where there is none, and undo gives it back."""
    text = '{"Router": {"default": "a,b", "think": "a,c"}}'
    write(host.home / CCR, text)
    made = set_up("claude-code-router", host)
    assert '"think": "taotoken,demo-large"' in (host.home / CCR).read_text()
    assert "Router.think went to a,c" in "".join(str(note) for change in made.changes for note in change.notes)
    undo(host)
    assert (host.home / CCR).read_text() == text
    write(host.home / CCR, '{"Router": {"default": "a,b"}}')
    set_up("claude-code-router", host)
    assert "think" not in (host.home / CCR).read_text()
