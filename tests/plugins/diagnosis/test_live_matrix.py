"""Every fault of the embedded gateway, and what goes wrong on a machine, against three tools: the right root cause."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

import pytest

from matrix_kit import KEY, TOOLS, Expected, Table, World, cell_id, diagnosed, expected_of, fill_in, set_up
from matrix_rows import CELLS, GATEWAY, HEADERS, LOCAL, SDK_USERS, SITES, edit_json, site_at
from matrix_tls import Authority, https_ahead, https_before
from taotoken import Cause
from taotoken.testing import FAULTS, Gateway, GatewayTiming
from taotoken_plugins.diagnosis._make import LOCAL_SWITCHERS
from taotoken_plugins.diagnosis.rules import stream
from taotoken_plugins.tools import _claude_sources

pytestmark = pytest.mark.anyio
TABLE = Table()
TIMING = GatewayTiming(first_token=0.01, between=0.04, slow_first_token=0.8)
TEXT = " ".join(str(number) for number in range(1, 26))


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
    report = await diagnosed(world, tool, timeout=3.0, offline=offline)
    TABLE.add(row, tool, hit=report.root_cause == wanted)
    shown = [(finding.cause.value, finding.confidence, finding.level) for finding in report.findings]
    assert report.root_cause == wanted, shown
    for language in ("en", "zh"):
        for finding in report.findings:
            said = [finding.message, finding.remedy, *finding.evidence]
            assert KEY not in "\n".join(message.render(language) for message in said)


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


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("accepted", HEADERS)
async def test_a_gateway_that_takes_one_header(tmp_path: Path, accepted: str, tool: str) -> None:
    """The other header is named where the tool could send it."""
    async with Gateway(keys=(KEY,), accepts=accepted) as gateway:  # type: ignore[arg-type]
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        await judge_cell(f"gateway takes only {accepted}", tool, world, HEADERS[accepted])


@pytest.fixture
def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@pytest.mark.parametrize(("row", "tool"), CELLS, ids=[cell_id(row, tool) for row, tool in CELLS])
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


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_clock_that_is_behind(tmp_path: Path, authority: Authority, tool: str) -> None:
    """The certificate is not valid yet by this machine's clock, and the server's own clock says why."""
    context = authority.context("not valid yet")
    async with https_ahead(context, timedelta(days=3)) as port:
        world = set_up(tmp_path, f"https://127.0.0.1:{port}/api", tools=(tool,))
        world.env(SSL_CERT_FILE=str(authority.file))
        await judge_cell("certificate: this clock is behind", tool, world, Cause.CLOCK_SKEW)


@pytest.mark.parametrize("tool", ["env", *TOOLS])
async def test_a_socks_proxy_without_the_package_for_it(
    tmp_path: Path, free_port: int, monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    """What the program lacks is named, not the proxy blamed."""
    monkeypatch.setitem(sys.modules, "socksio", None)
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=() if tool == "env" else (tool,))
        world.env(ALL_PROXY=f"socks5://127.0.0.1:{free_port}")
        if tool == "env":
            world.env(OPENAI_BASE_URL=f"{gateway.base_url}/v1", OPENAI_API_KEY=KEY)
        await judge_cell("proxy: SOCKS without socksio", tool, world, Cause.SOCKS_SUPPORT_MISSING)


@pytest.mark.parametrize(("tool", "cause"), [("claude-code", None), ("cline", None), ("codex", Cause.TLS_UNTRUSTED_CA)])
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


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("site", SITES)
async def test_a_site_in_place_of_its_api(tmp_path: Path, site: str, tool: str) -> None:
    """The address of the site, or of a page, on a host that nobody knows: the API is looked for there."""
    path, cause = SITES[site]
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=(tool,))
        site_at(world, path)
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


@pytest.mark.parametrize("row", SDK_USERS)
async def test_programs_that_use_an_sdk(tmp_path: Path, row: str) -> None:
    """Variables of the OpenAI, Anthropic and our own SDK, each spelled as that SDK wants it."""
    variables, cause = SDK_USERS[row]
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=())
        site = gateway.base_url.removesuffix("/api")
        world.env(**{name: text.format(root=gateway.base_url, site=site) for name, text in variables.items()})
        await judge_cell(f"SDK: {row}", "env", world, cause)
