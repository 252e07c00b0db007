"""What is chosen beside the three pieces, for the tools that have the choice: the protocol, the sizes, and the model
for background work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from taotoken._endpoint import clean_model
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._notes import Notes
from taotoken_cli._refusal import model_help, refusing
from taotoken_cli._setup._mcp import mcp_choices
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._setup._per_tool import EVERY, per_tool
from taotoken_cli._texts import choices as texts
from taotoken_cli._texts import usage as usage_texts
from taotoken_plugins._problem import Problem
from taotoken_plugins._texts import tools_more as tool_texts
from taotoken_plugins._tool import Size, Tool

PROTOCOLS: Final[Mapping[str, Protocol]] = {"chat": "chat", "responses": "responses", "messages": "messages"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """For one tool: the protocol it will speak, and the options that its declaration reads."""

    protocol: Protocol
    options: Mapping[str, str]


def choose(options: SetupOptions, tools: Sequence[Tool], notes: Notes) -> tuple[Choice, ...]:
    """A choice per tool. What a tool that was named doesn't have raises UsageProblemError; what one that was found
    doesn't have is told."""
    asked = asked_protocols(options, tools)
    with refusing("--small-model", model_help("")):
        small = per_tool("--small-model", options.small_models, tools, lambda text: clean_model(text).model)
    wrong = [problem for tool in tools for problem in _not_offered(tool, asked, small, options)]
    if wrong:
        raise UsageProblemError(*wrong)
    return tuple(_choice(tool, asked, small, options, notes) for tool in tools)


def asked_protocols(options: SetupOptions, tools: Sequence[Tool]) -> Mapping[str, str]:
    """Tool id, or EVERY, → the protocol asked for."""
    return per_tool("--protocol", options.protocols, tools, _protocol)


def protocol_of(tool: Tool, asked: Mapping[str, str]) -> Protocol:
    """What `tool` will speak: what was asked for, where it can."""
    word = asked.get(tool.id) or asked.get(EVERY) or tool.protocol
    return PROTOCOLS[word] if word in _offered(tool) else tool.protocol


def _protocol(word: str) -> str:
    if word in PROTOCOLS:
        return word
    known, option = ", ".join(PROTOCOLS), "--protocol"
    message = usage_texts.NOT_ONE_OF(value=safe_text(word, 60), name=option, choices=known)
    raise UsageProblemError(Problem(code="usage", message=message, field=option))


def _offered(tool: Tool) -> tuple[Protocol, ...]:
    return tool.protocols or (tool.protocol,)


def _sizes(options: SetupOptions) -> dict[Size, int]:
    given: dict[Size, int | None] = {"context-window": options.context_window, "max-output": options.max_output}
    return {name: size for name, size in given.items() if size is not None}


def _not_offered(
    tool: Tool, asked: Mapping[str, str], small: Mapping[str, str], options: SetupOptions
) -> Iterator[Problem]:
    """What was asked of this very tool, and it doesn't have."""
    named = tool.id in options.tools
    protocol = asked.get(tool.id) or (asked.get(EVERY) if named else None)
    if protocol and protocol not in _offered(tool):
        known = ", ".join(_offered(tool))
        yield Problem(
            code="protocol_not_offered",
            message=tool_texts.NO_SUCH_PROTOCOL(tool=tool.name, protocol=protocol, known=known),
            field="--protocol",
            tool=tool.id,
            next=texts.NO_PROTOCOL_NEXT(tool=tool.id, protocol=tool.protocol),
        )
    for size in _sizes(options) if named else ():
        if size not in tool.sizes:
            yield _no_setting(tool, f"--{size}", code="size_not_offered")
    if tool.small_model is None and (tool.id in small or (named and EVERY in small)):
        yield _no_setting(tool, "--small-model", code="small_model_not_offered")


def _no_setting(tool: Tool, option: str, *, code: str) -> Problem:
    return Problem(
        code=code,
        message=texts.NO_SETTING(tool=tool.name, option=option),
        field=option,
        tool=tool.id,
        next=texts.NO_SETTING_NEXT(tool=tool.id, option=option),
    )


def _choice(
    tool: Tool, asked: Mapping[str, str], small: Mapping[str, str], options: SetupOptions, notes: Notes
) -> Choice:
    word, protocol = asked.get(tool.id) or asked.get(EVERY), protocol_of(tool, asked)
    if word and word != protocol:
        notes.add(texts.OTHER_PROTOCOL(tool=tool.name, protocol=word, own=tool.protocol))
    chosen = {**mcp_choices(options), "codex-auth": options.codex_auth, "protocol": str(protocol)}
    for size, tokens in _sizes(options).items():
        if size in tool.sizes:
            chosen[size] = str(tokens)
        else:
            notes.add(texts.LEFT_OUT(tool=tool.name, option=f"--{size}"))
    if model := small.get(tool.id) or small.get(EVERY):
        if tool.small_model is not None:
            chosen["small-model"] = model
        else:
            notes.add(texts.LEFT_OUT(tool=tool.name, option="--small-model"))
    return Choice(protocol=protocol, options=chosen)
