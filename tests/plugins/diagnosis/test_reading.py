"""Reading pasted texts: what is taken out of them, in which order, how safely and how fast."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken import Cause
from taotoken_plugins.diagnosis.explain import explain
from taotoken_plugins.diagnosis.reading import read
from taotoken_plugins.diagnosis.symptoms import SYMPTOMS

KEY = "sk-demo-7f3a9c2e51b80d46"

CODEX_404 = (
    "ERROR: Reconnecting... 1/5\nERROR: unexpected status 404 Not Found: 404 page not found, "
    "url: https://gw.example/api/responses, request id: req_demo_000123"
)


def test_status_url_and_request_id_are_found() -> None:
    """Codex puts all of it in one line."""
    reading = read(CODEX_404)

    (failure,) = reading.failures
    assert (failure.status, failure.code) == (404, "endpoint_not_found")
    assert failure.url == "https://gw.example/api/responses"
    assert failure.message == "404 page not found"
    assert reading.request_ids == ("req_demo_000123",)
    assert reading.tool == "codex"


@pytest.mark.parametrize(
    ("text", "status", "cause"),
    [
        ('API Error: 401 {"error":{"message":"无效的令牌"}}', 401, Cause.KEY_INVALID),
        ("Error code: 401 - {'error': {'message': '无效的令牌', 'code': None}}", 401, Cause.KEY_INVALID),
        ('HTTP/1.1 403 Forbidden\n{"error":{"code":"insufficient_user_quota"}}', 403, Cause.QUOTA_EXHAUSTED),
        ("Request failed with status code 503: 当前分组上游负载已饱和", 503, Cause.OVERLOADED),
        ("API Error: Request rejected (429) · 请求过于频繁", 429, Cause.RATE_LIMITED),
        ("状态码：401 无效的令牌", 401, Cause.KEY_INVALID),
        ("error: This API key is not allowed to use this group.", None, Cause.KEY_NOT_ALLOWED),
        ('{"error":{"message":"model_not_found","code":"model_not_found"}}', 404, Cause.MODEL_ID_WRONG),
    ],
)
def test_bodies_in_any_dress(text: str, status: int | None, cause: Cause) -> None:
    """JSON, a Python dict, a header line, Chinese, or words alone."""
    (failure,) = read(text).failures

    assert failure.status == status
    assert failure.cause == cause


def test_a_switchers_sentence_is_unwrapped() -> None:
    """The status and cause inside count, not those of the local program around them."""
    text = (
        "unexpected status 502 Bad Gateway: CC Switch local proxy failed while handling Codex endpoint /responses. "
        "Provider: demo; upstream_status: HTTP 402; cause: 余额不足, url: http://127.0.0.1:15721/v1/responses"
    )

    (failure,) = read(text).failures
    assert (failure.status, failure.cause) == (402, Cause.QUOTA_EXHAUSTED)


def test_control_sequences_hide_nothing() -> None:
    """Colours inside a phrase don't keep it from being known, and don't reach the output."""
    report = explain("\x1b[31mNot logged\x1b[0m in · \x1b[1mPlease run /login\x1b[0m")

    assert report.root_cause == Cause.KEY_MISSING
    assert "\x1b" not in "".join(str(line) for line in report.findings[0].evidence)


def test_a_stack_trace_is_read_for_its_last_word() -> None:
    """Frames and their numbers are not statuses."""
    text = (
        "Traceback (most recent call last):\n"
        '  File "/home/u/app.py", line 404, in <module>\n    main()\n'
        '  File "/usr/lib/python3.11/site-packages/openai/_base_client.py", line 500, in post\n'
        "httpx.ConnectError: [Errno 111] Connection refused\n"
    )

    assert read(text).failures == ()
    assert explain(text).root_cause == Cause.CONNECT_REFUSED


def test_a_log_is_judged_by_its_first_error() -> None:
    """Later entries are counted and named, the first one is the root cause."""
    text = (
        "2026-11-30 10:00:00 INFO start\n"
        "2026-11-30 10:00:01 ERROR Error code: 401 - {'error': {'message': '无效的令牌 (request id: 20261130aaa)'}}\n"
        "2026-11-30 10:00:02 ERROR connect ECONNREFUSED 127.0.0.1:3456\n"
        "2026-11-30 10:00:03 ERROR Error code: 500 - {'error': {'message': 'internal error'}}\n"
    )

    reading, report = read(text), explain(text)
    assert reading.count >= 3
    assert reading.request_ids == ("20261130aaa",)
    assert reading.times[0] == "2026-11-30 10:00:00"
    assert report.root_cause == Cause.KEY_INVALID
    assert report.findings[-1].cause in (Cause.LOCAL_GATEWAY_NOT_RUNNING, Cause.SERVER_ERROR)
    assert any("3 errors" in str(note) or "4 errors" in str(note) for note in report.notes)


@pytest.mark.parametrize(
    "text",
    [f"Illegal header value b'Bearer {KEY}\\n'", f"ANTHROPIC_AUTH_TOKEN={KEY}", f'{{"apiKey": "{KEY}"}}'],
)
def test_a_key_in_the_text_is_told_and_never_shown(text: str) -> None:
    """The user is warned; no line, repr or message holds the key."""
    reading, report = read(text), explain(text)

    assert reading.has_key
    assert any("key" in str(note) for note in report.notes)
    shown = repr(reading) + repr(report) + "".join(str(line) for item in report.findings for line in item.evidence)
    assert KEY not in shown


def test_a_text_without_a_key_is_not_warned_about() -> None:
    """A key that the tool itself has masked is none."""
    assert not read("401 Incorrect API key provided: sk-bad***. (request id: abc)").has_key


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"env": {"ANTHROPIC_BASE_URL": "https://gw.example"}}', "~/.claude/settings.json"),
        ('{\n  // note\n  "env": {"ANTHROPIC_AUTH_TOKEN": "x",}\n}', "~/.claude/settings.json"),
        ('{"env": {"ANTHROPIC_BASE_URL": "https://gw.example"', "~/.claude/settings.json"),
        ('model_provider = "x"\n[model_providers.x]\nname = "X"\n', "~/.codex/config.toml"),
        ('{"OPENAI_API_KEY": "x", "auth_mode": "apikey"}', "~/.codex/auth.json"),
        ('{"openai": {"base_url": "https://gw.example", "api_key": "x"}}', "~/.codex/auth.json"),
        ('{"version": 1, "lastUsedProvider": "x", "providers": {}}', "~/.cline/data/settings/providers.json"),
        ('{"mcpServers": {"a": {"command": "npx"}}}', "~/.cline/data/settings/cline_mcp_settings.json"),
        ("# mine\nexport OPENAI_BASE_URL=https://gw.example/v1\nOPENAI_API_KEY=x\n", ".env"),
        ('{"base_url": "https://gw.example", "api_key": "x", "model": "m"}', "config.json"),
        ('```json\n{"env": {"ANTHROPIC_BASE_URL": "https://gw.example"}}\n```', "~/.claude/settings.json"),
        ('{"error": {"message": "no", "type": "x"}}', None),
        ("Error loading config.toml:\nconfig.toml:1:1: wire_api = 3", None),
        ("A=1\nB=2", None),
    ],
)
def test_pasted_files_are_recognised(text: str, path: str | None) -> None:
    """By what stands in them, also when they are broken; errors are no files."""
    file = read(text).file

    assert (file.path if file else None) == path


def test_a_pasted_file_is_diagnosed_as_that_file() -> None:
    """Its fault is named with line and column."""
    report = explain('{\n  // gateway\n  "env": {"ANTHROPIC_BASE_URL": "https://taotoken.net/api"}\n}\n')

    assert report.root_cause == Cause.JSON_SYNTAX
    fix = report.findings[0].fix
    assert fix is not None
    assert [(point.line, point.column) for point in fix.point_at] == [(2, 3)]


def test_a_healthy_pasted_file_is_not_blamed() -> None:
    """Nothing failed and nothing is wrong: no error."""
    text = (
        '{"env": {"ANTHROPIC_BASE_URL": "https://taotoken.net/api", '
        '"ANTHROPIC_AUTH_TOKEN": "sk-demo-7f3a9c2e51b80d46", "ANTHROPIC_MODEL": "demo-1"}}'
    )
    assert explain(text).root_cause is None


SIZE = 400_000
NEEDLES = "\n".join(needle for symptom in SYMPTOMS for needle in symptom.needles) + "\n"
LONG = {
    "braces": "{" * SIZE,
    "bodies": '{"error":' * (SIZE // 9),
    "phrases": NEEDLES * (SIZE // len(NEEDLES)),
    "log": '2026-11-30 10:00:00 ERROR Error code: 401 - {"error": {"message": "x"}}\n' * 5_500,
    "lines": "".join(f"error: thing {number} failed\n" for number in range(16_000)),
    "one line": "error " * (SIZE // 6),
    "escapes": "\x1b[31m" * (SIZE // 5),
    "addresses": "https://a.b/c " * (SIZE // 14),
    "one address": "https://" + "a" * SIZE,
    "blanks": " " * SIZE + "x",
    "broken settings": '{"env":{' + '"ANTHROPIC_X":"y",' * 20_000,
    "assignments": "A=\n" * (SIZE // 3),
    "keys": "sk-" * (SIZE // 3),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_text_is_read_in_bounded_time(name: str) -> None:
    """Whatever it is made of, reading takes time in proportion to its length."""
    start = time.process_time()
    reading = read(LONG[name])

    assert time.process_time() - start < 4
    assert len(reading.failures) <= 8


@given(st.text(max_size=400))
@settings(deadline=None, max_examples=150)
def test_any_text_can_be_explained(text: str) -> None:
    """No text makes the reader or a rule crash."""
    report = explain(text)

    assert Cause.CHECK_CRASHED not in {finding.cause for finding in report.findings}


PIECES = [needle for symptom in SYMPTOMS for needle in symptom.needles] + [
    "401", "API Error: ", '{"error": {"message": "', '"}}', "https://taotoken.net/api/v1", "\n", " ", "模型 ", "(", "'",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@settings(deadline=None, max_examples=150)
def test_any_mixture_of_phrases_can_be_explained(text: str) -> None:
    """At most five candidates, the first one the root cause, each in both languages."""
    report = explain(text)

    assert len(report.candidates) <= 5
    assert Cause.CHECK_CRASHED not in {finding.cause for finding in report.findings}
    for finding in report.findings:
        assert "{" not in finding.remedy.text.en.format(**dict.fromkeys(finding.remedy.params, "x"))
        assert finding.message.render("zh")
