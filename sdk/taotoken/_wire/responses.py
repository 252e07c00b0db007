"""OpenAI Responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from taotoken._reply import FinishReason, Usage
from taotoken._wire import Wire
from taotoken._wire._assembly import DraftCall
from taotoken._wire._decoder import TypedDecoder
from taotoken._wire._lenient import Mender, arguments_of, as_dict, as_int, as_str, dicts, text_of
from taotoken._wire._responses_request import encode
from taotoken._wire._usage import total_of

_REASONS: dict[str, FinishReason] = {
    "completed": "stop",
    "max_output_tokens": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
}


class _Event(msgspec.Struct):
    type: str | None = None
    delta: Any = None
    item_id: str | None = None
    output_index: int | None = None
    item: dict[str, Any] | None = None
    response: dict[str, Any] | None = None
    arguments: str | None = None
    text: Any = None
    error: Any = None


def usage_of(raw: Mapping[str, Any]) -> Usage | None:
    """The counts, or None where the object has none."""
    prompt, output = as_int(raw.get("input_tokens")), as_int(raw.get("output_tokens"))
    if prompt is None and output is None:
        return None
    total = as_int(raw.get("total_tokens"))
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        total_tokens=total_of(total, prompt, output),
        cached_input_tokens=as_int(as_dict(raw.get("input_tokens_details")).get("cached_tokens")),
        reasoning_tokens=as_int(as_dict(raw.get("output_tokens_details")).get("reasoning_tokens")),
        raw=raw,
    )


class ResponsesDecoder(TypedDecoder[_Event]):
    """Reads the events of one response. The last event holds it whole: what no delta brought is taken from it."""

    lane = msgspec.json.Decoder(_Event)
    foreign = (b'"choices"', b'"message_start"')

    def __init__(self) -> None:
        super().__init__()
        self._mend = Mender()
        self._calls: dict[str, DraftCall] = {}

    def _tolerant(self, value: Any) -> _Event:
        return _tolerant_event(value, self._mend)

    def _is_failure(self, event: _Event) -> bool:
        return bool(not event.type and event.error)  # an item that failed has an error of its own

    def text(self, event: _Event) -> None:
        """More text, or more of a refusal."""
        self.assembly.add_text(as_str(event.delta) or "")

    def text_done(self, event: _Event) -> None:
        """A text as a whole."""
        if not self.assembly.has_text:
            self.assembly.add_text(text_of(event.text))

    def reasoning(self, event: _Event) -> None:
        """More thinking, or more of its summary."""
        self.assembly.add_reasoning(as_str(event.delta) or "")

    def item_added(self, event: _Event) -> None:
        """A new output item; only calls matter before they are done."""
        if (event.item or {}).get("type") == "function_call":
            self.assembly.add_arguments(self._call(event), "")

    def arguments(self, event: _Event) -> None:
        """More of a call's arguments."""
        self.assembly.add_arguments(self._call(event), as_str(event.delta) or "")

    def arguments_done(self, event: _Event) -> None:
        """A call's arguments as a whole."""
        call = self._call(event)
        if not call.text():
            self.assembly.add_arguments(call, event.arguments or "")

    def item_done(self, event: _Event) -> None:
        """An output item is whole."""
        self._item(event.item or {}, event, (self.assembly.has_text, self.assembly.has_reasoning))

    def _item(self, item: Mapping[str, Any], event: _Event, streamed: tuple[bool, bool]) -> None:
        """Add what an item holds, unless deltas brought it; their ids can't be trusted to match the item's."""
        kind = item.get("type")
        if kind == "function_call":
            call = self._call(event)
            if not call.text():
                self.assembly.add_arguments(call, arguments_of(item.get("arguments")))
            self.assembly.close_call(call)
        elif kind == "message" and not streamed[0]:
            self.assembly.add_text(text_of(item.get("content")))
        elif kind == "reasoning":
            if not streamed[1]:
                self.assembly.add_reasoning(text_of(item.get("summary")) or text_of(item.get("content")))
            self._keep(item)

    def _keep(self, item: Mapping[str, Any]) -> None:
        """Thinking that the server takes back: encrypted, as nothing is stored there."""
        known = [kept.get("id") for kept in self.assembly.thinking]
        if item.get("encrypted_content") and item.get("id") not in known:
            self.assembly.thinking.append({name: value for name, value in item.items() if name != "status"})

    def _call(self, event: _Event) -> DraftCall:
        """The call an event speaks of, started when it is new."""
        item = event.item or {}
        item_id = as_str(item.get("id")) or event.item_id
        place = f"#{event.output_index or 0}"
        call_id = as_str(item.get("call_id")) or ""
        call = self._calls.get(item_id or place)
        if call is not None and not item_id and call_id and call.id not in ("", call_id):
            call = None
        if call is None and call_id:
            call = next((known for known in self.assembly.calls if known.id == call_id), None)
        if call is None and not call_id and event.output_index is not None:
            call = self._calls.get(place)  # the item came without the id that its arguments name
        if call is None:
            call = self.assembly.start_call(call_id, "")
        self._calls[item_id or place] = call
        call.id = call.id or call_id
        call.name = call.name or as_str(item.get("name")) or ""
        return call

    def created(self, event: _Event) -> None:
        """Who answers."""
        response = event.response or {}
        self.assembly.identify(as_str(response.get("id")), as_str(response.get("model")))

    def closed(self, event: _Event) -> None:
        """A terminal event: completed or incomplete."""
        self._response(event.response or {}, "incomplete" if event.type == "response.incomplete" else "completed")

    def failed(self, event: _Event) -> None:
        """The server gave up."""
        response = event.response or {}
        self.created(event)
        self.assembly.failure = {"error": response.get("error") or event.error or {"message": "response.failed"}}

    def whole(self, body: Mapping[str, Any]) -> bool:
        """See `Decoder.whole`; a response that is still being written is none."""
        if not isinstance(body.get("output"), list) or body.get("status") in ("in_progress", "queued"):
            return False
        self.assembly.raw = body
        if body.get("status") in ("failed", "cancelled"):
            self.failed(_Event(response=dict(body)))
        else:
            self._response(body, "completed")
        return True

    def _response(self, response: Mapping[str, Any], default_status: str) -> None:
        """A response that is all there."""
        self.assembly.identify(as_str(response.get("id")), as_str(response.get("model")))
        streamed = (self.assembly.has_text, self.assembly.has_reasoning)
        for index, item in enumerate(dicts(response.get("output"))):
            self._item(item, _Event(item=item, output_index=index), streamed)
        if (usage := usage_of(as_dict(response.get("usage")))) is not None:
            self.assembly.set_usage(usage)
        status = as_str(response.get("status")) or default_status
        reason = as_str(as_dict(response.get("incomplete_details")).get("reason"))
        raw = reason if status == "incomplete" and reason else status
        self.assembly.finish(raw, _REASONS.get(raw))
        self.assembly.end()

    handlers: ClassVar = {
        "response.created": created,
        "response.in_progress": created,
        "response.output_text.delta": text,
        "response.output_text.done": text_done,
        "response.refusal.delta": text,
        "response.reasoning_text.delta": reasoning,
        "response.reasoning_summary_text.delta": reasoning,
        "response.output_item.added": item_added,
        "response.function_call_arguments.delta": arguments,
        "response.function_call_arguments.done": arguments_done,
        "response.output_item.done": item_done,
        "response.completed": closed,
        "response.done": closed,
        "response.incomplete": closed,
        "response.failed": failed,
        "response.cancelled": failed,
    }


def _tolerant_event(value: Any, mender: Mender) -> _Event:
    body = as_dict(value)
    delta = body.get("delta")
    return _Event(
        type=as_str(body.get("type")),
        delta=mender(delta) if isinstance(delta, str) else delta,
        item_id=as_str(body.get("item_id")),
        output_index=as_int(body.get("output_index")),
        item=as_dict(body.get("item")),
        response=as_dict(body.get("response")),
        arguments=arguments_of(body.get("arguments")),
        text=body.get("text"),
        error=body.get("error"),
    )


WIRE = Wire(
    protocol="responses",
    headers={},
    terminal="response.completed",
    encode=encode,
    decoder=ResponsesDecoder,
)
