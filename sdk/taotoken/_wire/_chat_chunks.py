"""The typed lane of chat chunks: one at a time, or all of a read at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from taotoken._wire._lenient import is_sound
from taotoken._wire._lines import typed_lines

_MANY = 8
_ENDING = 3  # chunks at the end of a reply that are more than text


# No collector for these: they can't be part of a cycle, and there is one for each token.
class Function(msgspec.Struct, gc=False):
    """The name and the arguments of a call, or a piece of them."""

    name: str | None = None
    arguments: str | None = None


class ToolDelta(msgspec.Struct, gc=False):
    """A piece of a tool call; some servers leave out `function` and tell its parts here."""

    index: int | None = None
    id: str | None = None
    function: Function | None = None
    name: str | None = None
    arguments: str | None = None


class Delta(msgspec.Struct, gc=False):
    """What a chunk adds to the message, under every name that servers give thinking."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[ToolDelta] | None = None
    function_call: Function | None = None
    thinking: str | None = None
    thought: str | None = None
    reasoning_text: str | None = None
    reasoning_details: list[Any] | None = None


class Choice(msgspec.Struct, gc=False):
    """One choice of a chunk; servers that don't stream put a whole `message` there."""

    index: int | None = None
    delta: Delta | None = None
    message: Delta | None = None
    finish_reason: str | None = None
    usage: dict[str, Any] | None = None


class Chunk(msgspec.Struct, gc=False):
    """One chunk of a stream, or a whole completion."""

    id: str | None = None
    model: str | None = None
    choices: list[Choice] | None = None
    usage: dict[str, Any] | None = None
    x_groq: dict[str, Any] | None = None
    error: Any = None


class TextOnly(msgspec.Struct, gc=False):
    """What most chunks are: text, and nothing where anything else could be. The decoder checks that."""

    content: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: None = None
    tool_calls: None = None
    function_call: None = None
    thinking: None = None
    thought: None = None
    reasoning_text: None = None
    reasoning_details: None = None


class _TextChoice(msgspec.Struct, gc=False):
    delta: TextOnly
    index: Literal[0] | None = None
    message: None = None
    finish_reason: None = None
    usage: None = None


class _TextChunk(msgspec.Struct, gc=False):
    choices: tuple[_TextChoice]
    usage: None = None
    x_groq: None = None
    error: None = None


class _AnswerDelta(TextOnly, gc=False):
    reasoning_content: None = None
    reasoning: None = None


class _AnswerChoice(_TextChoice, gc=False):
    delta: _AnswerDelta


class _AnswerChunk(_TextChunk, gc=False):
    """A chunk of the answer, and not of the thinking before it."""

    choices: tuple[_AnswerChoice]


class Read(NamedTuple):
    """The chunks of a read in their order: some, then texts alone (of the answer, or also thinking), then some."""

    first: Sequence[Chunk] = ()
    answer: Sequence[str | None] = ()
    texts: Sequence[TextOnly] = ()
    last: Sequence[Chunk] = ()


decode_chunk = msgspec.json.Decoder(Chunk).decode
_decode_chunks = msgspec.json.Decoder(Chunk).decode_lines
_decode_text = msgspec.json.Decoder(_TextChunk).decode
_decode_texts = msgspec.json.Decoder(_TextChunk).decode_lines
_decode_answers = msgspec.json.Decoder(_AnswerChunk).decode_lines


def thoughts(delta: Delta) -> tuple[str | None, ...]:
    """The thinking under each name that servers give it; they say it under several, so one is enough."""
    return delta.reasoning_content, delta.reasoning, delta.thinking, delta.thought, delta.reasoning_text


def read_text(line: bytes) -> TextOnly | None:
    """The text of a chunk that is nothing else, or None."""
    try:
        return _decode_text(line).choices[0].delta
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


def whole_chunk(body: Mapping[str, Any]) -> Chunk | None:
    """A whole reply that is one message without calls; None for any other, and for text that needs mending."""
    try:
        chunk = msgspec.convert(body, Chunk)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    choice = chunk.choices[0] if chunk.choices and len(chunk.choices) == 1 else None
    message = choice.message if choice is not None and choice.delta is None else None
    if message is None or message.tool_calls or message.function_call or message.reasoning_details:
        return None
    texts = (message.content, message.refusal, *thoughts(message))
    return chunk if all(is_sound(text) for text in texts if text) else None


def read_lines(lines: bytes, count: int, *, named: bool) -> Read | None:
    """`count` chunks, one a line; None where one is an error or can't be read by its type. The id and model of a
    reply that is `named` are passed over."""
    if count < _MANY:
        return _read(lines, count, named)
    # The first chunk names the reply, and the last ones end it; what is in between is nearly always text.
    head, _, rest = lines.partition(b"\n")
    middle, tail = _without_last(rest, _ENDING)
    first, last = _chunks(head, 1), _chunks(tail, _ENDING)
    if first is None or last is None:
        return None
    between = _read(middle, count - 1 - _ENDING, named or bool(first[0].id and first[0].model))
    return between and Read(first, between.answer, between.texts, [*between.last, *last])


def _read(lines: bytes, count: int, named: bool) -> Read | None:
    if named and (answers := typed_lines(_decode_answers, lines, count)) is not None:
        return Read(answer=[chunk.choices[0].delta.content for chunk in answers])
    if named and (texts := typed_lines(_decode_texts, lines, count)) is not None:
        return Read(texts=[chunk.choices[0].delta for chunk in texts])
    chunks = _chunks(lines, count)
    return None if chunks is None else Read(last=chunks)


def _chunks(lines: bytes, count: int) -> list[Chunk] | None:
    chunks = typed_lines(_decode_chunks, lines, count)
    if chunks is None or any(chunk.error or chunk.choices is None for chunk in chunks):
        return None
    return chunks


def _without_last(lines: bytes, count: int) -> tuple[bytes, bytes]:
    """All lines but the last `count`, and those."""
    cut = len(lines)
    for _ in range(count):
        cut = lines.rindex(b"\n", 0, cut)
    return lines[:cut], lines[cut + 1 :]
