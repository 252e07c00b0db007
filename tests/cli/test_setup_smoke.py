"""`taotoken setup` with its test requests, against a real gateway on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"
ALL = ("claude-code", "codex", "cline")
PATHS = {"/api/v1/messages", "/api/v1/responses", "/api/v1/chat/completions"}


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


def arguments(gateway: Gateway, *tools: str, model: str = "demo-large") -> tuple[str, ...]:
    """A set-up with test requests."""
    return ("setup", *(tools or ALL), "--base-url", gateway.base_url, "--model", model, "--api-key-stdin", "--yes")


def test_each_tool_is_tested_its_own_way(process: Any, gateway: Gateway) -> None:
    """One streamed request per tool with a tool definition, to its own path; TTFT is reported."""
    done = process(*arguments(gateway), "--json", stdin=KEY)
    assert (done.code, done.json["status"]) == (0, "ok")
    asked = [request for request in gateway.requests if request.path in PATHS and request.tools]
    assert {request.path for request in asked} == PATHS
    assert all(request.key == KEY and request.model == "demo-large" and request.stream for request in asked)
    for tool in done.json["data"]["tools"]:
        assert tool["smoke"]["ok"]
        assert 0 < tool["smoke"]["ttft"] < 30


@pytest.mark.parametrize(("language", "works"), [("en", "works, first token after"), ("zh", "可用，首个 token 用时")])
def test_success_in_words(cli: Any, gateway: Gateway, language: str, works: str) -> None:
    """A line per tool, then what to type next."""
    done = cli(*arguments(gateway), "--lang", language, stdin=KEY)
    assert done.code == 0
    assert done.out.count("✓") == 3
    assert done.out.count(works) == 3
    assert KEY not in done.both


FAULTS = [
    ("401", "key_invalid"),
    ("429", "rate_limited"),
    ("500", "server_error"),
    ("403-quota", "quota_exhausted"),
    ("empty-reply", "empty_reply"),
    ("stream-cut", "stream_cut"),
    ("503-no-channel", "model_no_channel"),
]


@pytest.mark.parametrize(("fault", "cause"), FAULTS)
def test_a_failure_names_its_cause_and_the_way_back(
    cli: Any, clean_home: Path, gateway: Gateway, fault: str, cause: str
) -> None:
    """Exit 1, the files stay, cause, evidence, remedy and the undo command are shown."""
    gateway.set_fault(fault)
    done = cli(*arguments(gateway, "codex"), "--json", stdin=KEY)
    assert (done.code, done.json["status"], done.json["changed"]) == (1, "partial", True)
    assert done.json["errors"][0]["code"] == cause
    finding = done.json["data"]["tools"][0]["smoke"]["finding"]
    assert finding["evidence"]
    assert finding["remedy"]
    run = done.json["data"]["run"]
    assert done.json["data"]["undo"] == f"taotoken undo {run}"
    assert (clean_home / ".codex/config.toml").exists()
    again = cli(*arguments(gateway, "codex"), stdin=KEY)
    assert again.code == 1
    assert "✗ Codex" in again.out
    assert "evidence: " in again.err
    assert "next: " in again.err
    assert cli("undo", "--yes").code == 0
    assert not (clean_home / ".codex/config.toml").exists()


def test_a_wrong_model_names_the_nearest(cli: Any, gateway: Gateway) -> None:
    """The gateway's own list helps."""
    done = cli(*arguments(gateway, "codex", model="demo-larg"), "--json", stdin=KEY)
    assert done.code == 1
    assert done.json["errors"][0]["code"] == "model_id_wrong"
    assert "demo-large" in done.json["errors"][0]["message"]


def test_a_hostile_error_stays_harmless(cli: Any, gateway: Gateway) -> None:
    """Megabytes of markup, escape codes and the key itself: one bounded, clean sentence."""
    gateway.set_fault("hostile-error")
    for extra in ((), ("--json",)):
        done = cli(*arguments(gateway, *ALL), *extra, stdin=KEY)
        assert done.code == 1
        assert "\x1b" not in done.both
        assert "\u202e" not in done.both
        assert KEY not in done.both
        assert len(done.both) < 20_000


def test_nobody_listens(cli: Any) -> None:
    """A gateway that isn't running is named as that."""
    with Gateway().in_thread() as gone:
        url = gone.base_url
    done = cli("setup", *ALL, "--base-url", url, "--model", "m", "--api-key-stdin", "--yes", "--json", stdin=KEY)
    assert done.code == 1
    assert {error["code"] for error in done.json["errors"]} == {"local_gateway_not_running"}


@pytest.mark.parametrize(
    ("accepts", "variable"), [("x-api-key", "ANTHROPIC_API_KEY"), ("bearer", "ANTHROPIC_AUTH_TOKEN")]
)
def test_the_auth_header_is_what_the_gateway_takes(cli: Any, clean_home: Path, accepts: Any, variable: str) -> None:
    """--claude-auth auto asks before planning; the tool then works."""
    with Gateway(keys=(KEY,), accepts=accepts).in_thread() as gateway:
        done = cli(*arguments(gateway, "claude-code"), stdin=KEY)
    assert done.code == 0, done.both
    env = json.loads((clean_home / ".claude/settings.json").read_text())["env"]
    assert env[variable] == KEY


@pytest.mark.parametrize("header", ["bearer", "x-api-key"])
def test_a_named_auth_header_is_not_questioned(cli: Any, gateway: Gateway, header: str) -> None:
    """--claude-auth HEADER: only the test request goes out."""
    done = cli(*arguments(gateway, "claude-code"), "--claude-auth", header, stdin=KEY)
    assert done.code == 0
    assert [request.key_header for request in gateway.requests] == [header]


def test_doctor_after_setup(cli: Any, gateway: Gateway) -> None:
    """Healthy: exit 0. The key refused since: exit 1 with the one cause at the top of the envelope."""
    assert cli(*arguments(gateway), stdin=KEY).code == 0
    healthy = cli("doctor", "--json")
    assert (healthy.code, healthy.json["root_cause"]) == (0, None)
    assert cli("doctor").code == 0
    gateway.set_fault("401")
    ill = cli("doctor", "--json")
    assert (ill.code, ill.json["root_cause"], ill.json["status"]) == (1, "key_invalid", "failed")
    assert ill.json["findings"][0]["remedy"]
    shown = cli("doctor", "--lang", "zh")
    assert shown.code == 1
    assert "修复" in shown.out
    offline = cli("doctor", "--offline", "--json")
    assert offline.code == 0
    assert KEY not in ill.both + shown.both + healthy.both
