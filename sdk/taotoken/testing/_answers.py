"""What a healthy gateway says: the reply cut into tokens, and its body in each protocol."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from taotoken._protocol import Protocol
from taotoken._reply import ToolCall
from taotoken.testing._protocols import ENCODERS
from taotoken.testing._record import Exchange, RecordedRequest
from taotoken.testing._reply import Answer, AnsweredCall
from taotoken.testing._response import GatewayTiming, Response, json_response, stream_response

Text = str | Callable[[RecordedRequest], str]

# A word or one CJK character, with the blanks after it: models split about there.
_CJK = "\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
_TOKEN = re.compile(rf"[{_CJK}]\s*|[^\s{_CJK}]+\s*|\s+")
_NO_LIMIT = 1 << 31
_LIMIT_FIELDS: dict[Protocol, tuple[str, ...]] = {
    "chat": ("max_completion_tokens", "max_tokens"),
    "responses": ("max_output_tokens",),
    "messages": ("max_tokens",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What the gateway replies: text (or a function of the request), reasoning before it, tool calls after it."""

    text: Text = "Hello from the gateway."
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()


def tokens_of(text: str) -> tuple[str, ...]:
    """`text` cut into the pieces that count as tokens here."""
    return tuple(_TOKEN.findall(text))


def answer(script: Script, exchange: Exchange, protocol: Protocol) -> Answer:
    """The reply to this request, within its token limit."""
    text = script.text if isinstance(script.text, str) else script.text(exchange.snapshot())
    room = _limit(exchange.json, protocol)
    reasoning = tokens_of(script.reasoning)[:room]
    words = tokens_of(text)[: room - len(reasoning)]
    room -= len(reasoning) + len(words)
    calls = tuple(
        AnsweredCall(id=call.id, name=call.name, arguments=tokens_of(call.arguments))
        for call in _wanted_calls(script, exchange.json, protocol)
    )
    whole = len(reasoning) + len(words) == len(tokens_of(script.reasoning)) + len(tokens_of(text))
    whole = whole and sum(len(call.arguments) for call in calls) <= room
    return Answer(
        id=exchange.request_id.removeprefix("req_"),
        model=exchange.model or "",
        reasoning=reasoning,
        text=words,
        calls=calls if whole else (),
        input_tokens=max(1, len(exchange.body) // 4),
        finish=("tool_calls" if calls else "stop") if whole else "length",
        include_usage=_wants_usage(exchange.json),
    )


def respond(reply: Answer, protocol: Protocol, timing: GatewayTiming, *, stream: bool) -> Response:
    """`reply` in the words of the protocol, streamed or whole."""
    encoder = ENCODERS[protocol]
    timing = replace(timing, first_token=timing.first_token + timing.per_prompt_token * reply.input_tokens)
    if stream:
        return stream_response(encoder.events(reply), timing)
    at = timing.first_token + max(0, reply.output_tokens - 1) * timing.between
    return json_response(encoder.body(reply), tokens=reply.output_tokens, at=at)


def models_body(models: Sequence[str]) -> dict[str, Any]:
    """The model list, readable as OpenAI's and as Anthropic's."""
    return {
        "object": "list",
        "data": [model_body(model) for model in models],
        "has_more": False,
        "first_id": models[0] if models else None,
        "last_id": models[-1] if models else None,
    }


def model_body(model: str) -> dict[str, Any]:
    """One model, readable as OpenAI's and as Anthropic's."""
    return {
        "id": model,
        "object": "model",
        "created": 1_767_225_600,
        "owned_by": "gateway",
        "type": "model",
        "display_name": model,
        "created_at": "2026-01-01T00:00:00Z",
    }


def complaint(body: Any, protocol: Protocol, *, counting: bool = False) -> str | None:
    """What is wrong with the request, as the official APIs would say; None when it can be answered."""
    if not isinstance(body, dict):
        return "We could not parse the JSON body of your request."
    field = "input" if protocol == "responses" else "messages"
    content = body.get(field)
    if not content or not isinstance(content, (list, str) if protocol == "responses" else list):
        return f"Missing or empty required parameter: '{field}'."
    if protocol == "messages" and not counting and _limit(body, protocol) == _NO_LIMIT:
        return "max_tokens: Field required"
    return None


def _limit(body: Any, protocol: Protocol) -> int:
    for name in _LIMIT_FIELDS[protocol]:
        value = body.get(name) if isinstance(body, dict) else None
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
    return _NO_LIMIT


def _wants_usage(body: Any) -> bool:
    options = body.get("stream_options")
    return isinstance(options, dict) and options.get("include_usage") is True


def _wanted_calls(script: Script, body: Any, protocol: Protocol) -> tuple[ToolCall, ...]:
    """The scripted calls whose tool is offered; none once a result is in, so that agents come to an end."""
    if not script.tool_calls or _has_tool_result(body, protocol):
        return ()
    offered = {_tool_name(tool) for tool in body.get("tools") or ()}
    return tuple(call for call in script.tool_calls if call.name in offered)


def _tool_name(tool: Any) -> Any:
    if not isinstance(tool, dict):
        return None
    function = tool.get("function")
    return function.get("name") if isinstance(function, dict) else tool.get("name")


def _has_tool_result(body: Any, protocol: Protocol) -> bool:
    turns = body["input" if protocol == "responses" else "messages"]
    return isinstance(turns, list) and any(_is_tool_result(turn) for turn in _after_last_reply(turns))


def _after_last_reply(turns: list[Any]) -> list[Any]:
    """The turns the client added since the model last spoke."""
    spoken = [i for i, turn in enumerate(turns) if isinstance(turn, dict) and _is_reply(turn)]
    return turns[spoken[-1] + 1 :] if spoken else turns


def _is_reply(turn: dict[str, Any]) -> bool:
    return turn.get("role") == "assistant" or turn.get("type") in ("function_call", "custom_tool_call", "reasoning")


def _is_tool_result(turn: Any) -> bool:
    if not isinstance(turn, dict):
        return False
    if turn.get("role") == "tool" or turn.get("type") in ("function_call_output", "custom_tool_call_output"):
        return True
    blocks = turn.get("content")
    return isinstance(blocks, list) and any(
        isinstance(block, dict) and block.get("type") == "tool_result" for block in blocks
    )
