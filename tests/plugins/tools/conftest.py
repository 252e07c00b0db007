"""A host in a throw-away folder, and the engine run on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from taotoken._endpoint import Endpoint
from taotoken_plugins._apply import apply
from taotoken_plugins._detect import system_folders
from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan, plan
from taotoken_plugins._registry import get_tool
from taotoken_plugins._tool import Wanted

KEY = "sk-demo-7f3a"
URL = "https://gw.example/api"
NOW = datetime(2026, 12, 1, 8, 30, 0, 250_000, tzinfo=UTC)

MakeHost = Callable[..., Host]
SetUp = Callable[..., Plan]


@pytest.fixture(autouse=True)
def _no_system_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What this machine's administrator set is not part of a test."""
    from taotoken_plugins import _detect, _shell
    from taotoken_plugins.tools import _claude_sources

    assert system_folders()
    monkeypatch.setattr(_detect, "system_folders", lambda: ())
    monkeypatch.setattr(_shell, "system_environment", lambda host: tmp_path / "etc" / "environment")
    monkeypatch.setattr(_claude_sources, "managed_dir", lambda platform: tmp_path / "etc" / "claude-code")


@pytest.fixture
def make_host(tmp_path: Path) -> MakeHost:
    """Builds the host; keyword arguments replace its fields, `env` its environment."""

    def make(**changes: Any) -> Host:
        home = tmp_path / "home"
        (home / "project").mkdir(parents=True, exist_ok=True)
        fields: dict[str, Any] = {
            "home": home,
            "cwd": home / "project",
            "env": {},
            "platform": "linux",
            "config_dir": home / ".config" / "taotoken",
            "now": NOW,
        }
        return Host(**{**fields, **changes})

    return make


@pytest.fixture
def host(make_host: MakeHost) -> Host:
    return make_host()


@pytest.fixture
def wanted() -> Callable[..., Wanted]:
    """The usual set; keyword arguments change it."""

    def make(
        url: str = URL, key: str = KEY, model: str = "demo-large", options: Mapping[str, str] | None = None, **rest: Any
    ) -> Wanted:
        header = rest.pop("auth_header", "bearer")
        return Wanted(endpoint=Endpoint.parse(url, key, model, **rest), auth_header=header, options=options or {})

    return make


@pytest.fixture
def set_up(wanted: Callable[..., Wanted]) -> SetUp:
    """Plan and apply one tool, as `setup` does; gives the plan."""

    def run(tool_id: str, host: Host, **changes: Any) -> Plan:
        made = plan([(get_tool(tool_id), wanted(**changes))], host)
        if made.changes:
            apply(made, host)
        return made

    return run
