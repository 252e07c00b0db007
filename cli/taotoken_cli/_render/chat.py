"""`chat` as it streams, in words, as JSON and as a curl command."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._envelope import to_json
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts import chat as texts

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken_cli._results.chat import ChatOptions, ChatResult


class Answer:
    """The answer while it comes; the line is closed also when it breaks off. Without a console, silence."""

    def __init__(self, console: Console | None) -> None:
        self._console = console
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console and self._open:
            self._console.piece("\n")

    def write(self, text: str) -> None:
        """Show the next piece."""
        if self._console:
            self._console.piece(text)
            self._open = True


def show(result: ChatResult, console: Console) -> None:
    """Usage and timing on standard error; the answer itself has been shown."""
    reply = result.reply
    if not (reply.text or reply.tool_calls):
        console.note(texts.EMPTY())
    if reply.finish_reason == "length":
        console.note(texts.CUT())
    if reply.model:
        console.tell(texts.MODEL_USED(model=safe_text(reply.model)))
    if reply.usage:
        console.tell(texts.TOKENS(input=_count(reply.usage.input_tokens), output=_count(reply.usage.output_tokens)))
    timing = reply.timing
    if timing.ttft is None:
        console.tell(texts.TOTAL(total=seconds(timing.total)))
    else:
        console.tell(texts.TIMES(ttft=seconds(timing.ttft), tpot=seconds(timing.tpot), total=seconds(timing.total)))


def _count(value: int | None) -> str:
    return "?" if value is None else f"{value:,}"


def show_raw(result: ChatResult, console: Console) -> None:
    """The gateway's own JSON."""
    console.say(to_json(result.reply.raw or {}, getattr(console.out, "encoding", None) or "utf-8"))


def data(result: ChatResult, language: Language) -> dict[str, Any]:
    """The data of the envelope; times in seconds."""
    del language
    reply = result.reply
    usage, timing = reply.usage, reply.timing
    counts = ("input_tokens", "output_tokens", "total_tokens", "cached_input_tokens", "reasoning_tokens")
    return {
        "text": reply.text,
        "reasoning": reply.reasoning,
        "finish_reason": reply.finish_reason,
        "model": reply.model,
        "request_id": reply.request_id,
        "usage": {name: getattr(usage, name) for name in counts} if usage else None,
        "timing": {name: getattr(timing, name) for name in ("ttfb", "ttft", "ttfo", "tpot", "e2e", "total")},
    }


def curl(endpoint: Endpoint, options: ChatOptions) -> str:
    """The request for a POSIX shell, with the key left to the variable TAOTOKEN_API_KEY."""
    import json
    import shlex

    from taotoken._wire import Call, load

    wire = load(options.protocol)
    body = wire.encode(Call(messages=options.question, model=endpoint.model, stream=True))
    name = "x-api-key: " if options.protocol == "messages" else "Authorization: Bearer "
    headers = ["Content-Type: application/json", *(f"{key}: {value}" for key, value in wire.headers.items())]
    lines = [
        f"curl -sSN {shlex.quote(endpoint.url(options.protocol))}",
        f'-H "{name}$TAOTOKEN_API_KEY"',
        *(f"-H {shlex.quote(header)}" for header in dict.fromkeys(headers)),
        f"-d {shlex.quote(json.dumps(body, ensure_ascii=False))}",
    ]
    return " \\\n  ".join(lines)
