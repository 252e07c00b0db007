"""`taotoken setup` for the tools beyond the first three, proved by running the real programs.

pi, Qwen Code, opencode, llm and aider run in `make test`; the large ones, and most runs of aider, in `make test-tools`.
"""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from real_machine import GOLDEN, KEY, MODEL, PROMPT, REPLY, Machine, host_of, posts_of, router
from taotoken.testing import Gateway
from taotoken_plugins._registry import get_tool

OTHER_KEY = "sk-demo-more-tools-0002-c44d"
CHAT, RESPONSES, MESSAGES = "/api/v1/chat/completions", "/api/v1/responses", "/api/v1/messages"
HEADERS = {CHAT: "bearer", RESPONSES: "bearer", MESSAGES: "x-api-key"}
SMALL = ("pi", "qwen-code", "opencode", "llm", "aider")
LARGE = ("kilo", "openclaw", "droid", "continue", "vibe", "kimi-code", "openhands")
NOT_STREAMED = ("openhands",)
WITHOUT_TOOLS = ("llm", "aider")  # they ask for text only


pytestmark = pytest.mark.usefixtures("modern_node")


def assert_answers(
    machine: Machine, gateway: Gateway, tool: str, path: str = CHAT, *, header: str = "", key: str = KEY
) -> None:
    """The program prints the gateway's reply; all it sent went to one path with the right key and model."""
    ran = machine.run_headless(tool)
    assert REPLY in ran.out, f"{tool} said: {ran.out}\n{ran.err}"
    posts = posts_of(gateway)
    assert {(post.path, post.key, post.key_header, post.model) for post in posts} == {
        (path, key, header or HEADERS[path], MODEL)
    }
    assert {post.stream for post in posts} == {tool not in NOT_STREAMED}
    assert any(post.tools for post in posts) is (tool not in WITHOUT_TOOLS)


def set_up(machine: Machine, tool: str, base_url: str, key: str = KEY, **options: str) -> None:
    """Write the settings with options of the command line, such as ``max_output="1234"``."""
    flags = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", value)]
    machine.setup(tool, "--model", MODEL, "--no-smoke", *flags, base_url=base_url, key=key)


def cases(*rows: tuple[str, str]) -> list[object]:
    """One parameter set a tool and protocol; what takes long is marked."""
    quick = ("pi", "qwen-code", "llm")
    return [
        pytest.param(*row, id="-".join(row), marks=[] if row[0] in quick else [pytest.mark.all_tools]) for row in rows
    ]


PATHS = {"chat": CHAT, "responses": RESPONSES, "messages": MESSAGES}


@pytest.mark.parametrize("tool", [*SMALL, *(pytest.param(tool, marks=pytest.mark.all_tools) for tool in LARGE)])
def test_a_fresh_machine_answers_after_setup(more: Machine, gateway: Gateway, tool: str) -> None:
    """Three pieces in, the real program answers through the gateway. It may add settings of its own to the file: that
    leaves the mode, needs no second set-up, and undo takes the key out of what the tool reads."""
    more.setup(tool, "--model", MODEL, base_url=gateway.base_url)
    gateway.clear()
    assert_answers(more, gateway, tool)
    (path, *_) = (file.path(host_of(more)) for file in get_tool(tool).files if file.private)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert more.setup(tool, "--model", MODEL, base_url=gateway.base_url)["changed"] is False
    undone = more.taotoken("undo", "--yes")
    assert undone.code == 0, undone.err
    assert not path.exists() or KEY not in path.read_text()


@pytest.mark.parametrize(
    ("tool", "protocol"),
    cases(
        ("pi", "responses"),
        ("pi", "messages"),
        ("qwen-code", "messages"),
        ("opencode", "responses"),
        ("opencode", "messages"),
        ("kilo", "responses"),
        ("kilo", "messages"),
        ("openclaw", "responses"),
        ("openclaw", "messages"),
        ("droid", "responses"),
        ("droid", "messages"),
        ("llm", "responses"),
        ("continue", "messages"),
        ("aider", "messages"),
        ("openhands", "messages"),
        ("vibe", "responses"),
        ("vibe", "messages"),
        ("kimi-code", "responses"),
        ("kimi-code", "messages"),
    ),
)
def test_every_protocol_a_tool_can_be_set_up_for(more: Machine, gateway: Gateway, tool: str, protocol: str) -> None:
    """The base URL is spelled as the tool needs it for that protocol."""
    set_up(more, tool, gateway.base_url, protocol=protocol)
    header = "bearer" if tool == "qwen-code" else ""  # measured: it sends Authorization there too
    assert_answers(more, gateway, tool, PATHS[protocol], header=header)


@pytest.mark.parametrize(
    ("tool", "field"),
    [
        ("pi", "max_completion_tokens"),
        pytest.param("qwen-code", "max_tokens", marks=pytest.mark.all_tools),
        pytest.param("opencode", "max_tokens", marks=pytest.mark.all_tools),
        pytest.param("kilo", "max_tokens", marks=pytest.mark.all_tools),
        pytest.param("openclaw", "max_completion_tokens", marks=pytest.mark.all_tools),
        pytest.param("openhands", "max_completion_tokens", marks=pytest.mark.all_tools),
        *(
            pytest.param(tool, "max_tokens", marks=pytest.mark.all_tools)
            for tool in ("droid", "continue", "vibe", "kimi-code")
        ),
    ],
)
def test_the_size_of_an_answer_is_what_was_set(more: Machine, gateway: Gateway, tool: str, field: str) -> None:
    """`max-output` arrives in the request."""
    sizes = {"max_output": "1234"} if tool == "droid" else {"context_window": "200000", "max_output": "1234"}
    set_up(more, tool, gateway.base_url, **sizes)
    assert_answers(more, gateway, tool)
    bodies = [post.json for post in posts_of(gateway)]
    assert {body[field] for body in bodies if isinstance(body, dict) and field in body} == {1234}


@pytest.mark.parametrize(
    "tool",
    [
        "pi",
        *(
            pytest.param(tool, marks=pytest.mark.all_tools)
            for tool in ("qwen-code", "opencode", "llm", "aider", *LARGE)
        ),
    ],
)
def test_a_switch_to_another_gateway_takes_over(more: Machine, gateway: Gateway, tool: str) -> None:
    """After a second set-up the first gateway gets nothing, though the tool has run with it."""
    set_up(more, tool, gateway.base_url)
    assert_answers(more, gateway, tool)
    gateway.clear()
    with Gateway(keys=(OTHER_KEY,), models=(MODEL,), text=REPLY).in_thread() as other:
        set_up(more, tool, other.base_url, key=OTHER_KEY)
        assert_answers(more, other, tool, key=OTHER_KEY)
    assert posts_of(gateway) == []


@pytest.mark.parametrize(
    ("tool", "variable"),
    [
        ("pi", "PI_CODING_AGENT_DIR"),
        *(
            pytest.param(tool, variable, marks=pytest.mark.all_tools)
            for tool, variable in (
                ("qwen-code", "QWEN_HOME"),
                ("opencode", "XDG_CONFIG_HOME"),
                ("opencode", "OPENCODE_CONFIG"),
                ("kilo", "KILO_CONFIG"),
                ("openclaw", "OPENCLAW_STATE_DIR"),
                ("openclaw", "OPENCLAW_CONFIG_PATH"),
                ("openclaw", "OPENCLAW_HOME"),
                ("droid", "FACTORY_HOME_OVERRIDE"),
                ("continue", "CONTINUE_GLOBAL_DIR"),
                ("vibe", "VIBE_HOME"),
                ("kimi-code", "KIMI_CODE_HOME"),
                ("openhands", "OPENHANDS_PERSISTENCE_DIR"),
                ("llm", "LLM_USER_PATH"),
            )
        ),
    ],
)
def test_places_named_by_the_tools_own_variables(
    more: Machine, gateway: Gateway, tool: str, variable: str, tmp_path: Path
) -> None:
    """C24: what the variable names is written to and read from; nothing appears in the usual place."""
    name = "moved/settings.json" if variable.endswith(("_CONFIG", "_PATH")) else "moved"
    moved = Machine(home=more.home, tools_dir=more.tools_dir, env={**more.env, variable: str(tmp_path / name)})
    usual = [file.path(host_of(more)) for file in get_tool(tool).files]
    set_up(moved, tool, gateway.base_url)
    assert_answers(moved, gateway, tool)
    assert not any(path.exists() and KEY in path.read_text() for path in usual)


@pytest.mark.parametrize(
    "tool",
    [
        "pi",
        "qwen-code",
        "llm",
        *(
            pytest.param(tool, marks=pytest.mark.all_tools)
            for tool in ("opencode", "kilo", "droid", "continue", "aider", "vibe", "kimi-code", "openhands")
        ),
    ],
)
def test_files_full_of_foreign_settings_still_work(more: Machine, gateway: Gateway, tool: str) -> None:
    """Comments, other providers and lists that would hide ours: the tool answers."""
    shutil.copytree(GOLDEN / tool / "before-full", more.home, dirs_exist_ok=True)
    set_up(more, tool, gateway.base_url)
    assert_answers(more, gateway, tool)


@pytest.mark.all_tools
def test_openclaw_with_a_file_in_its_own_spelling(more: Machine, gateway: Gateway) -> None:
    """JSON5 as people write it: names, single quotes, comments; the plain form of the model."""
    path = more.home / ".openclaw/openclaw.json"
    path.parent.mkdir(mode=0o700)
    path.write_text("// mine\n{\n  agents: { defaults: {\n    model: 'ollama/qwen3', // plain\n  } },\n}\n")
    set_up(more, "openclaw", gateway.base_url)
    assert f"model: 'taotoken/{MODEL}', // plain" in path.read_text()
    assert_answers(more, gateway, "openclaw")


@pytest.mark.parametrize(
    ("tool", "file", "text"),
    [
        ("pi", ".pi/agent/auth.json", '{"taotoken": {"type": "api_key", "key": "sk-old-saved"}}'),
        (
            "qwen-code",
            ".qwen/settings.json",
            '{"modelProviders": {"openai": [{"id": "demo-large", "baseUrl": "http://x", "envKey": "K"}]}}',
        ),
        pytest.param(
            "droid",
            ".factory/settings.json",
            '{"customModels": [{"model": "demo-large", "baseUrl": "http://x", "apiKey": "sk-old"}]}',
            marks=pytest.mark.all_tools,
        ),
        pytest.param(
            "opencode",
            ".config/opencode/opencode.json",
            '{"provider": {"taotoken": {"options": {"headers": {"Authorization": "Bearer sk-old"}}}}}',
            marks=pytest.mark.all_tools,
        ),
        (
            "llm",
            ".config/io.datasette.llm/extra-openai-models.yaml",
            "- model_id: taotoken\n  model_name: x\n  completion: true\n  headers: {Authorization: Bearer sk-old}\n",
        ),
        pytest.param("aider", ".env", "OPENAI_API_KEY=sk-old\n", marks=pytest.mark.all_tools),
        pytest.param(
            "continue",
            ".continue/index/globalContext.json",
            '{"cliSelectedModel": "Local"}',
            marks=pytest.mark.all_tools,
        ),
        pytest.param(
            "kimi-code",
            ".kimi-code/config.toml",
            '[providers.taotoken]\ntype = "openai"\napi_key_env = "NOWHERE"\n',
            marks=pytest.mark.all_tools,
        ),
    ],
)
def test_what_would_have_beaten_us(more: Machine, gateway: Gateway, tool: str, file: str, text: str) -> None:
    """A saved key, an entry with the same id, a header: with these the tool would have used another key."""
    path = more.home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    set_up(more, tool, gateway.base_url)
    assert_answers(more, gateway, tool)


@pytest.mark.all_tools
def test_claude_code_router_with_claude_code_behind_it(more: Machine, gateway: Gateway) -> None:
    """Claude Code talks to the router, the router to the gateway: one reply, in the chat protocol."""
    more.setup("claude-code-router", "--model", MODEL, base_url=gateway.base_url)
    gateway.clear()
    with router(more):
        ran = more.run_headless("claude-code-router")
    assert REPLY in ran.out, f"{ran.out}\n{ran.err}"
    posts = posts_of(gateway)
    assert {(post.path, post.key, post.key_header, post.model) for post in posts} == {(CHAT, KEY, "bearer", MODEL)}
    assert any(post.tools for post in posts)


@pytest.mark.all_tools
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
def test_copilot_in_a_new_terminal(more: Machine, gateway: Gateway, shell: str, protocol: str) -> None:
    """The block in the shell's start file is all it needs: no login, and the key is in no variable."""
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    machine = Machine(home=more.home, tools_dir=more.tools_dir, env={**more.env, "SHELL": f"/usr/bin/{shell}"})
    set_up(machine, "copilot", gateway.base_url, protocol=protocol, max_output="1234")
    ran = machine.run_in_shell(*get_tool("copilot").headless(PROMPT), shell=shell)
    assert REPLY in ran.out, f"{ran.out}\n{ran.err}"
    posts = posts_of(gateway)
    path = PATHS[protocol]
    assert {(post.path, post.key, post.key_header, post.model) for post in posts} == {(path, KEY, HEADERS[path], MODEL)}
    assert KEY not in machine.run_in_shell("env", shell=shell).out
    bodies = [post.json for post in posts if isinstance(post.json, dict)]
    field = {"chat": "max_tokens", "responses": "max_output_tokens", "messages": "max_tokens"}[protocol]
    assert {body.get(field) for body in bodies} == {1234}
