"""`taotoken chat` and `taotoken models`."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key and answers in two languages."""
    with Gateway(keys=(KEY,), text="Hello 你好 from the gateway.").in_thread() as running:
        yield running


@pytest.fixture
def known(cli: Any, gateway: Gateway) -> Gateway:
    """The gateway, saved in our profile by setup."""
    arguments = ("--base-url", gateway.base_url, "--model", "demo-small", "--api-key-stdin", "--yes", "--no-smoke")
    assert cli("setup", "codex", *arguments, stdin=KEY).code == 0
    return gateway


@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
def test_answer_on_standard_output_and_figures_beside_it(cli: Any, known: Gateway, protocol: str) -> None:
    """The saved gateway and model are used; a pipe gets the answer and nothing else."""
    done = cli("chat", "Say hello", "--protocol", protocol)
    assert (done.code, done.out) == (0, "Hello 你好 from the gateway.\n")
    assert "tokens: " in done.err
    assert "first token" in done.err
    assert known.requests[-1].model == "demo-small"
    assert known.requests[-1].stream


def test_flags_beat_the_profile(cli: Any, known: Gateway) -> None:
    """Another model; the question from standard input."""
    done = cli("chat", "-", "--model", "demo-large", stdin="What is it?")
    assert done.code == 0
    assert known.requests[-1].model == "demo-large"
    assert "What is it?" in json.dumps(known.requests[-1].json)


def test_json_has_usage_and_timing(cli: Any, known: Gateway) -> None:
    """One object, nothing streamed before it."""
    data = cli("chat", "hi", "--json").json["data"]
    assert data["text"] == "Hello 你好 from the gateway."
    assert data["usage"]["output_tokens"] > 0
    assert data["timing"]["ttft"] > 0


def test_raw_is_the_gateways_own_json(cli: Any, known: Gateway) -> None:
    """--raw is not streamed and not translated."""
    done = cli("chat", "hi", "--raw")
    assert json.loads(done.out)["choices"][0]["message"]["content"] == "Hello 你好 from the gateway."


@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
def test_curl_sends_nothing_and_can_be_run(cli: Any, known: Gateway, protocol: str) -> None:
    """The command holds no key, and gives the answer when the variable does."""
    asked = len(known.requests)
    done = cli("chat", 'it\'s "quoted" $HOME', "--curl", "--protocol", protocol)
    assert done.code == 0
    assert KEY not in done.both
    assert len(known.requests) == asked
    assert shutil.which("curl"), "curl is needed to prove the command"
    run = subprocess.run(
        ["sh", "-c", done.out.strip()],
        env={"TAOTOKEN_API_KEY": KEY, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert "gateway" in run.stdout, run.stderr
    assert 'it\'s "quoted" $HOME' in json.dumps(known.requests[-1].json).replace('\\"', '"')


@pytest.mark.parametrize("command", [("models",), ("chat", "hi")])
def test_without_a_gateway(cli: Any, command: tuple[str, ...]) -> None:
    """No profile and no flags: exit 2 naming the flag and `taotoken setup`."""
    done = cli(*command)
    assert done.code == 2
    assert "--base-url" in done.err
    assert "taotoken setup" in done.err


@pytest.mark.parametrize("fault", ["401", "404-path", "500"])
@pytest.mark.parametrize("command", [("models",), ("chat", "hi")])
def test_a_gateway_that_refuses(cli: Any, known: Gateway, fault: str, command: tuple[str, ...]) -> None:
    """Exit 1, one sentence, one next step, no key."""
    known.set_fault(fault)
    done = cli(*command)
    assert done.code == 1
    assert done.err.count("error: ") == 1
    assert "next: " in done.err
    assert KEY not in done.both
    as_json = cli(*command, "--json")
    assert as_json.json["status"] == "failed"
    assert as_json.json["errors"][0]["next"]


@pytest.mark.parametrize("fault", ["hostile-error", "stream-cut", "bad-json", "html-200", "empty-stream"])
def test_broken_answers(cli: Any, known: Gateway, fault: str) -> None:
    """Whatever comes: exit 1, bounded, no escape codes, the line of a broken answer is closed."""
    known.set_fault(fault)
    done = cli("chat", "hi")
    assert done.code == 1
    assert "\x1b" not in done.both
    assert KEY not in done.both
    assert len(done.err) < 3000
    assert done.out == "" or done.out.endswith("\n")


def test_models_are_listed_one_a_line(cli: Any, known: Gateway) -> None:
    """Ids on standard output, the count beside it; the same as JSON."""
    done = cli("models")
    assert done.out.splitlines() == ["demo-large", "demo-small"]
    assert "2 models" in done.err
    data = cli("models", "--json").json["data"]
    assert [model["id"] for model in data["models"]] == ["demo-large", "demo-small"]


def test_models_of_a_named_gateway(cli: Any, gateway: Gateway) -> None:
    """Flags alone are enough."""
    assert cli("models", "--base-url", gateway.base_url, "--api-key-stdin", stdin=KEY).code == 0


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        ("401", "save it with: taotoken setup"),
        ("403-html", "check the base URL"),
        ("403-client", "`taotoken chat` is not one of them"),
        ("403-key", "take a model that this key may use"),
        ("403-quota", "add balance"),
        ("empty-stream", "take another model"),
    ],
)
def test_the_next_step_fits_the_refusal(cli: Any, known: Gateway, fault: str, advice: str) -> None:
    """A key is copied again only where the key is what was refused, and never awaited at a question that won't come."""
    known.set_fault(fault)
    told = cli("chat", "hi").err
    assert advice in told
    assert ("key page; give it with --api-key-stdin" in told) is (fault == "401")
    assert "is asked for" not in told


@pytest.mark.parametrize("flag", [None, "--json"])
def test_a_gateway_that_never_answers_is_left(
    cli: Any, known: Gateway, flag: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait for the first token is long, but ends."""
    from taotoken_cli.commands import chat

    monkeypatch.setattr(chat, "FIRST_TOKEN_SECONDS", 0.3)
    known.set_fault("hang")
    done = cli("chat", "hi", *((flag,) if flag else ()))
    assert done.code == 1
    assert (done.json["errors"][0]["message"] if flag else done.err).find("0.3 s") > 0


def test_an_empty_answer_is_told(cli: Any, known: Gateway) -> None:
    """Silence would look like success; times that never were are left out."""
    known.set_fault("empty-reply")
    done = cli("chat", "hi")
    assert (done.code, done.out) == (0, "")
    assert "note: the answer is empty" in done.err
    assert "?" not in done.err
