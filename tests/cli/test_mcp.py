"""`taotoken mcp`, spoken to by the official MCP client: over standard input and output, and in this process."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

from cli_kit import argv, environment
from taotoken.testing import Gateway, GatewayTiming
from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._console import Console
from taotoken_cli._mcp._budget import Budget, estimate
from taotoken_cli._mcp._server import make_server
from taotoken_cli._mcp._session import Session

KEY = "hunter2/hunter2+hunter2=9999"  # shaped like nothing that a pattern would find
TOOLS = ["chat", "list_models", "check_connection"]
_T = TypeVar("_T")
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
}}  # fmt: skip


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,), text="Hello 你好.").in_thread() as running:
        yield running


def save(cli: Any, gateway: Gateway, model: str = "demo-small", key: str = KEY) -> None:
    """Save the gateway in our profile, by setup."""
    place = ("--base-url", gateway.base_url, "--model", model)
    done = cli("setup", "codex", *place, "--api-key-stdin", "--yes", "--no-smoke", stdin=key)
    assert done.code == 0, done.both


@pytest.fixture
def known(cli: Any, gateway: Gateway) -> Gateway:
    """The gateway, saved in our profile."""
    save(cli, gateway)
    return gateway


def over_stdio(
    home: Path, ask: Callable[[Client], Awaitable[_T]], *arguments: str, env: dict[str, str] | None = None
) -> tuple[_T, str]:
    """What `ask` gives with a client of our real process, and what the process wrote on standard error."""
    command, *rest = argv(("mcp", *arguments))
    with (home.parent / "stderr").open("w+", encoding="utf-8") as errors:

        async def talk() -> _T:
            server = StdioServerParameters(command=command, args=rest, env=environment(home, env), cwd=home)
            async with Client(stdio_client(server, errlog=errors)) as client:
                return await ask(client)

        found = asyncio.run(talk())
        errors.seek(0)
        return found, errors.read()


def in_process(
    ask: Callable[[Client], Awaitable[_T]], *, language: str = "en", models: tuple[str, ...] = (), **bounds: int
) -> _T:
    """What `ask` gives with a client of a server in this process."""
    budget = Budget(**{"max_calls": 100, "max_tokens": 200_000, **bounds})
    console = Console(sys.stdout, io.StringIO(), "zh" if language == "zh" else "en", {})
    app = App(console=console, stdin=io.StringIO(), env=os.environ)
    session = Session(app=app, host=app.host(), budget=budget, models=models)

    async def talk() -> _T:
        async with Client(make_server(session)) as client:
            return await ask(client)

    return asyncio.run(talk())


def call(name: str, **arguments: Any) -> Callable[[Client], Awaitable[CallToolResult]]:
    """One call."""
    return lambda client: client.call_tool(name, arguments)


@contextmanager
def started(home: Path, stderr: int | None = None) -> Iterator[Any]:
    """Our real process with pipes; what it writes on standard error is ours to see."""
    with subprocess.Popen(
        argv(("mcp",)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, env=environment(home), cwd=home
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def text_of(result: CallToolResult) -> str:
    """All that a model reads of a result."""
    assert all(isinstance(part, TextContent) for part in result.content)
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def test_a_session_over_standard_input_and_output(clean_home: Path, known: Gateway) -> None:
    """The official client lists the tools, asks, lists the models and checks, with the set that setup saved."""

    async def ask(client: Client) -> list[Any]:
        names = [tool.name for tool in (await client.list_tools()).tools]
        answers = [await client.call_tool(name, {"prompt": "hi"} if name == "chat" else {}) for name in TOOLS]
        return [names, *answers]

    (names, answer, models, check), err = over_stdio(clean_home, ask)

    assert names == TOOLS
    assert (text_of(answer), answer.is_error) == ("Hello 你好.", False)
    assert text_of(models).splitlines() == ["demo-large", "demo-small"]
    assert text_of(check).startswith("The gateway answers.")
    assert f"base URL: {known.base_url}" in text_of(check)
    assert "models listed: 2" in text_of(check)
    assert known.requests[0].model == "demo-small"
    assert {request.key for request in known.requests} == {KEY}
    assert "hunter2" not in text_of(check) + err


def test_no_parameter_names_an_address_a_header_or_a_file(known: Gateway) -> None:
    """What the tools take is this, and nothing beside it."""
    tools = in_process(lambda client: client.list_tools(), models=("a", "b")).tools
    taken = {tool.name: tool.input_schema for tool in tools}
    assert {name: list(schema["properties"]) for name, schema in taken.items()} == {
        "chat": ["prompt", "system", "max_tokens", "model"],
        "list_models": [],
        "check_connection": [],
    }
    assert all(schema["additionalProperties"] is False for schema in taken.values())
    for name in ("base_url", "api_key", "headers", "file"):
        refused = in_process(call("chat", prompt="hi", **{name: "http://127.0.0.1:9/"}))
        assert refused.is_error
        assert name in text_of(refused)
    assert known.requests == ()


def test_a_model_is_offered_only_where_the_user_allowed_several(known: Gateway) -> None:
    """Without --model the one that is set up answers; with several the call names one of them and no other."""
    alone = in_process(lambda client: client.list_tools()).tools[0]
    assert "model" not in alone.input_schema["properties"]
    assert in_process(call("chat", prompt="hi", model="demo-large")).is_error

    models = ("demo-large", "demo-small")
    offered = in_process(lambda client: client.list_tools(), models=models).tools[0]
    assert offered.input_schema["properties"]["model"]["enum"] == list(models)
    assert not in_process(call("chat", prompt="hi"), models=models).is_error
    assert not in_process(call("chat", prompt="hi", model="demo-small"), models=models).is_error
    assert [request.model for request in known.requests] == ["demo-large", "demo-small"]
    refused = in_process(call("chat", prompt="hi", model="dear-one"), models=models)
    assert "dear-one" in text_of(refused)
    assert "demo-large, demo-small" in text_of(refused)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("fault", "said", "remedy"),
    [
        ("401", ("refuses the key", "拒绝了密钥"), "taotoken setup"),
        ("403-quota", ("used up", "已用完"), "taotoken doctor"),
        ("503-no-channel", ("no channel", "没有可用渠道"), "taotoken models"),
        ("html-200", ("web page", "网页"), "taotoken setup --base-url URL"),
        ("stream-cut", ("ended the stream", "中断了流"), "taotoken doctor"),
        ("hostile-error", ("HTTP 400", "HTTP 400"), ""),
    ],
)
def test_a_failure_is_a_tool_error_with_cause_and_remedy(
    known: Gateway, language: str, fault: str, said: tuple[str, str], remedy: str
) -> None:
    """The model reads why it failed and what to do, in the user's language and without the key."""
    known.set_fault(fault)
    failed = in_process(call("chat", prompt="hi"), language=language)
    assert failed.is_error
    assert said[language == "zh"] in text_of(failed)
    assert remedy in text_of(failed)
    assert "hunter2" not in text_of(failed)
    assert len(text_of(failed)) < 2000


def test_without_a_set_up_gateway_the_tools_say_so(clean_home: Path) -> None:
    """The server starts all the same; a call names the command that helps."""
    refused = in_process(call("list_models"))
    assert refused.is_error
    assert "taotoken setup" in text_of(refused)


def test_a_dotenv_file_of_the_working_folder_is_not_read(clean_home: Path, known: Gateway) -> None:
    """A cloned repository can't send the key elsewhere."""
    with Gateway(keys=(KEY,)).in_thread() as other:
        (clean_home / ".env").write_text(f"TAOTOKEN_BASE_URL={other.base_url}\nTAOTOKEN_API_KEY={KEY}\n")
        answer, _ = over_stdio(clean_home, call("chat", prompt="hi"))
        assert not answer.is_error
        assert (len(known.requests), other.requests) == (1, ())


def test_the_environment_counts_as_for_every_command(clean_home: Path, gateway: Gateway) -> None:
    """TAOTOKEN_* in the client's entry are enough, and a key for another gateway stays where it is."""
    env = {"TAOTOKEN_BASE_URL": gateway.base_url, "TAOTOKEN_API_KEY": KEY, "TAOTOKEN_MODEL": "demo-large"}
    answer, err = over_stdio(clean_home, call("chat", prompt="hi"), env=env)
    assert (text_of(answer), gateway.requests[0].model) == ("Hello 你好.", "demo-large")
    assert "hunter2" not in err


def test_a_new_set_up_counts_at_the_next_call(cli: Any, known: Gateway) -> None:
    """Nothing has to be restarted after the key or the gateway changed."""
    other_key = "sk-other-00000000000000001"
    with Gateway(keys=(other_key,), text="The other one.").in_thread() as other:

        async def ask(client: Client) -> tuple[str, str]:
            before = await client.call_tool("chat", {"prompt": "hi"})
            save(cli, other, "demo-large", other_key)
            after = await client.call_tool("chat", {"prompt": "hi"})
            return text_of(before), text_of(after)

        assert in_process(ask) == ("Hello 你好.", "The other one.")


def test_calls_of_a_session_are_bounded(known: Gateway) -> None:
    """After the last one a call is an error that names the bound and its option, and nothing is sent."""

    async def ask(client: Client) -> list[CallToolResult]:
        return [await client.call_tool("list_models", {}) for _ in range(4)]

    *done, refused = in_process(ask, max_calls=3)
    assert [result.is_error for result in done] == [False] * 3
    assert refused.is_error
    assert "3 calls" in text_of(refused)
    assert "--max-calls" in text_of(refused)
    assert len(known.requests) == 3


def test_tokens_of_a_session_are_bounded(known: Gateway) -> None:
    """What is left bounds the next answer; when nothing is left a call is an error and nothing is sent."""

    async def ask(client: Client) -> list[CallToolResult]:
        return [await client.call_tool("chat", {"prompt": "hi"}) for _ in range(8)]

    results = in_process(ask, max_tokens=100)
    sent = [request.json["max_tokens"] for request in known.requests]
    assert sent == sorted(sent, reverse=True)
    assert len(set(sent)) == len(sent) > 1
    assert max(sent) <= 100
    assert [result.is_error for result in results] == [False] * len(sent) + [True] * (8 - len(sent))
    assert "--max-tokens" in text_of(results[-1])


def test_calls_at_once_share_the_bound(gateway: Gateway, cli: Any) -> None:
    """Tokens that a running call may still take are not given away twice."""
    with Gateway(keys=(KEY,), timing=GatewayTiming(first_token=0.3)).in_thread() as slow:
        save(cli, slow)

        async def ask(client: Client) -> list[CallToolResult]:
            calls = [client.call_tool("chat", {"prompt": "hi", "max_tokens": 60}) for _ in range(3)]
            return list(await asyncio.gather(*calls))

        results = in_process(ask, max_tokens=140)
        assert sum(request.json["max_tokens"] for request in slow.requests) + len(slow.requests) * estimate("hi") <= 140
        assert sum(not result.is_error for result in results) == len(slow.requests) == 2


def test_a_failed_call_gives_its_tokens_back(known: Gateway) -> None:
    """A gateway that answers nothing uses nothing up."""
    known.set_fault("401", times=3)

    async def ask(client: Client) -> list[bool]:
        return [(await client.call_tool("chat", {"prompt": "hi", "max_tokens": 80})).is_error for _ in range(4)]

    assert in_process(ask, max_tokens=100) == [True, True, True, False]


def test_half_an_answer_is_counted(cli: Any) -> None:
    """A gateway that breaks off after tokens have come has used them up."""
    with Gateway(keys=(KEY,), text="word " * 40, fault="stream-ends-early").in_thread() as gateway:
        save(cli, gateway)

        async def ask(client: Client) -> list[bool]:
            return [(await client.call_tool("chat", {"prompt": "hi"})).is_error for _ in range(4)]

        assert in_process(ask, max_tokens=120) == [True] * 4
        assert {request.json["max_tokens"] <= 120 for request in gateway.requests} == {True}
        calls = {request.json["max_tokens"] for request in gateway.requests}
        assert 1 < len(calls) < 4, "each retry asks for the same, each call for less, and the last ones send nothing"


def test_a_call_that_the_client_gives_up_ends(cli: Any) -> None:
    """Its tokens come back, and the session goes on."""
    with Gateway(keys=(KEY,), fault="hang", times=1).in_thread() as gateway:
        save(cli, gateway)

        async def ask(client: Client) -> CallToolResult:
            with pytest.raises(MCPError):
                await client.call_tool("chat", {"prompt": "hi", "max_tokens": 90}, read_timeout_seconds=0.5)
            return await client.call_tool("chat", {"prompt": "hi", "max_tokens": 90})

        assert text_of(in_process(ask, max_tokens=100)) == "Hello from the gateway."
        assert gateway.requests[-1].json["max_tokens"] == 90


def test_an_answer_that_was_cut_says_so(known: Gateway) -> None:
    """A model must not take half an answer for a whole one."""
    cut = in_process(call("chat", prompt="hi", max_tokens=1))
    assert text_of(cut).startswith("Hello ")
    assert "max_tokens=1;" in text_of(cut)
    assert "only 2 tokens" in text_of(in_process(call("chat", prompt="hi"), max_tokens=estimate("hi") + 2))


@pytest.mark.parametrize("reply", ["half of \ud83d one", f"the key is {KEY}", ""])
def test_odd_answers_arrive(clean_home: Path, cli: Any, reply: str) -> None:
    """Half a character does not break the protocol, our key is masked even in an answer, no text is said in words."""
    with Gateway(keys=(KEY,), text=reply).in_thread() as odd:
        save(cli, odd)

        async def ask(client: Client) -> list[str]:
            return [text_of(await client.call_tool("chat", {"prompt": "hi"})) for _ in range(2)]

        (first, second), _ = over_stdio(clean_home, ask)
        assert first == second != ""
        assert "hunter2" not in first


def test_nothing_but_the_protocol_is_on_standard_output(clean_home: Path, known: Gateway) -> None:
    """Every line is JSON-RPC, also after garbage on standard input; the end of input ends the server well."""
    asks = [
        json.dumps(HELLO),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        "not JSON at all",
        "\ufffd{",
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "no/such/method"}),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/list"}),
    ]
    with started(clean_home) as process:
        process.stdin.write("\n".join(asks).encode() + b"\n")
        process.stdin.flush()
        lines: list[dict[str, Any]] = []
        while not lines or lines[-1].get("id") != 3:
            lines.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(timeout=20) == 0
    assert {line["jsonrpc"] for line in lines} == {"2.0"}
    assert {1, 2, 3} <= {line.get("id") for line in lines}


def test_a_client_that_closes_standard_error(clean_home: Path, known: Gateway) -> None:
    """What is told there goes nowhere, and the calls work."""
    call_ = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "chat", "arguments": {"prompt": "x"}},
    }
    with started(clean_home, stderr=subprocess.PIPE) as process:
        process.stderr.close()
        for ask in (HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call_):
            process.stdin.write(json.dumps(ask).encode() + b"\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert answers[1]["result"]["isError"] is False, answers[1]


def test_a_client_that_closes_standard_output(clean_home: Path, known: Gateway) -> None:
    """It is gone: the server ends as any command does that nobody reads, and blames nobody."""
    with started(clean_home, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        process.stdin.close()
        said = process.stderr.read().decode()
        process.wait(timeout=20)
    assert process.returncode == _exit.PROBLEM
    assert said == ""


def test_ctrl_c_ends_it(clean_home: Path, known: Gateway) -> None:
    """Also while it waits for the client."""
    with started(clean_home) as process:
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130


@pytest.mark.parametrize(("language", "words"), [("en", "is not installed"), ("zh", "没有安装")])
def test_without_the_extra_it_says_how_to_install_it(
    cli: Any, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    """Both languages name the command, and the exit code is that of refused input."""
    for name in [name for name in sys.modules if name.partition(".")[0] in ("mcp", "mcp_types")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "taotoken_cli._mcp._server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = cli("mcp", "--lang", language)
    assert done.code == 3
    assert done.out == ""
    assert words in done.err
    assert f'"{sys.executable}" -m pip install "taotoken[mcp]"' in done.err
