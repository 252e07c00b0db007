"""Cline and our MCP server: the real program starts it, offers its tools to the model, and calls one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from real_machine import KEY, MODEL, Machine
from taotoken import ToolCall
from taotoken.testing import Gateway, RecordedRequest

QUESTION = "What is six times seven?"
ANSWER = "It is 42."
REPLY = "The gateway says hello."
OURS = ["taotoken__chat", "taotoken__list_models", "taotoken__check_connection"]


def reply(request: RecordedRequest) -> str:
    """Our server's question has an answer of its own."""
    return ANSWER if _last(request)["content"] == QUESTION else REPLY


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A model that asks another model by our tool before it answers."""
    call = ToolCall(id="call_1", name=OURS[0], arguments=json.dumps({"prompt": QUESTION}))
    with Gateway(keys=(KEY,), models=(MODEL,), text=reply, tool_calls=(call,)).in_thread() as running:
        yield running


def test_cline_lists_and_calls_our_tools(machine: Machine, gateway: Gateway) -> None:
    """With the entry of `setup --mcp` Cline offers the three tools to its model, runs `chat` through the gateway, and
    hands the answer on."""
    machine.setup("cline", "--mcp", "--model", MODEL, base_url=gateway.base_url)
    _with_these_packages(machine)
    gateway.clear()

    ran = machine.run("cline")

    assert REPLY in ran.out, f"{ran.out}\n{ran.err}"
    first, ours, second = gateway.requests
    assert [name for name in _tools(first) if name.startswith("taotoken")] == OURS
    assert _tools(ours) == []
    assert (_last(ours)["content"], ours.model, ours.key) == (QUESTION, MODEL, KEY)
    assert _last(second)["role"] == "tool"
    assert ANSWER in _last(second)["content"]


def _with_these_packages(machine: Machine) -> None:
    """Where the packages under test are not installed, the entry has to say where they are."""
    settings = machine.home / ".cline/data/settings/cline_mcp_settings.json"
    data = json.loads(settings.read_text())
    if "PYTHONPATH" in os.environ:
        data["mcpServers"]["taotoken"]["env"] = {"PYTHONPATH": os.environ["PYTHONPATH"]}
    settings.write_text(json.dumps(data))


def _tools(request: RecordedRequest) -> list[str]:
    return [tool["function"]["name"] for tool in request.json.get("tools") or ()]


def _last(request: RecordedRequest) -> Any:
    return request.json["messages"][-1]
