"""What is chosen beside the three pieces, for the tools that have the choice: the protocol and the sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._notes import Notes
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
    asked = per_tool("--protocol", options.protocols, tools, _protocol)
    wrong = [problem for tool in tools for problem in _not_offered(tool, asked, options)]
    if wrong:
        raise UsageProblemError(*wrong)
    return tuple(_choice(tool, asked, options, notes) for tool in tools)


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


def _not_offered(tool: Tool, asked: Mapping[str, str], options: SetupOptions) -> Iterator[Problem]:
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
            yield Problem(
                code="size_not_offered",
                message=texts.NO_SIZE(tool=tool.name, option=f"--{size}"),
                field=f"--{size}",
                tool=tool.id,
                next=texts.NO_SIZE_NEXT(tool=tool.id, option=f"--{size}"),
            )


def _choice(tool: Tool, asked: Mapping[str, str], options: SetupOptions, notes: Notes) -> Choice:
    word = asked.get(tool.id) or asked.get(EVERY) or tool.protocol
    if word not in _offered(tool):
        notes.add(texts.OTHER_PROTOCOL(tool=tool.name, protocol=word, own=tool.protocol))
        word = tool.protocol
    chosen = {"codex-auth": options.codex_auth, "protocol": word}
    for size, tokens in _sizes(options).items():
        if size in tool.sizes:
            chosen[size] = str(tokens)
        else:
            notes.add(texts.SIZE_LEFT_OUT(tool=tool.name, option=f"--{size}"))
    return Choice(protocol=PROTOCOLS[word], options=chosen)
