"""Every fault of the embedded gateway, and what goes wrong on a machine, against three tools: the right root cause."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from matrix_kit import KEY, TOOLS, Change, Expected, Table, World, diagnosed, expected_of, set_up, write
from matrix_tls import Authority, https_before
from taotoken import Cause
from taotoken.testing import FAULTS, Gateway, GatewayTiming
from taotoken_plugins.diagnosis._make import LOCAL_SWITCHERS
from taotoken_plugins.diagnosis.rules import stream
from taotoken_plugins.tools import _claude_sources

pytestmark = pytest.mark.anyio
TABLE = Table()
TIMING = GatewayTiming(first_token=0.01, between=0.04, slow_first_token=0.8)
TEXT = " ".join(str(number) for number in range(1, 26))
DEAD_PROXY = {"HTTP_PROXY": "http://127.0.0.1:{port}", "HTTPS_PROXY": "http://127.0.0.1:{port}"}


@pytest.fixture(scope="module", autouse=True)
def _table_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        print(f"\n{TABLE}")


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stream, "SLOW_SECONDS", 0.6)
    monkeypatch.setattr(_claude_sources, "managed_dir", lambda platform: tmp_path / "managed")


async def judge_cell(row: str, tool: str, world: World, expected: Expected, *, offline: bool = False) -> None:
    wanted = expected_of(expected, tool)
    report = await diagnosed(world, tool, timeout=2.0, offline=offline)
    TABLE.add(row, tool, hit=report.root_cause == wanted)
    shown = [(finding.cause.value, finding.confidence, finding.level) for finding in report.findings]
    assert report.root_cause == wanted, shown
    for language in ("en", "zh"):
        for finding in report.findings:
            said = [finding.message, finding.remedy, *finding.evidence]
            assert KEY not in "\n".join(message.render(language) for message in said)


GATEWAY: Mapping[str, Expected] = {
    "401": Cause.KEY_INVALID,
    "401-anthropic": Cause.KEY_INVALID,
    "403-html": Cause.WAF_BLOCKED,
    "403-quota": Cause.QUOTA_EXHAUSTED,
    "403-client": Cause.CLIENT_NOT_ALLOWED,
    "403-key": Cause.KEY_NOT_ALLOWED,
    "404-path": Cause.BASE_URL_WRONG_HOST,
    "404-model": Cause.MODEL_NO_CHANNEL,
    "429": Cause.RATE_LIMITED,
    "429-quota": Cause.QUOTA_EXHAUSTED,
    "500": Cause.SERVER_ERROR,
    "503-no-channel": Cause.MODEL_NO_CHANNEL,
    "529": Cause.OVERLOADED,
    "html-200": Cause.BASE_URL_WRONG_HOST,
    "error-200": Cause.SERVER_ERROR,
    "no-choices": Cause.BAD_RESPONSE,
    "empty-reply": Cause.EMPTY_REPLY,
    "empty-stream": Cause.EMPTY_REPLY,
    "stream-cut": Cause.STREAM_CUT,
    "stream-ends-early": Cause.STREAM_CUT,
    "idle-stream": Cause.STREAM_IDLE_TIMEOUT,
    "endless-pings": Cause.STREAM_IDLE_TIMEOUT,
    "buffered": Cause.STREAM_BUFFERED,
    # Claude Code asks again without streaming (measured); the two others take no JSON for a stream.
    "json-for-stream": {"claude-code": None, "codex": Cause.BAD_RESPONSE, "cline": Cause.BAD_RESPONSE},
    "no-responses": {"claude-code": None, "codex": Cause.ENDPOINT_NOT_SUPPORTED, "cline": None},
    "slow-first-token": Cause.SLOW_FIRST_TOKEN,
    "hostile-error": Cause.GATEWAY_REJECTS_REQUEST_SHAPE,
    "redirect-models": None,
    "bad-json": Cause.BAD_RESPONSE,
    "hang": Cause.RESPONSE_TIMEOUT,
}


def test_every_fault_of_the_gateway_has_a_row() -> None:
    """A fault that the gateway learns must be judged here."""
    assert set(GATEWAY) == set(FAULTS)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("fault", GATEWAY)
async def test_a_fault_of_the_gateway(tmp_path: Path, fault: str, tool: str) -> None:
    """What the gateway does wrong is named, and not blamed on anything else."""
    async with Gateway(keys=(KEY,), fault=fault, timing=TIMING, text=TEXT) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        await judge_cell(f"gateway: {fault}", tool, world, GATEWAY[fault])


async def test_a_foreign_key_beside_the_token(tmp_path: Path) -> None:
    """Both headers go out, and a gateway that looks at the foreign one refuses: the pair is the cause."""
    async with Gateway(keys=(KEY,), accepts="x-api-key") as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=("claude-code",))
        world.env(ANTHROPIC_API_KEY="sk-demo-exported-0000000")
        await judge_cell("gateway reads the exported key", "claude-code", world, Cause.AUTH_CONFLICT_ENV_KEY)


HEADERS: Mapping[str, Expected] = {
    "bearer": None,
    "x-api-key": {"claude-code": Cause.KEY_WRONG_HEADER, "codex": Cause.KEY_INVALID, "cline": Cause.KEY_INVALID},
}


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("accepted", HEADERS)
async def test_a_gateway_that_takes_one_header(tmp_path: Path, accepted: str, tool: str) -> None:
    """The other header is named where the tool could send it."""
    async with Gateway(keys=(KEY,), accepts=accepted) as gateway:  # type: ignore[arg-type]
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        await judge_cell(f"gateway takes only {accepted}", tool, world, HEADERS[accepted])


def edit_json(tool: str, change: Any) -> Change:
    """A change of the tool's JSON document."""

    def edit(world: World) -> None:
        document = json.loads(world.file(tool).read_text())
        change(document)
        world.file(tool).write_text(json.dumps(document))

    return edit


def text_change(*pairs: tuple[str, str]) -> Change:
    """The same replacements in the file of every tool that has them."""

    def edit(world: World) -> None:
        for tool in world.tools:
            text = world.file(tool).read_text()
            for old, new in pairs:
                text = text.replace(old, new, 1)
            world.file(tool).write_text(text)

    return edit


def key(value: str) -> Change:
    return lambda world: world.everywhere(api_key=value)


def url(pattern: str) -> Change:
    return lambda world: world.url(pattern)


def proxies(**variables: str) -> Change:
    return lambda world: world.env(**variables)


def oauth(world: World) -> None:
    """A login beside what is set up."""
    login = {"claudeAiOauth": {"accessToken": "sk-ant-oat01-demo-login-token", "refreshToken": "r", "expiresAt": 1}}
    write(world.home / ".claude/.credentials.json", json.dumps(login))
    tokens = {"id_token": "demo.id.token", "access_token": "demo-access-token", "refresh_token": "r"}
    write(world.home / ".codex/auth.json", json.dumps({"OPENAI_API_KEY": None, "tokens": tokens}))


def oauth_alone(world: World) -> None:
    """A gateway's URL and a login, but no key."""
    oauth(world)
    edit_json("claude-code", lambda document: document["env"].pop("ANTHROPIC_AUTH_TOKEN"))(world) if (
        "claude-code" in world.tools
    ) else text_change((f'experimental_bearer_token = "{KEY}"', "requires_openai_auth = true"))(world)


def old_auth_json(world: World) -> None:
    """What old guides have one write for Codex."""
    world.file("codex").unlink()
    pieces = {"base_url": f"{world.base_url}/v1", "api_key": KEY}
    write(world.home / ".codex/auth.json", json.dumps({"openai": pieces}))


def only_in_mcp(world: World) -> None:
    """The gateway stands where only an MCP server sees it."""
    world.file("cline").unlink()
    server = {"command": "npx", "env": {"OPENAI_BASE_URL": f"{world.base_url}/v1", "OPENAI_API_KEY": KEY}}
    write(
        world.home / ".cline/data/settings/cline_mcp_settings.json", json.dumps({"mcpServers": {"gateway": server}})
    )


def only_claude(cause: Cause | None) -> Expected:
    return {"claude-code": cause}


LOCAL: Mapping[str, tuple[Change, Expected]] = {
    "healthy": (lambda world: None, None),
    "base URL: /v1 doubled": (
        url("{right}/v1"),
        Cause.BASE_URL_V1_DOUBLED,
    ),
    "base URL: /v1 missing": (
        url("{root}"),
        {"claude-code": None, "codex": Cause.BASE_URL_V1_MISSING, "cline": Cause.BASE_URL_V1_MISSING},
    ),
    "base URL: whole endpoint pasted": (url("{right}{path}"), Cause.BASE_URL_HAS_ENDPOINT),
    "base URL: with a query": (url("{right}?utm_source=docs"), Cause.BASE_URL_HAS_QUERY),
    "base URL: no scheme": (
        lambda world: world.url("{right}".replace("{right}", "taotoken.net/api")),
        Cause.BASE_URL_UNPARSABLE,
    ),
    "base URL: a space inside": (url("http://127.0 .0.1/api"), Cause.BASE_URL_UNPARSABLE),
    "base URL: variable not expanded": (url("${{GATEWAY_URL}}"), Cause.VALUE_NOT_EXPANDED),
    "base URL: console page": (url("https://taotoken.net/console?utm_source=x"), Cause.BASE_URL_IS_WEB_PAGE),
    "base URL: site without /api": (url("https://taotoken.net"), Cause.BASE_URL_PATH_MISSING),
    "base URL: refused port": (url("http://127.0.0.1:{{port}}/api"), Cause.LOCAL_GATEWAY_NOT_RUNNING),
    "base URL: unknown host": (url("http://gateway.invalid/api"), Cause.DNS_FAILED),
    "base URL: misspelled host": (url("https://taotokn.net/api"), Cause.HOST_NAME_WRONG),
    "key: newline at the end": (
        key(f"{KEY}\n"),
        # Claude Code trims it (measured).
        {"claude-code": None, "codex": Cause.KEY_WHITESPACE, "cline": Cause.KEY_WHITESPACE},
    ),
    "key: newline inside": (key(f"{KEY[:9]}\n{KEY[9:]}"), Cause.KEY_WHITESPACE),
    "key: quotes": (key(f'"{KEY}"'), Cause.KEY_QUOTED),
    "key: Bearer": (key(f"Bearer {KEY}"), Cause.KEY_BEARER_PREFIX),
    "key: zero-width space": (key(f"{KEY[:9]}\u200b{KEY[9:]}"), Cause.KEY_NON_ASCII),
    "key: variable not expanded": (key("${GATEWAY_KEY}"), Cause.VALUE_NOT_EXPANDED),
    "key: placeholder": (key("YOUR_API_KEY"), Cause.KEY_PLACEHOLDER),
    "key: empty": (key(""), Cause.KEY_MISSING),
    "key: another one": (key("sk-demo-0000000000000000"), Cause.KEY_INVALID),
    "model: misspelled": (lambda world: world.everywhere(model="demo-lrge"), Cause.MODEL_ID_WRONG),
    "proxy: dead": (
        proxies(**DEAD_PROXY),
        Cause.PROXY_ENV_DEAD,
    ),
    "proxy: dead, NO_PROXY goes round": (
        proxies(**DEAD_PROXY, NO_PROXY="127.0.0.1"),
        None,
    ),
    "proxy: NO_PROXY unreadable": (
        proxies(**DEAD_PROXY, NO_PROXY="localhost;127.0.0.1"),
        Cause.NO_PROXY_UNPARSEABLE,
    ),
    "proxy: unknown scheme": (
        proxies(HTTP_PROXY="socks9://127.0.0.1:{port}", HTTPS_PROXY="socks9://127.0.0.1:{port}"),
        Cause.PROXY_ENV_BAD_SCHEME,
    ),
    "proxy: dead SOCKS": (proxies(ALL_PROXY="socks5://127.0.0.1:{port}"), Cause.PROXY_ENV_DEAD),
    "login beside the key": (oauth, {"claude-code": None, "codex": None}),
    "login alone": (
        oauth_alone,
        {"claude-code": Cause.OAUTH_TOKEN_SENT_TO_GATEWAY, "codex": Cause.OAUTH_TOKEN_SENT_TO_GATEWAY},
    ),
    "env beside file": (
        lambda world: world.env(ANTHROPIC_API_KEY="sk-demo-exported-0000000", OPENAI_API_KEY="sk-demo-other"),
        None,  # this gateway takes either key; told as a warning
    ),
    "project file: another key": (
        lambda world: world.project(
            ".claude/settings.json", {"env": {"ANTHROPIC_AUTH_TOKEN": "sk-demo-0000000000000000"}}
        ),
        only_claude(Cause.SETTINGS_SHADOWED),
    ),
    "project file: another host": (
        lambda world: world.project(
            ".claude/settings.json", {"env": {"ANTHROPIC_BASE_URL": "https://collector.example"}}
        ),
        only_claude(Cause.KEY_TO_FOREIGN_HOST),
    ),
    "managed file": (
        lambda world: write(
            world.managed / "managed-settings.json",
            json.dumps({"env": {"ANTHROPIC_AUTH_TOKEN": "sk-demo-0000000000000000"}}),
        ),
        only_claude(Cause.SETTINGS_SHADOWED),
    ),
    "file: syntax": (
        text_change(('"demo-large",', '"demo-large",,'), ("model_provider = ", "model_provider ")),
        {
            "claude-code": Cause.JSON_SYNTAX,
            "codex": Cause.TOML_SYNTAX,
            "cline": Cause.CLINE_PROVIDERS_INVALID,
        },
    ),
    "file: wrong type": (
        text_change(('"env": {', '"model": 5, "env": {'), ('model = "demo-large"', "model = 5")),
        {"claude-code": Cause.CONFIG_WRONG_TYPE, "codex": Cause.CONFIG_WRONG_TYPE},
    ),
    "file: pieces at the top": (
        lambda world: write(
            world.file("claude-code"),
            json.dumps({"base_url": world.base_url, "api_key": KEY, "model": "demo-large"}),
        ),
        only_claude(Cause.CONFIG_SHAPE_MISPLACED),
    ),
    "file: old community auth.json": (
        old_auth_json,
        {"codex": Cause.CONFIG_UNKNOWN_SHAPE},
    ),
    "file: gateway only at an MCP server": (
        only_in_mcp,
        {"cline": Cause.CLINE_GATEWAY_ONLY_IN_MCP},
    ),
    "file: under another name": (
        lambda world: world.file("claude-code").rename(world.home / ".claude/setting.json"),
        only_claude(Cause.CONFIG_SHAPE_MISPLACED),
    ),
    "file: another provider id": (
        text_change(('"openai-compatible": {', '"openai": {'), ('": "openai-compatible"', '": "openai"')),
        {"cline": Cause.CONFIG_UNKNOWN_SHAPE},
    ),
    "file: byte order mark": (
        lambda world: world.file("cline").write_bytes(b"\xef\xbb\xbf" + world.file("cline").read_bytes()),
        {"cline": Cause.CONFIG_UTF8_BOM},
    ),
    "file: provider after a table": (
        lambda world: write(
            world.file("codex"),
            "[features]\napps = false\n" + world.file("codex").read_text(),
        ),
        {"codex": Cause.CONFIG_UNKNOWN_SHAPE},
    ),
    "file: chat wire format": (
        text_change(('wire_api = "responses"', 'wire_api = "chat"')),
        {"codex": Cause.CODEX_WIRE_API_CHAT},
    ),
    "file: variable of env_key unset": (
        text_change((f'experimental_bearer_token = "{KEY}"', 'env_key = "GATEWAY_KEY"')),
        {"codex": Cause.CODEX_ENV_KEY_UNSET},
    ),
    "file: no key sent": (
        text_change((f'experimental_bearer_token = "{KEY}"', "")),
        {"codex": Cause.CODEX_KEY_NOT_SENT},
    ),
}
CELLS = [
    (row, tool)
    for row, (_, expected) in LOCAL.items()
    for tool in (expected if isinstance(expected, Mapping) else TOOLS)
]


def _id(row: str, tool: str) -> str:
    """A name that can be a folder's."""
    return re.sub(r"[^a-z0-9]+", "-", f"{row}-{tool}".lower())


@pytest.fixture
def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def fill_in(world: World, port: int) -> None:
    """Put the port in, in files and variables."""
    for tool in world.tools:
        file = world.file(tool)
        if file.exists() and "{port}" in file.read_text("utf-8"):
            file.write_text(file.read_text("utf-8").replace("{port}", str(port)), "utf-8")
    world.env(**{name: value.replace("{port}", str(port)) for name, value in world.host.env.items()})


@pytest.mark.parametrize(("row", "tool"), CELLS, ids=[_id(row, tool) for row, tool in CELLS])
async def test_a_fault_of_the_machine(tmp_path: Path, free_port: int, row: str, tool: str) -> None:
    """What is wrong on this machine is named, with a gateway that is healthy."""
    change, expected = LOCAL[row]
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        change(world)
        fill_in(world, free_port)
        await judge_cell(f"machine: {row}", tool, world, expected)


CERTIFICATES: Mapping[str, Cause | None] = {
    "good": None,
    "expired": Cause.TLS_EXPIRED,
    "wrong name": Cause.TLS_WRONG_NAME,
    "untrusted": Cause.TLS_UNTRUSTED_CA,
}


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls"))


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("kind", CERTIFICATES)
async def test_certificates(tmp_path: Path, authority: Authority, kind: str, tool: str) -> None:
    """Expired, for another name, and not trusted are told apart; no key leaves."""
    async with Gateway(keys=(KEY,)) as gateway, https_before(gateway.port, authority.context(kind)) as port:
        world = set_up(tmp_path, f"https://127.0.0.1:{port}/api", tools=(tool,))
        if kind != "untrusted":
            world.env(SSL_CERT_FILE=str(authority.file))
        await judge_cell(f"certificate: {kind}", tool, world, CERTIFICATES[kind])
        sent = [request for request in gateway.requests if request.key is not None]
    assert bool(sent) is (kind == "good")


@pytest.mark.parametrize(
    ("tool", "cause"), [("claude-code", None), ("cline", None), ("codex", Cause.TLS_UNTRUSTED_CA)]
)
async def test_an_authority_for_programs_of_node(
    tmp_path: Path, authority: Authority, tool: str, cause: Cause | None
) -> None:
    """NODE_EXTRA_CA_CERTS counts for the tools that read it, in settings too."""
    async with Gateway(keys=(KEY,)) as gateway, https_before(gateway.port, authority.context("good")) as port:
        world = set_up(tmp_path, f"https://127.0.0.1:{port}/api", tools=(tool,))
        if tool == "claude-code":
            extra = {"NODE_EXTRA_CA_CERTS": str(authority.file)}
            edit_json(tool, lambda document: document["env"].update(extra))(world)
        else:
            world.env(NODE_EXTRA_CA_CERTS=str(authority.file))
        await judge_cell("certificate: NODE_EXTRA_CA_CERTS", tool, world, cause)


SITES: Mapping[str, tuple[str, Cause]] = {
    "site without its API's path": ("", Cause.BASE_URL_PATH_MISSING),
    "page of the site": ("/console", Cause.BASE_URL_PATH_MISSING),
}


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("site", SITES)
async def test_a_site_in_place_of_its_api(tmp_path: Path, site: str, tool: str) -> None:
    """The address of the site, or of a page, on a host that nobody knows: the API is looked for there."""
    path, cause = SITES[site]
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        v1 = "" if tool == "claude-code" else "/v1"
        world.url(gateway.base_url.removesuffix("/api") + path + v1)
        await judge_cell(f"web: {site}", tool, world, cause)


async def test_a_switcher_on_another_port_is_told(
    tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody listens where the base URL points, but a known switcher does on its own port."""
    async with Gateway(keys=(KEY,)) as gateway:
        monkeypatch.setitem(LOCAL_SWITCHERS, gateway.port, "cc-switch")
        world = set_up(tmp_path, f"http://127.0.0.1:{free_port}/api", tools=("codex",))
        report = await diagnosed(world, "codex")

    assert report.root_cause is Cause.LOCAL_GATEWAY_NOT_RUNNING
    assert f"127.0.0.1:{gateway.port}" in "\n".join(str(line) for line in report.findings[0].evidence)


SDK_USERS: Mapping[str, tuple[Mapping[str, str], Cause | None]] = {
    "OPENAI_BASE_URL right": ({"OPENAI_BASE_URL": "{root}/v1", "OPENAI_API_KEY": KEY}, None),
    "OPENAI_BASE_URL without /v1": ({"OPENAI_BASE_URL": "{root}", "OPENAI_API_KEY": KEY}, Cause.BASE_URL_V1_MISSING),
    "OPENAI_BASE_URL is the site": (
        {"OPENAI_BASE_URL": "{site}/v1", "OPENAI_API_KEY": KEY},
        Cause.BASE_URL_PATH_MISSING,
    ),
    "OPENAI_BASE_URL with endpoint": (
        {"OPENAI_BASE_URL": "{root}/v1/chat/completions", "OPENAI_API_KEY": KEY},
        Cause.BASE_URL_HAS_ENDPOINT,
    ),
    "OPENAI_API_KEY without base URL": ({"OPENAI_API_KEY": KEY}, Cause.BASE_URL_MISSING),
    "OPENAI_API_KEY of OpenAI": (
        {"OPENAI_API_KEY": "sk-proj-demo-00000000", "TAOTOKEN_BASE_URL": "{root}", "TAOTOKEN_API_KEY": KEY},
        None,
    ),
    "ANTHROPIC_BASE_URL right": ({"ANTHROPIC_BASE_URL": "{root}", "ANTHROPIC_API_KEY": KEY}, None),
    "ANTHROPIC_BASE_URL with /v1": (
        {"ANTHROPIC_BASE_URL": "{root}/v1", "ANTHROPIC_AUTH_TOKEN": KEY},
        Cause.BASE_URL_V1_DOUBLED,
    ),
    "two SDKs, one wrong": (
        {"TAOTOKEN_BASE_URL": "{root}", "TAOTOKEN_API_KEY": KEY, "OPENAI_BASE_URL": "{root}", "OPENAI_API_KEY": KEY},
        Cause.BASE_URL_V1_MISSING,
    ),
    "TAOTOKEN_* right": ({"TAOTOKEN_BASE_URL": "{root}/v1", "TAOTOKEN_API_KEY": KEY}, None),
    "nothing set": ({}, Cause.BASE_URL_MISSING),
}


@pytest.mark.parametrize("row", SDK_USERS)
async def test_programs_that_use_an_sdk(tmp_path: Path, row: str) -> None:
    """Variables of the OpenAI, Anthropic and our own SDK, each spelled as that SDK wants it."""
    variables, cause = SDK_USERS[row]
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=())
        site = gateway.base_url.removesuffix("/api")
        world.env(**{name: text.format(root=gateway.base_url, site=site) for name, text in variables.items()})
        await judge_cell(f"SDK: {row}", "env", world, cause)
