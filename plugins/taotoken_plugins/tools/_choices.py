"""What the user may choose for a tool beside the three pieces: the protocol and the sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Path, Set, apply_to_data
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import tools_more as texts
from taotoken_plugins._tool import Size, Wanted

ALL_PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses", "messages")
BOTH_SIZES: tuple[Size, ...] = ("context-window", "max-output")


def chosen_protocol(wanted: Wanted, tool: str, offered: Sequence[Protocol]) -> Protocol:
    """The protocol asked for, the first one offered by default. Raises RefusedError for one not offered."""
    asked = wanted.options.get("protocol") or offered[0]
    for protocol in offered:
        if protocol == asked:
            return protocol
    known = ", ".join(offered)
    raise RefusedError(
        Problem(
            code="protocol_not_offered",
            message=texts.NO_SUCH_PROTOCOL(tool=tool, protocol=safe_text(asked, 40), known=known),
            field="--protocol",
            next=texts.NO_SUCH_PROTOCOL_NEXT(known=known),
        )
    )


def chosen_base(endpoint: Endpoint, protocol: Protocol) -> str:
    """The base URL for tools that add ``/chat/completions`` or ``/responses``, but ``/v1/messages``."""
    return endpoint.root_for(protocol) if protocol == "messages" else endpoint.v1_for(protocol)


def context_window(wanted: Wanted) -> int | None:
    """The size of the model's context in tokens, where the user gave one. Raises RefusedError."""
    return _count(wanted, "context-window")


def small_model(wanted: Wanted) -> str | None:
    """The model for background work, where the user named one."""
    return wanted.options.get("small-model") or None


def max_output(wanted: Wanted) -> int | None:
    """How many tokens an answer may have, where the user gave it. Raises RefusedError."""
    return _count(wanted, "max-output")


def _count(wanted: Wanted, name: Size) -> int | None:
    text = wanted.options.get(name, "").strip()
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 12 and int(text) > 0:
        return int(text)
    option = f"--{name}"
    message = texts.BAD_COUNT(option=option, value=safe_text(text, 40))
    raise RefusedError(Problem(code="option_invalid", message=message, field=option))


def set_sizes(wanted: Wanted, context: Path | None, output: Path | None) -> Iterator[Edit]:
    """The sizes that were given, where the tool has a field for them."""
    sizes = ((context, context_window(wanted)), (output, max_output(wanted)))
    yield from (Set(path, size) for path, size in sizes if path is not None and size is not None)


def new_element(path: Path, value: dict[str, Any], inside: Iterable[Edit]) -> Edit:
    """A whole new value at `path` with the edits `inside` it made already: undo knows it by what it is as a whole."""
    for edit in inside:
        if isinstance(edit, Set):
            value = apply_to_data({"": value}, [Set(("", *edit.path[len(path) :]), edit.value)])[""]
    return Set(path, value)


def literal_key(wanted: Wanted, tool: str, *, starts: Sequence[str] = (), holds: Sequence[str] = ()) -> str:
    """The key, proved not to be what the tool takes for a reference (``${NAME}`` and ``{env:NAME}`` are no keys
    anywhere). Raises RefusedError."""
    key = wanted.endpoint.api_key
    marks = [mark for mark in starts if key.startswith(mark)] + [mark for mark in holds if mark in key]
    if marks:
        raise RefusedError(
            Problem(
                code="key_not_literal",
                message=texts.KEY_IS_REFERENCE(tool=tool, mark=marks[0]),
                next=texts.KEY_IS_REFERENCE_NEXT(mark=marks[0]),
            )
        )
    return key
