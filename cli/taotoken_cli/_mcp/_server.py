"""The MCP server: the only module that touches the `mcp` package."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from taotoken._text import safe_text
from taotoken._version import __version__
from taotoken_cli._mcp._arguments import Chat, Nothing, schema
from taotoken_cli._mcp._failed import words_of
from taotoken_cli._mcp._session import Session, chat, check_connection, list_models
from taotoken_cli._texts import mcp as texts
from taotoken_plugins._problem import Problem, RefusedError

_KINDS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "chat": Chat, "list_models": Nothing, "check_connection": Nothing,
}  # fmt: skip
_WITHOUT_PARAMETERS: Final[Mapping[str, Callable[[Session], Awaitable[list[str]]]]] = {
    "list_models": list_models, "check_connection": check_connection,
}  # fmt: skip
_LOOKS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=True)
_SPENDS: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)


async def serve(session: Session) -> None:
    """Speak the protocol on standard input and output until the client closes them."""
    server = make_server(session)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def make_server(session: Session) -> Server[dict[str, Any]]:
    """The server of one session."""

    async def on_list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(name, session) for name in _KINDS])

    async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        try:
            return _result(await _call(session, params.name, params.arguments or {}))
        except Exception as error:  # noqa: BLE001 - the model that called is to read it
            return _result([words_of(error, session.app)], is_error=True)

    return Server(
        "taotoken",
        version=__version__,
        instructions=texts.INSTRUCTIONS().render(session.app.console.language),
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


async def _call(session: Session, name: str, arguments: Mapping[str, Any]) -> list[str]:
    if name not in _KINDS:
        known = ", ".join(_KINDS)
        raise RefusedError(
            Problem(code="unknown_tool", message=texts.UNKNOWN_TOOL(name=safe_text(name, 60), known=known))
        )
    session.budget.call()
    parsed = _parsed(name, arguments)
    return await (chat(session, parsed) if isinstance(parsed, Chat) else _WITHOUT_PARAMETERS[name](session))


def _parsed(name: str, arguments: Mapping[str, Any]) -> msgspec.Struct:
    try:
        return msgspec.convert(arguments, _KINDS[name])
    except msgspec.ValidationError as error:
        message = texts.BAD_ARGUMENTS(tool=name, detail=safe_text(str(error)))
        raise RefusedError(Problem(code="usage", message=message)) from error


def _tool(name: str, session: Session) -> Tool:
    language = session.app.console.language
    return Tool(
        name=name,
        description=texts.TOOLS[name]().render(language),
        input_schema=schema(_KINDS[name], session.models, language),
        annotations=_SPENDS if name == "chat" else _LOOKS,
    )


def _result(parts: list[str], *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=part) for part in parts], is_error=is_error)
