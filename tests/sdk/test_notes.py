"""Notes on a reply: a cut answer says how to go on, another model than asked for is told."""

from __future__ import annotations

from typing import Any

import pytest

from sdk_server import JSON, Answer, completion, serving
from taotoken import AsyncTaoToken, Endpoint
from taotoken._notes import same_model

pytestmark = pytest.mark.anyio
KEY = "sk-test-notes-00000000000001"


@pytest.mark.parametrize(
    ("asked", "answered", "same"),
    [
        ("demo", "demo", True),
        ("demo", "Demo", True),
        ("vendor/demo", "demo", True),
        ("demo", "vendor/demo", True),
        ("gpt-4o", "gpt-4o-2024-08-06", True),
        ("claude-x-4-5", "claude-x-4-5-20250929", True),
        ("claude-x-4-5", "us.vendor/claude-x-4-5-20250929-v1:0", True),
        ("claude-x-4-5-20250929", "claude-x-4-5", True),
        ("demo", "demo-latest", True),
        ("demo@latest", "demo", True),
        ("demo-0613", "demo", True),
        ("demo", "demo-mini", False),
        ("demo", "demo-2", False),
        ("demo-large", "demo-small", False),
        ("demo", "other", False),
    ],
)
def test_what_counts_as_the_same_model(asked: str, answered: str, same: bool) -> None:
    """A vendor's prefix and a release's date make no difference; a size or a version does."""
    assert same_model(asked, answered) is same


async def notes_of(body: dict[str, Any], **options: Any) -> list[str]:
    answer = Answer(headers=JSON, chunks=[completion("Hello", **body)], framing="length")
    async with serving(answer) as server:
        endpoint = Endpoint.parse(server.base_url, KEY, "demo")
        async with AsyncTaoToken(endpoint) as client:
            return [note.render() for note in (await client.chat("hi", **options)).notes]


def cut(**usage: int) -> dict[str, Any]:
    choice = {"index": 0, "message": {"content": "Hel"}, "finish_reason": "length"}
    return {"choices": [choice]} | ({"usage": usage} if usage else {})


@pytest.mark.parametrize(
    ("body", "options", "said"),
    [
        (cut(), {"max_tokens": 9}, "was cut at 9 tokens (max_tokens)"),
        (cut(prompt_tokens=1, completion_tokens=9), {"max_tokens": 9}, "was cut at 9 tokens (max_tokens)"),
        (cut(prompt_tokens=1, completion_tokens=5), {"max_tokens": 9}, "a length limit of the model or the gateway"),
        (cut(), {}, "a length limit of the model or the gateway"),
    ],
)
async def test_a_cut_answer_says_how_to_go_on(body: dict[str, Any], options: dict[str, Any], said: str) -> None:
    """Which limit it was, and the two ways on."""
    (note,) = await notes_of(body, **options)
    assert said in note
    assert "reply.message()" in note


async def test_another_model_is_told() -> None:
    """A gateway that answers with another model doesn't go unnoticed."""
    assert await notes_of({"model": "cheap\x1b[31m"}) == [
        "demo was asked for, but cheap answered; the gateway chose it."
    ]
    assert await notes_of({"model": "demo-2025-01-02"}) == []
    assert await notes_of({"model": None}) == []
