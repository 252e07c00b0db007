"""The real programs as the judge of their set-up: `setup --smoke tool`, and where a gateway admits only them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from real_machine import KEY, MODEL, REPLY, TOOLS, Machine, _end_cline_daemon, posts_of
from taotoken.testing import Gateway

CLIENTS = {"claude-code": "claude-cli/", "codex": "codex_", "cline": "ai-sdk/"}


@pytest.fixture(autouse=True)
def _no_daemon_stays(machine: Machine) -> Any:
    yield
    _end_cline_daemon(machine.home)


def set_up(machine: Machine, tool: str, gateway: Gateway, *options: str) -> Any:
    """`taotoken setup`, and its envelope whatever the end is."""
    place = ("--base-url", gateway.base_url, "--model", MODEL, "--yes", "--json", "--api-key-stdin")
    ran = machine.taotoken("setup", tool, *place, *options, key=KEY)
    assert KEY not in ran.out + ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("tool", TOOLS)
def test_the_tool_is_run_once_with_the_new_settings(machine: Machine, gateway: Gateway, tool: str) -> None:
    """`--smoke tool`: the program answers, and every request for a reply was its own."""
    done = set_up(machine, tool, gateway, "--smoke", "tool", "--claude-auth", "bearer")

    smoke = done["data"]["tools"][0]["smoke"]
    assert (done["status"], smoke["ok"], smoke["run"]["exit_code"]) == ("ok", True, 0), done
    assert REPLY in "\n".join(smoke["run"]["output"])
    assert all("taotoken" not in (post.header("user-agent") or "") for post in posts_of(gateway))


@pytest.mark.parametrize("tool", TOOLS)
def test_a_gateway_that_admits_only_this_tool(machine: Machine, tool: str) -> None:
    """Our request is refused; the tool's own answer is the verdict, of setup and of `doctor --deep`."""
    with Gateway(
        keys=(KEY,), models=(MODEL,), text=REPLY, fault="403-client", clients=(CLIENTS[tool],)
    ).in_thread() as gateway:
        done = set_up(machine, tool, gateway, "--claude-auth", "bearer")
        agents = {post.header("user-agent") for post in posts_of(gateway)}
        assert (done["status"], done["data"]["tools"][0]["smoke"]["ok"]) == ("ok", True), (agents, done)

        plain = json.loads(machine.taotoken("doctor", tool, "--json").out)
        assert plain["root_cause"] == "client_not_allowed"
        assert f"taotoken doctor {tool} --deep" in plain["findings"][0]["remedy"]
        deep = json.loads(machine.taotoken("doctor", tool, "--deep", "--json").out)
        assert deep["root_cause"] is None, deep


@pytest.mark.parametrize("tool", TOOLS)
def test_a_gateway_that_admits_none_of_them(machine: Machine, tool: str) -> None:
    """The tool is refused as well: its own words are explained, and the gateway must act."""
    with Gateway(keys=(KEY,), models=(MODEL,), fault="403-client").in_thread() as gateway:
        done = set_up(machine, tool, gateway, "--claude-auth", "bearer")

    smoke = done["data"]["tools"][0]["smoke"]
    assert (done["status"], smoke["ok"]) == ("partial", False)
    assert smoke["run"]["output"]
    assert (smoke["finding"]["id"], smoke["finding"]["who"]) == ("client_not_allowed", "gateway"), smoke
