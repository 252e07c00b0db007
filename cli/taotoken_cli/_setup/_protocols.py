"""What the Anthropic protocol needs beside the three pieces: an address of its own, and the right header."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken_cli._answers import missing
from taotoken_cli._app import App
from taotoken_cli._notes import Notes
from taotoken_cli._refusal import refusing
from taotoken_cli._setup._choices import Choice
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._texts import next_steps as next_texts
from taotoken_cli._texts import setup as texts
from taotoken_plugins._tool import AuthHeader, Tool

DETECT_SECONDS = 10.0


def with_messages_url(
    app: App,
    endpoint: Endpoint,
    tools: Sequence[Tool],
    choices: Sequence[Choice],
    *,
    allow_http: bool,
    may_ask: bool,
) -> Endpoint:
    """`endpoint`, with an address for the Anthropic protocol where a tool needs one that can't be derived."""
    chosen = zip(tools, choices, strict=True)
    tool = next((tool for tool, choice in chosen if choice.protocol == "messages"), None)
    if tool is None or _has_messages_url(endpoint):
        return endpoint
    if not may_ask:
        message = texts.MISSING_MESSAGES_URL(tool=tool.name, url=safe_text(endpoint.base_url))
        following = texts.MISSING_MESSAGES_URL_NEXT()
        raise missing("missing_anthropic_base_url", message, "--anthropic-base-url", following)
    from taotoken_cli._prompt import ask

    answer = ""
    while not answer:
        answer = ask(app, texts.ASK_MESSAGES_URL(tool=tool.name))
    with refusing("--anthropic-base-url", next_texts.MESSAGES_ADDRESS()):
        parsed = Endpoint.parse(endpoint.base_url, endpoint.api_key, messages_base_url=answer, allow_http=allow_http)
    return replace(endpoint, messages_base_url=parsed.messages_base_url)


def _has_messages_url(endpoint: Endpoint) -> bool:
    try:
        endpoint.url("messages")
    except ConfigurationError:
        return False
    return True


def auth_header(options: SetupOptions, tools: Sequence[Tool], endpoint: Endpoint, notes: Notes) -> AuthHeader:
    """The header for the messages protocol: as typed, else as the gateway says when we may talk to it."""
    if options.claude_auth == "bearer":
        return "bearer"
    if options.claude_auth == "x-api-key":
        return "x-api-key"
    needed = any(tool.protocol == "messages" for tool in tools)
    if not needed or options.only_looks or not options.smoke:
        return "bearer"
    import asyncio

    from taotoken_plugins.diagnosis.smoke import detect_auth_header

    found = asyncio.run(detect_auth_header(endpoint, timeout=DETECT_SECONDS))
    if found is None or found == "bearer":
        return "bearer"
    notes.add(texts.HEADER_FOUND(header=found))
    return found
