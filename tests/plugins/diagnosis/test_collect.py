"""A text together with the settings of a real home: what is collected, and how it changes the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from doctor_judge import as_json, shown
from taotoken import Cause, Endpoint
from taotoken_plugins._apply import apply
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._registry import OWN, get_tool
from taotoken_plugins._tool import Wanted
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.explain import explain

KEY = "sk-demo-7f3a9c2e51b80d46"
LOGIN = "Not logged in · Please run /login"
FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
    "cline": ".cline/data/settings/providers.json",
}


def set_up(tmp_path: Path, tool_id: str, env: Mapping[str, str] = {}) -> tuple[Host, Path]:
    """A home in which the tool and our own profile are set to one gateway; the tool's main file."""
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    host = Host(
        home=home,
        cwd=home,
        env=env,
        platform="linux",
        config_dir=home / ".config/taotoken",
        now=datetime(2026, 1, 1, tzinfo=UTC),
    )
    wanted = Wanted(endpoint=Endpoint.parse("https://taotoken.net/api", KEY, "demo-1"))
    apply(plan([(get_tool(tool_id), wanted), (OWN, wanted)], host), host)
    return host, home / FILES.get(tool_id, "")


@pytest.mark.parametrize("tool_id", FILES)
def test_what_setup_writes_is_healthy(tmp_path: Path, tool_id: str) -> None:
    """No finding at all about settings that are right."""
    host, _ = set_up(tmp_path, tool_id)

    assert judge(collect(get_tool(tool_id), host)).findings == ()


LIVED_IN = {
    "opencode": ("mine.json", '{"provider": {"other": {"options": {"apiKey": "{env:OTHER}"}}}, // mine\n}'),
    "kilo": (".config/kilo/config.json", '{"provider": {"other": {"options": {"apiKey": "{env:OTHER}"}}}, // mine\n}'),
    "pi": (".pi/agent/models.json", '{"providers": {"other": {"apiKey": "$OTHER"}}, // mine\n}'),
    "qwen-code": (".qwen/settings.json", '{"env": {"OTHER_API_KEY": "${OTHER}"}, // mine\n"$version": 4}'),
    "openclaw": (".openclaw/openclaw.json", "{models: {providers: {other: {apiKey: '${OTHER}'}}}, // mine\n}"),
    "claude-code-router": (".claude-code-router/config.json", '{"Providers": [{"api_key": "$A"},], // mine\n}'),
    "droid": (".factory/settings.json", '{"customModels": [{"model": "a", "apiKey": "${A}"}] // mine\n}'),
}


@pytest.mark.parametrize("tool_id", LIVED_IN)
def test_files_are_read_as_their_tool_reads_them(tmp_path: Path, tool_id: str) -> None:
    """Comments and all where the tool takes them, whatever the file's name; keys that other providers get from a
    variable are none of our business."""
    name, text = LIVED_IN[tool_id]
    file = tmp_path / "home" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    env = {"OPENCODE_CONFIG": str(file)} if tool_id == "opencode" else {}
    host, _ = set_up(tmp_path, tool_id, env)

    assert KEY in file.read_text()
    assert judge(collect(get_tool(tool_id), host)).findings == ()


@pytest.mark.parametrize("tool_id", FILES)
def test_the_profile_tells_whose_key_it_is(tmp_path: Path, tool_id: str) -> None:
    """The key set up for one host stands beside the URL of another."""
    host, file = set_up(tmp_path, tool_id)
    file.write_text(file.read_text().replace("https://taotoken.net/api", "https://gw.example/api"))

    report = explain("401 无效的令牌", collect(get_tool(tool_id), host))

    assert report.root_cause == Cause.KEY_OF_ANOTHER_GATEWAY, shown(report)
    assert KEY not in shown(report) + as_json(report) + repr(report)


def no_version(text: str) -> str:
    return text.replace("net/api/v1", "net/api")


def cut_off(text: str) -> str:
    return text[: len(text) // 2]


BROKEN = {
    "claude-code": Cause.JSON_SYNTAX,
    "codex": Cause.TOML_SYNTAX,
    "cline": Cause.CLINE_PROVIDERS_INVALID,
}
FAULTS: dict[str, tuple[Callable[[str], str], Cause | None]] = {
    "cut off": (cut_off, None),
    "quoted": (lambda text: text.replace(KEY, f"'{KEY}'"), Cause.KEY_QUOTED),
    "example": (lambda text: text.replace(KEY, "YOUR_API_KEY"), Cause.KEY_PLACEHOLDER),
    "variable": (lambda text: text.replace(KEY, "${MY_KEY}"), Cause.VALUE_NOT_EXPANDED),
    "page": (lambda text: no_version(text).replace("net/api", "net/console"), Cause.BASE_URL_IS_WEB_PAGE),
    "path": (lambda text: text.replace("net/api", "net"), Cause.BASE_URL_PATH_MISSING),
    "model": (lambda text: text.replace("demo-1", "MODEL_ID"), Cause.MODEL_PLACEHOLDER),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("tool_id", FILES)
def test_faults_of_files_without_any_request(tmp_path: Path, tool_id: str, fault: str) -> None:
    """Found offline, the file named; no key in any output."""
    host, file = set_up(tmp_path, tool_id)
    change, cause = FAULTS[fault]
    file.write_text(change(file.read_text()))

    report = judge(collect(get_tool(tool_id), host))

    assert report.root_cause == (cause or BROKEN[tool_id]), shown(report)
    assert report.findings[0].file == file
    assert KEY not in shown(report) + as_json(report) + repr(report)


def test_the_same_text_on_two_machines(tmp_path: Path) -> None:
    """With good settings it is the key that is refused; with none it is missing."""
    host, file = set_up(tmp_path, "claude-code")
    good = explain(LOGIN, collect(get_tool("claude-code"), host))
    file.unlink()
    gone = explain(LOGIN, collect(get_tool("claude-code"), host))

    assert good.root_cause == Cause.KEY_INVALID, shown(good)
    assert gone.root_cause == Cause.KEY_MISSING, shown(gone)


def test_a_dead_proxy_of_the_environment(tmp_path: Path) -> None:
    """The proxy in the environment of this machine explains a refused connection."""
    host, _ = set_up(tmp_path, "claude-code", {"HTTPS_PROXY": "http://127.0.0.1:7890"})

    report = explain("API Error: Unable to connect to API (ConnectionRefused)", collect(get_tool("claude-code"), host))

    assert report.root_cause == Cause.PROXY_ENV_DEAD, shown(report)
    fix = report.findings[0].fix
    assert fix is not None
    assert fix.unset == ("HTTPS_PROXY",)
