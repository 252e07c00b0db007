"""`taotoken trace`: the waterfall, what its shape says, and cold against warm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from taotoken.testing import Gateway, GatewayTiming
from taotoken_cli._render._columns import bar, hanging, point, table
from taotoken_cli._wrap import columns
from vllm_server import vllm_server

KEY = "sk-demo-7f3a99990000aaaa1111"
NINE = "one two three four five six seven eight nine"
PACE = GatewayTiming(first_token=0.25, between=0.02)
STEPS = ["TCP", "request sent", "headers (ttfb)", "first event (ttfr)", "first token (ttft)"]


@contextmanager
def asking(cli: Any, **options: Any) -> Iterator[Any]:
    """Runs `trace` against a gateway of these options."""
    with Gateway(**{"keys": (KEY,), "text": NINE, "timing": PACE, **options}).in_thread() as gateway:

        def ask(*arguments: str, question: str = "Hi", stdin: str = KEY, **more: Any) -> Any:
            place = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin")
            return cli("trace", question, *place, *arguments, stdin=stdin, **more)

        ask.gateway = gateway  # type: ignore[attr-defined]
        yield ask


def test_the_steps_stand_in_the_order_of_time(cli: Any) -> None:
    """Every step has its time and its bar; the answer's counts and why it ended follow."""
    with asking(cli, reasoning="well then") as ask:
        done = ask()
    assert done.code == 0, done.both
    rows = done.out.split("\n\n")[1].splitlines()[1:]
    names = [*STEPS, "visible (ttfo)", "last token (e2e)", "drained (total)"]
    assert [re.split(r"  +", row.strip())[0] for row in rows if not row.startswith("  this program")] == names
    assert all(row[-1] in "=." for row in rows)
    assert "11 out (2 thinking)" in done.out
    assert "finish reason: stop: the model ended the answer by itself" in done.out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_everything_fits_on_a_screen_of_80_columns(cli: Any, lang: str) -> None:
    """No line is wider than 79 columns, Chinese characters counted as two; and no key is shown."""
    with asking(cli, reasoning="well then") as ask:
        done = ask("--repeat", "3", "--lang", lang)
    assert done.code == 0
    assert max(columns(line) for line in done.out.splitlines()) <= 79
    assert KEY not in done.both


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("What the shape says", "queue or cold start: ", "next: ")),
        ("zh", ("形状说明什么", "排队或冷启动：", "下一步：")),
    ],
)
def test_the_shape_is_said_with_its_numbers(cli: Any, lang: str, words: tuple[str, ...]) -> None:
    """The sentence, the numbers behind it, and what to do."""
    with asking(cli) as ask:
        out = ask("--lang", lang).out
    assert all(word in out for word in words)
    assert re.search(r"2[5-9]\d ms", out)


def test_all_eight_layers_are_listed(cli: Any) -> None:
    """Each with what was seen, or why a client can't see it."""
    with asking(cli) as ask:
        out = ask().out
    named = re.findall(r"^  (\d) (\w+)", out, re.MULTILINE)
    assert named == list(
        zip(
            "12345678",
            ["prompt", "network", "gateway", "queue", "tokenizer", "prefill", "decode", "stream"],
            strict=True,
        )
    )
    assert "4 queue      not visible from outside" in out
    assert "request id: req_00000001" in out


def test_cold_against_warm(cli: Any) -> None:
    """One line for each request, the connection's and the first token's part told apart."""
    timing = GatewayTiming(first_token=0.02, between=0.01, slow_first_token=0.6)
    with asking(cli, timing=timing, fault="slow-first-token", times=1) as ask:
        done = ask("--repeat", "3")
        assert len(ask.gateway.requests) == 3
    assert done.code == 0
    rows = re.findall(r"^  (\d)  (new, \S+ ms|reused) ", done.out, re.MULTILINE)
    assert [(number, how.split(",")[0]) for number, how in rows] == [("1", "new"), ("2", "reused"), ("3", "reused")]
    assert "- cold start: the first token took 6" in done.out
    assert "the others used it again" in done.out


def test_the_request_is_as_asked(cli: Any) -> None:
    """Protocol, limit and a question from standard input arrive; a limit that cut the answer is told as that."""
    with asking(cli) as ask:
        place = ("--protocol", "messages", "--max-tokens", "3")
        done = ask(*place, env={"THE_KEY": KEY})
        request = ask.gateway.requests[-1]
    assert request.path.endswith("/v1/messages")
    assert request.json["max_tokens"] == 3
    assert request.stream
    assert "finish reason: length: the answer was cut at the token limit" in done.out


def test_the_question_comes_from_standard_input(cli: Any) -> None:
    """For ``-``; the key comes from a variable then."""
    with Gateway(keys=(KEY,)).in_thread() as gateway:
        place = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-env", "THE_KEY")
        done = cli("trace", "-", *place, stdin="What is it?", env={"THE_KEY": KEY})
        assert done.code == 0, done.both
        assert "What is it?" in str(gateway.requests[-1].json)


def test_json_has_the_steps_the_shapes_and_the_layers(cli: Any) -> None:
    """Milliseconds under names that end in ``_ms``; what stands out by its code."""
    with asking(cli) as ask:
        found = ask("--repeat", "2", "--json").json
    first, second = found["data"]["traces"]
    assert first["ttft_ms"] >= 250
    assert first["tpot_ms"] == pytest.approx(20, abs=15)
    assert [step["name"] for step in first["steps"]][-3:] == ["first_token", "last_token", "drained"]
    assert first["steps"][-1]["end_ms"] == first["total_ms"]
    assert first["shapes"][0]["code"] == "queue_or_cold_start"
    assert len(first["layers"]) == 8
    assert (first["connection"]["reused"], second["connection"]["reused"]) == (False, True)
    assert first["engine"] is None
    assert [one["code"] for one in found["data"]["warmth"]] == ["connection_reused", "no_change"]


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        ("401", "key", "Incorrect API key"),
        ("stream-cut", "stream_cut", "cut: the connection broke after 2 pieces of text"),
        ("hostile-error", "invalid_request", "8 stream     no text came"),
    ],
)
def test_a_request_that_fails(cli: Any, fault: str, code: str, said: str) -> None:
    """What was seen until then is shown, then the error and what to do; exit code 1."""
    with asking(cli, fault=fault) as ask:
        done = ask()
        found = ask("--json").json
    assert done.code == 1
    assert said in done.both
    assert "next: " in done.err
    assert "The eight layers" in done.out
    assert "\x1b" not in done.both
    assert (found["status"], found["errors"][0]["code"].startswith(code)) == ("failed", True)
    assert found["data"]["traces"][0]["error"]


def test_an_empty_question_and_a_wrong_number(cli: Any) -> None:
    """Nothing is sent for what can't be asked."""
    with asking(cli) as ask:
        empty = ask(question=" ")
        assert empty.code == 2
        assert 'taotoken trace "hello"' in empty.err
        assert ask("--repeat", "0").code == 2
        assert ask("--max-tokens", "many").code == 2
        assert ask.gateway.requests == ()


def test_a_servers_own_figures_are_shown(cli: Any) -> None:
    """A server on this machine that looks like vLLM is asked after the request; with ``--engine`` before it too."""
    with vllm_server() as server:
        place = ("--base-url", f"http://127.0.0.1:{server.port}/v1", "--model", "m", "--api-key-stdin")
        after = cli("trace", "Hi", *place, stdin=KEY)
        asked = tuple(server.asked)
        around = cli("trace", "Hi", *place, "--engine", stdin=KEY)
        repeated = cli("trace", "Hi", *place, "--repeat", "2", stdin=KEY)
    assert asked == ("/v1/chat/completions", "/metrics", "/tokenize")
    assert "The server's own figures: vLLM, the mean of 2 requests" in after.out
    assert "The server's own figures: vLLM, of this request alone" in around.out
    assert "The server's own figures: vLLM, of the last request alone" in repeated.out
    for row in ("queue        250 ms", "prefill      100 ms", "decode       600 ms", "KV cache     42% in use; 50% of"):
        assert f"  {row}" in around.out, around.out
    assert "your text    3 tokens: Hi |  there | !" in around.out


def test_nobody_is_asked_for_figures_on_other_hosts() -> None:
    """Only this machine and private networks may have a server of one's own."""
    from taotoken import Endpoint
    from taotoken_cli.commands.trace import is_near

    hosts = {
        "http://127.0.0.1:8000": True,
        "http://localhost:8000": True,
        "https://10.1.2.3": True,
        "https://gpu-box": True,
        "https://llm.internal": True,
        "https://gateway.example": False,
        "https://8.8.8.8": False,
    }
    for url, near in hosts.items():
        assert is_near(Endpoint.parse(url, KEY)) is near, url


def test_bars_and_columns() -> None:
    """A bar begins where the one before it ended and never leaves its field; labels hang, columns align."""
    assert bar(0, 10, 10, 20) == "=" * 20
    assert bar(5, 10, 10, 20) == " " * 10 + "=" * 10
    assert bar(10, 10, 10, 20) == " " * 19 + "."
    assert bar(0, 0, 0, 20) == ""
    assert table([["a", "b", "c"], ["长的", "x", "10"]]) == ["  a     b   c", "  长的  x  10"]
    assert hanging("1 x", "word " * 30, label_width=4)[1].startswith("        word")
    assert [line[:4] for line in point("word " * 30)] == ["  - ", "    "]
