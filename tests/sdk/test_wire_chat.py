"""Chat Completions: what is sent, and every odd way a reply is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdk_server import chunk
from taotoken import InvalidRequestError, Reply, ToolCall
from taotoken._sse import SSEEvent
from taotoken._wire import Call
from taotoken._wire._lenient import UnreadableError
from taotoken._wire._usage import chat_usage, tolerant_usage
from taotoken._wire.chat import WIRE, ChatDecoder

TOOL = {"type": "function", "function": {"name": "ls", "parameters": {"type": "object"}}}


def encode(**options: Any) -> dict[str, Any]:
    return WIRE.encode(Call(**{"messages": "hi", "model": "demo"} | options))


def read(*events: Any, finish: bool = True) -> Reply:
    """The reply of these chunks, given as objects or as raw JSON."""
    decoder = ChatDecoder()
    for event in events:
        data = event.encode("utf-8", "surrogatepass") if isinstance(event, str) else event
        decoder.feed(SSEEvent("", data if isinstance(data, bytes) else json.dumps(data).encode()))
    if finish:
        decoder.feed(SSEEvent("", b"[DONE]"))
    return decoder.assembly.reply()


def calls_of(*deltas: Any, finish: str | None = "tool_calls") -> list[tuple[str, str, str]]:
    reply = read(*(chunk({"tool_calls": delta}) for delta in deltas), chunk({}, finish))
    return [(call.id, call.name, call.arguments) for call in reply.tool_calls]


def fragment(arguments: str = "", **fields: Any) -> dict[str, Any]:
    function = {"arguments": arguments} | ({"name": fields.pop("name")} if "name" in fields else {})
    return {"function": function} | fields


# --- encode ----------------------------------------------------------------------------------------------------


def test_only_what_was_given_is_sent() -> None:
    """No option is sent that the caller didn't give; streams ask for usage."""
    assert encode() == {"model": "demo", "messages": [{"role": "user", "content": "hi"}]}
    assert encode(stream=True)["stream_options"] == {"include_usage": True}
    assert encode(extra_body={"stream_options": None, "x": 1}, stream=True)["stream_options"] is None


def test_every_option_goes_through() -> None:
    """Options and messages are OpenAI's own, so they go out as they are."""
    messages = [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]},
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "ls"}}]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
    ]
    options = {
        "max_tokens": 5,
        "temperature": 0.0,
        "top_p": 0.5,
        "stop": ["x"],
        "seed": 0,
        "tools": [TOOL],
        "tool_choice": "auto",
        "response_format": {"type": "json_object"},
    }
    body = encode(messages=messages, **options)
    assert body == {"model": "demo", "messages": messages, **options}


@pytest.mark.parametrize(
    ("told", "before", "after"),
    [
        ("Unknown parameter: stream_options", "stream_options", None),
        ("include_usage is not allowed", "stream_options", None),
        ("'max_tokens' is not supported. Use 'max_completion_tokens' instead.", "max_tokens", "max_completion_tokens"),
        ("max_tokens is too large", "max_tokens", "max_tokens"),
    ],
)
def test_refused_options_are_left_out_or_renamed(told: str, before: str, after: str | None) -> None:
    """What a server says it doesn't take is taken out once; anything else stays an error."""
    body = encode(stream=True, max_tokens=5)
    changed = WIRE.without_refused(body, InvalidRequestError(told))
    if after == before:
        assert changed is None
        return
    assert changed is not None
    assert before not in changed
    assert after is None or changed[after] == 5
    assert WIRE.without_refused(changed, InvalidRequestError(told)) is None


# --- text, reasoning, ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "text", "reasoning"),
    [
        pytest.param([chunk({"content": "a"}), chunk({"content": None}), chunk({"content": "b"})], "ab", "", id="null"),
        pytest.param([chunk({"reasoning_content": "r", "content": ""}), chunk({"content": "t"})], "t", "r", id="r1"),
        pytest.param([chunk({"reasoning": "r"}), chunk({"content": "t"})], "t", "r", id="r2"),
        pytest.param([chunk({"reasoning": "r", "reasoning_content": "r"})], "", "r", id="both names, said once"),
        pytest.param([chunk({"refusal": "no"})], "no", "", id="refusal"),
        pytest.param([{"choices": None}, chunk({"content": "a"}), {}, {"x": 1}], "a", "", id="no choices"),
        pytest.param([{"choices": [{"delta": None}, {"index": 1, "delta": {"content": "no"}}]}], "", "", id="index 1"),
        pytest.param([{"choices": [{"index": "0", "delta": {"content": "a"}}], "id": 7}], "a", "", id="odd types"),
        pytest.param([{"choices": {"delta": {"content": "a"}}}], "a", "", id="one choice, no list"),
        pytest.param([{"choices": [{"message": {"content": "a"}}]}], "a", "", id="message for delta"),
        pytest.param(
            [chunk({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "r"}]}, {"text": "t"}]})],
            "t",
            "r",
            id="content as parts",
        ),
        pytest.param(['{"choices":[{"delta":{"content":"a\x01\tb"}}]}'], "a\x01\tb", "", id="raw control characters"),
        pytest.param([b'{"choices":[{"delta":{"content":"a\xffb"}}]}'], "a\ufffdb", "", id="bad UTF-8"),
        pytest.param(['{"choices":[{"delta":{"content":"a"},"logprobs":NaN}]}'], "a", "", id="NaN"),
        pytest.param([b'\xef\xbb\xbf{"choices":[{"delta":{"content":"a"}}]}'], "a", "", id="BOM in an event"),
        pytest.param(
            ['{"choices":[{"delta":{"content":"a\\ud83d"}}]}', '{"choices":[{"delta":{"content":"\\ude00b"}}]}'],
            "a\U0001f600b",
            "",
            id="pair cut in two",
        ),
        pytest.param(['{"choices":[{"delta":{"content":"a\\ude00b"}}]}'], "a\ufffdb", "", id="lone surrogate"),
    ],
)
def test_text_and_reasoning(events: list[Any], text: str, reasoning: str) -> None:
    """Every odd chunk gives the text it means, and no chunk gives it twice."""
    reply = read(*events)
    assert (reply.text, reply.reasoning) == (text, reasoning)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("content_filter", "content_filter"),
        ("eos", "stop"),
        ("MAX_TOKENS", "length"),
        ("SAFETY", "content_filter"),
        ("something_new", None),
    ],
)
def test_finish_reasons(raw: str, reason: str | None) -> None:
    """Other servers' words for an end are understood; the raw word is kept, an unknown one means nothing."""
    reply = read(chunk({"content": "a"}), chunk({}, raw))
    assert (reply.raw_finish_reason, reply.finish_reason) == (raw, reason)


def test_nothing_after_the_end_counts() -> None:
    """[DONE] ends it, with blanks around it too; the first finish_reason is the one."""
    reply = read(chunk({"content": "a"}, "length"), chunk({}, "stop"), b" [DONE] ", chunk({"content": "b"}), b"{junk")
    assert (reply.text, reply.finish_reason) == ("a", "length")


@pytest.mark.parametrize(
    ("event", "data", "failed"),
    [
        ("", {"error": {"message": "x"}}, True),
        ("", {"error": "x", "choices": []}, True),
        ("error", {"message": "x"}, True),
        ("error", "plain words", True),
        ("", {"code": 500, "message": "x"}, True),
        ("", {"choices": [{"finish_reason": "error", "delta": {}}]}, True),
        ("", {"error": None, "choices": []}, False),
        ("", {"error": {}, "choices": []}, False),
        ("ping", {}, False),
        ("ping", {"message": ""}, False),
        ("", {"object": "chat.completion.chunk", "usage": {"prompt_tokens": 1}}, False),
        ("", [], False),
        ("", None, False),
    ],
)
def test_errors_among_the_chunks(event: str, data: Any, failed: bool) -> None:
    """An error is seen in any shape, and nothing harmless is taken for one."""
    decoder = ChatDecoder()
    raw = data.encode() if isinstance(data, str) else json.dumps(data).encode()
    decoder.feed(SSEEvent(event, raw))
    assert (decoder.assembly.failure is not None) == failed


@pytest.mark.parametrize("data", [b"{", b"hello", b'{"choices":[', b"[" * 100_000])
def test_what_no_lane_reads(data: bytes) -> None:
    """Only what is no JSON at all is unreadable; deep nesting is refused, not fatal."""
    with pytest.raises(UnreadableError):
        ChatDecoder().feed(SSEEvent("", data))


# --- tool calls ------------------------------------------------------------------------------------------------

WHOLE = fragment('{"a":1}', index=0, id="c1", name="ls")


@pytest.mark.parametrize(
    ("deltas", "calls"),
    [
        pytest.param([[WHOLE]], [("c1", "ls", '{"a":1}')], id="at once"),
        pytest.param(
            [[fragment("", index=0, id="c1", name="ls")], [fragment('{"a"', index=0)], [fragment(":1}", index=0)]],
            [("c1", "ls", '{"a":1}')],
            id="in fragments",
        ),
        pytest.param(
            [
                [fragment("{", index=0, id="c1", name="a"), fragment("{", index=1, id="c2", name="b")],
                [fragment("}", index=1), fragment("}", index=0)],
            ],
            [("c1", "a", "{}"), ("c2", "b", "{}")],
            id="interleaved",
        ),
        pytest.param([[fragment("", index=0, id="c1", name="now")]], [("c1", "now", "{}")], id="no arguments"),
        pytest.param(
            [[fragment("{}", id="c1", name="a")], [fragment("{}", id="c2", name="b")]],
            [("c1", "a", "{}"), ("c2", "b", "{}")],
            id="ids without index",
        ),
        pytest.param(
            [[fragment("{}", name="a")], [fragment("{}", name="b")]],
            [("", "a", "{}"), ("", "b", "{}")],
            id="neither id nor index",
        ),
        pytest.param(
            [[fragment('{"a"', index=0, id="c1", name="ls")], [fragment(":1}", index=0, id="c9")]],
            [("c1", "ls", '{"a":1}')],
            id="an id that changes on the way",
        ),
        pytest.param(
            [[fragment("", index=0, id="c1", name="a")], [fragment("", index=0, id="c2", name="b")]],
            [("c1", "a", "{}"), ("c2", "b", "{}")],
            id="two empty calls in one place",
        ),
        pytest.param(
            [[{"index": "0", "id": 7, "function": {"name": "a", "arguments": {"x": 12345678901234567890}}}]],
            [("7", "a", '{"x": 12345678901234567890}')],
            id="odd types",
        ),
        pytest.param([[fragment("{}", index=0, id="c1")]], [], id="a call without name is none"),
    ],
)
def test_fragments_make_calls(deltas: list[Any], calls: list[tuple[str, str, str]]) -> None:
    """Calls are joined by index, by id where the index can't be right, and otherwise to the open one."""
    assert calls_of(*deltas) == calls


@pytest.mark.parametrize(
    ("finish", "handed_out"),
    [
        ("tool_calls", ['{"a":', "{}"]),
        ("stop", ['{"a":', "{}"]),
        ("length", ["{}"]),
        ("content_filter", ["{}"]),
        (None, ["{}"]),
    ],
)
def test_half_a_call_is_handed_out_only_if_the_model_ended_it(finish: str | None, handed_out: list[str]) -> None:
    """Arguments cut by a limit are no call; what the model itself ended is passed on as it wrote it."""
    half = fragment('{"a":', index=0, id="c1", name="a")
    whole = fragment("{}", index=1, id="c2", name="b")
    assert [arguments for _, _, arguments in calls_of([half], [whole], finish=finish)] == handed_out


def test_partial_reply_holds_only_whole_calls() -> None:
    """After an error the calls whose arguments are whole are there, the others are not."""
    decoder = ChatDecoder()
    deltas = [WHOLE, fragment('{"b":', index=1, id="c2", name="b"), fragment("", index=2, id="c3", name="c")]
    decoder.feed(SSEEvent("", json.dumps(chunk({"tool_calls": deltas})).encode()))
    decoder.assembly.close_whole()
    assert decoder.assembly.reply().tool_calls == (ToolCall(id="c1", name="ls", arguments='{"a":1}'),)


def test_old_function_call() -> None:
    """The older function_call is a call without id."""
    reply = read(
        chunk({"function_call": {"name": "ls", "arguments": "{"}}),
        chunk({"function_call": {"arguments": "}"}}, "function_call"),
    )
    assert reply.tool_calls == (ToolCall(id="", name="ls", arguments="{}"),)
    assert reply.finish_reason == "tool_calls"


# --- usage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "figures"),
    [
        ({"prompt_tokens": 3, "completion_tokens": 2}, (3, 2, 5, None, None)),
        ({"prompt_tokens": "3", "completion_tokens": 2.0, "total_tokens": 5}, (3, 2, 5, None, None)),
        ({"prompt_tokens": 3}, (3, None, None, None, None)),
        ({"total_tokens": 9}, (None, None, 9, None, None)),
        ({"input_tokens": 3, "output_tokens": 2}, (3, 2, 5, None, None)),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 4},
                "completion_tokens_details": {"reasoning_tokens": 3},
            },
            (9, 5, 14, 4, 3),
        ),
        (
            {"prompt_tokens": 9, "completion_tokens": 5, "prompt_tokens_details": None, "cached_tokens": 4},
            (9, 5, 14, 4, None),
        ),
        ({"prompt_tokens": True, "completion_tokens": "many"}, None),
        ({}, None),
        (None, None),
        ("none", None),
    ],
)
def test_usage_as_sent(raw: Any, figures: tuple[int | None, ...] | None) -> None:
    """Counts are those the server sent; what it did not send is None."""
    usage = read(chunk({"content": "a"}, usage=raw)).usage
    if figures is None:
        assert usage is None
        return
    assert usage is not None
    assert figures == (
        *(usage.input_tokens, usage.output_tokens, usage.total_tokens),
        *(usage.cached_input_tokens, usage.reasoning_tokens),
    )
    assert usage.raw == raw


_COUNT = st.none() | st.integers(-2, 10**20) | st.floats(allow_nan=True) | st.booleans() | st.just("7") | st.just("x")
_DETAILS = st.none() | st.dictionaries(
    st.sampled_from(["cached_tokens", "cache_write_tokens", "reasoning_tokens", "audio_tokens"]), _COUNT, max_size=3
)
_NAMES = ["prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens", "cached_tokens"]
_OTHERS = ["prompt_cache_hit_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "reasoning_tokens"]
_PARTS = ["prompt_tokens_details", "completion_tokens_details", "input_tokens_details", "output_tokens_details"]


@given(
    counts=st.dictionaries(st.sampled_from([*_NAMES, *_OTHERS, "cost"]), _COUNT, max_size=6),
    details=st.dictionaries(st.sampled_from(_PARTS), _DETAILS | st.just("x"), max_size=2),
)
@settings(max_examples=500, deadline=None)
def test_counts_are_the_same_on_both_lanes(counts: dict[str, Any], details: dict[str, Any]) -> None:
    """What the typed lane reads, the tolerant one reads alike."""
    assert chat_usage(counts | details) == tolerant_usage(counts | details)


def test_usage_inside_a_choice_and_zeros_after_real_counts() -> None:
    """Usage in a choice counts too; zeros never replace real counts."""
    real = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
    zero = dict.fromkeys(real, 0)
    inside = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", "usage": real}]}
    usage = read(chunk({"content": "a"}, usage=zero), inside, chunk({}, usage=zero)).usage
    assert usage is not None
    assert usage.total_tokens == 5


# --- whole replies ---------------------------------------------------------------------------------------------


def test_whole_completion() -> None:
    """A completion in one piece is read as its stream would be."""
    message = {
        "role": "assistant",
        "content": None,
        "reasoning_content": "r",
        "tool_calls": [{"id": "c", **fragment("{}", name="a")}],
    }
    body = {
        "id": 5,
        "model": "demo",
        "choices": [{"message": message, "finish_reason": "stop"}],
        "usage": {"total_tokens": 3},
    }
    decoder = ChatDecoder()
    assert decoder.whole(body)
    reply = decoder.assembly.reply()
    assert (reply.id, reply.text, reply.reasoning, reply.finish_reason) == ("5", "", "r", "tool_calls")
    assert reply.raw is body


@pytest.mark.parametrize("body", [{}, {"choices": []}, {"choices": None}, {"choices": "x"}, {"content": []}])
def test_what_is_no_completion(body: dict[str, Any]) -> None:
    """Without a choice there is no reply."""
    assert not ChatDecoder().whole(body)
