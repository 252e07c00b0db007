"""The smoke request against a real loopback server: C27, verdict by verdict."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from taotoken import Cause, Endpoint
from taotoken.testing import Gateway
from taotoken_plugins._apply import apply
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._registry import get_tool
from taotoken_plugins._tool import Wanted
from taotoken_plugins.diagnosis._finding import SmokeResult
from taotoken_plugins.diagnosis.doctor import diagnose
from taotoken_plugins.diagnosis.smoke import detect_auth_header, smoke

pytestmark = pytest.mark.anyio

KEY = "sk-demo-smoke-0000000001"
TOOLS = ("claude-code", "codex", "cline")


def make_host(tmp_path: Path, env: Mapping[str, str] = {}) -> Host:
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    return Host(
        home=home,
        cwd=home,
        env=env,
        platform="linux",
        config_dir=home / ".config/taotoken",
        now=datetime(2026, 1, 1, tzinfo=UTC),
    )


def configured(tmp_path: Path, tool_id: str, base_url: str, *, model: str = "demo-large", key: str = KEY) -> Host:
    """A home in which the tool is set to this endpoint."""
    host = make_host(tmp_path)
    endpoint = Endpoint.parse(base_url, key, model)
    apply(plan([(get_tool(tool_id), Wanted(endpoint=endpoint))], host), host)
    return host


async def smoke_with_fault(tmp_path: Path, tool_id: str, fault: str | None, **options: object) -> SmokeResult:
    async with Gateway(keys=(KEY,), fault=fault) as gateway:
        host = configured(tmp_path, tool_id, gateway.base_url, **options)  # type: ignore[arg-type]
        return await smoke(get_tool(tool_id), host, timeout=5.0)


@pytest.mark.parametrize("tool_id", TOOLS)
async def test_c27_a_healthy_gateway_is_ok(tmp_path: Path, tool_id: str) -> None:
    """The request goes to the tool's own path with its header, streaming, one tool; TTFT is reported."""
    async with Gateway(keys=(KEY,)) as gateway:
        host = configured(tmp_path, tool_id, gateway.base_url)
        result = await smoke(get_tool(tool_id), host)
        (request,) = gateway.requests

    assert result.ok
    assert result.finding is None
    assert result.ttft is not None
    assert request.stream
    assert request.tools == 1
    assert request.key == KEY
    assert dict(request.headers)["user-agent"].startswith("taotoken/")


@pytest.mark.parametrize("tool_id", TOOLS)
@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        ("401", Cause.KEY_INVALID),
        ("401-anthropic", Cause.KEY_INVALID),
        ("403-html", Cause.WAF_BLOCKED),
        ("403-quota", Cause.QUOTA_EXHAUSTED),
        ("403-client", Cause.CLIENT_NOT_ALLOWED),
        ("403-key", Cause.KEY_NOT_ALLOWED),
        ("404-model", Cause.MODEL_NO_CHANNEL),
        ("html-200", Cause.BASE_URL_WRONG_HOST),
        ("no-choices", Cause.BAD_RESPONSE),
        ("empty-reply", Cause.EMPTY_REPLY),
        ("empty-stream", Cause.EMPTY_REPLY),
        ("stream-cut", Cause.STREAM_CUT),
        ("stream-ends-early", Cause.STREAM_CUT),
        ("429", Cause.RATE_LIMITED),
        ("429-quota", Cause.QUOTA_EXHAUSTED),
        ("500", Cause.SERVER_ERROR),
        ("503-no-channel", Cause.MODEL_NO_CHANNEL),
        ("529", Cause.OVERLOADED),
        ("hostile-error", Cause.GATEWAY_REJECTS_REQUEST_SHAPE),
    ],
)
async def test_c27_each_fault_has_its_cause(tmp_path: Path, tool_id: str, fault: str, cause: Cause) -> None:
    """What the gateway does decides the verdict; the key is in no text."""
    result = await smoke_with_fault(tmp_path, tool_id, fault)

    assert not result.ok
    assert result.finding is not None
    assert result.finding.cause == cause
    for language in ("en", "zh"):
        shown = [result.finding.message, result.finding.remedy, *result.finding.evidence]
        text = "\n".join(message.render(language) for message in shown)
        assert KEY not in text
        assert "\x1b" not in text


@pytest.mark.parametrize(
    ("tool_id", "used", "cause"),
    [
        ("claude-code", "{}/v1", Cause.BASE_URL_V1_DOUBLED),
        ("codex", "{}", Cause.BASE_URL_V1_MISSING),
        ("cline", "{}", Cause.BASE_URL_V1_MISSING),
        ("codex", "{}/v1/v1", Cause.BASE_URL_V1_DOUBLED),
        ("cline", "{}/v1/chat/completions", Cause.BASE_URL_HAS_ENDPOINT),
    ],
)
async def test_c27_a_wrong_path_is_named_with_the_url_that_works(
    tmp_path: Path, tool_id: str, used: str, cause: Cause
) -> None:
    """A 404 because /v1 is doubled or missing prints the URL that works."""
    async with Gateway(keys=(KEY,)) as gateway:
        host = configured(tmp_path, tool_id, gateway.base_url)
        right = get_tool(tool_id).tool_base_url(Endpoint.parse(gateway.base_url, KEY))
        for path in (host.home / ".claude", host.home / ".codex", host.home / ".cline"):
            for file in path.rglob("*"):
                if file.is_file():
                    file.write_text(file.read_text().replace(f'"{right}"', f'"{used.format(gateway.base_url)}"'))
        result = await smoke(get_tool(tool_id), host)

    assert result.finding is not None
    assert result.finding.cause == cause
    assert f"{gateway.base_url}" in result.finding.message.render("en") + result.finding.remedy.render("en")


async def test_c27_an_unknown_model_names_the_nearest(tmp_path: Path) -> None:
    """404 model_not_found: the nearest ids of the gateway's own list are in the sentence."""
    result = await smoke_with_fault(tmp_path, "claude-code", None, model="demo-lrge")

    assert result.finding is not None
    assert result.finding.cause == Cause.MODEL_ID_WRONG
    assert "demo-large" in result.finding.message.render("en")


async def test_c27_a_gateway_without_responses(tmp_path: Path) -> None:
    """Codex against a gateway that has chat but no /responses: the gateway lacks the endpoint."""
    result = await smoke_with_fault(tmp_path, "codex", "no-responses")

    assert result.finding is not None
    assert result.finding.cause == Cause.ENDPOINT_NOT_SUPPORTED


async def test_c27_a_redirect_loop_on_get_does_not_matter(tmp_path: Path) -> None:
    """GET /v1/models loops between /v1 and /v1/, POST works: ok."""
    assert (await smoke_with_fault(tmp_path, "codex", "redirect-models")).ok


async def test_c27_nobody_listens_on_loopback(tmp_path: Path) -> None:
    """A refused port of this machine: the local proxy isn't running."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    host = configured(tmp_path, "codex", f"http://127.0.0.1:{port}/api")

    result = await smoke(get_tool("codex"), host, timeout=5.0)

    assert result.finding is not None
    assert result.finding.cause == Cause.LOCAL_GATEWAY_NOT_RUNNING


async def test_c27_no_answer_in_time(tmp_path: Path) -> None:
    """A gateway that takes the request and stays silent is a timeout, not a bad key."""
    async with Gateway(keys=(KEY,), fault="hang") as gateway:
        host = configured(tmp_path, "cline", gateway.base_url)
        result = await smoke(get_tool("cline"), host, timeout=0.5)

    assert result.finding is not None
    assert result.finding.cause == Cause.RESPONSE_TIMEOUT


@pytest.mark.parametrize(("accepts", "header"), [("any", "bearer"), ("bearer", "bearer"), ("x-api-key", "x-api-key")])
async def test_the_header_is_what_the_gateway_accepts(accepts: str, header: str) -> None:
    """Bearer where it is taken, x-api-key where nothing else is."""
    async with Gateway(keys=(KEY,), accepts=accepts) as gateway:  # type: ignore[arg-type]
        endpoint = Endpoint.parse(gateway.base_url, KEY, "demo-large")

        assert await detect_auth_header(endpoint) == header


async def test_no_header_helps_a_wrong_key() -> None:
    """A key refused in both headers gives no answer rather than a guess."""
    async with Gateway(keys=(KEY,)) as gateway:
        endpoint = Endpoint.parse(gateway.base_url, "sk-demo-wrong-000000001", "demo-large")

        assert await detect_auth_header(endpoint) is None


async def test_claude_sending_the_wrong_header(tmp_path: Path) -> None:
    """A gateway that takes only x-api-key, settings that send Bearer: the header is the cause, not the key."""
    async with Gateway(keys=(KEY,), accepts="x-api-key") as gateway:
        host = configured(tmp_path, "claude-code", gateway.base_url)
        result = await smoke(get_tool("claude-code"), host)

    assert result.finding is not None
    assert result.finding.cause == Cause.KEY_WRONG_HEADER
    assert "x-api-key" in result.finding.remedy.render("en")


async def test_the_doctor_finds_nothing_on_a_healthy_machine(tmp_path: Path) -> None:
    """All three tools set up and answering: no finding above info."""
    async with Gateway(keys=(KEY,)) as gateway:
        host = make_host(tmp_path)
        wanted = Wanted(endpoint=Endpoint.parse(gateway.base_url, KEY, "demo-large"))
        apply(plan([(get_tool(tool_id), wanted) for tool_id in TOOLS], host), host)
        report = await diagnose([get_tool(tool_id) for tool_id in TOOLS], host)

    assert report.root_cause is None
    assert {finding.level for finding in report.findings} <= {"info"}
    assert all(tool.smoke is not None and tool.smoke.ok for tool in report.tools)


async def test_the_doctor_names_a_broken_file(tmp_path: Path) -> None:
    """A settings.json the tool can't read is the root cause, named with its file, without any request."""
    host = make_host(tmp_path)
    (host.home / ".claude").mkdir()
    (host.home / ".claude/settings.json").write_text('{"env": {"ANTHROPIC_BASE_URL": "x",}}')

    report = await diagnose([get_tool("claude-code")], host)

    assert report.root_cause == Cause.JSON_SYNTAX
    assert report.findings[0].file == host.home / ".claude/settings.json"


async def test_the_doctor_offline_makes_no_request(tmp_path: Path) -> None:
    """Offline the configuration is checked and the gateway is left alone."""
    async with Gateway(keys=(KEY,)) as gateway:
        host = configured(tmp_path, "codex", gateway.base_url)
        report = await diagnose([get_tool("codex")], host, offline=True)

        assert gateway.requests == ()
    assert report.root_cause is None
