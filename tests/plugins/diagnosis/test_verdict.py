"""From a failed request to its cause, as tables."""

from __future__ import annotations

import pytest

from taotoken import (
    AuthenticationError,
    BadResponseError,
    Cause,
    ConnectionFailedError,
    EndpointNotFoundError,
    IncompleteStreamError,
    ModelUnavailableError,
    PermissionDeniedError,
    QuotaExhaustedError,
    RateLimitedError,
    ServerError,
    TaoTokenError,
    TimedOutError,
)
from taotoken_plugins._registry import get_tool
from taotoken_plugins._tool import Effective
from taotoken_plugins.diagnosis.verdict import Facts, nearest, url_fault, verdict

ROOT = "https://gw.example/api"


def effective(**changes: object) -> Effective:
    values: dict[str, object] = {
        "base_url": ROOT,
        "api_key": "sk-demo-0000000000000001",
        "model": "demo-large",
        "auth_headers": ("bearer",),
        "endpoint_url": f"{ROOT}/v1/messages",
    }
    return Effective(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("used", "good", "cause"),
    [
        (f"{ROOT}/v1/v1/messages", f"{ROOT}/v1/messages", Cause.BASE_URL_V1_DOUBLED),
        (f"{ROOT}/responses", f"{ROOT}/v1/responses", Cause.BASE_URL_V1_MISSING),
        (f"{ROOT}/chat/completions", f"{ROOT}/v1/chat/completions", Cause.BASE_URL_V1_MISSING),
        (
            f"{ROOT}/v1/chat/completions/chat/completions",
            f"{ROOT}/v1/chat/completions",
            Cause.BASE_URL_HAS_ENDPOINT,
        ),
        (f"{ROOT}/v1/chat/completions/v1/messages", f"{ROOT}/v1/messages", Cause.BASE_URL_HAS_ENDPOINT),
        ("https://gw.example/v1/messages", f"{ROOT}/v1/messages", Cause.BASE_URL_PATH_MISSING),
        ("https://gw.example/api?utm=x/v1/messages", f"{ROOT}/v1/messages", Cause.BASE_URL_HAS_QUERY),
    ],
)
def test_how_a_url_is_wrong(used: str, good: str, cause: Cause) -> None:
    """The difference between the URL used and the one that exists names the fault."""
    assert url_fault(used, good) == cause


@pytest.mark.parametrize(
    ("error", "facts", "cause"),
    [
        (AuthenticationError("no", http_status=401), {}, Cause.KEY_INVALID),
        (AuthenticationError("no", http_status=401), {"other_header_ok": True}, Cause.KEY_WRONG_HEADER),
        (AuthenticationError("no", http_status=401), {"other_header_ok": False}, Cause.KEY_INVALID),
        (PermissionDeniedError("no", http_status=403), {}, Cause.KEY_NOT_ALLOWED),
        (PermissionDeniedError("no", cause=Cause.WAF_BLOCKED), {}, Cause.WAF_BLOCKED),
        (PermissionDeniedError("no", cause=Cause.CLIENT_NOT_ALLOWED), {}, Cause.CLIENT_NOT_ALLOWED),
        (QuotaExhaustedError("no"), {}, Cause.QUOTA_EXHAUSTED),
        (RateLimitedError("no"), {}, Cause.RATE_LIMITED),
        (ModelUnavailableError("no"), {"models": ("a", "b")}, Cause.MODEL_ID_WRONG),
        (ModelUnavailableError("no"), {"models": ("demo-large",)}, Cause.MODEL_NO_CHANNEL),
        (EndpointNotFoundError("no"), {"models": ("a",)}, Cause.ENDPOINT_NOT_SUPPORTED),
        (EndpointNotFoundError("no"), {}, Cause.BASE_URL_WRONG_HOST),
        (ServerError("no"), {}, Cause.SERVER_ERROR),
        (TimedOutError("no"), {}, Cause.RESPONSE_TIMEOUT),
        (BadResponseError("no"), {}, Cause.BAD_RESPONSE),
        (BadResponseError("no", cause=Cause.EMPTY_REPLY), {}, Cause.EMPTY_REPLY),
        (IncompleteStreamError("no"), {}, Cause.STREAM_CUT),
        (ConnectionFailedError("no"), {}, Cause.CONNECT_REFUSED),
        (ConnectionFailedError("no", cause=Cause.DNS_FAILED), {}, Cause.DNS_FAILED),
    ],
)
def test_the_cause_of_a_failed_request(error: TaoTokenError, facts: dict[str, object], cause: Cause) -> None:
    """Error class, its own proven cause and the probes decide together."""
    finding = verdict(get_tool("claude-code"), effective(), Facts(error=error, **facts))  # type: ignore[arg-type]

    assert finding.cause == cause
    assert finding.level == "error"
    assert finding.evidence


def test_a_refused_loopback_port_names_the_switcher() -> None:
    """A base URL on this machine with nobody listening is a local proxy that isn't running."""
    local = effective(base_url="http://127.0.0.1:15721", endpoint_url="http://127.0.0.1:15721/v1/messages")

    finding = verdict(get_tool("claude-code"), local, Facts(error=ConnectionFailedError("refused")))

    assert finding.cause == Cause.LOCAL_GATEWAY_NOT_RUNNING
    assert "cc-switch" in finding.message.render("en")
    assert "127.0.0.1:15721" in finding.message.render("zh")


def test_the_nearest_models_are_named() -> None:
    """A mistyped id is answered with the ids most like it."""
    known = ("demo-large", "demo-small", "other-thing")

    assert nearest("demo-lrge", known, 2) == ["demo-large", "demo-small"]


@pytest.mark.parametrize("cause", list(Cause))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_cause_can_be_put_into_words(cause: Cause, language: str) -> None:
    """Every sentence and remedy renders with the parameters the doctor has, and never shows the key."""
    finding = verdict(get_tool("codex"), effective(), Facts(error=ServerError("x", cause=cause)))

    shown = finding.message.render(language) + finding.remedy.render(language)  # type: ignore[arg-type]
    assert "{" not in shown
    assert "sk-demo-0000000000000001" not in shown
