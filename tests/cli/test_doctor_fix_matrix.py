"""`doctor --fix` over the live matrix: every cell whose root cause has a plan becomes green, and undo turns it back."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from matrix_kit import KEY, TOOLS, Table, World, cell_id, fill_in, set_up
from matrix_rows import CELLS, GATEWAY, HEADERS, LOCAL, SDK_USERS, SITES, site_at
from matrix_tls import Authority, https_before, proxy_to
from taotoken.testing import Gateway, GatewayTiming
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis.rules import stream
from taotoken_plugins.tools import _claude_sources

TABLE = Table("doctor --fix", "with a plan become green, and ill again by undo")
TIMING = GatewayTiming(first_token=0.01, between=0.04, slow_first_token=0.8)

# What changes of files don't put right: the shell's variables, the administrator's file, a file to be mended by hand.
BY_HAND = (
    "proxy: dead",
    "proxy: NO_PROXY unreadable",
    "proxy: unknown scheme",
    "proxy: dead SOCKS",
    "managed file",
    "file: syntax",
)
# The address of a gateway that everybody knows: played by the embedded one, behind a proxy.
KNOWN_HOST = (
    "base URL: no scheme",
    "base URL: console page",
    "base URL: site without /api",
    "base URL: misspelled host",
)


@pytest.fixture(scope="module", autouse=True)
def _table_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        print(f"\n{TABLE}")


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stream, "SLOW_SECONDS", 0.6)
    monkeypatch.setattr("taotoken_cli._doctor._examine.SECONDS", 2.0)
    monkeypatch.setattr(_claude_sources, "managed_dir", lambda platform: tmp_path / "cell/managed")


@pytest.fixture(scope="module")
def gateway() -> Iterator[Gateway]:
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


@pytest.fixture(scope="module")
def known_host(gateway: Gateway, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """The variables with which https://taotoken.net leads to the gateway."""
    authority = Authority(tmp_path_factory.mktemp("tls"))
    context = authority.context("good", "taotoken.net")
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal())
        front = stack.enter_context(portal.wrap_async_context_manager(https_before(gateway.port, context)))
        proxy = stack.enter_context(portal.wrap_async_context_manager(proxy_to(front, "taotoken.net")))
        yield {"HTTPS_PROXY": f"http://127.0.0.1:{proxy}", "SSL_CERT_FILE": str(authority.file)}


@pytest.fixture
def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Doctor:
    """The command line in the home of a cell."""

    def __init__(self, cli: Any, monkeypatch: pytest.MonkeyPatch, world: World, tool: str) -> None:
        self._cli, self._world, self._tool = cli, world, tool
        monkeypatch.setenv("HOME", str(world.home))
        monkeypatch.setenv("USERPROFILE", str(world.home))

    def look(self, *options: str) -> Any:
        done = self._run("doctor", self._tool, "--json", *options)
        assert KEY not in done.both
        return done

    def undo(self) -> Any:
        return self._run("undo", "--yes")

    def look_in_new_terminal(self, gone: Sequence[str]) -> Any:
        """The same where these variables are not exported any more."""
        env = {name: value for name, value in self._world.host.env.items() if name not in gone}
        return self._cli("doctor", self._tool, "--json", env=env, cwd=self._world.host.cwd)

    def _run(self, *arguments: str) -> Any:
        return self._cli(*arguments, env=self._world.host.env, cwd=self._world.host.cwd)


def files_of(world: World) -> dict[str, bytes]:
    """Every file in the home but the journal."""
    own = world.host.config_dir / "journal"
    found = (path for path in sorted(world.home.rglob("*")) if path.is_file() and own not in path.parents)
    return {str(path): path.read_bytes() for path in found if path.suffix != ".lock"}


def fix_cell(row: str, tool: str, doctor: Doctor, world: World, *, by_hand: bool) -> None:
    """Ill with a plan → fixed, green in the fix's own second look and in a look of its own → undone: as ill as before,
    byte for byte. Without a plan nothing is written."""
    before = files_of(world)
    ill = doctor.look()
    root = ill.json["root_cause"]
    plan = ill.json["findings"][0]["fix"] if root else None
    if root is None or plan is None:
        TABLE.add(row, tool, hit=None)
        assert by_hand or root is None, f"{root} has no plan"
        tried = doctor.look("--fix", "--yes")
        assert tried.code == 0 if root is None else not tried.json["changed"], tried.out
        if tried.json["changed"]:  # for a warning
            assert doctor.undo().code == 0
        assert files_of(world) == before
        return
    TABLE.add(row, tool, hit=False)
    assert not by_hand
    fixed = doctor.look(*plan.split()[3:], "--yes")
    assert (fixed.code, fixed.json["status"], fixed.json["changed"]) == (0, "ok", True), fixed.out
    assert root in fixed.json["data"]["fixed"]["fixed"]
    assert fixed.json["data"]["fixed"]["left"] == []
    assert doctor.look_in_new_terminal(fixed.json["data"]["fixed"]["new_terminal"]).code == 0
    assert doctor.undo().code == 0
    assert files_of(world) == before
    assert doctor.look().json["root_cause"] == root
    TABLE.add(row, tool, hit=True)


@pytest.mark.parametrize(("row", "tool"), CELLS, ids=[cell_id(row, tool) for row, tool in CELLS])
def test_a_fault_of_the_machine(
    cli: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    gateway: Gateway,
    known_host: Mapping[str, str],
    free_port: int,
    row: str,
    tool: str,
) -> None:
    """Everything that is wrong on this machine and that a file can put right."""
    known = row in KNOWN_HOST
    world = set_up(
        tmp_path / "cell", "https://taotoken.net/api" if known else gateway.base_url, tools=(tool,), profile=True
    )
    world.env(**(known_host if known else {}))
    LOCAL[row][0](world)
    fill_in(world, free_port)
    doctor = Doctor(cli, monkeypatch, world, tool)
    fix_cell(f"machine: {row}", tool, doctor, world, by_hand=row in BY_HAND)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("site", SITES)
def test_a_site_in_place_of_its_api(
    cli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, gateway: Gateway, site: str, tool: str
) -> None:
    """The API that was found beside the site is written."""
    world = set_up(tmp_path / "cell", gateway.base_url, tools=(tool,), profile=True)
    site_at(world, SITES[site][0])
    fix_cell(f"web: {site}", tool, Doctor(cli, monkeypatch, world, tool), world, by_hand=False)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("accepted", HEADERS)
def test_a_gateway_that_takes_one_header(
    cli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, accepted: Any, tool: str
) -> None:
    """Claude Code can send the other header; the other two tools can't."""
    with Gateway(keys=(KEY,), accepts=accepted).in_thread() as picky:
        world = set_up(tmp_path / "cell", picky.base_url, tools=(tool,), profile=True)
        doctor = Doctor(cli, monkeypatch, world, tool)
        fix_cell(f"gateway takes only {accepted}", tool, doctor, world, by_hand=tool != "claude-code")


def test_a_foreign_key_beside_the_token(cli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The shell's key is silenced for Claude Code in its own file."""
    with Gateway(keys=(KEY,), accepts="x-api-key").in_thread() as picky:
        world = set_up(tmp_path / "cell", picky.base_url, tools=("claude-code",), profile=True)
        world.env(ANTHROPIC_API_KEY="sk-demo-exported-0000000")
        doctor = Doctor(cli, monkeypatch, world, "claude-code")
        fix_cell("gateway reads the exported key", "claude-code", doctor, world, by_hand=False)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("fault", GATEWAY)
def test_no_file_is_changed_for_what_the_gateway_does_wrong(
    cli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str, tool: str
) -> None:
    """Its faults have no plan, and --fix leaves every file as it is."""
    with Gateway(keys=(KEY,), fault=fault, timing=TIMING).in_thread() as ill:
        world = set_up(tmp_path / "cell", ill.base_url, tools=(tool,), profile=True)
        before = files_of(world)
        tried = Doctor(cli, monkeypatch, world, tool).look("--fix", "--yes")
        assert tried.json["changed"] is False, tried.out
        assert files_of(world) == before
        TABLE.add(f"gateway: {fault}", tool, hit=None)


@pytest.mark.parametrize("row", SDK_USERS)
def test_variables_of_the_shell_are_told_not_changed(
    cli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, gateway: Gateway, row: str
) -> None:
    """A program that reads its variables from the shell can't be mended by a file that it doesn't read."""
    world = set_up(tmp_path / "cell", gateway.base_url, tools=())
    site = gateway.base_url.removesuffix("/api")
    variables, _ = SDK_USERS[row]
    world.env(**{name: text.format(root=gateway.base_url, site=site) for name, text in variables.items()})
    fix_cell(f"SDK: {row}", "env", Doctor(cli, monkeypatch, world, "env"), world, by_hand=True)


CHOICES = [(tool, protocol) for tool in ("opencode", "pi", "qwen-code") for protocol in get_tool(tool).protocols]


@pytest.mark.parametrize(("tool", "protocol"), CHOICES, ids=[f"{tool}-{protocol}" for tool, protocol in CHOICES])
def test_the_protocol_and_the_sizes_stay_as_chosen(
    cli: Any, clean_home: Path, gateway: Gateway, tool: str, protocol: str
) -> None:
    """A tool that is set up again keeps what was chosen for it: its files are those that `setup` wrote."""
    sizes = [part for size in get_tool(tool).sizes for part in (f"--{size}", "4321")]
    place = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin", "--protocol", protocol)
    done = cli("setup", tool, *place, *sizes, "--yes", "--no-smoke", stdin=KEY)
    assert done.code == 0, done.both
    holding = [
        path
        for path in clean_home.rglob("*")
        if path.is_file() and ".config/taotoken" not in str(path) and KEY in path.read_text("utf-8")
    ]
    healthy = {path: path.read_bytes() for path in holding}
    assert healthy
    for path in holding:
        path.write_text(path.read_text("utf-8").replace(KEY, "YOUR_API_KEY"), encoding="utf-8")
    assert cli("doctor", tool, "--json").json["root_cause"] == "key_placeholder"

    fixed = cli("doctor", tool, "--fix", "--yes", "--json")

    assert fixed.code == 0, fixed.out
    assert {path: path.read_bytes() for path in holding} == healthy
