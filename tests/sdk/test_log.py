"""The logger ``taotoken``: what happened, never what was said or with which key."""

from __future__ import annotations

import logging
import re
import subprocess
import sys

import pytest

from sdk_server import JSON, WHOLE, Answer, serving
from taotoken import AsyncTaoToken, Endpoint, Fallback, RetryPolicy, TaoTokenError

pytestmark = pytest.mark.anyio
KEY = "sk-test-logging-000000000001"
PROMPT = "a very private prompt"
ECHO = b'{"error":{"message":"bad key %s for: %s","code":"overloaded_error"}}' % (KEY.encode(), PROMPT.encode())
BUSY = Answer(status=503, headers=JSON, chunks=[ECHO], framing="length")
QUICK = RetryPolicy(max_retries=1, base=0.001)


async def test_one_line_for_each_attempt(caplog: pytest.LogCaptureFixture) -> None:
    """Method, URL without query, model, status, result and time."""
    caplog.set_level(logging.DEBUG, logger="taotoken")
    async with (
        serving(BUSY, WHOLE) as server,
        AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), retry=QUICK) as client,
    ):
        await client.chat(PROMPT, url=f"{server.base_url}/v1/chat/completions?token={KEY}")
    lines = [re.sub(r"=\d+\.\d{3}", "=N", record.getMessage()) for record in caplog.records]
    url = f"POST {server.base_url}/v1/chat/completions"
    assert lines == [
        f"{url} model=demo attempt=1 status=503 result=overloaded seconds=N",
        f"{url} model=demo attempt=2 status=200 result=ok seconds=N",
    ]
    assert {record.levelno for record in caplog.records} == {logging.DEBUG}


async def test_a_change_of_route_is_news(caplog: pytest.LogCaptureFixture) -> None:
    """It is one INFO line."""
    caplog.set_level(logging.INFO, logger="taotoken")
    async with serving(BUSY, BUSY, WHOLE) as server:
        endpoint = Endpoint.parse(server.base_url, KEY, "demo")
        async with AsyncTaoToken(endpoint, retry=QUICK, fallback=Fallback(["small"])) as client:
            await client.chat(PROMPT)
    (record,) = caplog.records
    assert "model=demo result=overloaded: falling back to model=small" in record.getMessage()


async def test_neither_key_nor_words_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    """A server's error that repeats both is not in the log; nor is anything of ours at any level."""
    caplog.set_level(1)
    async with serving(BUSY) as server:
        endpoint = Endpoint.parse(server.base_url, KEY, "demo")
        async with AsyncTaoToken(endpoint, retry=QUICK) as client:
            with pytest.raises(TaoTokenError):
                await client.chat(PROMPT)
            with pytest.raises(TaoTokenError):
                await client.models()
    own = [record for record in caplog.records if record.name.startswith("taotoken")]
    assert len(own) == 4
    for record in own:
        assert KEY not in f"{record.getMessage()} {vars(record)}"
        assert PROMPT not in f"{record.getMessage()} {vars(record)}"


def test_silent_unless_configured() -> None:
    """Without logging set up nothing is printed, not even by the handler of last resort."""
    script = "import taotoken._log as log, logging; logging.getLogger('taotoken').warning('x')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
