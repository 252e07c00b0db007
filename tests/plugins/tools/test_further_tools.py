"""Continue, aider, llm, Mistral Vibe, Kimi Code, and the .env of a folder: what they use, what beats them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins._diff import diff
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import get_tool
from taotoken_plugins._status import status
from taotoken_plugins._tool import Wanted
from taotoken_plugins._undo import undo
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.tools import gitignore
from told_before import told_before

KEY = "sk-demo-7f3a"
SetUp = Callable[..., Plan]
MakeHost = Callable[..., Host]
TOOLS = ("continue", "aider", "llm", "vibe", "kimi-code")
ALL = (*TOOLS, "env")
V1 = "https://gw.example/api/v1"
CHAT, RESPONSES, MESSAGES = f"{V1}/chat/completions", f"{V1}/responses", f"{V1}/messages"
AIDER, CONTINUE, CHOICE = ".aider.conf.yml", ".continue/config.yaml", ".continue/index/globalContext.json"
LLM, VIBE, KIMI = ".config/io.datasette.llm", ".vibe/config.toml", ".kimi-code/config.toml"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
    return path


def warned(tool: str, host: Host) -> str:
    return told_before(get_tool(tool), host)


def said(tool: str, host: Host) -> str:
    return "\n".join(str(problem) for problem in status(get_tool(tool), host).problems)


def notes(made: Plan) -> str:
    return "\n".join(str(note) for change in made.changes for note in change.notes)


# What the tool uses afterwards -----------------------------------------------------------------------------


@pytest.mark.parametrize("tool", ALL)
def test_effective_after_set_up(tool: str, host: Host, set_up: SetUp) -> None:
    """The inverse of writing, from files of ours; nothing is wrong with it, for status or for a diagnosis."""
    set_up(tool, host, key="sk-demo-7f3a-00112233")
    effective = status(get_tool(tool), host)
    assert effective.endpoint_url == CHAT
    assert (effective.api_key, effective.model) == ("sk-demo-7f3a-00112233", "demo-large")
    assert effective.auth_headers == ("bearer",)
    assert set(effective.origin) == {"base_url", "api_key", "model"}
    assert all(source.ours and source.path for source in effective.origin.values())
    assert (effective.problems, effective.shadowed, warned(tool, host)) == ((), (), "")
    assert judge(collect(get_tool(tool), host)).findings == ()


@pytest.mark.parametrize(
    ("tool", "protocol", "url", "header"),
    [
        *((tool, "responses", RESPONSES, "bearer") for tool in ("llm", "vibe", "kimi-code")),
        *((tool, "messages", MESSAGES, "x-api-key") for tool in ("continue", "aider", "vibe", "kimi-code")),
        *((tool, "chat", CHAT, "bearer") for tool in TOOLS),
    ],
)
def test_the_chosen_protocol(tool: str, protocol: str, url: str, header: str, host: Host, set_up: SetUp) -> None:
    """However the base URL is spelled, the request goes to the gateway's own endpoint; and back to chat again."""
    set_up(tool, host, options={"protocol": protocol})
    effective = status(get_tool(tool), host)
    assert (effective.endpoint_url, effective.auth_headers) == (url, (header,))
    assert set_up(tool, host, options={"protocol": protocol}).changes == ()
    set_up(tool, host)
    assert status(get_tool(tool), host).endpoint_url == CHAT


@pytest.mark.parametrize("tool", ALL)
def test_a_second_gateway_replaces_the_first(tool: str, host: Host, set_up: SetUp) -> None:
    """URL, key and model follow; the old key is nowhere; two undos lead back to nothing."""
    set_up(tool, host)
    second = set_up(tool, host, url="https://two.example/v1", key="sk-demo-2222", model="demo-small")
    effective = status(get_tool(tool), host)
    assert effective.endpoint_url == "https://two.example/v1/chat/completions"
    assert (effective.api_key, effective.model) == ("sk-demo-2222", "demo-small")
    assert not any(item in "".join(diff(change, host) for change in second.changes) for item in (KEY, "sk-demo-2222"))
    paths = [file.path(host) for file in get_tool(tool).files]
    assert not any(KEY in path.read_text() for path in paths if path.exists())
    undo(host)
    assert status(get_tool(tool), host).api_key == KEY
    undo(host)
    assert not any(path.exists() for path in paths)


@pytest.mark.parametrize("tool", ALL)
def test_undo_keeps_what_came_later(tool: str, host: Host, set_up: SetUp) -> None:
    """A comment of the user's in each file stays, our values go."""
    set_up(tool, host)
    paths = [file.path(host) for file in get_tool(tool).files]
    commented = [path for path in paths if path.exists() and path.suffix not in (".json", ".txt")]
    for path in commented:
        write(path, "# mine\n" + path.read_text())
    undo(host)
    for path in commented:
        assert path.read_text().startswith("# mine\n")
        assert not any(word in path.read_text().lower() for word in (KEY, "gw.example", "demo-large"))


@pytest.mark.parametrize(
    ("tool", "protocol"), [("continue", "responses"), ("aider", "responses"), ("llm", "messages"), ("vibe", "x")]
)
def test_a_protocol_a_tool_cannot_speak(tool: str, protocol: str, host: Host, set_up: SetUp) -> None:
    """Refused, nothing written."""
    with pytest.raises(RefusedError) as refused:
        set_up(tool, host, options={"protocol": protocol})
    assert {problem.code for problem in refused.value.problems} == {"protocol_not_offered"}
    assert not get_tool(tool).files[0].path(host).exists()


@pytest.mark.parametrize(
    ("tool", "file", "text"),
    [
        ("aider", AIDER, "model: [\n"),
        ("aider", AIDER, "- a\n"),
        ("aider", AIDER, "model: a\nmodel: b\n"),
        ("continue", CONTINUE, "models: {}\n"),
        ("continue", CONTINUE, "models:\n- {name: TaoToken}\n- {name: TaoToken}\n"),
        ("llm", f"{LLM}/extra-openai-models.yaml", "model_id: x\n"),
        ("llm", f"{LLM}/keys.json", "{'a': 1}"),
        ("vibe", VIBE, "providers = 1\n"),
        ("kimi-code", KIMI, "[models\n"),
        ("env", "project/.env", "OPENAI_API_KEY='sk\n"),
    ],
)
def test_a_file_that_cannot_be_read_is_left(tool: str, file: str, text: str, host: Host, set_up: SetUp) -> None:
    """Nothing is written; the file is named, and the line where one is to blame."""
    path = write(host.home / file, text)
    with pytest.raises(RefusedError) as refused:
        set_up(tool, host)
    (problem,) = refused.value.problems
    assert problem.file == path
    assert problem.line is not None or problem.field is None
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("tool", "file", "text", "told"),
    [
        ("aider", AIDER, "model: [\n", "does not start"),
        ("continue", CONTINUE, "- a\n", "does not start"),
        ("llm", f"{LLM}/extra-openai-models.yaml", "a: b\n", "the top level must be a list"),
        ("llm", f"{LLM}/keys.json", "{", "does not start"),
        ("vibe", VIBE, "a = ", "does not start"),
        ("vibe", ".vibe/.env", "A='x\n", "ignores the whole file"),
        ("kimi-code", KIMI, "[", "does not start"),
        ("env", "project/.env", "A='x\n", "ignores the whole file"),
    ],
)
def test_a_broken_file_is_named(tool: str, file: str, text: str, told: str, host: Host) -> None:
    """With what the tool makes of it."""
    write(host.home / file, text)
    assert told in said(tool, host)


@pytest.mark.parametrize("tool", TOOLS)
def test_an_empty_home(tool: str, host: Host) -> None:
    """Nothing is set, nothing raised, nothing found."""
    effective = status(get_tool(tool), host)
    assert (effective.base_url, effective.api_key, effective.model) == (None, None, None)
    assert "No model is chosen" in said(tool, host)
    assert get_tool(tool).detect(host) is None


# Places ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "variable", "file"),
    [
        ("continue", "CONTINUE_GLOBAL_DIR", ".env"),
        ("llm", "LLM_USER_PATH", "keys.json"),
        ("llm", "XDG_CONFIG_HOME", "io.datasette.llm/keys.json"),
        ("vibe", "VIBE_HOME", ".env"),
        ("kimi-code", "KIMI_CODE_HOME", "config.toml"),
    ],
)
def test_c24_the_place_can_be_moved(
    tool: str, variable: str, file: str, make_host: MakeHost, set_up: SetUp, tmp_path: Path
) -> None:
    """C24: the tool's own variable; nothing appears in the usual place. Only in a start file, it is told."""
    usual = [item.path(make_host()) for item in get_tool(tool).files]
    host = make_host(env={variable: str(tmp_path / "m")})
    set_up(tool, host)
    assert KEY in (tmp_path / "m" / file).read_text()
    assert not any(path.exists() for path in usual)
    assert status(get_tool(tool), host).api_key == KEY
    write(host.home / ".bashrc", f"export {variable}=/elsewhere\n")
    assert (f"~/.bashrc:1 sets {variable}" in warned(tool, make_host())) is (variable != "XDG_CONFIG_HOME")


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("darwin", {}, "Library/Application Support/io.datasette.llm"),
        ("win32", {}, "AppData/Roaming/io.datasette.llm"),
        ("win32", {"APPDATA": "{home}/R"}, "R/io.datasette.llm"),
    ],
)
def test_where_llm_keeps_its_files(platform: str, env: dict[str, str], folder: str, make_host: MakeHost) -> None:
    """As click's app folder is on each system."""
    home = make_host().home
    host = make_host(platform=platform, env={name: value.format(home=home) for name, value in env.items()})
    assert {file.path(host).parent for file in get_tool("llm").files} == {home / folder}


@pytest.mark.parametrize(
    ("tool", "program", "package"),
    [("aider", "aider", "aider_chat"), ("llm", "llm", "llm"), ("vibe", "vibe", "mistral_vibe")],
)
@pytest.mark.parametrize("linked", [False, True])
def test_python_programs_are_found_with_their_version(
    tool: str, program: str, package: str, linked: bool, make_host: MakeHost
) -> None:
    """From the name of the dist-info folder of its environment, also behind the link that pipx and uv make."""
    host = make_host()
    root = host.home / ("venvs/x" if linked else ".local")
    real = write(root / "bin" / program, "#!/bin/sh\nexit 9\n")
    real.chmod(0o755)
    for name in (f"{package}-1.2.3.dist-info", "other-9.9.dist-info", f"{package}_extra-7.0.dist-info"):
        (root / "lib/python3.12/site-packages" / name).mkdir(parents=True)
    if linked:
        (host.home / ".local/bin").mkdir(parents=True)
        (host.home / ".local/bin" / program).symlink_to(real)
    found = get_tool(tool).detect(host)
    assert found is not None
    assert (found.program, found.version) == (host.home / ".local/bin" / program, "1.2.3")


def test_a_python_program_without_metadata(host: Host) -> None:
    """There, but nobody knows which."""
    path = write(host.home / ".local/bin/llm", "#!/bin/sh\n")
    path.chmod(0o755)
    found = get_tool("llm").detect(host)
    assert found is not None
    assert (found.program, found.version) == (path, None)


def test_continue_is_also_an_extension(host: Host) -> None:
    """An editor's extension leaves config.yaml, and no program."""
    write(host.home / CONTINUE, "name: x\nversion: 1\n")
    assert get_tool("continue").detect(host) is not None


# What beats us ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "env", "name"),
    [
        ("aider", {"AIDER_MODEL": "openai/x"}, "AIDER_MODEL"),
        ("aider", {"AIDER_OPENAI_API_KEY": "sk-x"}, "AIDER_OPENAI_API_KEY"),
        ("llm", {"LLM_MODEL": "x"}, "LLM_MODEL"),
        ("vibe", {"VIBE_ACTIVE_MODEL": "x"}, "VIBE_ACTIVE_MODEL"),
        ("vibe", {"TAOTOKEN_VIBE_API_KEY": "sk-x"}, "TAOTOKEN_VIBE_API_KEY"),
        ("kimi-code", {"KIMI_MODEL_NAME": "x", "KIMI_MODEL_API_KEY": "sk-x"}, "KIMI_MODEL_NAME"),
        ("continue", {"TAOTOKEN_CONTINUE_API_KEY": "sk-x"}, "TAOTOKEN_CONTINUE_API_KEY"),
        ("env", {"OPENAI_BASE_URL": "https://x.example"}, "OPENAI_BASE_URL"),
    ],
)
def test_an_exported_setting_is_told(
    tool: str, env: dict[str, str], name: str, make_host: MakeHost, set_up: SetUp
) -> None:
    """Before writing, and status follows it."""
    host = make_host(env=env)
    set_up(tool, host)
    assert f"{name} is set in this terminal" in warned(tool, host)
    if tool != "env":
        effective = status(get_tool(tool), host)
        assert {"x", "sk-x"} & {effective.model, effective.api_key}


@pytest.mark.parametrize(
    ("tool", "env"),
    [
        ("aider", {"OPENAI_API_KEY": "sk-x", "OPENAI_API_BASE": "https://x.example"}),
        ("llm", {"OPENAI_API_KEY": "sk-x"}),
        ("vibe", {"TAOTOKEN_API_KEY": "sk-x", "MISTRAL_API_KEY": "x"}),
        ("kimi-code", {"OPENAI_API_KEY": "sk-x", "OPENAI_BASE_URL": "https://x.example"}),
        ("continue", {"OPENAI_API_KEY": "sk-x", "TAOTOKEN_API_KEY": "sk-x"}),
        ("env", {"TAOTOKEN_TIMEOUT": "3"}),
    ],
)
def test_exports_that_do_not_matter(tool: str, env: dict[str, str], make_host: MakeHost, set_up: SetUp) -> None:
    """Measured: the files beat these."""
    host = make_host(env=env)
    set_up(tool, host)
    effective = status(get_tool(tool), host)
    assert (effective.api_key, effective.endpoint_url, warned(tool, host)) == (KEY, CHAT, "")


@pytest.mark.parametrize(
    ("tool", "file", "text", "told"),
    [
        ("aider", "project/.aider.conf.yml", "model: openai/x\n", "sets model and beats"),
        ("aider", ".aider.conf.yml", "weak-model: gpt-4o-mini\n", "sets weak-model to gpt-4o-mini"),
        ("aider", "project/.env", "AIDER_OPENAI_API_KEY=sk-x\n", "sets AIDER_OPENAI_API_KEY and beats"),
        ("continue", "project/.env", "TAOTOKEN_CONTINUE_API_KEY=sk-x\n", "sets TAOTOKEN_CONTINUE_API_KEY and beats"),
        ("vibe", "project/.vibe/config.toml", 'active_model = "x"\n', "once you trust the folder"),
    ],
)
def test_a_stronger_file_is_told(tool: str, file: str, text: str, told: str, host: Host, set_up: SetUp) -> None:
    """With what it sets."""
    write(host.home / file, text)
    set_up(tool, host)
    assert told in warned(tool, host)


def test_aider_reads_the_env_file_it_is_given(host: Host, set_up: SetUp) -> None:
    """The strongest of all .env files; a file at the repository's root counts too."""
    write(host.home / AIDER, "env-file: keys.env\n")
    (host.home / ".git").mkdir()
    write(host.cwd / "keys.env", "AIDER_OPENAI_API_KEY=sk-x\n")
    set_up("aider", host)
    assert status(get_tool("aider"), host).api_key == "sk-x"


def test_continue_models_before_ours(host: Host, set_up: SetUp) -> None:
    """The first chat model would count: ours is chosen by name, and undo gives the choice back."""
    write(host.home / CONTINUE, "name: m\nversion: 1.0.0\nmodels:\n- {name: A, provider: ollama, model: q}\n")
    set_up("continue", host)
    assert status(get_tool("continue"), host).api_key == KEY
    assert '"cliSelectedModel": "TaoToken"' in (host.home / CHOICE).read_text()
    assert set_up("continue", host).changes == ()
    undo(host)
    assert not (host.home / CHOICE).exists()
    assert status(get_tool("continue"), host).model == "q"


def test_continue_models_for_other_things_are_no_rivals(host: Host, set_up: SetUp) -> None:
    """Only models for chats come first; nothing is chosen then."""
    rerank = "- {name: A, provider: voyage, model: r, roles: [rerank]}\n"
    write(host.home / CONTINUE, f"name: m\nversion: 1.0.0\nmodels:\n{rerank}")
    set_up("continue", host)
    assert not (host.home / CHOICE).exists()
    assert status(get_tool("continue"), host).api_key == KEY


def test_continue_files_of_old(make_host: MakeHost) -> None:
    """config.json is no longer read once there is a config.yaml; a run with ANTHROPIC_API_KEY writes into ours."""
    host = make_host(env={"ANTHROPIC_API_KEY": "sk-ant-demo"})
    write(host.home / ".continue/config.json", "{}")
    assert "~/.continue/config.json is no longer read" in warned("continue", host)
    assert "ANTHROPIC_API_KEY is exported" in warned("continue", host)


@pytest.mark.parametrize(
    ("key", "env", "found", "told"),
    [
        ("${{ secrets.MINE }}", {"MINE": "sk-env"}, "sk-env", ""),
        ("${{ secrets.org/pkg/MINE }}", {"MINE": "sk-env"}, "sk-env", ""),
        ("${{ secrets.MINE }}", {}, None, "to come from MINE"),
        ("sk-literal", {}, "sk-literal", ""),
    ],
)
def test_continue_keys(key: str, env: dict[str, str], found: str | None, told: str, make_host: MakeHost) -> None:
    """A reference is followed, a key is one."""
    host = make_host(env=env)
    model = f'{{name: A, provider: openai, model: m, apiBase: "{V1}", apiKey: "{key}"}}'
    write(host.home / CONTINUE, f"name: m\nversion: 1.0.0\nmodels:\n- {model}\n")
    assert status(get_tool("continue"), host).api_key == found
    assert told in said("continue", host)


def test_sizes_of_kimi_stay(host: Host, set_up: SetUp) -> None:
    """Both have a default; what the user has there stays until a size is given."""
    set_up("kimi-code", host)
    path = host.home / KIMI
    assert "max_context_size = 262144\nmax_output_size = 32000\n" in path.read_text()
    write(path, path.read_text().replace("262144", "99000"))
    assert set_up("kimi-code", host).changes == ()
    set_up("kimi-code", host, options={"context-window": "1000"})
    assert "max_context_size = 1000\n" in path.read_text()


def test_kimi_with_a_key_of_the_environment(make_host: MakeHost) -> None:
    """Its reference is followed, and missed."""
    text = 'default_model = "m"\n[providers.p]\ntype = "anthropic"\nbase_url = "https://x.example/v1"\n'
    text += 'api_key_env = "MINE"\n[models.m]\nprovider = "p"\nmodel = "large"\nmax_context_size = 5\n'
    for env, key in (({"MINE": "sk-env"}, "sk-env"), ({}, None)):
        host = make_host(env=env)
        write(host.home / KIMI, text)
        effective = status(get_tool("kimi-code"), host)
        assert (effective.endpoint_url, effective.model, effective.api_key) == (
            "https://x.example/v1/messages",
            "large",
            key,
        )


def test_another_way_of_speaking_in_our_entry_goes(host: Host, set_up: SetUp) -> None:
    """An entry of ours that asks for completions, with another key in its headers: both go, and are told."""
    entry = "- model_id: taotoken\n  model_name: x\n  completion: true\n  headers:\n    Authorization: Bearer sk-old\n"
    write(host.home / LLM / "extra-openai-models.yaml", entry)
    told = notes(set_up("llm", host))
    assert "completion" in told
    assert "Authorization" in told
    assert status(get_tool("llm"), host).endpoint_url == CHAT


@pytest.mark.parametrize(("tool", "model"), [("aider", "ollama/q"), ("llm", "gpt-4o"), ("vibe", "devstral")])
def test_a_model_of_another_provider(tool: str, model: str, host: Host) -> None:
    """Its address is the tool's own knowledge."""
    files = {
        "aider": (AIDER, f"model: {model}\n"),
        "llm": (f"{LLM}/default_model.txt", f"{model}\n"),
        "vibe": (VIBE, f'active_model = "{model}"\n'),
    }
    name, text = files[tool]
    write(host.home / name, text)
    assert status(get_tool(tool), host).model == model
    assert "the address of its provider is not in the files" in said(tool, host)


@pytest.mark.parametrize(
    ("tool", "argv"),
    [
        ("continue", ("cn", "-p", "say hi")),
        ("aider", ("aider", "--message", "say hi", "--yes-always", "--no-git")),
        ("llm", ("llm", "say hi")),
        ("vibe", ("vibe", "-p", "say hi", "--trust")),
        ("kimi-code", ("kimi", "-p", "say hi")),
        ("env", ()),
    ],
)
def test_how_it_is_run_once(tool: str, argv: tuple[str, ...]) -> None:
    """The command measured with the real program; a .env is none."""
    assert get_tool(tool).headless("say hi") == argv


# The .env of a folder --------------------------------------------------------------------------------------


def git(folder: Path, *argv: str) -> None:
    subprocess.run(["git", "-C", str(folder), *argv], check=True, capture_output=True)


@pytest.mark.parametrize("ignored", [False, True])
def test_a_folder_that_git_looks_at(ignored: bool, host: Host, set_up: SetUp) -> None:
    """Whether a line in .gitignore is needed."""
    git(host.home, "init", "-q")
    if ignored:
        write(host.home / ".gitignore", ".env\n")
    set_up("env", host)
    assert gitignore.needs_line(host) is not ignored
    assert gitignore.gitignore_path(host) == host.home / ".gitignore"
    assert warned("env", host) == ""
    assert (host.cwd / ".env").stat().st_mode & 0o777 == 0o600


def test_a_tracked_file_is_never_written(host: Host, wanted: Callable[..., Wanted]) -> None:
    """Only with --allow-tracked, and then with a warning."""
    git(host.home, "init", "-q")
    write(host.cwd / ".env", "A=1\n")
    git(host.home, "add", "project/.env")
    with pytest.raises(RefusedError) as refused:
        plan([(get_tool("env"), wanted())], host)
    assert [problem.code for problem in refused.value.problems] == ["tracked_file"]
    made = plan([(get_tool("env"), wanted())], host, allow_tracked=True)
    assert [problem.code for problem in made.warnings] == ["tracked_file"]
    assert warned("env", host) == ""


def test_without_git_nobody_can_say(make_host: MakeHost) -> None:
    """The line is named all the same."""
    host = make_host(env={"PATH": "/nowhere"})
    git(host.home, "init", "-q")
    assert "tracked" not in warned("env", host)
    (host.cwd / ".git").write_text("gitdir: /nowhere\n")
    assert warned("env", host) == ""


def test_a_folder_that_says_nothing_of_us(make_host: MakeHost) -> None:
    """Someone else's .env, or exports alone: not ours to show."""
    host = make_host(env={"TAOTOKEN_BASE_URL": "https://x.example"})
    write(host.cwd / ".env", "OPENAI_API_KEY=sk-x\n")
    assert status(get_tool("env"), host).origin == {}
    assert get_tool("env").detect(host) is None


@pytest.mark.parametrize(
    ("header", "stays", "goes"), [("bearer", "AUTH_TOKEN", "API_KEY"), ("x-api-key", "API_KEY", "AUTH_TOKEN")]
)
def test_only_one_key_for_the_anthropic_sdk(header: str, stays: str, goes: str, host: Host, set_up: SetUp) -> None:
    """It sends both headers where it has both keys: the other one goes, which is told."""
    write(host.cwd / ".env", "ANTHROPIC_API_KEY=sk-old\nANTHROPIC_AUTH_TOKEN=sk-old\n")
    told = notes(set_up("env", host, auth_header=header))
    text = (host.cwd / ".env").read_text()
    assert f"ANTHROPIC_{stays}={KEY}" in text
    assert f"ANTHROPIC_{goes}" not in text
    assert f"removes ANTHROPIC_{goes}" in told
    assert "sk-old" not in told


def test_a_versioned_address_says_nothing_of_messages(host: Host, set_up: SetUp) -> None:
    """No ANTHROPIC_ variable is made up, and none of the user's is taken out."""
    write(host.cwd / ".env", "ANTHROPIC_API_KEY=sk-mine\n")
    set_up("env", host, url="https://gw.example/api/v4")
    text = (host.cwd / ".env").read_text()
    assert "ANTHROPIC_API_KEY=sk-mine" in text
    assert "ANTHROPIC_BASE_URL" not in text
    assert "OPENAI_BASE_URL=https://gw.example/api/v4\n" in text
    assert status(get_tool("env"), host).endpoint_url == "https://gw.example/api/v4/chat/completions"
