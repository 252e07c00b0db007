"""The official SDKs, given what `Endpoint` makes for them: the right path, the right header, the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import anthropic
import openai
import pytest

from taotoken import Endpoint
from taotoken.testing import Gateway, RecordedRequest

TEXT = "Hello from the gateway."
MESSAGES: list[Any] = [{"role": "user", "content": "hi"}]


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Gateway(strict_header=True).in_thread() as running:
        yield running


def pasted(gateway: Gateway) -> Endpoint:
    """The endpoint as people paste it."""
    return Endpoint.parse(f" {gateway.base_url}/v1/ ", f"Bearer {gateway.endpoint.api_key}", "demo-large")


def only(gateway: Gateway) -> RecordedRequest:
    (request,) = gateway.requests
    return request


def test_openai_chat(gateway: Gateway) -> None:
    """Chat Completions at /v1, with a bearer key."""
    with openai.OpenAI(**pasted(gateway).openai_kwargs(), max_retries=0) as client:
        done = client.chat.completions.create(model="demo-large", messages=MESSAGES)
    request = only(gateway)
    assert done.choices[0].message.content == TEXT
    assert (request.path, request.key_header) == ("/api/v1/chat/completions", "bearer")


def test_openai_responses(gateway: Gateway) -> None:
    """Responses, streamed."""
    with (
        openai.OpenAI(**pasted(gateway).openai_kwargs(), max_retries=0) as client,
        client.responses.create(model="demo-large", input="hi", stream=True) as stream,
    ):
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
    assert text == TEXT
    assert only(gateway).path == "/api/v1/responses"


@pytest.mark.anyio
async def test_openai_async(gateway: Gateway) -> None:
    """The asynchronous client takes the same arguments."""
    async with openai.AsyncOpenAI(**pasted(gateway).openai_kwargs(), max_retries=0) as client:
        models = [model.id async for model in client.models.list()]
    assert models == ["demo-large", "demo-small"]
    assert only(gateway).path == "/api/v1/models"


def test_anthropic(gateway: Gateway) -> None:
    """Messages: the SDK adds /v1/messages itself; this version sends the key as bearer."""
    with anthropic.Anthropic(**pasted(gateway).anthropic_kwargs(), max_retries=0) as client:
        done = client.messages.create(model="demo-large", max_tokens=20, messages=MESSAGES)
    request = only(gateway)
    assert [block.text for block in done.content if block.type == "text"] == [TEXT]
    assert (request.path, request.key_header) == ("/api/v1/messages", "bearer")


@pytest.mark.anyio
async def test_anthropic_async(gateway: Gateway) -> None:
    """The asynchronous client, streamed."""
    async with (
        anthropic.AsyncAnthropic(**pasted(gateway).anthropic_kwargs(), max_retries=0) as client,
        client.messages.stream(model="demo-large", max_tokens=20, messages=MESSAGES) as stream,
    ):
        text = "".join([piece async for piece in stream.text_stream])
    assert text == TEXT


@pytest.mark.parametrize("accepts", ["bearer", "x-api-key"])
def test_anthropic_where_only_one_header_is_taken(accepts: Any) -> None:
    """As the docstring says: the key as auth_token, or in a header of its own."""
    with Gateway(accepts=accepts).in_thread() as gateway:
        endpoint = pasted(gateway)
        base_url = endpoint.anthropic_kwargs()["base_url"]
        if accepts == "bearer":
            client = anthropic.Anthropic(base_url=base_url, auth_token=endpoint.api_key, max_retries=0)
        else:
            headers = {"X-Api-Key": endpoint.api_key}
            client = anthropic.Anthropic(base_url=base_url, default_headers=headers, max_retries=0)
        with client:
            client.messages.create(model="demo-large", max_tokens=20, messages=MESSAGES)
        assert (only(gateway).key_header, only(gateway).status) == (accepts, 200)


def test_roots_of_their_own() -> None:
    """A gateway with another root for messages: each SDK gets its own; a version of the base URL stays."""
    endpoint = Endpoint.parse(
        "https://gateway.example/openai/v4",
        "sk-demo-000000000001",
        messages_base_url="https://gateway.example/anthropic",
    )
    assert endpoint.openai_kwargs()["base_url"] == "https://gateway.example/openai/v4"
    assert endpoint.anthropic_kwargs()["base_url"] == "https://gateway.example/anthropic"
