"""OpenHands: what is written, what it makes of it, what would beat it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._status import status
from taotoken_plugins.tools.openhands import TOOL, settings_path

KEY = "sk-demo-7f3a"
SetUp = Callable[..., Plan]


def written(host: Host) -> Any:
    return json.loads(settings_path(host).read_bytes())


def write(host: Host, text: str) -> None:
    settings_path(host).parent.mkdir(parents=True, exist_ok=True)
    settings_path(host).write_text(text)


@pytest.mark.parametrize(
    ("protocol", "url", "header", "model"),
    [
        ("chat", "https://gw.example/api/v1/chat/completions", "bearer", "openai/demo-large"),
        ("messages", "https://gw.example/api/v1/messages", "x-api-key", "anthropic/demo-large"),
    ],
)
def test_status_reads_what_setup_wrote(
    host: Host, set_up: SetUp, protocol: str, url: str, header: str, model: str
) -> None:
    """The prefix of the model is the protocol; the model itself has none."""
    set_up("openhands", host, options={"protocol": protocol})
    found = status(TOOL, host)
    assert written(host)["llm"]["model"] == model
    assert (found.endpoint_url, found.auth_headers, found.model) == (url, (header,), "demo-large")
    assert (found.api_key, found.problems) == (KEY, ())
    assert settings_path(host).stat().st_mode & 0o777 == 0o600


def test_summaries_go_to_the_same_gateway(host: Host, set_up: SetUp) -> None:
    """Where there is a model for them; none is made."""
    write(host, '{"llm": {}, "condenser": {"llm": {"model": "openai/old", "base_url": "https://old.example/v1"}}}')
    set_up("openhands", host)
    assert written(host)["condenser"]["llm"] == written(host)["llm"]
    write(host, '{"llm": {}, "condenser": null}')
    set_up("openhands", host)
    assert written(host)["condenser"] is None


def test_a_header_with_another_key_goes(host: Host, set_up: SetUp) -> None:
    """Measured: it would be sent instead of ours."""
    write(host, '{"llm": {"extra_headers": {"authorization": "Bearer sk-old-000000000001", "X-Team": "a"}}}')
    made = set_up("openhands", host)
    assert written(host)["llm"]["extra_headers"] == {"X-Team": "a"}
    assert "authorization" in "".join(str(note) for change in made.changes for note in change.notes)


def test_what_it_calls_corrupted_is_refused_with_its_place(host: Host, set_up: SetUp) -> None:
    """A comment is enough."""
    write(host, '// mine\n{"llm": {}}\n')
    with pytest.raises(RefusedError) as refused:
        set_up("openhands", host)
    (problem,) = refused.value.problems
    assert (problem.code, problem.line) == ("json_syntax", 1)
    assert status(TOOL, host).problems != ()


def test_a_key_of_the_environment_counts_where_the_file_has_none(make_host: Callable[..., Host]) -> None:
    """By the protocol's own variable; one in the file wins."""
    host = make_host(env={"OPENAI_API_KEY": "sk-env", "ANTHROPIC_API_KEY": "sk-other", "LLM_MODEL": "openai/other"})
    write(host, '{"llm": {"model": "openai/m", "base_url": "https://gw.example/v1"}}')
    assert (status(TOOL, host).api_key, status(TOOL, host).model) == ("sk-env", "m")
    write(host, '{"llm": {"model": "openai/m", "base_url": "https://gw.example/v1", "api_key": "sk-file"}}')
    assert status(TOOL, host).api_key == "sk-file"


def test_its_folder_can_be_moved(make_host: Callable[..., Host], set_up: SetUp) -> None:
    """OPENHANDS_PERSISTENCE_DIR."""
    host = make_host(env={"OPENHANDS_PERSISTENCE_DIR": "elsewhere"})
    set_up("openhands", host)
    assert settings_path(host) == host.cwd / "elsewhere/agent_settings.json"
    assert status(TOOL, host).api_key == KEY
